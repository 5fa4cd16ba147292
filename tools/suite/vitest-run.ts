/** One run of vitest, and what came of each of its tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../launcher/machine/root.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A test that failed, or a file that could not be loaded, which has no name of a test. */
export interface Failure {
  /** A path from the root. */
  readonly file: string;
  readonly test?: string | undefined;
}

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** An error outside of any test: vitest fails although each test passed. */
  readonly hasStrayError: boolean;
  /** A line for each file with tests that did not run. */
  readonly notRun: readonly string[];
}

const reporterAt = (url: URL): string => fileURLToPath(url);
const REPORTERS = ['default', reporterAt(new URL('./failures-reporter.ts', import.meta.url)), 'json'];
const PROFILE = reporterAt(new URL('./profile-reporter.ts', import.meta.url));
/** Remembers each file that passed. */
export const PASSED = reporterAt(new URL('./passed-reporter.ts', import.meta.url));

/** Arguments and further reporters as vitest names them; undefined when vitest ended without a report. */
export function runVitest(args: readonly string[], reporters: readonly string[] = []): Outcome | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-report-'));
  const file = join(folder, 'report.json');
  const environment = process.env;
  if (args.includes('--profile')) environment['TEST_PROFILE'] = folder;
  else delete environment['TEST_PROFILE'];
  const all = [...REPORTERS, ...reporters].map((name) => `--reporter=${name}`);
  const rest = args.filter((argument) => argument !== '--profile');
  if (rest.length < args.length) all.push(`--reporter=${PROFILE}`);
  const { status } = runProgram(['vitest', 'vitest.mjs'], ['run', ...all, `--outputFile.json=${file}`, ...rest]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
  rmSync(folder, { recursive: true, force: true });
  return report && outcomeOf(report, status);
}

export function outcomeOf({ testResults }: Report, status: number | null): Outcome {
  const failures = testResults.flatMap(({ name, status: ofFile, assertionResults }): Failure[] => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && ofFile === 'failed') return [{ file }];
    return failed.map(({ fullName }) => ({ file, test: fullName }));
  });
  return {
    passed: testResults.flatMap(({ assertionResults }) => assertionResults.filter(isPassed)).length,
    failures,
    hasStrayError: failures.length === 0 && status !== 0,
    notRun: testResults.flatMap(notRunIn),
  };
}

const isPassed = ({ status }: { readonly status: string }): boolean => status === 'passed';

function notRunIn({ name, assertionResults }: Report['testResults'][number]): readonly string[] {
  const left = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return left === 0 ? [] : [`Not run: ${left} of ${assertionResults.length} tests of ${relative(ROOT, name)}.`];
}

/** A program of the packages, such as `['vitest', 'vitest.mjs']`, with its output on the terminal. */
export function runProgram(program: readonly string[], args: readonly string[]): { status: number | null } {
  const script = join(ROOT, 'node_modules', ...program);
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}
