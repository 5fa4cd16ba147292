/** The lines of `npm start` are in the log file, and on the output when a collector reads them there. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDaftar } from '../../launcher/daftar.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { openLog } from '../../launcher/program-log.ts';
import { environmentAt, freshDatabase } from '../support/database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const inFile = () => readFileSync(join(folder, 'daftar.log'), 'utf8');

async function said(environment: NodeJS.ProcessEnv): Promise<string> {
  const output = new PassThrough();
  let text = '';
  output.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const log = openLog(folder, environment, output as unknown as NodeJS.WriteStream);
  log.write('{"msg":"one"}\n');
  // The collector has ended.
  if (output.listenerCount('error') > 0) output.emit('error', new Error('EPIPE'));
  log.write('{"msg":"two"}\n');
  await log.close();
  return text;
}

describe('LOG_OUTPUT', () => {
  it('writes each line to the output too, also when its reader has ended', async () => {
    expect(await said({ LOG_OUTPUT: 'yes' })).toBe('{"msg":"one"}\n{"msg":"two"}\n');
    expect(inFile()).toBe('{"msg":"one"}\n{"msg":"two"}\n');
  });

  it.each([{}, { LOG_OUTPUT: 'no' }, { LOG_OUTPUT: '' }])('%j leaves them in the file', async (environment) => {
    expect(await said(environment)).toBe('');
    expect(inFile()).toBe('{"msg":"one"}\n{"msg":"two"}\n');
  });

  it('of anything else stops the start', () => {
    expect(() => openLog(folder, { LOG_OUTPUT: 'stdout' })).toThrow(StartupError);
  });

  it('is what a start goes by: requests are on its output as they are in the file', async () => {
    const database = await freshDatabase();
    const written: string[] = [];
    const { write } = process.stdout;
    process.stdout.write = ((text: string | Uint8Array) => {
      written.push(String(text));
      return true;
    }) as typeof write;
    try {
      const environment = { ...process.env, ...environmentAt(database.url), PORT: '0', LOG_OUTPUT: 'yes' };
      const daftar = await startDaftar({ dataDir: folder, environment, say: () => undefined, withoutWeb: true });
      await fetch(`${daftar.address}/api/nothing-is-here`);
      await daftar.stop();
    } finally {
      process.stdout.write = write;
      await database.drop();
    }
    const lines = written.filter((text) => text.startsWith('{"level"')).join('');
    expect(lines).not.toBe('');
    expect(inFile()).toContain(lines.split('\n')[0]);
  });
});
