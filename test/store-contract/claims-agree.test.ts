/**
 * The claims in SQL and those of the memory store implement the same rules: they give the same answers for any history.
 */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { ClaimsRefused } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { batchWith, date } from './batches.ts';
import { batchesOfSubjects, claimBatches } from './claim-batches.ts';

const HISTORIES = Number(process.env['CLAIMS_HISTORIES'] ?? cases(130, 400));

const historyOf = (batches: fc.Arbitrary<Claim[]>) => fc.array(batches, { minLength: 1, maxLength: 12 });
/** Of all claims, or of one subject. */
const history = fc.oneof(
  { arbitrary: historyOf(claimBatches), weight: batchesOfSubjects.length },
  ...batchesOfSubjects.map(historyOf),
);

describe('claims in PostgreSQL and in memory', () => {
  let database: FreshDatabase;
  let admin: pg.Client;
  let postgres: CommandStore;
  beforeAll(async () => {
    database = await freshDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    postgres = await openPostgresStore({ url: rolesAt(database.url).command });
  });
  afterAll(async () => {
    await postgres.close();
    await admin.end();
    await database.drop();
  });

  it('agree on every batch of any history: the refusals, their reasons, and the results', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        run += 1;
        // Years of an earlier run would precede those of this run.
        await admin.query('truncate claim.period');
        const memory = openMemoryStore();
        const to = date(`${2025 + run}-03-03`);
        const start = await postgres.head();
        for (const claims of batches) {
          const own = claims.map((claim) => ofRun(claim, run));
          const books = (store: CommandStore, head: bigint) =>
            store.readsHold([{ of: 'books', position: String(head), to }]);
          const head = await memory.head();
          expect(await answerOf(postgres, own)).toEqual(await answerOf(memory, own));
          expect(await books(postgres, start + head)).toBe(await books(memory, head));
          expect(await postgres.levels(`${run}:`, 10)).toEqual(await memory.levels(`${run}:`, 10));
          const moments = ['a', 'b'].flatMap((key) =>
            ['02T10:00:00', '04T15:30:00.5', '09T00:00:00'].map((at) => ({
              key: `${run}:${key}`,
              at: `${2025 + run}-03-${at}` as EffectiveTime,
            })),
          );
          expect(await postgres.periods()).toEqual(await memory.periods());
          expect(await postgres.levelsBefore(moments)).toEqual(await memory.levelsBefore(moments));
          for (const { at } of moments) {
            expect(await postgres.changesAfter(`${run}:`, at)).toEqual(await memory.changesAfter(`${run}:`, at));
          }
        }
      }),
      { numRuns: HISTORIES },
    );
  });
});

/** The claim with names and a year of its own, because all runs use one database. */
function ofRun(claim: Claim, run: number): Claim {
  const year = <Day extends string>(on: Day) => on.replace('2025', String(2025 + run)) as Day;
  switch (claim.kind) {
    case 'unique':
      return { ...claim, set: `${run}:${claim.set}` };
    case 'level':
      return {
        ...claim,
        key: levelOfRun(claim.key, run),
        day: year(claim.day),
        ...(claim.at ? { at: year(claim.at) } : {}),
      };
    case 'count':
      return { ...claim, key: levelOfRun(claim.key, run), at: year(claim.at) };
    case 'period':
      return { ...claim, day: year(claim.day) };
    case 'period_change':
      return { ...claim, from: year(claim.from), to: year(claim.to) };
    case 'use':
    case 'record':
      return { ...claim, record: `${run}:${claim.record}` };
    case 'number':
      return { ...claim, series: `${run}:${claim.series}`, day: year(claim.day) };
  }
}

/** A batch of goods keeps its stock. */
const levelOfRun = (key: string, run: number): string =>
  key.includes(':') ? key.replace(':1:', `:${run}:`) : `${run}:${key}`;

async function answerOf(store: CommandStore, claims: readonly Claim[]): Promise<unknown> {
  try {
    return (await store.append(batchWith(...claims))).numbers;
  } catch (error) {
    if (error instanceof ClaimsRefused) return error.refusals;
    throw error;
  }
}
