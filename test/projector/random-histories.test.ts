import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { type Act, history } from './acts.ts';
import { Play } from './histories.ts';
import { Projection } from './projection.ts';
import { openPremises, Shop } from './shop.ts';

const DAY_MS = 86_400_000;

describe('any history', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });

  /** Plays the acts a few days apart, and projects them live, `batch` events at a time. */
  async function live(
    acts: readonly Act[],
    allowNegative: boolean,
    batch: number,
    value?: (projection: Projection) => Promise<void>,
  ) {
    const clock = { now: new Date('2026-02-20T08:00:00Z') };
    const store = openMemoryStore(() => clock.now);
    const shop = new Shop(store, clock);
    const play = new Play(shop, await openPremises(shop, allowNegative));
    const projection = await Projection.open(database.url, store);
    for (const act of acts) {
      clock.now = new Date(clock.now.getTime() + (act.count % 5) * DAY_MS);
      await play.run(act);
      if (value) {
        await projection.catchUp(batch);
        await value(projection);
      }
    }
    await projection.catchUp(batch);
    return { projection, store };
  }

  it('breaks no invariant after any command', async () => {
    await fc.assert(
      fc.asyncProperty(history(14), fc.boolean(), async (acts, allowNegative) => {
        const { projection } = await live(acts, allowNegative, 500, async (now) => {
          expect(await now.broken()).toEqual([]);
        });
        await projection.close();
      }),
      { numRuns: cases(3, 6), endOnFailure: true },
    );
  });

  it('has the same rows after a rebuild, for any size of batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        history(40),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        async (acts, allowNegative, batch, fits) => {
          const { projection, store } = await live(acts, allowNegative, batch);
          expect(await projection.broken()).toEqual([]);
          const signal = new AbortController().signal;
          // `sameRules` refuses a result that differs from the live tables. A small `heldBack` writes most rows early,
          // so that documents change after their rows are written.
          const asked = { databaseUrl: database.url, store, signal, sameRules: true, heldBack: 4 };
          // With too little memory after a page, the rest is read from the tables of the rebuild.
          const rebuilt = await rebuild({ ...asked, ...(fits ? {} : { keptBytesMax: 1, page: 20 }) });
          expect(rebuilt.position).toBe(await store.head());
          await projection.close();
        },
      ),
      { numRuns: cases(4, 8), endOnFailure: true },
    );
  });

  it('has the same books as known at any event as it had at that event', async () => {
    await fc.assert(
      fc.asyncProperty(history(16), async (acts) => {
        const then = new Map<string, readonly object[]>();
        const { projection } = await live(acts, true, 500, async (now) => {
          then.set(await positionOf(now), await balances(now));
        });
        for (const [position, rows] of then) expect(await balances(projection, position)).toEqual(rows);
        await projection.close();
      }),
      { numRuns: cases(2, 4), endOnFailure: true },
    );
  });

  it('has the same rows when the projector is restarted between batches', async () => {
    await fc.assert(
      fc.asyncProperty(history(30), async (acts) => {
        const { projection, store } = await live(acts, false, 500, (now) => now.restart());
        const signal = new AbortController().signal;
        await rebuild({ databaseUrl: database.url, store, signal, sameRules: true });
        await projection.close();
      }),
      { numRuns: cases(2, 4), endOnFailure: true },
    );
  });

  it('is refused by a rebuild when one amount of the tables differs from the events', async () => {
    const acts = fc.sample(history(20), { numRuns: 1, seed: 5 })[0] ?? [];
    const { projection, store } = await live(acts, true, 500);
    await projection.rows(
      `update ${projection.build.schema}.document set total = total + 0.0001
       where (kind, id) = (select kind, id from ${projection.build.schema}.document limit 1)`,
    );
    const signal = new AbortController().signal;
    await expect(rebuild({ databaseUrl: database.url, store, signal, sameRules: true })).rejects.toThrow(/document: /);
    expect(await projection.rows('select schema from projection.build')).toEqual([{ schema: projection.build.schema }]);
    await projection.close();
  });
});

async function positionOf(projection: Projection): Promise<string> {
  const [row] = await projection.rows<{ position: string }>(
    `select position from read.checkpoint where model = 'books'`,
  );
  return row?.position ?? '0';
}

/** Trial balance, stock and open items by day, as known at a position. */
async function balances(projection: Projection, position?: string): Promise<readonly object[]> {
  const known = position === undefined ? '' : `where position <= ${position}`;
  return projection.rows(
    `select 'account' as what, account::text as which, effective_date::text, sum(base) as a, sum(foreign_amount) as b
     from read.journal_line ${known} group by 1, 2, 3
     union all
     select 'stock', item_fk || ' ' || inventory_fk, effective_date::text, sum(quantity), sum(value)
     from read.stock_line ${known} group by 1, 2, 3
     union all
     select 'open', party || ' ' || document, effective_date::text, sum(amount), currency_fk
     from read.open_item_change ${known} group by party, document, effective_date, currency_fk
     order by 1, 2, 3, 4, 5`,
  );
}
