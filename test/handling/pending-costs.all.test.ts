/**
 * A process crashes between the two steps of storing what costs do to purchases, in PostgreSQL and in KurrentDB: the next
 * decision completes it first, and every part of it is there once.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import { type KurrentStore, openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { openPremises, type Premises, Shop } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { NOW, over } from './interleaving.ts';

let database: FreshDatabase;
let server: KurrentDouble;
let stores: KurrentStore[];
let shop: Shop;
let premises: Premises;
beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
  stores = [];
  shop = await atServer();
  premises = await openPremises(shop, false);
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await server.close();
  await database.drop();
});

/** Another process that does not recover intents by itself. */
async function atServer(through: (store: CommandStore) => CommandStore = (store) => store): Promise<Shop> {
  const store = await openKurrentStore({ url: server.url, databaseUrl: database.url, timeoutMs: 5_000 });
  stores.push(store);
  return new Shop(through(store), { now: NOW });
}
/** Fails after each reservation, before anything is in KurrentDB. */
const crashing = (store: CommandStore): CommandStore =>
  over(store, (batch) => {
    server.appendFaults.push('unavailable', 'unavailable', 'unavailable');
    return store.append(batch);
  });
async function crashes(step: (on: Shop) => Promise<unknown>): Promise<void> {
  await expect(step(await atServer(crashing))).rejects.toThrow();
  server.appendFaults.length = 0;
}
const typesOf = async (stream: string) => {
  const found = await stores[0]?.readStreams([{ stream, after: -1 }]);
  return (found?.get(stream) ?? []).map(({ type }) => type.slice(type.indexOf('.') + 1));
};

const owed = { currency_fk: 1, payment_type: 'on_account' };
async function bought(came: string, more: object = {}): Promise<number> {
  const { outlets, inventories, suppliers, items, unit } = premises;
  const answer = await shop.enter('purchase', {
    ...{ outlet_fk: outlets[0], inventory_fk: inventories[0], supplier_fk: suppliers[0], date: '2026-03-02', ...owed },
    lines: [{ item_fk: items[0], unit_fk: unit, quantity: '1000', price: '600' }],
    ...{ status: 'complete', receive: false, ...more },
  });
  const id = Number(answer?.id);
  await shop.transit('purchase', id, 'receive', { date: '2026-03-03', lines: [{ line_id: 1, quantity: came }] });
  return id;
}

it('the close of a purchase whose rest of costs becomes owed is there wholly, and once', async () => {
  const costs = [
    { cost_type: 'freight', amount: '100000', share_by: 'quantity', supplier_fk: premises.suppliers[1], ...owed },
  ];
  const id = await bought('100', { costs });
  await crashes((on) => on.transit('purchase', id, 'close', {}));
  // What comes now is refused, because the purchase is closed.
  expect(await shop.transit('purchase', id, 'receive', { date: '2026-03-04' })).toBeUndefined();
  const again = await shop.transit('purchase', id, 'close', {});
  expect(again?.position).toBeUndefined();
  expect((await typesOf(`purchase-${id}`)).slice(-3)).toEqual(['closed', 'cost_entered', 'cost_shared']);
});

it('a landed cost is in each of its purchases, and once', async () => {
  const purchases = [await bought('1000'), await bought('500')];
  const freight = { cost_type: 'freight', amount: '60000', share_by: 'quantity', supplier_fk: premises.suppliers[1] };
  const body = {
    ...{ outlet_fk: premises.outlets[0], date: '2026-03-05', ...freight, ...owed, status: 'complete' },
    lines: purchases.map((purchase_fk) => ({ purchase_fk })),
  };
  await crashes((on) => on.enter('landed_cost', body));
  // A purchase with a part of a landed cost does not return to draft.
  for (const id of purchases) {
    expect(await shop.transit('purchase', id, 'return_to_draft', { reason: 'wrong' })).toBeUndefined();
    expect((await typesOf(`purchase-${id}`)).slice(-2)).toEqual(['cost_entered', 'cost_shared']);
  }
  const [state] = await Promise.all(purchases.map((id) => shop.transit('purchase', id, 'close', {})));
  expect(membersOf(state?.state)['status']).toBe('closed');
});
