/**
 * The time that tests spend beside their assertions: starts of servers, browsers and databases, page loads, axe runs,
 * waits. `npm test -- --profile` sums it over all workers (tools/suite/profile-reporter.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** The folder of the workers' counts; undefined without a profile. */
const FOLDER = process.env['TEST_PROFILE'];

export interface Spent {
  count: number;
  ms: number;
}

// One map for each process, which runs many files; some files load this module anew.
const key = Symbol.for('daftar.test.profile');
const shared = globalThis as unknown as Record<symbol, Map<string, Spent> | undefined>;
const spent = shared[key] ?? new Map<string, Spent>();
shared[key] = spent;

/** As a setup file of vitest, this module stores the counts of its process after each test file. */
afterAll(() => {
  if (FOLDER !== undefined) writeFileSync(join(FOLDER, `${process.pid}.json`), JSON.stringify([...spent]));
});

export function note(what: string, ms: number): void {
  const before = spent.get(what) ?? { count: 0, ms: 0 };
  spent.set(what, { count: before.count + 1, ms: before.ms + ms });
}

/** The result of `work`; records its duration. */
export async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    note(what, performance.now() - startedMs);
  }
}
