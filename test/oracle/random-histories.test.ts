/**
 * Random histories of a business, played through the real commands and projected into PostgreSQL, against books that
 * are worked out from nothing. `ORACLE_HISTORIES=500` runs more of them.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act } from '../projector/acts.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { booksAt } from './books.ts';
import { type AnyAct, openBusiness } from './business.ts';
import { accountNames, tablesAt } from './tables.ts';
import { tillAct } from './till-play.ts';
import { widerAct } from './wider-play.ts';

const HISTORIES = Number(process.env['ORACLE_HISTORIES'] ?? 10);

const acts: fc.Arbitrary<AnyAct[]> = fc.array(
  fc.oneof({ arbitrary: act, weight: 4 }, { arbitrary: widerAct, weight: 2 }, { arbitrary: tillAct, weight: 1 }),
  { minLength: 30, maxLength: 200, size: 'max' },
);

/** A day of the month, and how much of the log is known. */
const look = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  clock: fc.constantFrom('00:00:00', '12:00:00', '23:59:59', '23:59:59.9'),
  known: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('any history', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });

  it(`has the books that a pencil finds, as at any moment, as known at any event (${HISTORIES} histories)`, async () => {
    await fc.assert(
      fc.asyncProperty(
        acts,
        fc.boolean(),
        fc.array(look, { minLength: 5, maxLength: 5 }),
        async (history, allowNegative, looks) => {
          const business = await openBusiness(allowNegative);
          for (const each of history) await business.run(each);
          const [events, head] = [await business.events(), await business.head()];
          const projection = await business.project(database.url);
          try {
            const nameOf = await accountNames(projection);
            expect(await projection.broken()).toEqual([]);
            for (const { day, clock, known } of [{ day: 28, clock: '23:59:59.9', known: 1 }, ...looks]) {
              const at = `2026-03-${String(day).padStart(2, '0')}T${clock}`;
              const position = BigInt(Math.ceil(Number(head) * known));
              expect(await tablesAt(projection, at, position)).toEqual(booksAt(events, at, position, nameOf));
            }
          } finally {
            await projection.close();
          }
        },
      ),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  }, 3_600_000);

  it('does not agree with tables of which one amount is not what happened', async () => {
    const business = await openBusiness(true);
    for (const each of fc.sample(acts, { numRuns: 1, seed: 7 })[0] ?? []) await business.run(each);
    const [events, head] = [await business.events(), await business.head()];
    const projection = await business.project(database.url);
    const [at, nameOf] = ['2026-12-31T23:59:59', await accountNames(projection)];
    const expected = booksAt(events, at, head, nameOf);
    expect(await tablesAt(projection, at, head)).toEqual(expected);
    expect(Object.keys(expected.ledger).length).toBeGreaterThan(30);
    await projection.rows(
      `update ${projection.build.schema}.stock_line set value = value + 0.0001
       where (position, move_line) = (select position, move_line from ${projection.build.schema}.stock_line limit 1)`,
    );
    expect(await tablesAt(projection, at, head)).not.toEqual(expected);
    await projection.close();
  });
});
