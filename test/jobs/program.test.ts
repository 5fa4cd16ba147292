/** The effect of a stopped program on its job, by the way and the time of its end. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOfProgram } from '../../command-api/jobs/program.ts';
import { CANCELLED, Interrupted } from '../../command-api/jobs/queue.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { StoreUnavailable } from '../../event-store/port.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-program-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const result = checked('the result of the program', Type.Object({ committed: Type.Boolean() }));

/** Runs a program and aborts it with the reason at its first line of progress. */
function run(name: string, program: string, reason?: string): Promise<unknown> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, program);
  const stop = new AbortController();
  const progress = async () => {
    if (reason !== undefined) stop.abort(reason);
  };
  return resultOfProgram({ program: file, databaseUrl: '' }, [], { progress, signal: stop.signal }, { result });
}

const UNTIL_STOPPED = `
  process.stdout.write('at work\\n');
  setInterval(() => undefined, 1000);
`;

it('is interrupted with the process, and cancelled by a person', async () => {
  await expect(run('stopped', UNTIL_STOPPED, 'stopped')).rejects.toThrow(Interrupted);
  await expect(run('cancelled', UNTIL_STOPPED, CANCELLED)).rejects.toThrow('cancelled');
});

it('is interrupted when a signal for all processes reaches it first', async () => {
  await expect(run('signalled', "process.kill(process.pid, 'SIGINT'); setInterval(() => 0, 1000)")).rejects.toThrow(
    Interrupted,
  );
  await expect(run('left', 'process.exitCode = 143')).rejects.toThrow(Interrupted);
});

it('counts when it was done all the same', async () => {
  const finishes = `
    process.on('SIGTERM', () => {
      process.stdout.write('result {"committed":true}\\n', () => process.exit(0));
    });
    ${UNTIL_STOPPED}
  `;
  expect(await run('finished', finishes, 'stopped')).toEqual({ committed: true });
});

it('ends before its job does when its progress cannot be stored', async () => {
  const [file, ended] = [join(folder, 'unheard.mjs'), join(folder, 'ended')];
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => {
      writeFileSync(${JSON.stringify(ended)}, '');
      process.exit(143);
    });
    // More output than a pipe holds.
    setInterval(() => process.stdout.write('at work '.repeat(10_000) + '\\n'), 1);`,
  );
  const progress = async () => {
    throw new Error('the database is away');
  };
  const context = { progress, signal: new AbortController().signal };
  await expect(resultOfProgram({ program: file, databaseUrl: '' }, [], context, { result })).rejects.toThrow('is away');
  expect(existsSync(ended)).toBe(true);
});

it('fails with a message when its result has another shape', async () => {
  const gives = (text: string) => `process.stdout.write('result ${text}\\n')`;
  const wrong = 'the result of the program is not as it must be:';
  await expect(run('another', gives('{"committed":1}'))).rejects.toThrow(`${wrong} /committed must be boolean`);
  await expect(run('torn', gives('{"committed":'))).rejects.toThrow(`${wrong} the whole of it is no JSON`);
  await expect(run('nothing', 'process.exitCode = 0')).rejects.toThrow('the program gave no result');
});

it('fails with its error output', async () => {
  await expect(run('failed', "process.stderr.write('no books'); process.exitCode = 1")).rejects.toThrow('no books');
});

it('is an outage when the database or the log did not answer the program', async () => {
  const away = "process.stderr.write('connect ECONNREFUSED'); process.exitCode = 75";
  await expect(run('away', away)).rejects.toThrow(StoreUnavailable);
  const context = { progress: async () => undefined, signal: new AbortController().signal };
  for (const [file, given] of [
    ['projector/closing/main.ts', ['{}']],
    ['tools/demo/load/main.ts', ['2026-03-01', '7']],
  ] as const) {
    const program = fileURLToPath(new URL(`../../${file}`, import.meta.url));
    const options = { program, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' };
    await expect(resultOfProgram(options, given, context, { result })).rejects.toThrow(StoreUnavailable);
  }
});
