/** Tries the mutants of a plan, and says of each what became of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testFiles } from '../../tools/suite/reached-tests.ts';
import { filesOfRing } from '../support/ring.ts';
import { type Entry, Journal } from './journal.ts';
import { prepare } from './plan.ts';
import { journalIn, planIn, ROUND, type Round } from './run-folder.ts';
import type { Mutant } from './sites.ts';
import type { SqlMutant } from './sql-sites.ts';
import { runAll } from './vitest.ts';

/** Without a database: a test of them takes milliseconds, and their books are compared with those of an oracle. */
const TESTS = /^test\/(domain|posting|costing)\/|^test\/(handling\/negative-stock|imports\/cells|api\/changed-days)\./;
const SLOW_TESTS = ['test/oracle/random-histories.test.ts'];
/** The quickest first: what they catch is not played with the others. */
const SQL_TESTS = [
  ...['in-flight', 'reservations-agree', 'released-codes', 'claims-agree', 'postgres', 'kurrentdb'],
  ...['kurrentdb-recovery', 'kurrentdb-time', 'kurrentdb-faults.all', 'kurrentdb-replicas.all'],
].map((name) => `test/store-contract/${name}.test.ts`);
const WORKERS = 2;
/** Smaller samples than in the suite: most mutants that they see fail in the first. */
const SETTINGS = { TEST_SEED: '1', ORACLE_HISTORIES: '25', CLAIMS_HISTORIES: '80', TEST_LIMIT_MS: '20000' };

export interface Outcome {
  readonly mutant: Mutant;
  readonly fate: 'caught' | 'survived' | 'not reached';
}

export interface Outcomes {
  readonly all: readonly Outcome[];
  /** Tests that show nothing, each with its reason. */
  readonly unusable: readonly string[];
}

export interface Tests {
  readonly quick: readonly string[];
  readonly slow: readonly string[];
  readonly workers: number;
}

const DOMAIN: Tests = {
  quick: filesOfRing('suite', testFiles()).filter((file) => TESTS.test(file)),
  slow: SLOW_TESTS,
  workers: WORKERS,
};

/** Errors in TypeScript. Throws StartupError when the tests cannot run. */
export function triedInDomain(mutants: readonly Mutant[], { quick, slow, workers } = DOMAIN): Promise<Outcomes> {
  return inFolder(mutants, async (folder) => {
    prepare(mutants, folder);
    const round = (name: Round, files: readonly string[]) =>
      runAll({ folder, name, config: 'vitest.config.ts', files, workers, env: { ...SETTINGS, [ROUND]: name } });
    await round('quick', quick);
    const left = Journal.all(journalIn(folder)).flatMap((entry) => (entry.found === 'slow' ? [entry.file] : []));
    await round('slow', [...new Set([...left, ...slow])]);
  });
}

/** Errors in SQL, in two parts, each with a database server of its own. Throws StartupError when the tests cannot run. */
export async function triedInSql(mutants: readonly SqlMutant[], files = SQL_TESTS): Promise<Outcomes> {
  const parts = Map.groupBy(mutants.entries(), ([place]) => place % WORKERS);
  const tried = await Promise.all(
    [...parts.values()].map((part) =>
      ofPart(
        part.map(([, mutant]) => mutant),
        files,
      ),
    ),
  );
  return { all: tried.flatMap(({ all }) => all), unusable: tried.flatMap(({ unusable }) => unusable) };
}

function ofPart(mutants: readonly SqlMutant[], files: readonly string[]): Promise<Outcomes> {
  return inFolder(mutants, async (folder) => {
    writeFileSync(planIn(folder), JSON.stringify({ mutants, files: [] }));
    await runAll({ folder, name: 'sql', config: 'sql.config.ts', files, workers: 1, env: SETTINGS });
  });
}

async function inFolder(mutants: readonly Mutant[], work: (folder: string) => Promise<void>): Promise<Outcomes> {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-mutants-'));
  try {
    writeFileSync(journalIn(folder), '');
    await work(folder);
    return outcomesOf(mutants, Journal.all(journalIn(folder)));
  } finally {
    if (!process.env['KEEP']) rmSync(folder, { recursive: true, force: true });
  }
}

function outcomesOf(mutants: readonly Mutant[], entries: readonly Entry[]): Outcomes {
  const caught = new Set(entries.flatMap((entry) => (entry.found === 'caught' ? [entry.mutant] : [])));
  const reached = new Set(entries.flatMap((entry) => (entry.found === 'reached' ? entry.mutants : [])));
  const loaded = new Set(entries.flatMap((entry) => (entry.found === 'loaded' ? entry.mutants : [])));
  const invalid = new Set(entries.flatMap((entry) => (entry.found === 'invalid' ? [entry.mutant] : [])));
  const all = mutants.flatMap((mutant, number): Outcome[] => {
    if (caught.has(number)) return [{ mutant, fate: 'caught' }];
    // What only the loading of a module evaluates cannot be switched in a process that has loaded it.
    if (invalid.has(number) || (loaded.has(number) && !reached.has(number))) return [];
    return [{ mutant, fate: reached.has(number) ? 'survived' : 'not reached' }];
  });
  const unusable = entries.flatMap((entry) => (entry.found === 'unusable' ? [`${entry.test}: ${entry.why}`] : []));
  return { all, unusable };
}
