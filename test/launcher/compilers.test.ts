/** No program waits forever at its end for a thread that compiles: Sparkplug and Maglev finish in the main thread. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '..', '..', 'launcher');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar compilers '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles many functions with Sparkplug, and prints the nanoseconds that the threads of V8 worked. */
const COMPILING = `
  import { readdirSync, readFileSync } from 'node:fs';
  const body = Array.from({ length: 40 }, (_, i) => 'x = (x * ' + i + ' + y) | 0; if (x > y) y = o.a; else o.b = x;').join('');
  const all = Array.from({ length: 600 }, (_, i) => new Function('x', 'y', 'o', '/*' + i + '*/' + body + 'return x'));
  for (let k = 0; k < 300; k++) for (const one of all) one(k, k, { a: 1, b: 2 });
  const threads = readdirSync('/proc/self/task').filter((id) =>
    readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith('V8Worker'));
  const worked = threads.map((id) => Number(readFileSync('/proc/self/task/' + id + '/schedstat', 'utf8').split(' ')[0]));
  process.stdout.write(String(threads.length === 0 ? 'no threads' : worked.reduce((sum, one) => sum + one, 0)));`;

/** The nanoseconds, with Sparkplug alone: the other compilers keep their threads. */
function workedBeside(env: NodeJS.ProcessEnv, ...options: readonly string[]): number {
  const program = join(folder, 'compiling.mjs');
  writeFileSync(program, COMPILING);
  const { stdout, stderr } = spawnSync(process.execPath, ['--max-opt=1', ...options, program], {
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return Number(stdout);
}

const { NODE_OPTIONS: _, ...plain } = process.env;

describe.runIf(process.platform === 'linux')('a program that a command of Daftar starts', () => {
  it('compiles with Sparkplug in its main thread, and without the launcher beside it', () => {
    const beside = workedBeside(plain);
    expect(workedBeside(process.env)).toBeLessThan(beside / 2);
    expect(workedBeside(plain, '--no-concurrent-sparkplug')).toBeLessThan(beside / 2);
  });
});

/** A launcher of its own, whose command starts a program that prints what it was given. */
function startedBy(given: string): string[] {
  const place = mkdtempSync(join(folder, 'place '));
  const printed = `
    import { spawnSync } from 'node:child_process';
    export const runCommand = async () => {
      const print = ['-e', 'process.stdout.write(process.env.NODE_OPTIONS)'];
      process.stdout.write(process.env.NODE_OPTIONS + '\\n');
      process.stdout.write(spawnSync(process.execPath, print).stdout);
    };`;
  mkdirSync(join(place, 'node_modules', 'node', 'bin'), { recursive: true });
  mkdirSync(join(place, 'launcher'));
  symlinkSync(process.execPath, join(place, 'node_modules', 'node', 'bin', 'node'));
  for (const file of ['run.mjs', 'parent-watch.mjs', 'compilers.mjs'])
    copyFileSync(join(LAUNCHER, file), join(place, 'launcher', file));
  writeFileSync(join(place, 'launcher', 'command.ts'), printed);
  for (const file of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(place, file), '{ "type": "module" }');
  const env = { ...plain, ...(given === '' ? {} : { NODE_OPTIONS: given }) };
  const run = spawnSync(process.execPath, [join(place, 'launcher', 'run.mjs'), 'any'], { env, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return run.stdout.trim().split('\n');
}

it('gives it to every program, after what was given to Node already', () => {
  for (const given of ['', '--stack-trace-limit=20']) {
    const [own, ofProgram] = startedBy(given);
    expect(own).toMatch(new RegExp(`^${given} ?--import=file:.*%20.*/launcher/compilers\\.mjs$`));
    expect(ofProgram).toBe(own);
  }
});

it('is loaded by the launcher before anything else of Daftar', () => {
  const own = readFileSync(join(LAUNCHER, 'run.mjs'), 'utf8')
    .split('\n')
    .filter((line) => /^import .*'\.\//.test(line));
  expect(own[0]).toBe("import './compilers.mjs';");
});
