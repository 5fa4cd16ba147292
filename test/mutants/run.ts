/** Runs the tests of the domain in a few processes until every mutant of the plan was tried where it is reached. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../../launcher/root.ts';
import { StartupError } from '../../launcher/startup-error.ts';
import { suiteTests } from '../../launcher/test-reach.ts';
import { type Entry, Journal } from './journal.ts';
import { prepare } from './plan.ts';
import { FOLDER, journalIn, ROUND, type Round } from './run-folder.ts';
import type { Mutant } from './sites.ts';

/** Without a database: a test of them takes milliseconds, and their books are compared with those of an oracle. */
const TESTS = /^test\/(domain|posting|costing)\/|^test\/handling\/negative-stock\./;
const SLOW_TESTS = ['test/oracle/random-histories.test.ts'];
/** Histories of the oracle, which are played for each mutant that nothing else has caught. */
const HISTORIES = '25';
const SEED = '1';
const WORKERS = 2;
/** A process ends early when a mutant leaves something behind or runs for ever; so many times are a defect. */
const PROCESSES_MAX = 60;
const LOG_SHOWN = 4_000;

export interface Outcome {
  readonly mutant: Mutant;
  readonly fate: 'caught' | 'survived' | 'not reached';
  /** The test that caught it. */
  readonly by?: string;
}

export interface Outcomes {
  readonly all: readonly Outcome[];
  /** Tests that show nothing, each with its reason. */
  readonly unusable: readonly string[];
}

export interface Options {
  readonly tests?: readonly string[];
  readonly slowTests?: readonly string[];
  readonly workers?: number;
}

/** Throws StartupError when the tests cannot run. */
export async function tried(
  mutants: readonly Mutant[],
  { tests = suiteTests().filter((file) => TESTS.test(file)), slowTests = SLOW_TESTS, workers = WORKERS }: Options = {},
): Promise<Outcomes> {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-mutants-'));
  try {
    prepare(mutants, folder);
    writeFileSync(journalIn(folder), '');
    await round('quick', tests, folder, workers);
    const slow = Journal.all(journalIn(folder)).flatMap((entry) => (entry.found === 'slow' ? [entry.file] : []));
    await round('slow', [...new Set([...slow, ...slowTests])], folder, workers);
    return outcomesOf(mutants, Journal.all(journalIn(folder)));
  } finally {
    if (!process.env['KEEP']) rmSync(folder, { recursive: true, force: true }); else process.stdout.write(folder);
  }
}

function outcomesOf(mutants: readonly Mutant[], entries: readonly Entry[]): Outcomes {
  const by = new Map(entries.flatMap((entry) => (entry.found === 'caught' ? [[entry.mutant, entry.by] as const] : [])));
  const reached = new Set(entries.flatMap((entry) => (entry.found === 'reached' ? entry.mutants : [])));
  const all = mutants.map((mutant, number): Outcome => {
    const test = by.get(number);
    if (test !== undefined) return { mutant, fate: 'caught', by: test };
    return { mutant, fate: reached.has(number) ? 'survived' : 'not reached' };
  });
  const unusable = entries.flatMap((entry) => (entry.found === 'unusable' ? [`${entry.test} ${entry.why}`] : []));
  return { all, unusable };
}

/** Starts vitest again for the files that are left whenever a process was ended. */
async function round(which: Round, files: readonly string[], folder: string, workers: number): Promise<void> {
  const entries = () => Journal.all(journalIn(folder));
  const start = entries().length;
  for (let started = 0; started < PROCESSES_MAX; started += 1) {
    const before = entries();
    const ended = new Set(before.slice(start).flatMap((entry) => (entry.found === 'ended' ? [entry.file] : [])));
    const left = files.filter((file) => !ended.has(file));
    if (left.length === 0) return;
    const log = await vitest(which, left, folder, workers);
    if (entries().length === before.length) throw new StartupError(`The tests did not run:\n${log}`);
  }
  throw new StartupError(`The tests ended ${PROCESSES_MAX} times before all mutants were tried.`);
}

/** Returns the end of what it printed. Its exit code says nothing: a process that a mutant spoiled ends itself. */
function vitest(which: Round, files: readonly string[], folder: string, workers: number): Promise<string> {
  const path = join(folder, 'log');
  const log = openSync(path, 'w');
  const program = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const config = relative(ROOT, join(import.meta.dirname, 'vitest.config.ts'));
  const args = ['run', '--config', config, `--maxWorkers=${workers}`, '--reporter=./launcher/test-failures.ts'];
  const env = {
    ...process.env,
    TEST_SEED: SEED,
    ORACLE_HISTORIES: HISTORIES,
    [FOLDER]: folder,
    [ROUND]: which,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args, ...files], { cwd: ROOT, env, stdio: ['ignore', log, log] });
    child.on('error', reject);
    child.on('close', () => {
      closeSync(log);
      resolve(readFileSync(path, 'utf8').slice(-LOG_SHOWN));
    });
  });
}
