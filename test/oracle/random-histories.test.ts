/**
 * Random histories of a business, played through the real commands and projected into PostgreSQL, against books that
 * are worked out from nothing. `ORACLE_HISTORIES=500` runs more of them.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { type Act, act } from '../projector/acts.ts';
import { Play } from '../projector/histories.ts';
import { Projection } from '../projector/projection.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { booksAt } from './books.ts';
import { accountNames, tablesAt } from './tables.ts';
import { type WiderAct, WiderPlay, widerAct } from './wider-play.ts';

const HISTORIES = Number(process.env['ORACLE_HISTORIES'] ?? 10);
const DAY_MS = 86_400_000;

const acts: fc.Arbitrary<(Act | WiderAct)[]> = fc.array(
  fc.oneof({ arbitrary: act, weight: 2 }, { arbitrary: widerAct, weight: 1 }),
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

  async function play(history: readonly (Act | WiderAct)[], allowNegative: boolean) {
    const clock = { now: new Date('2026-02-20T08:00:00Z') };
    const store = openMemoryStore(() => clock.now);
    const shop = new Shop(store, clock);
    const premises = await openPremises(shop, allowNegative);
    const business = new Play(shop, premises);
    const wider = await WiderPlay.open(shop, premises);
    for (const each of history) {
      clock.now = new Date(clock.now.getTime() + (each.count % 5) * DAY_MS);
      if ('wider' in each) await wider.run(each);
      else await business.run(each);
    }
    const projection = await Projection.open(database.url, store);
    await projection.catchUp();
    return { projection, events: await store.readAll(0n, 100_000), head: await store.head() };
  }

  it(`has the books that a pencil finds, as at any moment, as known at any event (${HISTORIES} histories)`, async () => {
    await fc.assert(
      fc.asyncProperty(
        acts,
        fc.boolean(),
        fc.array(look, { minLength: 5, maxLength: 5 }),
        async (history, allowNegative, looks) => {
          const { projection, events, head } = await play(history, allowNegative);
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
});
