/**
 * `npm test`: types, style, then every test on a database of its own. Ends with the line `N passed, N failed`, in
 * which the type check and the style check count as one each.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from './root.ts';

const BIOME = ['@biomejs', 'biome', 'bin', 'biome'];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Arguments go on to vitest: `npm test -- test/launcher`. */
export async function test(args: readonly string[]): Promise<number> {
  const checks = [types(), style()];
  const tests = runTests(args);
  for (const line of [...tests.skipped, ...notRun(process.env)]) say(line);
  const passed = checks.filter((ok) => ok).length + tests.passed;
  const failed = checks.filter((ok) => !ok).length + tests.failed;
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * `npm run test:long`: many more random histories than the suite has, from a seed of its own that it says first, and
 * says how far it is. The seed and the path that a failure names play it again: ORACLE_SEED, ORACLE_PATH.
 */
export async function long(args: readonly string[]): Promise<number> {
  const environment = process.env;
  environment['ORACLE_HISTORIES'] ??= '100000';
  environment['ORACLE_PROJECTED'] ??= '300';
  environment['ORACLE_SEED'] ??= String(Math.trunc(Date.now() / 1000));
  const { ORACLE_HISTORIES: histories, ORACLE_PROJECTED: projected, ORACLE_SEED: seed } = environment;
  say(`${histories} random histories without a database and ${projected} with one, seed ${seed}`);
  const { passed, failed } = runTests([...LONG, ...args]);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const LONG = ['test/oracle/random-histories.test.ts', 'test/oracle/projected-histories.test.ts'] as const;

/** `npm run check`: what can be said without running anything. */
export async function check(): Promise<number> {
  return [types(), style()].every((ok) => ok) ? 0 : 1;
}

/** `npm run format`: brings every file into the one format and order of imports. */
export async function format(): Promise<number> {
  return run(BIOME, ['check', '--write', '.']).status ?? 1;
}

const types = (): boolean => passes('types', ['typescript', 'bin', 'tsc'], ['-p', '.']);
const style = (): boolean => passes('style', BIOME, ['check', '--max-diagnostics=100', '.']);

function passes(name: string, program: readonly string[], args: readonly string[]): boolean {
  const passed = run(program, args).status === 0;
  say(`${name}: ${passed ? 'passed' : 'failed'}`);
  return passed;
}

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** A line for each file with tests that did not run. */
  readonly skipped: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const REPORTERS = ['--reporter=default', '--reporter=json', '--reporter=./test/support/second-tries.ts'];

function runTests(args: readonly string[]): Count {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-report-'));
  const file = join(folder, 'report.json');
  const reporters = [...REPORTERS, `--outputFile.json=${file}`];
  const ran = run(['vitest', 'vitest.mjs'], ['run', ...reporters, ...args]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
  rmSync(folder, { recursive: true, force: true });
  if (!report) return { passed: 0, failed: 1, skipped: [] };

  // A file that does not load has no test that could fail, and counts as one.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    // An error outside of any test makes vitest fail although each test passed.
    failed: failed === 0 && ran.status !== 0 ? 1 : failed,
    skipped: report.testResults.flatMap(skippedOf),
  };
}

function skippedOf({ name, assertionResults }: Report['testResults'][number]): readonly string[] {
  const left = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return left === 0 ? [] : [`Not run: ${left} of ${assertionResults.length} tests of ${relative(ROOT, name)}.`];
}

/** Programs of others that tests hold us against. */
const PROGRAMS = [
  ['python3', "the seal's separate verifier, and exported XML read by another language"],
  ['hledger', 'the balances of hledger from the exported books'],
  ['bean-query', 'the balances of beancount from the exported books'],
] as const;

/** Tests that need something which is not here, with the reason. */
function notRun(environment: NodeJS.ProcessEnv): readonly string[] {
  const missing: string[] = [];
  if (!environment['TEST_EVENTSTORE_URL']) {
    missing.push(
      'Not run: the store contract on a real KurrentDB (TEST_EVENTSTORE_URL is not set; it ran on the double).',
    );
  }
  if (!environment['REDIS_URL']) {
    missing.push('Not run: jobs on Redis (REDIS_URL is not set; they ran on PostgreSQL).');
  }
  for (const [program, what] of PROGRAMS) {
    if (spawnSync(program, ['--version']).error) missing.push(`Not run: ${what} (no ${program} here).`);
  }
  const browser = environment['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(browser))
    missing.push(`Not run: browser tests (no Chromium at ${browser}; CHROMIUM_PATH names another).`);
  return missing;
}

function run(program: readonly string[], args: readonly string[]): { status: number | null } {
  const script = join(ROOT, 'node_modules', ...program);
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}
