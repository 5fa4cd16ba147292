/** One process at a time builds the web; the others use its result. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtWeb, webBeside } from '../../tools/web-build/web-build.ts';

const BUILDER = join(import.meta.dirname, '../../tools/web-build/web-build.ts');
/** Replaces vite: records that it was started, and builds when every process of the test has begun. */
const VITE = `
const fs = require('node:fs');
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
fs.appendFileSync('builds', 'built\\n');
const wait = () => fs.readdirSync('begun').length < Number(fs.readFileSync('awaited', 'utf8'));
while (wait()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(folder + '/index.html', 'the web');
`;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daftar-web-build-'));
  for (const folder of ['begun', 'web', 'node_modules/vite/bin']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), VITE);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const builds = (): number => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n').length;

/** Another process that starts. Returns its output. */
const start = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const program = `
      const { writeFileSync } = await import('node:fs');
      const { builtWeb } = await import(${JSON.stringify(BUILDER)});
      writeFileSync('begun/${name}', '');
      const say = (line) => process.stdout.write(line + '\\n');
      say(builtWeb(process.cwd(), say));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(said) : reject(new Error(said))));
  });

/** Modes of folders do not bind root. */
function asOrdinaryUser(work: () => void): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('the web', () => {
  it('is built once by processes that start together', async () => {
    writeFileSync(join(root, 'awaited'), '3');
    const said = await Promise.all(['first', 'second', 'third'].map(start));
    expect(builds()).toBe(1);
    expect(said.filter((text) => text.includes('Building the web'))).toHaveLength(1);
    for (const text of said) expect(text).toContain(join(root, 'dist', 'web'));
  });

  it('is built beside a start, which goes on meanwhile, and not again when it is there', async () => {
    writeFileSync(join(root, 'awaited'), '1');
    const said: string[] = [];
    const page = join(root, 'dist', 'web', 'index.html');
    const { folder, ready } = webBeside(root, (line) => said.push(line));
    expect([folder, existsSync(page)]).toEqual([join(root, 'dist', 'web'), false]);
    // Until now the replaced vite waits.
    writeFileSync(join(root, 'begun', 'start'), '');
    await ready;
    expect(readFileSync(page, 'utf8')).toBe('the web');
    expect(said).toEqual([expect.stringContaining('Building the web')]);
    await webBeside(root, (line) => said.push(line)).ready;
    expect([builds(), said.length]).toEqual([1, 1]);
  });

  it('that cannot be built beside a start is told with its reason to whoever waits for it', async () => {
    writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), `throw new Error('no such plugin');`);
    await expect(webBeside(root, () => undefined).ready).rejects.toThrow(
      /The web could not be built:[\s\S]*no such plugin/,
    );
  });

  it('is built by the next one when a process was killed while it built', () => {
    writeFileSync(join(root, 'awaited'), '0');
    mkdirSync(join(root, 'dist'));
    writeFileSync(join(root, 'dist', 'running.json'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
    expect(builtWeb(root, () => undefined)).toBe(join(root, 'dist', 'web'));
    expect(readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8')).toBe('the web');
  });

  it('that is older than its sources is served as it is where nothing can be written', () => {
    const web = join(root, 'dist', 'web');
    mkdirSync(web, { recursive: true });
    writeFileSync(join(web, 'index.html'), 'of the image');
    utimesSync(join(web, 'index.html'), new Date(0), new Date(0));
    writeFileSync(join(root, 'package-lock.json'), '{}');
    chmodSync(root, 0o755);
    chmodSync(join(root, 'dist'), 0o555);
    asOrdinaryUser(() => expect(builtWeb(root, () => undefined)).toBe(web));
    chmodSync(join(root, 'dist'), 0o755);
    expect(readFileSync(join(web, 'index.html'), 'utf8')).toBe('of the image');
  });
});
