/**
 * Minimum and maximum of an item in single inventories: what they lack is proposed as transfers from inventories that have
 * more than they keep, and the rest as an order; and whoever may not see an inventory sees nothing of it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

const FRESH = '2030-12-31';
const GONE = '2026-02-01';

let office: Office;
let shop: Shop;
/** In the outlet of the shop, and in another one. */
let depot: number;
let branch: number;
let airport: number;
let box: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Carton' });
  depot = await office.add('inventories', { inventory_name: 'Depot', outlet_fk: shop.outlet });
  branch = await office.add('outlets', { outlet_name: 'Airport' });
  airport = await office.add('inventories', { inventory_name: 'Airport shelf', outlet_fk: branch });
});
afterAll(() => office?.close());

const level = (inventory_fk: number, minimum: string, maximum: string | null = null) => ({
  ...{ inventory_fk, minimum, maximum },
});

const pieceAndBox = () => [
  { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
  { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '9000', barcodes: [] },
];
const add = (item_name: string, inventory_levels: readonly object[], more: object = {}) =>
  office.add('items', itemBody(shop.unit, item_name, { item_units: pieceAndBox(), inventory_levels, ...more }));

/** Bought into an inventory; 12 of them in a carton. */
function buy(item_fk: number, inventory_fk: number, quantity: string, more: object = {}): Promise<number> {
  const lines = [{ item_fk, unit_fk: shop.unit, quantity, price: '600', ...more }];
  const outlet_fk = inventory_fk === airport ? branch : shop.outlet;
  const body = purchaseBody(shop, '1', { date: '2026-03-01', outlet_fk, inventory_fk, lines });
  // Of expired goods it is asked.
  return office.add('purchases', { ...body, confirmed: true });
}

interface Asking {
  readonly inventory?: number;
  readonly more?: string;
  readonly token?: string;
}
async function proposal(item: number, { inventory = shop.inventory, more = '', token }: Asking = {}) {
  const path = `purchase_orders/proposal?inventory_fk=${inventory}&as_at=2026-03-11${more}`;
  const { status, data } = await office.read(path, token);
  expect(status).toBe(200);
  return objectsOf(data['items']).find(({ item_fk }) => item_fk === item);
}
const transfersOf = (found: Awaited<ReturnType<typeof proposal>>) =>
  objectsOf(found?.['transfers']).map(
    ({ from_inventory_name, quantity, spare }) => `${from_inventory_name} ${quantity} of ${spare}`,
  );

async function isShort(item: number, token?: string) {
  const { data } = await office.read(`stocks?per_page=100&shortage=1&filter[item_fk]=${item}`, token);
  return objectsOf(data['data']).map(
    ({ inventory_name, quantity, minimum, is_short }) => `${inventory_name} ${quantity} ${minimum} ${is_short}`,
  );
}

describe('what an inventory lacks', () => {
  it('comes from inventories with more than they keep, without expired, held and reserved goods; the rest is ordered', async () => {
    const levels = [level(shop.inventory, '20', '50'), level(depot, '10', '30'), level(airport, '15')];
    const drops = await add('Drops', levels, { has_expire: true, has_batch_number: true });
    const batch = (batch_number: string, expire_date: string) => ({ batch_number, expire_date });
    await buy(drops, shop.inventory, '8', batch('A', FRESH));
    await buy(drops, shop.inventory, '30', batch('OLD', GONE));
    await buy(drops, depot, '60', batch('A', FRESH));
    await buy(drops, depot, '25', batch('OLD', GONE));
    await buy(drops, depot, '40', batch('HELD', FRESH));
    await buy(drops, airport, '22', batch('A', FRESH));
    const held = { item_fk: drops, ...batch('HELD', FRESH), hold_type: 'held', reason: 'a letter' };
    expect((await office.send('POST', 'batch_holds', held)).status).toBe(201);
    const { status: _, ...placed } = saleBody(shop, '1', { customer_fk: shop.customer, inventory_fk: depot });
    const reserved = [{ item_fk: drops, unit_fk: shop.unit, quantity: '5', price: '1000' }];
    const order = await office.add('online_orders', { ...placed, lines: reserved });
    expect((await office.send('POST', `online_orders/${order}/confirm`, {})).status).toBe(200);

    // 42 are missing to 50: the depot has 60 − 5 above its 30, the airport 22 above its 15, and 10 are bought.
    const found = await proposal(drops);
    expect(found).toMatchObject({ in_hand: '8', minimum: '20', maximum: '50', has_own_minimum: true, quantity: '10' });
    expect(transfersOf(found)).toEqual(['Depot 25 of 25', 'Airport shelf 7 of 7']);
    // Neither the depot nor the airport has less than its minimum.
    expect(await proposal(drops, { inventory: depot })).toBeUndefined();
    expect(await isShort(drops)).toEqual(['Bazaar store 38 20 true']);

    // A draft of a transfer is on its way here, and no longer there.
    const draft = await office.add('stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: depot, to_outlet_fk: shop.outlet, to_inventory_fk: shop.inventory },
      ...{ date: '2026-03-11', lines: [{ item_fk: drops, unit_fk: shop.unit, quantity: '11' }] },
    });
    const left = await proposal(drops);
    expect(left).toMatchObject({ on_the_way: '11', quantity: '10' });
    expect(transfersOf(left)).toEqual(['Depot 14 of 14', 'Airport shelf 7 of 7']);
    expect((await office.send('POST', `stock_transfers/${draft}/send`, {})).status).toBe(200);
    expect(transfersOf(await proposal(drops))).toEqual(['Depot 14 of 14', 'Airport shelf 7 of 7']);
    // Over all inventories nothing is moved: there is more than the 45 that they keep at least together.
    expect(await proposal(drops, { more: '&counted_in=all' })).toBeUndefined();
  });

  it('is not taken from an inventory that would have less than it keeps, in parts of a unit, or above the maximum', async () => {
    const levels = [level(shop.inventory, '10', '40'), level(depot, '6'), level(airport, '0', '100')];
    const flour = await add('Flour', levels, { shortage_alert: '0' });
    await buy(flour, depot, '6');
    await buy(flour, airport, '99');
    expect(transfersOf(await proposal(flour))).toEqual([]);
    // Three cartons are 36, a fourth would be more than 40.
    await buy(flour, depot, '1', { unit_fk: box, price: '7000' });
    const found = await proposal(flour);
    expect(transfersOf(found)).toEqual(['Depot 12 of 12']);
    expect(found).toMatchObject({ unit_fk: box, unit_factor: '12', quantity: '2' });
    // A part of a piece stays where it is.
    await buy(flour, depot, '0.75');
    expect(transfersOf(await proposal(flour))).toEqual(['Depot 12 of 12']);
    await buy(flour, shop.inventory, '10');
    expect(await proposal(flour)).toBeUndefined();
  });

  it('without a maximum is its minimum and what was sold; a source without a row keeps the minimum of the item', async () => {
    const soap = await add('Soap', [level(shop.inventory, '12')], { shortage_alert: '30' });
    await buy(soap, depot, '100');
    await buy(soap, shop.inventory, '20');
    const lines = [{ item_fk: soap, unit_fk: shop.unit, quantity: '16', price: '1000' }];
    await office.add('sales', saleBody(shop, '1', { date: '2026-03-08', lines }));
    const found = await proposal(soap);
    expect(found).toMatchObject({ in_hand: '4', sold: '16', minimum: '12', maximum: null, quantity: '0' });
    expect(transfersOf(found)).toEqual(['Depot 24 of 70']);
    // The alert of the item is compared with all inventories, as it was: 104 are not less than 30.
    expect(await isShort(soap)).toEqual(['Bazaar store 4 12 true']);
    // The airport has no row: what the others have is deducted from the minimum of the item, and nothing is moved.
    expect(await proposal(soap, { inventory: airport })).toBeUndefined();
    await office.send('PATCH', `items/${soap}`, { shortage_alert: '110' });
    const without = await proposal(soap, { inventory: airport });
    expect(without).toMatchObject({
      elsewhere: '104',
      minimum: '6',
      has_own_minimum: false,
      transfers: [],
      quantity: '6',
    });
    expect(await isShort(soap)).toEqual(['Bazaar store 4 12 true', 'Depot 100 null true']);
    // Together they keep 110 at least, as the alert says.
    expect(await proposal(soap, { more: '&counted_in=all' })).toMatchObject({ minimum: '110', transfers: [] });
  });

  it('is counted by the alerts and listed where it never was', async () => {
    const before = Number((await office.read('stocks/alerts')).data['shortages']);
    const candles = await add('Candles', [level(airport, '3'), level(depot, '0')]);
    expect(Number((await office.read('stocks/alerts')).data['shortages'])).toBe(before + 1);
    expect(await isShort(candles)).toEqual(['Airport shelf 0 3 true']);
    await office.send('PATCH', `inventories/${airport}`, { is_active: false });
    expect(await isShort(candles)).toEqual([]);
    await office.send('PATCH', `inventories/${airport}`, { is_active: true });
    await buy(candles, airport, '3');
    expect(await isShort(candles)).toEqual([]);
    expect(Number((await office.read('stocks/alerts')).data['shortages'])).toBe(before);
  });
});

describe('a person of one inventory', () => {
  const SECRET = '7713.25';
  const RIGHTS = [
    'items/index',
    'items/show',
    'items/update',
    'items/history',
    'stocks/index',
    'purchase_orders/store',
  ];

  it('sees neither the minimums of others nor proposals from them, and changes only the own ones', async () => {
    const secret = level(depot, SECRET, '8000');
    const tea = await add('Tea', [secret, level(shop.inventory, '5', '9')]);
    await buy(tea, depot, '9000');
    const token = await office.person('keeper', [...RIGHTS, 'model_loges/events_log', 'model_loges/item_log'], {
      ...{ outlets: [shop.outlet], inventories: [shop.inventory] },
    });
    expect(transfersOf(await proposal(tea))).toEqual(['Depot 9 of 1000']);
    const hidden = await proposal(tea, { token });
    expect(hidden).toMatchObject({ transfers: [], quantity: '9' });
    expect(await isShort(tea, token)).toEqual(['Bazaar store 0 5 true']);
    const alerts = async (of?: string) => Number((await office.read('stocks/alerts', of)).data['shortages']);
    const [all, own] = [await alerts(), await alerts(token)];
    const pens = await add('Pens', [level(depot, '4')]);
    expect([await alerts(), await alerts(token)]).toEqual([all + 1, own]);
    expect(await isShort(pens, token)).toEqual([]);

    const change = async (inventory_levels: readonly object[], more: object = {}) =>
      office.send('PATCH', `items/${tea}`, { inventory_levels, ...more }, { token });
    const answer = await change([level(shop.inventory, '6', '9')]);
    expect(answer.body.data['inventory_levels']).toEqual([level(shop.inventory, '6', '9')]);
    const refused = await change([level(shop.inventory, '6', '9'), level(depot, '1')]);
    expect(refused.body.errors).toEqual({ 'inventory_levels.1.inventory_fk': ['This inventory was not given to you'] });
    const outdated = await change([], { revision: 0 });
    expect(outdated.status).toBe(409);
    const preview = await office.send('PATCH', `items/${tea}?dry_run=1`, { inventory_levels: [] }, { token });
    expect(preview.status).toBe(200);
    const { data: stored } = await office.read(`items/${tea}`);
    expect(objectsOf(stored['inventory_levels'])).toMatchObject([level(shop.inventory, '6', '9'), secret]);

    const events = objectsOf((await office.read(`items/${tea}/history`)).data);
    const paths = [
      ...[`items/${tea}`, `items/${tea}/history`, 'items', 'items?is_paginated=0', 'items/list', 'stocks'],
      ...[`items/${tea}/overview`, ...events.map(({ position }) => `events/${position}`)],
    ];
    for (const path of paths) {
      const [seen, whole] = [await office.read(path, token), await office.read(path)];
      expect([path, seen.status]).toEqual([path, 200]);
      expect([path, seen.text.includes(SECRET)]).toEqual([path, false]);
      if (path.startsWith(`items/${tea}`) && !path.endsWith('overview')) expect(whole.text).toContain(SECRET);
    }
    const told = JSON.stringify([answer.body, refused.body, outdated.body, preview.body]);
    expect(told).not.toContain(SECRET);
  });
});
