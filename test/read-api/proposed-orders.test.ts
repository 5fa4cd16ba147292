/** The missing quantities of an inventory, those on order, and goods that are short, out of stock or expired. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let box: number;
let tea: number;
let salt: number;
let other: number;

const unit = (unit_fk: number, base_unit_qty: string, is_base: boolean) => ({
  ...{ unit_fk, base_unit_qty, is_base, is_default: is_base, sale_price: '1000', barcodes: [] },
});
const line = (item_fk: number, quantity: string, more: object = {}) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity, price: '600', ...more },
});

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Chest' });
  const units = [unit(shop.unit, '1', true), unit(box, '12', false)];
  tea = await office.add('items', itemBody(shop.unit, 'Tea', { item_units: units, shortage_alert: '10' }));
  salt = await office.add('items', itemBody(shop.unit, 'Salt', { shortage_alert: '6', out_of_stock_minimum: '2' }));
  other = await office.add('suppliers', { consumer_name: 'Other' });
  const bought = [line(tea, '4', { unit_fk: box, price: '7000' }), line(shop.item, '100')];
  await office.add('purchases', purchaseBody(shop, '1', { date: '2026-03-01', lines: bought }));
  const sold = [line(tea, '30', { price: '1000' })];
  await office.add('sales', saleBody(shop, '1', { date: '2026-03-08', lines: sold }));
});
afterAll(() => office?.close());

interface Proposed {
  readonly item_fk: number;
  readonly [field: string]: unknown;
}
const ask = async (more = '', token?: string) => {
  const path = `purchase_orders/proposal?inventory_fk=${shop.inventory}&as_at=2026-03-11${more}`;
  const { status, data } = await office.read(path, token);
  expect(status).toBe(200);
  return data['items'] as unknown as readonly Proposed[];
};
const stocks = async (query: string, token?: string) =>
  (await office.read(`stocks?per_page=100&${query}`, token)).data['data'] as unknown as readonly Proposed[];
const of = (items: readonly Proposed[], id: number) => items.find(({ item_fk }) => item_fk === id);

describe('a proposed purchase order', () => {
  it('covers what was sold and the minimum, in whole units of the last purchase at its price', async () => {
    const items = await ask();
    // 30 were sold, the minimum is 10, and 18 are on hand: the missing 22 are two chests.
    expect(of(items, tea)).toMatchObject({
      ...{ in_hand: '18', reserved: '0', on_order: '0', on_the_way: '0', minimum: '10', sold: '30', quantity: '2' },
      ...{ unit_fk: box, unit_name: 'Chest', unit_factor: '12', price: '7000', currency_fk: 1 },
      ...{ supplier_fk: shop.supplier, last_purchase: '2026-03-01' },
    });
    expect(of(items, salt)).toMatchObject({ in_hand: '0', quantity: '6', supplier_fk: null, price: null });
    expect(of(items, shop.item)).toBeUndefined();
  });

  it('counts the sales of as many weeks as were asked for', async () => {
    // Nothing was sold in the week before, and 18 are more than the minimum.
    expect(of(await ask('&weeks=1'), tea)).toBeDefined();
    const { data } = await office.read(
      `purchase_orders/proposal?inventory_fk=${shop.inventory}&as_at=2026-03-18&weeks=1`,
    );
    expect(data['from']).toBe('2026-03-12');
    expect(of(data['items'] as unknown as readonly Proposed[], tea)).toBeUndefined();
  });

  it('is of one supplier when one is chosen', async () => {
    expect((await ask(`&supplier_fk=${shop.supplier}`)).map(({ item_fk }) => item_fk)).toEqual([tea]);
    expect(await ask(`&supplier_fk=${other}`)).toEqual([]);
  });

  it('is made an order, after which the goods are on their way and are not proposed again', async () => {
    const order = await office.add('purchase_orders', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, date: '2026-03-11' },
      ...{ currency_fk: 1, lines: [line(tea, '1', { unit_fk: box, price: '7000' })] },
    });
    expect(of(await ask(), tea)).toMatchObject({ on_order: '12', quantity: '1' });
    await office.send('POST', `purchase_orders/${order}/bill`, {});
    expect(of(await ask(), tea)).toMatchObject({ on_order: '12', quantity: '1' });
    const { data } = await office.read(`purchase_orders/${order}`);
    const [ordered] = data['lines'] as unknown as { line_id: number }[];
    const part = line(tea, '5', { order_line_id: ordered?.line_id });
    await office.add(
      'purchases',
      purchaseBody(shop, '1', { date: '2026-03-11', purchase_order_fk: order, lines: [part] }),
    );
    // 7 of the order are pending, 5 are on hand, and the last purchase was in bags.
    expect(of(await ask(), tea)).toMatchObject({ in_hand: '23', on_order: '7', unit_fk: shop.unit, quantity: '10' });
  });

  it('adds what online orders reserve, and deducts what another inventory has sent, until it is delivered and received', async () => {
    const rice = await office.add('items', itemBody(shop.unit, 'Rice', { shortage_alert: '20' }));
    const depot = await office.add('inventories', { inventory_name: 'Depot', outlet_fk: shop.outlet });
    const bought = { date: '2026-03-02', lines: [line(rice, '10', { price: '500' })] };
    await office.add('purchases', purchaseBody(shop, '1', bought));
    await office.add('purchases', purchaseBody(shop, '1', { ...bought, inventory_fk: depot }));
    expect(of(await ask(), rice)).toBeUndefined();

    const { status: _, ...placed } = saleBody(shop, '1', { customer_fk: shop.customer, date: '2026-03-09' });
    const order = await office.add('online_orders', { ...placed, lines: [line(rice, '4', { price: '900' })] });
    expect(of(await ask(), rice)).toBeUndefined();
    await office.send('POST', `online_orders/${order}/confirm`, {});
    // The minimum is over all inventories: the depot has half of it.
    expect(of(await ask(), rice)).toMatchObject({
      in_hand: '10',
      elsewhere: '10',
      minimum: '10',
      reserved: '4',
      on_the_way: '0',
      quantity: '4',
    });

    const transfer = await office.add('stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: depot, to_outlet_fk: shop.outlet, to_inventory_fk: shop.inventory },
      ...{ date: '2026-03-10', status: 'sent', lines: [line(rice, '3', { price: undefined })] },
    });
    expect(of(await ask(), rice)).toMatchObject({
      in_hand: '10',
      elsewhere: '7',
      minimum: '13',
      on_the_way: '3',
      quantity: '4',
    });
    // Counted over both inventories, the stock of the depot is on hand too.
    expect(of(await ask('&counted_in=all'), rice)).toMatchObject({
      in_hand: '17',
      elsewhere: '0',
      minimum: '20',
      quantity: '4',
    });

    const { data } = await office.read(`stock_transfers/${transfer}`);
    const [sent] = data['lines'] as unknown as { line_id: number }[];
    const part = { date: '2026-03-11', lines: [{ line_id: sent?.line_id, quantity: '2' }], rest: 'on_its_way' };
    expect((await office.send('POST', `stock_transfers/${transfer}/receive`, part)).status).toBe(200);
    expect(of(await ask(), rice)).toMatchObject({ in_hand: '12', reserved: '4', on_the_way: '1', quantity: '4' });
    await office.send('POST', `stock_transfers/${transfer}/report_missing`, { date: '2026-03-11' });
    expect(of(await ask(), rice)).toMatchObject({ in_hand: '12', reserved: '4', on_the_way: '0', quantity: '5' });
    await office.add('purchases', purchaseBody(shop, '1', bought));
  });

  it('tells whom goods were bought from only to a person who may see purchases, and only of given inventories', async () => {
    const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await office.person('clerk', ['purchase_orders/store'], places);
    expect(of(await ask('', clerk), tea)).toMatchObject({ supplier_fk: null, price: null });
    const elsewhere = await office.person('elsewhere', ['purchase_orders/store'], { outlets: [], inventories: [] });
    const { status } = await office.read(`purchase_orders/proposal?inventory_fk=${shop.inventory}`, elsewhere);
    expect(status).toBe(404);
    expect((await office.read('purchase_orders/proposal?inventory_fk=1&weeks=0')).status).toBe(400);
  });
});

describe('the alerts of goods', () => {
  it('count what is short, out of stock and expired, each for whoever may see the list of it', async () => {
    const syrup = await office.add('items', itemBody(shop.unit, 'Syrup', { has_expire: true, expire_alert_days: 30 }));
    const old = [line(syrup, '3', { expire_date: '2026-04-01' })];
    await office.add('purchases', purchaseBody(shop, '1', { date: '2026-03-02', lines: old }));
    const alerts = async (token?: string) => (await office.read('stocks/alerts', token)).data;
    // Of the syrup nothing may be sold.
    expect(await alerts()).toEqual({ shortages: 1, out_of_stock: 2, expired: 1, expires_soon: 0 });
    expect((await stocks('out_of_stock=1')).map(({ item_fk }) => item_fk)).toEqual([salt, syrup]);
    const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const keeper = await office.person('keeper', ['stocks/index'], places);
    expect(await alerts(keeper)).toEqual({ shortages: 1, out_of_stock: 2, expired: null, expires_soon: null });
    const pharmacist = await office.person('pharmacist', ['reports/expired_items'], places);
    expect(await alerts(pharmacist)).toEqual({ shortages: null, out_of_stock: null, expired: 1, expires_soon: 0 });
  });

  it('count an item as out of stock with nothing on hand, or with its minimum or less', async () => {
    const isOut = async (id: number) => of(await stocks('out_of_stock=1'), id) !== undefined;
    const honey = await office.add('items', itemBody(shop.unit, 'Honey'));
    expect(await isOut(honey)).toBe(true);
    await office.add('purchases', purchaseBody(shop, '1', { date: '2026-03-02', lines: [line(honey, '3')] }));
    expect(await isOut(honey)).toBe(false);
    await office.send('PATCH', `items/${honey}`, { out_of_stock_minimum: '3' });
    expect(await isOut(honey)).toBe(true);
    await office.send('PATCH', `items/${honey}`, { out_of_stock_minimum: '2' });
    expect(await isOut(honey)).toBe(false);
  });

  it('list short goods of an inventory that never had them, with nothing', async () => {
    const branch = await office.add('inventories', { inventory_name: 'Branch', outlet_fk: shop.outlet });
    const rows = await stocks(`shortage=1&filter[inventory_fk]=${branch}`);
    expect(of(rows, salt)).toMatchObject({ inventory_fk: branch, inventory_name: 'Branch', quantity: '0' });
    expect(rows.filter(({ item_fk }) => item_fk === salt)).toHaveLength(1);
    const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const keeper = await office.person('stockman', ['stocks/index'], places);
    expect(await stocks(`shortage=1&filter[inventory_fk]=${branch}`, keeper)).toEqual([]);
  });
});

describe('an item that is not active', () => {
  it('is neither proposed nor short nor out of stock, and listed while there is some of it', async () => {
    const pepper = await office.add('items', itemBody(shop.unit, 'Pepper', { shortage_alert: '9' }));
    await office.send('PATCH', `items/${pepper}`, { out_of_stock_minimum: '9' });
    await office.add('purchases', purchaseBody(shop, '1', { date: '2026-03-02', lines: [line(pepper, '3')] }));
    const seen = async () => {
      const { data } = await office.read('stocks/alerts');
      const lists = [await ask(), await stocks('shortage=1'), await stocks('out_of_stock=1')];
      return { data, lists: lists.map((items) => of(items, pepper) !== undefined) };
    };
    const before = await seen();
    expect(before.lists).toEqual([true, true, true]);
    await office.send('PATCH', `items/${pepper}`, { is_active: false });
    const after = await seen();
    expect(after.lists).toEqual([false, false, false]);
    const one = (name: 'shortages' | 'out_of_stock') => Number(before.data[name]) - Number(after.data[name]);
    expect([one('shortages'), one('out_of_stock')]).toEqual([1, 1]);
    expect(of(await stocks(''), pepper)).toMatchObject({ quantity: '3', is_short: false });
  });
});

describe('the tax of a proposed item', () => {
  it('is that of the item, and its order and the purchase of it take it', async () => {
    const tax_fk = await office.add('taxes', { tax_name: 'VAT', percentage: '15' });
    const oil = await office.add('items', itemBody(shop.unit, 'Oil', { shortage_alert: '5', tax_fk }));
    const items = await ask();
    expect(of(items, oil)).toMatchObject({ tax_fk, tax_name: 'VAT' });
    expect(of(items, salt)).toMatchObject({ tax_fk: null });
    const order = await office.add('purchase_orders', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, date: '2026-03-11' },
      ...{ currency_fk: 1, lines: [line(oil, '5', { tax_fk: of(items, oil)?.['tax_fk'] })] },
    });
    const { data } = await office.read(`purchase_orders/${order}`);
    expect(data['lines']).toMatchObject([{ tax_fk, tax_percent: '15' }]);
  });
});
