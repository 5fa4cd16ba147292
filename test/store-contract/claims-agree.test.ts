/**
 * The claims in SQL and those of the memory store implement the same rules: they give the same answers for any history.
 */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/kernel/claim.ts';
import type { EffectiveTime } from '../../domain/kernel/effective-date.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { ClaimsRefused } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { batchWith, date } from './batches.ts';

/** Few names and few days, so that claims affect each other often. */
const name = fc.constantFrom('a', 'b');
const day = fc.integer({ min: 1, max: 6 }).map((n) => date(`2025-03-0${n}`));
const amount = fc.integer({ min: -60, max: 60 }).map((n) => String(n / 10));
const limit = fc.option(fc.constantFrom('-2', '0', '2.5'), { nil: undefined });
const period = fc.constantFrom(
  ['2025-03-01', '2025-03-03'],
  ['2025-03-04', '2025-03-06'],
  ['2025-03-03', '2025-03-05'],
  ['2025-03-01', '2025-03-06'],
);

const clock = fc.constantFrom('00:00:00', '10:00:00', '15:30:00', '23:59:00');
const level = fc
  .record({ key: name, day, clock: fc.option(clock, { nil: undefined }), delta: amount, floor: limit, ceiling: limit })
  .map(
    ({ clock: time, floor, ceiling, ...one }): Claim => ({
      kind: 'level',
      field: 'quantity',
      message: 'not_enough',
      ...one,
      ...(floor === undefined ? {} : { floor }),
      ...(ceiling === undefined ? {} : { ceiling }),
      ...(time === undefined ? {} : { at: moment(one.day, time) }),
    }),
  );
const count = fc
  .record({
    key: name,
    day,
    clock,
    real: fc.option(fc.integer({ min: 0, max: 90 }).map((n) => String(n / 10))),
    floor: limit,
  })
  .map(
    ({ day: on, clock: time, floor, ...one }): Claim => ({
      kind: 'count',
      field: 'real_quantity',
      message: 'not_enough',
      ...one,
      ...(floor === undefined ? {} : { floor }),
      at: moment(on, `${time}.5`),
    }),
  );
const moment = (on: string, time: string) => `${on}T${time}` as EffectiveTime;
const other: fc.Arbitrary<Claim> = fc.oneof(
  fc
    .record({ key: name, owner: name, action: fc.constantFrom('take', 'release') })
    .map((one): Claim => ({ kind: 'unique', set: 'names', field: 'name', ...one })),
  day.map((on): Claim => ({ kind: 'period', day: on, field: 'date' })),
  fc.record({ days: period, status: fc.constantFrom('open', 'closed', 'removed') }).map(
    ({ days: [from = '', to = ''], status }): Claim => ({
      kind: 'period_change',
      from: date(from),
      to: date(to),
      status,
      field: 'year',
    }),
  ),
  name.map((record): Claim => ({ kind: 'use', record, field: 'item_fk' })),
  fc
    .record({ record: name, action: fc.constantFrom('register', 'retire', 'unused') })
    .map((one): Claim => ({ kind: 'record', field: 'item', ...one })),
  fc
    .record({ series: name, day })
    .map((one): Claim => ({ kind: 'number', ...one, prefix: 'N', width: 2, write: 0, event: 0 })),
);
/**
 * A batch has at most one change of periods, or one that is removed and one that replaces it: no command has
 * overlapping ones. It has one claim of a level or one count of it.
 */
const batch = fc
  .array(fc.oneof({ arbitrary: level, weight: 3 }, { arbitrary: count, weight: 2 }, { arbitrary: other, weight: 2 }), {
    minLength: 1,
    maxLength: 5,
  })
  .filter((claims) =>
    claims.every(
      (claim) =>
        claim.kind !== 'count' ||
        claims.every((candidate) => candidate === claim || !('key' in candidate) || candidate.key !== claim.key),
    ),
  )
  .filter((claims) => {
    const changes = claims.flatMap((claim) => (claim.kind === 'period_change' ? [claim.status] : []));
    return changes.length <= 1 || (changes.length === 2 && changes.includes('removed') && changes.includes('open'));
  })
  .filter(
    (claims) =>
      new Set(claims.flatMap((c) => (c.kind === 'record' ? [c.record] : []))).size ===
      claims.filter((c) => c.kind === 'record').length,
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
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 12 }), async (history) => {
        run += 1;
        // Years of an earlier run would precede those of this run.
        await admin.query('truncate claim.period');
        const memory = openMemoryStore();
        const to = date(`${2025 + run}-03-03`);
        const start = await postgres.head();
        for (const claims of history) {
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
      { numRuns: 400 },
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
        key: `${run}:${claim.key}`,
        day: year(claim.day),
        ...(claim.at ? { at: year(claim.at) } : {}),
      };
    case 'count':
      return { ...claim, key: `${run}:${claim.key}`, at: year(claim.at) };
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

async function answerOf(store: CommandStore, claims: readonly Claim[]): Promise<unknown> {
  try {
    return (await store.append(batchWith(...claims))).numbers;
  } catch (error) {
    if (error instanceof ClaimsRefused) return error.refusals;
    throw error;
  }
}
