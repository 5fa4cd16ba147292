/**
 * The commands that test: `npm run check`, `npm test`, `npm run test:all`, `npm run test:nightly`. Each ends with the
 * line `N passed, N failed`, in which the type check and the style check count as one each. docs/testing.md describes
 * them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../../launcher/browser.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { writePages } from '../../launcher/reference/pages.ts';
import { filesOfRing, type Ring } from '../../test/support/ring.ts';
import { figuresOf, tableOf } from './figures.ts';
import { digestsOf, passedDigests } from './passed-files.ts';
import { cleanTree, notePassedTree, passedTree } from './passed-trees.ts';
import { reachedTests, testFiles } from './reached-tests.ts';
import { type Verdict, verdictOf } from './repeated.ts';
import { PASSED, runProgram, runVitest } from './vitest-run.ts';

const BIOME = ['@biomejs', 'biome', 'bin', 'biome'];
const TIDY = 'test/tidy.test.ts';
/** Every test that counts what makes the repository hard to read. */
const MEASURED = ['test/tidy', 'test/declaration-cost.test.ts'];
/** What the type check found last; TypeScript checks only files that changed since, and those that import them. */
const TYPES_FOUND = ['--incremental', '--tsBuildInfoFile', join('node_modules', '.cache', 'types.tsbuildinfo')];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `npm run check`: types, style and tidiness, with its figures. */
export async function check(): Promise<number> {
  const { figures, result } = figuresOf(() => runTests(MEASURED));
  const checks = [types(TYPES_FOUND), style()];
  for (const line of tableOf(figures)) say(line);
  return report(checks, result);
}

/** `npm run format`: writes the pages that declarations make, formats every file and sorts its imports. */
export async function format(): Promise<number> {
  writePages();
  return runProgram(BIOME, ['check', '--write', '.']).status ?? 1;
}

/**
 * `npm test`. `--profile` prints the distribution of time, `--changed` runs the tests that the changes since the last
 * commit can affect (`--changed=main`: since that commit). Other arguments are passed to vitest: `npm test --
 * test/launcher` runs the files of a folder, whichever ring they are in.
 */
export async function test(args: readonly string[]): Promise<number> {
  const changed = args.find((argument) => argument === '--changed' || argument.startsWith('--changed='));
  if (changed !== undefined) {
    const files = reachedTests(changed.split('=')[1] ?? 'HEAD');
    say(`${files.length} test files can be reached by what changed.`);
    const rest = args.filter((argument) => argument !== changed);
    return report([types(TYPES_FOUND), style()], runTests([...rest, ...files, TIDY]));
  }
  const isWhole = args.every((argument) => argument === '--profile');
  if (!isWhole) return report([types(), style()], runTests(args));
  return wholeSuite(args);
}

/** A green run on a clean tree is noted; one on a tree that was green before says so. */
async function wholeSuite(args: readonly string[]): Promise<number> {
  const tree = cleanTree();
  const before = tree === undefined ? undefined : passedTree(tree);
  if (before) say(`This tree passed on ${before.at} in ${before.seconds} s.`);
  const startedMs = performance.now();
  setRing('suite');
  const code = report([types(), style()], runTests(args));
  if (code === 0 && tree !== undefined && tree === cleanTree()) {
    notePassedTree({ tree, at: new Date().toISOString(), seconds: (performance.now() - startedMs) / 1000 });
  }
  return code;
}

/**
 * `npm run test:all`: every test of every file. Files that passed before with all that they reach are not repeated;
 * `--again` repeats them. `--part 2/4` runs the second quarter of the files.
 */
export async function testAll(args: readonly string[]): Promise<number> {
  setRing('all');
  const part = args[args.indexOf('--part') + 1];
  const files = partOf(filesOfRing('all', testFiles()), args.includes('--part') ? part : undefined);
  const digests = digestsOf(files, 'all');
  const passed = args.includes('--again') ? new Set<string>() : passedDigests();
  const left = files.filter((file) => !passed.has(digests.get(file) ?? ''));
  if (left.length < files.length) {
    say(
      `${files.length - left.length} of ${files.length} files passed before with the same content (--again repeats them).`,
    );
  }
  process.env['TEST_DIGESTS'] = JSON.stringify(Object.fromEntries(digests));
  const checks = [types(), style()];
  if (left.length === 0) return report(checks, { passed: 0, failed: 0, notRun: [], unsteady: [] });
  return report(checks, runTests(left, [PASSED]));
}

/** `2/4` are the second, sixth, tenth … of the files, so that each part has files of every folder. */
export function partOf(files: readonly string[], part: string | undefined): readonly string[] {
  if (part === undefined) return files;
  const [number = 0, of = 0] = part.split('/').map(Number);
  if (!(Number.isInteger(number) && Number.isInteger(of) && number >= 1 && number <= of)) {
    throw new StartupError(`--part ${part}: write --part 2/4 for the second of four parts.`);
  }
  return files.filter((_, place) => place % of === number - 1);
}

/** `npm run test:nightly`: all tests with full samples and another seed, then every measurement at full size. */
export async function nightly(args: readonly string[]): Promise<number> {
  setRing('nightly');
  process.env['TEST_SEED'] ??= String(Math.trunc(Date.now() / 1000));
  process.env['RANDOM_SEED'] ??= process.env['TEST_SEED'];
  const code = report([types(), style()], runTests(args));
  say(`Seed: ${process.env['TEST_SEED']} (TEST_SEED repeats it).`);
  const { bench, SCENARIOS } = await import('../../bench/run.ts');
  const measured = args.length > 0 ? 0 : await bench(SCENARIOS.map(({ name }) => name));
  say(measured === 0 ? 'Every measured target was reached.' : 'A measured target was missed: see above.');
  return code;
}

/** `npm run test:under-load`: `npm test` beside two processes that use all of the CPU. */
export async function underLoad(args: readonly string[]): Promise<number> {
  const loads = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await test(args);
  } finally {
    for (const load of loads) load.kill('SIGKILL');
  }
}

function setRing(ring: Ring): void {
  process.env['TEST_RING'] = ring;
}

const types = (more: readonly string[] = []): boolean =>
  passes('types', ['typescript', 'bin', 'tsc'], ['-p', '.', ...more]);
const style = (): boolean => passes('style', BIOME, ['check', '--max-diagnostics=100', '.']);

function passes(name: string, program: readonly string[], args: readonly string[]): boolean {
  const passed = runProgram(program, args).status === 0;
  say(`${name}: ${passed ? 'passed' : 'failed'}`);
  return passed;
}

/** Prints the tests that did not run, the unsteady ones and the last line; returns the exit code. */
function report(checks: readonly boolean[], tests: Verdict): number {
  for (const line of [...tests.notRun, ...notRun(process.env), ...tests.unsteady]) say(line);
  const passed = checks.filter((ok) => ok).length + tests.passed;
  const failed = checks.filter((ok) => !ok).length + tests.failed;
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function runTests(args: readonly string[], reporters: readonly string[] = []): Verdict {
  const outcome = runVitest(args, reporters);
  if (!outcome) return { passed: 0, failed: 1, notRun: [], unsteady: [] };
  return verdictOf(outcome, (file) => {
    say(`Repeating ${file} alone.`);
    return runVitest([file], reporters);
  });
}

/** External programs that tests compare Daftar with. */
const PROGRAMS = [
  ['python3', "the seal's separate verifier, and exported XML read by another language"],
  ['pdftotext', 'papers, read from their PDF'],
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
