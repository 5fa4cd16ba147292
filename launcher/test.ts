/**
 * The three sets of tests: `npm run check`, `npm test`, `npm run test:nightly`. Each ends with the line `N passed, N
 * failed`, in which the type check and the style check count as one each. docs/testing.md describes them.
 */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { filesLeftOut, SAMPLED_NAME } from '../test/support/ring.ts';
import { chromiumPath } from './browser.ts';
import { ROOT } from './root.ts';
import { reachedTests, suiteTests } from './test-reach.ts';

const BIOME = ['@biomejs', 'biome', 'bin', 'biome'];
const TIDY = 'test/tidy.test.ts';
/** What the type check found last; TypeScript checks only files that changed since, and those that import them. */
const TYPES_FOUND = ['--incremental', '--tsBuildInfoFile', join('node_modules', '.cache', 'types.tsbuildinfo')];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `npm run check`: types, style and tidiness. */
export async function check(): Promise<number> {
  return report([types(TYPES_FOUND), style()], runTests([TIDY]));
}

/** `npm run format`: formats every file and sorts its imports. */
export async function format(): Promise<number> {
  return run(BIOME, ['check', '--write', '.']).status ?? 1;
}

/**
 * `npm test`. `--all` leaves out no file. `--profile` prints the distribution of time, `--changed` runs the tests that
 * the changes since the last commit can affect (`--changed=main`: since that commit). Other arguments are passed to
 * vitest: `npm test -- test/launcher`.
 */
export async function test(args: readonly string[]): Promise<number> {
  const changed = args.find((argument) => argument === '--changed' || argument.startsWith('--changed='));
  const files = changed === undefined ? [] : reachedTests(changed.split('=')[1] ?? 'HEAD');
  if (changed !== undefined) say(`${files.length} test files can be reached by what changed.`);
  const rest = args.filter((argument) => argument !== changed);
  const checks = [types(changed === undefined ? [] : TYPES_FOUND), style()];
  return report(checks, runTests([...rest, ...files, ...(changed === undefined ? [] : [TIDY])]));
}

/** `npm run test:nightly`: all tests with full samples, then every measurement at full size. */
export async function nightly(args: readonly string[]): Promise<number> {
  process.env['TEST_RING'] = 'nightly';
  const code = report([types(), style()], runTests(args));
  const { bench, SCENARIOS } = await import('../bench/run.ts');
  const measured = args.length > 0 ? 0 : await bench(SCENARIOS.map(({ name }) => name));
  say(measured === 0 ? 'Every measured target was reached.' : 'A measured target was missed: see above.');
  return code;
}

/** `npm run test:under-load`: the suite beside two processes that use all of the CPU. */
export async function underLoad(args: readonly string[]): Promise<number> {
  const loads = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return report([], runTests(args));
  } finally {
    for (const load of loads) load.kill('SIGKILL');
  }
}

const types = (more: readonly string[] = []): boolean =>
  passes('types', ['typescript', 'bin', 'tsc'], ['-p', '.', ...more]);
const style = (): boolean => passes('style', BIOME, ['check', '--max-diagnostics=100', '.']);

function passes(name: string, program: readonly string[], args: readonly string[]): boolean {
  const passed = run(program, args).status === 0;
  say(`${name}: ${passed ? 'passed' : 'failed'}`);
  return passed;
}

/** Prints the tests that did not run and the last line; returns the exit code. */
function report(checks: readonly boolean[], tests: Count): number {
  for (const line of [...tests.skipped, ...notRun(process.env)]) say(line);
  const passed = checks.filter((ok) => ok).length + tests.passed;
  const failed = checks.filter((ok) => !ok).length + tests.failed;
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
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

function runTests(args: readonly string[]): Count {
  const environment = process.env;
  environment['TEST_SEED'] ??= String(seedOfCommit());
  if (args.every((argument) => argument.startsWith('--')) && !args.includes('--all')) {
    environment['TEST_RING'] ??= 'sampled';
  }
  const folder = mkdtempSync(join(tmpdir(), 'daftar-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['default', './launcher/test-failures.ts', 'json'].map((name) => `--reporter=${name}`);
  reporters.push(`--outputFile.json=${file}`);
  if (args.includes('--profile')) {
    environment['TEST_PROFILE'] = folder;
    reporters.push('--reporter=./launcher/test-profile.ts');
  }
  const ran = run(
    ['vitest', 'vitest.mjs'],
    ['run', ...reporters, ...args.filter((argument) => !['--profile', '--all'].includes(argument))],
  );
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
  rmSync(folder, { recursive: true, force: true });
  say(`Seed of the samples: ${environment['TEST_SEED']} (TEST_SEED repeats it).`);
  if (environment['TEST_RING'] === 'sampled') say(leftOutLine(Number(environment['TEST_SEED'])));
  return found ? countOf(found, ran) : { passed: 0, failed: 1, skipped: [] };
}

function countOf(found: Report, ran: Pick<SpawnSyncReturns<Buffer>, 'status'>): Count {
  // A file that does not load has no failed test, so it counts as one failure.
  const unloaded = found.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertionResult) => assertionResult.status !== 'failed'),
  ).length;
  const failed = found.numFailedTests + unloaded;
  return {
    passed: found.numPassedTests,
    // An error outside of any test makes vitest fail although each test passed.
    failed: failed === 0 && ran.status !== 0 ? 1 : failed,
    skipped: found.testResults.flatMap(skippedOf),
  };
}

function leftOutLine(seed: number): string {
  const all = suiteTests().filter((file) => SAMPLED_NAME.test(file));
  const left = filesLeftOut(all, seed, true).length;
  return `Not run: ${left} of ${all.length} files *.sampled.test.ts, which the next seeds run, or npm test -- --all.`;
}

/** The default seed is derived from the commit: equal for one commit, different for the next. */
export function seedOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 16) || 1;
}

function skippedOf({ name, assertionResults }: Report['testResults'][number]): readonly string[] {
  const left = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return left === 0 ? [] : [`Not run: ${left} of ${assertionResults.length} tests of ${relative(ROOT, name)}.`];
}

/** External programs that tests compare Daftar with. */
const PROGRAMS = [
  ['python3', "the seal's separate verifier, and exported XML read by another language"],
  ['hledger', 'the balances of hledger from the exported books'],
  ['bean-query', 'the balances of beancount from the exported books'],
] as const;

/** Tests whose requirements are missing here, with the reason. */
function notRun(environment: NodeJS.ProcessEnv): readonly string[] {
  const missing: string[] = [];
  if (!environment['TEST_EVENTSTORE_URL']) {
    missing.push(
      'Not run: the store contract on a real KurrentDB (TEST_EVENTSTORE_URL is not set; it ran on the double).',
    );
  }
  if (!environment['REDIS_URL'] && spawnSync('redis-server', ['--version']).error) {
    missing.push('Not run: jobs on Redis (REDIS_URL is not set, and no redis-server here; they ran on PostgreSQL).');
  }
  for (const [program, what] of PROGRAMS) {
    if (spawnSync(program, ['--version']).error) missing.push(`Not run: ${what} (no ${program} here).`);
  }
  if (chromiumPath(environment) === undefined) {
    missing.push('Not run: browser tests (no chromium-headless-shell or chromium here; CHROMIUM_PATH names another).');
  }
  const firefox = environment['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
  if (environment['TEST_RING'] === 'nightly' && !existsSync(firefox)) {
    missing.push(`Not run: the screens in Firefox (no Firefox at ${firefox}; FIREFOX_PATH names another).`);
  }
  return missing;
}

function run(program: readonly string[], args: readonly string[]): { status: number | null } {
  const script = join(ROOT, 'node_modules', ...program);
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}
