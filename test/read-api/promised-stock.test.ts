/**
 * What may not be sold is not available (docs/decisions/0142): every figure that promises goods is asked about an item of which most
 * has expired, is held, or is reserved, and so is every document that takes some. A new figure fails here until it is asked.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { ask, newShopper } from '../api/customers-app.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

/** Fields of answers that promise goods. */
const PROMISES =
  /^(available\w*|in_stock|in_hand|spare|shortages|out_of_stock|is_short|elsewhere|reserved|items_in_stock)$/;

/** What is asked below, and where another test asks. */
const ASKED: Readonly<Record<string, string>> = {
  'items available_stock': 'no column of the list of items, which has the fields of a look-up',
  'items/:id available_stock': 'the same',
  'items/list available_stock': 'below',
  'items/trade_facts available_stock': 'below',
  'items/list_with_expire/:id available_stock': 'the goods of a disposal, which are not sold',
  'mobile_sections/preview in_stock': 'below',
  'opening_comparison elsewhere': 'amounts of other books',
  'purchase_orders/proposal elsewhere': 'test/read-api/inventory-levels.test.ts',
  'purchase_orders/proposal in_hand': 'below',
  'purchase_orders/proposal reserved': 'below',
  'purchase_orders/proposal spare': 'below',
  'shop/home in_stock': 'below',
  'shop/items in_stock': 'below',
  'shop/items/:id in_stock': 'below',
  'stocks is_short': 'below',
  'stocks/alerts out_of_stock': 'below',
  'stocks/alerts shortages': 'below',
};

function promisesIn(url: string, schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => promisesIn(url, each));
  const own = Object.keys(membersOf(membersOf(schema)['properties'])).filter((name) => PROMISES.test(name));
  return [
    ...own.map((name) => `${url.slice(1)} ${name}`),
    ...Object.values(schema).flatMap((each) => promisesIn(url, each)),
  ];
}

it('every figure that promises goods is asked', () => {
  const found = readRoutes().flatMap(({ url, schema }) => promisesIn(url, membersOf(schema?.response)['200']));
  expect([...new Set(found)].sort()).toEqual(Object.keys(ASKED).sort());
});

describe('of 21 pieces 7 have expired, 9 are held, and an order waits for a pack of two', () => {
  let office: Office;
  let shop: Shop;
  let depot: number;
  let pack: number;
  let drops: number;
  let order: number;
  let sara: string;
  const FRESH = '2035-01-31';

  beforeAll(async () => {
    office = await openOffice();
    await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
    shop = await openShop(office);
    depot = await office.add('inventories', { inventory_name: 'Depot', outlet_fk: shop.outlet });
    pack = await office.add('units', { unit_name: 'Pack of two' });
    const category_fk = await office.add('categories', { category_name: 'Medicine' });
    await office.add('mobile_sections', { title: 'Medicine', content: 'filters', category_fk });
    const units = itemBody(shop.unit, 'Drops').item_units;
    drops = await office.add('items', {
      ...itemBody(shop.unit, 'Drops', { has_expire: true, has_batch_number: true, category_fk }),
      item_units: [...units, { ...units[0], unit_fk: pack, base_unit_qty: '2', is_base: false, is_default: false }],
    });
    const lines = [
      ['GOOD', FRESH, '5'],
      ['OLD', '2026-03-01', '7'],
      ['HELD', FRESH, '9'],
    ].map(([batch_number, expire_date, quantity]) => ({
      ...{ item_fk: drops, unit_fk: shop.unit, price: '600', batch_number, expire_date, quantity },
    }));
    await office.add('purchases', { ...purchaseBody(shop, '1', { lines }), confirmed: true });
    const held = { item_fk: drops, batch_number: 'held', expire_date: FRESH, hold_type: 'held', reason: 'a letter' };
    await office.add('batch_holds', held);
    await office.send('PATCH', 'app_settings/1', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, account_fk: shop.cash },
    });
    sara = await newShopper(office.app, 'Sara', '07701112233');
    order = await confirmed('1', pack);
  });
  afterAll(() => office?.close());

  const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11' });
  const line = (quantity: string, unit_fk = shop.unit) => ({ item_fk: drops, unit_fk, quantity, price: '1000' });
  const confirm = async (quantity: string, unit = shop.unit) => {
    const { status: _, ...body } = saleBody(shop, '1', { customer_fk: shop.customer, lines: [line(quantity, unit)] });
    const id = await office.add('online_orders', body);
    return { id, answer: await office.send('POST', `online_orders/${id}/confirm`) };
  };
  async function confirmed(quantity: string, unit: number) {
    const { id, answer } = await confirm(quantity, unit);
    expect(answer.body.errors).toBeUndefined();
    return id;
  }
  const alerts = async () => (await office.read('stocks/alerts')).data;
  const listed = async (query: string) =>
    objectsOf((await office.read(`stocks?filter[item_fk]=${drops}&${query}`)).data['data']).length;
  /** What the page of an item, the list, the home and its preview in the office say. */
  const inStock = async () => {
    const first = (data: unknown) => objectsOf(data).find(({ item_id }) => item_id === drops)?.['in_stock'];
    const ofHome = (home: Record<string, unknown>) =>
      objectsOf(home['sections'])
        .map(({ items }) => first(items))
        .find((found) => found !== undefined);
    const read = async (path: string, token?: string) => (await office.read(path, token)).data;
    return [
      (await read(`shop/items/${drops}`, sara))['in_stock'],
      first((await read('shop/items', sara))['items']),
      ofHome(await read('shop/home', sara)),
      ofHome(await read('mobile_sections/preview')),
    ];
  };

  it('shows three that may be sold', async () => {
    const { data } = await office.read('items/list?search=Drops');
    expect(objectsOf(data['data'])).toMatchObject([{ stock: '21', available_stock: '3' }]);
    const there = await office.read(`items/list?search=Drops&inventory_fk=${shop.inventory}`);
    expect(objectsOf(there.data['data'])).toMatchObject([{ stock: '21', available_stock: '3' }]);
  });

  it('promises three where a line of a sale is entered, in its inventory and in all', async () => {
    for (const place of ['', `&inventory_fk=${shop.inventory}`]) {
      const { data } = await office.read(`items/trade_facts?items=${drops}${place}`);
      expect(data).toMatchObject([{ stock: '21', available_stock: '3' }]);
    }
    const { data } = await office.read(`items/trade_facts?items=${drops}&inventory_fk=${depot}`);
    expect(data).toMatchObject([{ stock: '0', available_stock: '0' }]);
  });

  it('is short from six on, and out of stock from five on', async () => {
    const least = async (field: string, value: string) =>
      (await office.send('PATCH', `items/${drops}`, { [field]: value })).status;
    const before = await alerts();
    expect(await least('shortage_alert', '5')).toBe(200);
    expect([await listed('shortage=1'), (await alerts())['shortages']]).toEqual([0, before['shortages']]);
    await least('shortage_alert', '6');
    expect(await listed('shortage=1')).toBeGreaterThan(0);
    await least('shortage_alert', '0');
    await least('out_of_stock_minimum', '4');
    const over = Number((await alerts())['out_of_stock']);
    expect(await listed('out_of_stock=1')).toBe(0);
    await least('out_of_stock_minimum', '5');
    expect([await listed('out_of_stock=1'), (await alerts())['out_of_stock']]).toEqual([1, over + 1]);
    await least('out_of_stock_minimum', '0');
  });

  it('is proposed and moved without what may not be sold', async () => {
    const proposal = async (inventory: number) =>
      objectsOf((await office.read(`purchase_orders/proposal?inventory_fk=${inventory}`)).data['items']).find(
        ({ item_fk }) => item_fk === drops,
      );
    const inventory_levels = [{ inventory_fk: depot, minimum: '30', maximum: null }];
    await office.send('PATCH', `items/${drops}`, { shortage_alert: '20', inventory_levels });
    expect(await proposal(shop.inventory)).toMatchObject({ in_hand: '5', reserved: '2' });
    const found = await proposal(depot);
    expect(objectsOf(found?.['transfers']).map(({ spare }) => spare)).toEqual([]);
    await office.send('PATCH', `items/${drops}`, { shortage_alert: '0' });
    expect(objectsOf((await proposal(depot))?.['transfers']).map(({ spare }) => spare)).toEqual(['3']);
  });

  it('is in the stock of the shop with three, and ordered there up to three', async () => {
    const least = (value: string) => office.send('PATCH', `items/${drops}`, { out_of_stock_minimum: value });
    await least('2');
    expect(await inStock()).toEqual([true, true, true, true]);
    await least('3');
    expect(await inStock()).toEqual([false, false, false, false]);
    await least('0');
    const placed = (quantity: string) =>
      ask(
        office.app,
        'orders',
        { lines: [{ item_fk: drops, unit_fk: shop.unit, quantity }], received_type: 'collected' },
        { token: sara, key: `order-of-${quantity}` },
      );
    const refused = await placed('4');
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['lines.0.quantity']]);
    const taken = await placed('3');
    expect([taken.errors, taken.status]).toEqual([{}, 201]);
  });

  it('is taken by no document beyond three, and what may not be sold leaves its ways', async () => {
    const three = ['Line 1, Drops: only 3 may be sold, the rest has expired, is held or is reserved for orders'];
    const to = { to_outlet_fk: shop.outlet, to_inventory_fk: depot };
    const cash = { currency_fk: 1, payment_type: 'cash', account_fk: shop.cash };
    const output = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', role: 'output' };
    const damaged = { ...place(), disposal_type: 'damaged', status: 'done' };
    const good = (quantity: string) => [{ batch_number: 'good', expire_date: FRESH, quantity }];
    const doors: Readonly<Record<string, (quantity: string) => Promise<{ path: string; body: object }>>> = {
      'a sale': async (quantity) => ({
        path: 'sales',
        body: { ...place(), ...cash, lines: [line(quantity)], status: 'complete' },
      }),
      'a sale of two lines': async (quantity) => ({
        path: 'sales',
        body: { ...place(), ...cash, lines: [line('1', pack), line(String(Number(quantity) - 2))], status: 'complete' },
      }),
      'a transfer': async (quantity) => ({
        path: 'stock_transfers',
        body: { ...place(), ...to, lines: [{ item_fk: drops, unit_fk: shop.unit, quantity }], status: 'sent' },
      }),
      'a production': async (quantity) => ({
        path: 'productions',
        body: {
          ...{ ...place(), costs: [], status: 'complete' },
          lines: [{ item_fk: drops, unit_fk: shop.unit, quantity, role: 'input' }, output],
        },
      }),
      'a correction': async (quantity) => ({
        path: 'inventory_direct_adjustments',
        body: {
          ...{ ...place(), reason: 'lost' },
          lines: [{ item_fk: drops, unit_fk: shop.unit, quantity: `-${quantity}`, batches: good(quantity) }],
        },
      }),
    };
    for (const [name, door] of Object.entries(doors)) {
      const { path, body } = await door('4');
      const refused = await office.send('POST', path, body);
      expect([name, Object.values(refused.body.errors ?? {})[0]]).toEqual([name, three]);
    }
    const more = await confirm('4');
    expect(Object.values(more.answer.body.errors ?? {})).toEqual([three]);
    // A disposal of good goods competes with the order too, one of expired goods does not.
    const dispose = async (batches: readonly object[], quantity: string) => {
      const lines = [{ item_fk: drops, unit_fk: shop.unit, quantity, batches }];
      const id = await office.add('asset_disposals', { ...damaged, lines });
      return office.send('POST', `asset_disposals/${id}/approve`);
    };
    expect(Object.values((await dispose(good('4'), '4')).body.errors ?? {})).toEqual([three]);
    const old = await dispose([{ batch_number: 'old', expire_date: '2026-03-01', quantity: '7' }], '7');
    expect(old.body.errors).toBeUndefined();
    const sale = (await doors['a sale']?.('3')) ?? { path: '', body: {} };
    expect((await office.send('POST', sale.path, sale.body)).body.errors).toBeUndefined();
    const delivered = await office.send('POST', `online_orders/${order}/deliver`);
    expect([delivered.status, delivered.body.errors]).toEqual([200, undefined]);
    const { data } = await office.read('items/list?search=Drops');
    expect(objectsOf(data['data'])).toMatchObject([{ stock: '9', available_stock: '0' }]);
  });
});
