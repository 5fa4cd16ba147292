/**
 * Of kits with random insides, the database and the function of the domain that the server and the tills ask say alike
 * whether any may be sold (docs/decisions/0221): the lists cannot wait for the function, so the rule is written twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kits } from '../../domain/batches/batch-places.ts';
import { judgedKits } from '../../domain/batches/judged-kits.ts';
import { type BatchOnHand, isExpired } from '../../domain/values/batch.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { caughtUp, type OpenedTill, openedTill, openTillShop, send, type TillShop } from './tilling.ts';

/** Expired today, and good on the day on which the kits were made. */
const EXPIRED = '2026-04-30';
const LATER = '2035-01-31';
const MADE = '2026-03-10';
const JUDGED = '2026-06-01';

let office: Office;
let shop: TillShop;
let till: OpenedTill;
/** A unit of two kits. */
let two: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openTillShop(office);
  till = await openedTill(shop, 'Front');
  await send(office, till.device, [till.opened]);
  two = await office.add('units', { unit_name: 'Two' });
});
afterAll(() => office?.close());

const part = fc.record({
  each: fc.integer({ min: 1, max: 3 }),
  /** How many a unit of the collection has after the kits were made. */
  later: fc.integer({ min: 1, max: 4 }),
  /** In the order in which they are put into kits: what is true of each batch later, and for how many kits it is enough. */
  batches: fc.array(
    fc.record({ what: fc.constantFrom('good', 'held', 'held', 'expired'), kits: fc.integer({ min: 1, max: 2 }) }),
    { minLength: 1, maxLength: 2 },
  ),
});
const collection = fc.record({
  /** Kits in a unit of the collection. */
  unit: fc.integer({ min: 1, max: 2 }),
  parts: fc.array(part, { minLength: 1, maxLength: 2 }),
});
const kit = fc.record({
  collections: fc.array(collection, { minLength: 1, maxLength: 2 }),
  bought: fc.constantFrom(0, 0, 0, 1),
  sold: fc.integer({ min: 0, max: 4 }),
});
type Kit = typeof kit extends fc.Arbitrary<infer T> ? T : never;
type Part = Kit['collections'][number]['parts'][number];

/** Units of a collection that are made: enough for each batch to be used. */
const madeOf = (parts: readonly Part[]): number =>
  Math.max(...parts.flatMap(({ batches }) => batches.map(({ kits }) => kits))) + 1;

/** On hand before and after what was sold; one stays. */
function countsOf({ collections, bought, sold }: Kit) {
  const all = collections.reduce<number>((sum, { unit, parts }) => sum + madeOf(parts) * unit, bought);
  const left = Math.max(1, all - sold);
  return { left, sold: all - left };
}

const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory });
let names = 0;
const named = (name: string): string => {
  names += 1;
  return `${name} ${names}`;
};

const buy = (item_fk: number, quantity: number, more: object = {}) =>
  office.add(
    'purchases',
    purchaseBody(shop, '1', {
      ...{ date: '2026-03-02', confirmed: true },
      lines: [{ item_fk, unit_fk: shop.unit, quantity: String(quantity), price: '100', ...more }],
    }),
  );

/** Buys what the kits are made of, in batches that leave in their order; returns the item and what is held later. */
async function stock({ each, later, batches }: Part, kits: number) {
  const item = await office.add(
    'items',
    itemBody(shop.unit, named('Part'), { has_expire: true, has_batch_number: true }),
  );
  let rest = kits;
  const held: string[] = [];
  for (const [index, { what, kits: wanted }] of batches.entries()) {
    const count = index === batches.length - 1 ? rest : Math.min(rest, wanted);
    if (count === 0) continue;
    rest -= count;
    const batch_number = `B${index}`;
    await buy(item, count * each, { batch_number, expire_date: what === 'expired' ? EXPIRED : LATER });
    if (what === 'held') held.push(batch_number);
  }
  const line = { item_fk: item, unit_fk: shop.unit };
  return { item, held, line: { ...line, quantity: String(each) }, later: { ...line, quantity: String(later) } };
}

async function make(one: Kit): Promise<number> {
  const { collections, bought } = one;
  const { sold } = countsOf(one);
  const own = named('Kit');
  const [base] = itemBody(shop.unit, own).item_units;
  const item = await office.add('items', {
    ...itemBody(shop.unit, own),
    item_units: [base, { ...base, unit_fk: two, base_unit_qty: '2', is_base: false, is_default: false }],
  });
  const holds: { readonly item: number; readonly batch: string }[] = [];
  for (const [index, { unit, parts }] of collections.entries()) {
    const kits = madeOf(parts);
    const stocked = [];
    for (const each of parts) stocked.push(await stock(each, kits));
    const collection_fk = await office.add('collections', {
      ...{ collection_name: `${own} ${index}`, item_fk: item, unit_fk: unit === 2 ? two : shop.unit },
      lines: stocked.map(({ line }) => line),
    });
    await office.add('conversions', {
      ...{ ...place(), conversion_type: 'item_to_collection', collection_fk, date: MADE, status: 'complete' },
      quantity: String(kits),
    });
    const lines = stocked.map(({ later }) => later);
    const { status } = await office.send('PATCH', `collections/${collection_fk}`, { lines });
    expect(status).toBe(200);
    for (const each of stocked) holds.push(...each.held.map((batch) => ({ item: each.item, batch })));
  }
  if (bought > 0) await buy(item, bought);
  if (sold > 0) {
    await office.add('sales', {
      ...{ ...place(), date: MADE, currency_fk: 1, payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [{ item_fk: item, unit_fk: shop.unit, quantity: String(sold), price: '2000' }],
    });
  }
  for (const { item: item_fk, batch } of holds) {
    await office.add('batch_holds', {
      ...{ item_fk, batch_number: batch, expire_date: LATER, hold_type: 'held', reason: 'a letter' },
    });
  }
  return item;
}

/** What tills know of kits, by item. */
async function known(): Promise<ReadonlyMap<number, Kits>> {
  await caughtUp(office);
  const { payload } = await office.app.inject({
    method: 'GET',
    url: '/api/till/catalogue',
    headers: { cookie: till.device.cookie },
  });
  const parts = payload
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Record<string, unknown>);
  const rows = parts.filter(({ table }) => table === 'items').flatMap(({ rows: items }) => objectsOf(items));
  return new Map(rows.flatMap((row) => (row['kits'] ? [[Number(row['id']), row['kits'] as Kits]] : [])));
}

it('has the same answer in the database and in the domain', async () => {
  const kits = fc.sample(kit, { numRuns: 24, seed: 20_261_130 });
  const items: number[] = [];
  for (const one of kits) items.push(await make(one));
  const atTills = await known();
  const mayTake = (batch: BatchOnHand) => !batch.is_held && !isExpired(batch, JUDGED);
  const facts = objectsOf((await office.read(`items/trade_facts?items=${items.join()}`)).data);
  const available = new Map(facts.map((row) => [Number(row['item_fk']), row['available_stock']]));
  const answers = items.map((item) => {
    const inside = atTills.get(item);
    const isKept = inside !== undefined && judgedKits(inside, mayTake)?.everywhere !== undefined;
    return { item, isKept, available: Number(available.get(item)) };
  });
  const onHand = kits.map((one) => countsOf(one).left);
  expect(answers.map(({ available: left }) => left)).toEqual(
    answers.map(({ isKept }, index) => (isKept ? 0 : onHand[index])),
  );
  // Neither answer is the only one.
  expect(new Set(answers.map(({ isKept }) => isKept)).size).toBe(2);
});
