/**
 * What is known to be inside of kits is in the catalogue of tills and in every figure that promises goods
 * (docs/decisions/0221): both say at each step what the server would refuse.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kits } from '../../domain/batches/batch-places.ts';
import { refuseKits } from '../../domain/batches/judged-kits.ts';
import type { ItemData } from '../../domain/catalogue/item.schema.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { caughtUp, type OpenedTill, openedTill, openTillShop, send, type TillShop } from './tilling.ts';

const LATER = '2035-01-31';
let office: Office;
let shop: TillShop;
let till: OpenedTill;
let soap: number;
let kit: number;
let collection: number;
/** Of the last catalogue. */
let position = '';
let item: (ItemData & { readonly kits?: Kits }) | undefined;
beforeAll(async () => {
  office = await openOffice();
  shop = await openTillShop(office);
  till = await openedTill(shop, 'Front');
  await send(office, till.device, [till.opened]);
  soap = await office.add('items', itemBody(shop.unit, 'Soap', { has_expire: true, has_batch_number: true }));
  const unit = await office.add('units', { unit_name: 'Carton of two' });
  const [base] = itemBody(shop.unit, 'Kit').item_units;
  kit = await office.add('items', {
    ...itemBody(shop.unit, 'Wash kit'),
    item_units: [base, { ...base, unit_fk: unit, base_unit_qty: '2', is_base: false, is_default: false }],
  });
  // A carton of two kits has three soaps and a card, which has no batches.
  collection = await office.add('collections', {
    ...{ collection_name: 'Wash kits', item_fk: kit, unit_fk: unit },
    lines: [
      { item_fk: soap, unit_fk: shop.unit, quantity: '3' },
      { item_fk: shop.item, unit_fk: shop.unit, quantity: '1' },
    ],
  });
  await buy(shop.item, '20');
  await buy(soap, '6', { batch_number: 'A', expire_date: LATER });
});
afterAll(() => office?.close());

const buy = (item_fk: number, quantity: string, more: object = {}) =>
  office.add(
    'purchases',
    purchaseBody(shop, '1', { lines: [{ item_fk, unit_fk: shop.unit, quantity, price: '600', ...more }] }),
  );
const convert = async (conversion_type: string, quantity: string) => {
  const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-10', status: 'complete' };
  return office.add('conversions', { ...place, conversion_type, collection_fk: collection, quantity });
};
const hold = (batch_number: string) =>
  office.add('batch_holds', {
    ...{ item_fk: soap, batch_number, expire_date: LATER, hold_type: 'recalled', reason: 'a letter' },
  });

/** What a till knows of the kit, of which it loads the changes. */
async function atTill(): Promise<Kits | undefined> {
  await caughtUp(office);
  const headers = { cookie: till.device.cookie };
  const url = `/api/till/catalogue${position && `?after=${position}`}`;
  const lines = (await office.app.inject({ method: 'GET', url, headers })).payload.trimEnd().split('\n');
  const parts = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
  position = String(parts[0]?.['position']);
  const rows = parts.filter(({ table }) => table === 'items').flatMap(({ rows }) => objectsOf(rows));
  const changed = rows.find(({ id }) => id === kit);
  if (changed) item = changed as unknown as typeof item;
  return item?.kits;
}

/** What a till refuses, and what the figures that promise goods have. */
async function asked() {
  const kits = await atTill();
  const issues = new Issues();
  const facts: Pick<Facts, 'kits' | 'record'> = { kits: () => kits, record: () => undefined };
  if (item) refuseKits({ id: kit, item, path: 'lines.0', number: 1 }, '2026-03-11', facts as Facts, issues);
  const [found] = objectsOf((await office.read(`items/trade_facts?items=${kit}`)).data);
  const [listed] = objectsOf((await office.read('items/list?search=Wash kit')).data['data']);
  expect(listed?.['available_stock']).toBe(found?.['available_stock']);
  return [...issues.list.map(({ message }) => message), found?.['available_stock']];
}

/** The server's own words about a sale of kits, or undefined. */
async function sell(quantity: string, more: object = {}) {
  const { body } = await office.send('POST', 'sales', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11', currency_fk: 1 },
    ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
    ...{ lines: [{ item_fk: kit, unit_fk: shop.unit, quantity, price: '2000' }], ...more },
  });
  return Object.values(body.errors ?? {})[0];
}

it('kits of good parts are available everywhere, in the units of the kit', async () => {
  expect(await atTill()).toBeUndefined();
  await convert('item_to_collection', '2');
  expect(await atTill()).toMatchObject({
    onHand: '4',
    collections: [{ unit: '2', parts: [{ each: '3' }, { inside: [] }] }],
  });
  expect(await asked()).toEqual(['4']);
});

it('those of a held batch are available nowhere, as the server refuses them', async () => {
  await hold('a');
  expect(await asked()).toEqual(['kits_of_held_batch', '0']);
  expect(await sell('1', { confirmed: true })).toEqual([
    'Line 1, Wash kit: all of these kits contain Soap of batch A, which is held: none is sold, moved or used',
  ]);
});

it('where some are of another batch, a person is asked and all are available', async () => {
  await buy(soap, '3', { batch_number: 'B', expire_date: LATER });
  await convert('item_to_collection', '1');
  expect(await asked()).toEqual(['6']);
  expect(await sell('3')).toEqual([
    expect.stringMatching(/^Line 1, Wash kit: 3 of these kits may contain Soap of the held/),
  ]);
  expect(await sell('3', { confirmed: true })).toBeUndefined();
  expect(await asked()).toEqual(['3']);
});

it('what another outlet has of them counts at the till', async () => {
  const harbour = await office.add('outlets', { outlet_name: 'Harbour' });
  const store = await office.add('inventories', { inventory_name: 'Harbour store', outlet_fk: harbour });
  await hold('B');
  expect(await asked()).toEqual(['kits_of_held_batch', '0']);
  // Two kits that came from elsewhere may be free of both batches, wherever they are.
  const lines = [{ item_fk: kit, unit_fk: shop.unit, quantity: '5', price: '600' }];
  await office.add('purchases', purchaseBody(shop, '1', { outlet_fk: harbour, inventory_fk: store, lines }));
  expect(await asked()).toEqual(['8']);
});
