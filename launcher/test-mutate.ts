/**
 * `npm run test:mutate`: plants each error of test/mutations.ts in a copy of the repository and runs the tests there
 * until one fails; `npm run test:mutate -- 3 7` plants these two. Prints `N of 20 planted errors caught`.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { defined } from '../domain/kernel/defined.ts';
import { MUTATIONS, type Mutation } from '../test/mutations.ts';
import { filesOfRing } from '../test/support/ring.ts';
import { type Copy, copyWith } from './planted-copy.ts';
import { ROOT } from './root.ts';
import { StartupError } from './startup-error.ts';
import { testFiles, testsReachedBy } from './suite/reached-tests.ts';

/** Tests of the repository's text would fail for any planted error. */
const OF_THE_TEXT: readonly string[] = ['test/tidy.test.ts', 'test/launcher/mutations.test.ts'];
/**
 * Tests without a database and a built web run first, slow tests last, so that the cheapest test finds a planted error.
 */
const QUICK = /^test\/(domain|posting|costing|web)\//;
const LONG = /^test\/(browser|demo|oracle|bench|imports)\/|^test\/api\/kill/;
/**
 * The test folders of each top folder, when the tests that import the file have not caught the error; default the
 * folder of the same name.
 */
const TESTED_IN: Readonly<Record<string, RegExp>> = {
  'command-api': /^test\/api\//,
  web: /^test\/(web|browser)\//,
};
/** Timeout of a test that waits for a condition that a planted error prevents. */
const CONDITION_MS = 120_000;

/** A failed test file, and its first failed test; undefined when the file did not load. */
interface Catcher {
  readonly file: string;
  readonly test: string | undefined;
}

interface Caught {
  readonly mutation: Mutation;
  readonly by: readonly Catcher[];
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Exit code: 1 when an error was not caught. Throws StartupError for an unknown number, and when it is aborted. */
export async function mutate(args: readonly string[]): Promise<number> {
  const chosen = args.length === 0 ? MUTATIONS : args.map(mutationOf);
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ended.abort(signal));
  const caught: Caught[] = [];
  for (const mutation of chosen) {
    const startedMs = performance.now();
    const by = await inCopy(mutation, (copy) => catchers(mutation, copy, ended.signal));
    const seconds = String(Math.round((performance.now() - startedMs) / 1000)).padStart(5);
    const number = String(MUTATIONS.indexOf(mutation) + 1).padStart(2);
    say(`${number}  ${mutation.area.padEnd(11)} ${seconds} s  ${mutation.what}`);
    for (const { file, test = 'does not load' } of by) say(`    caught by ${file}: ${test}`);
    if (by.length === 0) say('    NOT CAUGHT');
    if (by.length > 0) caught.push({ mutation, by });
  }
  const sound = await withoutPlant(caught, ended.signal);
  say(`${sound} of ${chosen.length} planted errors caught`);
  return sound === chosen.length ? 0 : 1;
}

function mutationOf(number: string): Mutation {
  const mutation = MUTATIONS[Number(number) - 1];
  if (mutation) return mutation;
  throw new StartupError(`There is no planted error "${number}": they are numbered from 1 to ${MUTATIONS.length}.`);
}

async function inCopy<Result>(of: Mutation | undefined, work: (copy: Copy) => Promise<Result>): Promise<Result> {
  const copy = copyWith(of);
  try {
    return await work(copy);
  } finally {
    copy.remove();
  }
}

/** The test files that fail, of the first group with a failure; none when the error is not caught. */
async function catchers({ file }: Mutation, copy: Copy, ended: AbortSignal): Promise<readonly Catcher[]> {
  for (const files of groupsFor(file)) {
    if (!files.every((file) => QUICK.test(file))) copy.buildWeb(say);
    const failed = await failing(copy.folder, [...files, '--bail=1'], ended);
    if (failed.length > 0) return failed;
  }
  return [];
}

/**
 * The files that every `npm test` runs, in groups, in the order of running: first the tests that import the file, then
 * the rest.
 */
function groupsFor(file: string): readonly (readonly string[])[] {
  const all = filesOfRing('suite', testFiles()).filter((test) => !OF_THE_TEXT.includes(test));
  const reached = new Set(testsReachedBy([file]));
  const top = defined(file.split('/')[0]);
  const isBeside = TESTED_IN[top] ?? new RegExp(`^test/${top}/`);
  const orders: ((test: string) => boolean)[] = [
    (test) => reached.has(test) && QUICK.test(test),
    (test) => reached.has(test) && !LONG.test(test),
    (test) => isBeside.test(test) && !LONG.test(test),
    (test) => reached.has(test),
    (test) => isBeside.test(test),
    (test) => QUICK.test(test),
    (test) => !LONG.test(test),
    () => true,
  ];
  const groupOf = new Map(all.map((test) => [test, orders.findIndex((belongs) => belongs(test))]));
  return orders.map((_, index) => all.filter((test) => groupOf.get(test) === index)).filter(({ length }) => length > 0);
}

/**
 * A test that also fails without the planted error does not count. Returns the number of errors caught by a test that
 * passes otherwise.
 */
async function withoutPlant(caught: readonly Caught[], ended: AbortSignal): Promise<number> {
  const files = [...new Set(caught.flatMap(({ by }) => by.map(({ file }) => file)))];
  if (files.length === 0) return caught.length;
  say(`Without a planted error: ${files.length} test files.`);
  const failed = await inCopy(undefined, (copy) => {
    if (!files.every((file) => QUICK.test(file))) copy.buildWeb(say);
    return failing(copy.folder, files, ended);
  });
  for (const { file } of failed) say(`    ${file} fails without a planted error: what it caught is not counted.`);
  const isSound = ({ file }: Catcher) => !failed.some((catcher) => catcher.file === file);
  return caught.filter(({ by }) => by.some(isSound)).length;
}

const LOG_SHOWN = 4_000;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** The error of the file as a whole. */
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs vitest in a copy; returns the failed test files. Throws StartupError. */
async function failing(folder: string, args: readonly string[], ended: AbortSignal): Promise<readonly Catcher[]> {
  const home = mkdtempSync(join(tmpdir(), 'daftar-mutate-report-'));
  try {
    const [report, log] = [join(home, 'report.json'), join(home, 'log')];
    const code = await vitest(
      folder,
      ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      log,
      ended,
    );
    if (ended.aborted) throw new StartupError(`Ended by ${ended.reason}. The copy with the planted error is removed.`);
    const shown = () => readFileSync(log, 'utf8').slice(-LOG_SHOWN);
    if (!existsSync(report)) throw new StartupError(`The tests did not run:\n${shown()}`);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const failed = testResults.flatMap(({ name, status, message, assertionResults }): Catcher[] => {
      const test = assertionResults.find((assertionResult) => assertionResult.status === 'failed')?.fullName;
      // A file that did not run because another had failed is also reported as failed, without a message.
      const isFailed = status === 'failed' && (test !== undefined || message !== '');
      return isFailed ? [{ file: relative(folder, name), test }] : [];
    });
    // The cause may be the planted error or the machine, so the result is unknown.
    if (failed.length === 0 && code !== 0) throw new StartupError(`Vitest failed, and no test of it:\n${shown()}`);
    return failed;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Returns the exit code. When the signal is aborted it ends vitest and waits for it, because the copy is removed next.
 */
function vitest(folder: string, args: readonly string[], log: string, ended: AbortSignal): Promise<number> {
  const out = openSync(log, 'w');
  const env = {
    ...process.env,
    TEST_LIMIT_MS: process.env['TEST_LIMIT_MS'] ?? String(CONDITION_MS),
  };
  const program = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'run', ...args], { cwd: folder, env, stdio: ['ignore', out, out] });
    const end = () => child.kill('SIGTERM');
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
    child.on('error', reject);
    child.on('close', (code) => {
      ended.removeEventListener('abort', end);
      resolve(code ?? 1);
    });
  });
}
