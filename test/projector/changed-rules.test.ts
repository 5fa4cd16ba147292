import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { recalculationDocument } from '../../domain/ledger/recalculation.document.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { type Act, history } from './acts.ts';
import { Play } from './histories.ts';
import { Projection } from './projection.ts';
import { openPremises, type Premises, Shop } from './shop.ts';

const DAY_MS = 86_400_000;
const everyone: Actor = {
  user_id: 1,
  can: () => true,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: true,
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A costing rule that changes after `after` acts. */
interface Changed {
  readonly after: number;
  readonly day: number;
  readonly scope: 'inventory' | 'company' | null;
  readonly method: 'moving_average' | 'fifo' | null;
  readonly items: readonly number[];
  readonly inventories: readonly number[];
}

const changed: fc.Arbitrary<Changed> = fc.record({
  after: fc.integer({ min: 0, max: 40 }),
  day: fc.integer({ min: 1, max: 28 }),
  scope: fc.constantFrom('company', 'company', 'inventory', null),
  method: fc.constantFrom('fifo', 'moving_average', null),
  items: fc.constantFrom([], [], [0], [0, 1]),
  inventories: fc.constantFrom([], [], [], [0], [0, 1]),
});

class Business {
  readonly clock = { now: new Date('2026-02-20T08:00:00Z') };
  readonly store = openMemoryStore(() => this.clock.now);
  readonly shop = new Shop(this.store, this.clock);
  readonly handler = new CommandHandler({
    store: this.store,
    kinds: registryOf(documents, records),
    averages: async () => new Map(),
    clock: () => this.clock.now,
  });

  async change({ day, scope, method, items, inventories }: Changed, premises: Premises): Promise<void> {
    const input = {
      date: `2026-03-${String(day).padStart(2, '0')}`,
      item_fk: items.map((index) => premises.items[index] as number),
      inventory_fk: inventories.map((index) => premises.inventories[index] as number),
      average_scope: scope,
      cost_method: method,
    };
    const plan = { position: '0', digest: '0'.repeat(64), differences: 1 };
    await this.handler.handle({
      declaration: recalculationDocument,
      commands: [
        { type: 'ask', input },
        { type: 'commit', plan },
      ],
      body: {},
      actor: everyone,
      commandId: randomUUID(),
    });
  }
}

interface Asked {
  readonly acts: readonly Act[];
  readonly changes: readonly Changed[];
  readonly allowNegative: boolean;
  readonly scope?: 'inventory' | 'company';
  readonly batch: number;
}

/** Plays the acts and the changed rules between them; `each` reads the books after every one. */
async function live(asked: Asked, value?: (projection: Projection, business: Business) => Promise<void>) {
  const business = new Business();
  const premises = await openPremises(business.shop, asked.allowNegative, undefined, asked.scope);
  const play = new Play(business.shop, premises);
  const projection = await Projection.open(database.url, business.store);
  for (const [index, act] of asked.acts.entries()) {
    business.clock.now = new Date(business.clock.now.getTime() + (act.count % 5) * DAY_MS);
    for (const change of asked.changes) if (change.after === index) await business.change(change, premises);
    await play.run(act);
    if (value) {
      await projection.catchUp(asked.batch);
      await value(projection, business);
    }
  }
  await projection.catchUp(asked.batch);
  return { projection, store: business.store, play };
}

type Live = Awaited<ReturnType<typeof live>>;

async function sameWhenRebuilt({ projection, store }: Pick<Live, 'projection' | 'store'>): Promise<void> {
  expect(await projection.broken()).toEqual([]);
  const signal = new AbortController().signal;
  const rebuilt = await rebuild({ databaseUrl: database.url, store, signal, sameRules: true, heldBack: 4 });
  expect(rebuilt.position).toBe(await store.head());
  await projection.close();
}

const given = fc.record({
  acts: history(40),
  changes: fc.array(changed, { minLength: 1, maxLength: 3, size: 'max' }),
  allowNegative: fc.boolean(),
  batch: fc.integer({ min: 1, max: 60 }),
});

/**
 * A purchase that is complete and received: a multiple of 7 in `of` enters a draft, a multiple of 5 goods that are not
 * received yet.
 */
const buy = (given: Partial<Act> = {}): Act => ({
  ...{ what: 'buy', day: 2, time: null, outlet: 0, items: [0], count: 5, price: 500 },
  ...{ foreign: false, onAccount: true, boxes: false, party: 0, of: 1, ...given },
});
const sell = (given: Partial<Act>): Act => buy({ what: 'sell', ...given });

const fifoFrom = (day: number, after: number): Changed => {
  return { after, day, scope: null, method: 'fifo', items: [], inventories: [] };
};

/**
 * The FIFO layers of an item by inventory, as documents with their quantities, oldest first. Inventory 0 is the group
 * of inventories with one average.
 */
async function layersOf({ projection }: Pick<Live, 'projection'>, item = 1): Promise<Record<number, string>> {
  const rows = await projection.rows<{ inventory_fk: number; layers: string }>(
    'select inventory_fk, layers from read.cost_layer where item_fk = $1',
    [item],
  );
  return Object.fromEntries(
    rows.map(({ inventory_fk, layers }) => [
      inventory_fk,
      (JSON.parse(layers) as string[][]).map(([document, count]) => `${document} ${Number(count) / 1e6}`).join(', '),
    ]),
  );
}

const heldOf = ({ projection }: Pick<Live, 'projection'>, item = 1) =>
  projection.rows(
    `select inventory_fk, trim_scale(quantity)::text as quantity, trim_scale(value)::text as value
     from read.stock_level where item_fk = $1 order by 1`,
    [item],
  );

describe('layers', () => {
  it('of an average that a later rule ends on its first day are removed', async () => {
    const company = { ...fifoFrom(1, 0), scope: 'company' } as const;
    const inventory = { ...fifoFrom(1, 1), scope: 'inventory', method: null } as const;
    const acts = [buy(), buy({ day: 3 })];
    const played = await live({ acts, changes: [company, inventory], allowNegative: false, batch: 1 });
    expect(await layersOf(played)).toEqual({ 1: 'purchase-1 5, purchase-2 5' });
    await sameWhenRebuilt(played);
  });

  it('are those before the change of method when all later movements are reversed', async () => {
    const acts = [
      buy({ day: 2, count: 10, price: 100 }),
      sell({ day: 4, count: 5 }),
      sell({ what: 'take_back', of: 1 }),
      buy({ day: 5, count: 10, price: 900 }),
      sell({ day: 6, count: 5 }),
      sell({ day: 7, count: 5 }),
    ];
    const played = await live({ acts, changes: [fifoFrom(3, 1)], allowNegative: false, batch: 1 });
    // The first sale is reversed. Of the twelve pieces that remained, the ten of the first purchase come before two of
    // the second.
    expect(await heldOf(played)).toEqual([{ inventory_fk: 1, quantity: '8', value: '7200' }]);
    expect(await layersOf(played)).toEqual({ 1: 'purchase-2 8' });
    await sameWhenRebuilt(played);
  });

  it('of two inventories of an item are separate when their movements are folded in one batch', async () => {
    const acts = [buy(), buy({ outlet: 1 })];
    const played = await live({ acts, changes: [fifoFrom(1, 0)], allowNegative: false, batch: 1 });
    await played.play.run(buy({ day: 3, price: 900 }));
    await played.play.run(buy({ day: 3, outlet: 1, price: 900 }));
    await played.projection.catchUp();
    expect(await layersOf(played)).toEqual({ 1: 'purchase-1 5, purchase-3 5', 2: 'purchase-2 5, purchase-4 5' });
    for (const outlet of [0, 1]) await played.play.run(sell({ day: 4, outlet }));
    await played.projection.catchUp();
    expect(await heldOf(played)).toEqual(
      [1, 2].map((inventory_fk) => ({ inventory_fk, quantity: '4', value: '3600' })),
    );
    await sameWhenRebuilt(played);
  });
});

describe('any history with a changed costing rule', () => {
  it('breaks no invariant after any command', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (asked) => {
        const short = { ...asked, acts: asked.acts.slice(0, 14), batch: 500 };
        const changes = asked.changes.map((change) => ({ ...change, after: change.after % 14 }));
        const { projection } = await live({ ...short, changes }, async (now) => {
          await now.restart();
          expect(await now.broken()).toEqual([]);
        });
        await projection.close();
      }),
      { numRuns: cases(2, 4), endOnFailure: true, seed: 11 },
    );
  });

  it('has the same rows after a rebuild, for any size of batches', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (asked) => sameWhenRebuilt(await live(asked))),
      { numRuns: cases(3, 6), endOnFailure: true, seed: 12 },
    );
  });

  it('has layers of goods whose value did not change, also when each event is a batch', async () => {
    const changes = [fifoFrom(1, 2)];
    const acts = [buy({ day: 2 }), buy({ day: 3, items: [1] }), buy({ day: 4, items: [2] })];
    await sameWhenRebuilt(await live({ acts, changes, allowNegative: false, batch: 1 }));
  });

  it('has the same rows after a rebuild when items have one average over the company from the beginning', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (asked) =>
        sameWhenRebuilt(await live({ ...asked, changes: [], scope: 'company' })),
      ),
      { numRuns: cases(2, 5), endOnFailure: true, seed: 13 },
    );
  });
});
