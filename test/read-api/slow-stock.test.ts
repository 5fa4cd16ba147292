/** Slow stock: the days from which it counts after a document was corrected, and its categories. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
/** The position of the log before the days of the documents were corrected. */
let wrong: string;

const slow = async (query: string) => objectsOf((await office.read(`reports/slow_stock?${query}`)).data['data']);

/** Returns a completed document to draft, and completes it with another day. */
async function correctDay(path: string, body: object): Promise<void> {
  for (const [method, to, sent] of [
    ['POST', `${path}/return_to_draft`, { reason: 'wrong day' }],
    ['PATCH', path, { ...body, status: 'draft' }],
    ['POST', `${path}/complete`, {}],
  ] as const) {
    const answer = await office.send(method, to, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

describe('the days of an item', () => {
  it('are those of its last completion, for a receipt and for a sale that had a later day before', async () => {
    const bought = await office.add('purchases', purchaseBody(shop, '10', { date: '2026-02-20' }));
    const asBought = office.position;
    await correctDay(`purchases/${bought}`, purchaseBody(shop, '10', { date: '2026-02-01' }));
    expect(await slow('as_at=2026-07-01')).toMatchObject([
      { last_sale: null, last_receipt: '2026-02-01', days: 150, state: 'slow' },
    ]);
    const sold = await office.add('sales', saleBody(shop, '4', { date: '2026-03-10' }));
    wrong = office.position;
    await correctDay(`sales/${sold}`, saleBody(shop, '4', { date: '2026-02-03' }));
    expect(await slow('as_at=2026-07-01')).toMatchObject([{ last_sale: '2026-02-03', days: 148, quantity: '6' }]);
    expect(await slow(`as_at=2026-07-01&known_at=${wrong}`)).toMatchObject([{ last_sale: '2026-03-10', days: 113 }]);
    expect(await slow(`as_at=2026-07-01&known_at=${asBought}`)).toMatchObject([{ last_receipt: '2026-02-20' }]);
  });

  it('do not have a sale that is only a draft any more', async () => {
    const sold = await office.add('sales', saleBody(shop, '1', { date: '2026-03-11' }));
    expect(await slow('as_at=2026-07-01')).toMatchObject([{ last_sale: '2026-03-11' }]);
    await office.send('POST', `sales/${sold}/return_to_draft`, { reason: 'not taken' });
    expect(await slow('as_at=2026-07-01')).toMatchObject([{ last_sale: '2026-02-03' }]);
  });
});

describe('slow stock of a category', () => {
  it('includes items of its sub-categories', async () => {
    const food = await office.add('categories', { category_name: 'Food' });
    const grain = await office.add('categories', { category_name: 'Grain', parent_fk: food });
    const of = { category_fk: food, sub_category_fk: grain };
    const barley = await office.add('items', itemBody(shop.unit, 'Barley', of));
    const lines = [{ item_fk: barley, unit_fk: shop.unit, quantity: '9', price: '600' }];
    await office.add('purchases', purchaseBody(shop, '0', { lines, date: '2026-01-05' }));
    for (const id of [food, grain]) {
      expect(await slow(`as_at=2026-07-01&category_fk=${id}`)).toMatchObject([{ item_name: 'Barley' }]);
    }
    const tools = await office.add('categories', { category_name: 'Tools' });
    expect(await slow(`as_at=2026-07-01&category_fk=${tools}`)).toEqual([]);
  });
});

describe('slow stock of a central warehouse', () => {
  const goods = async (name: string, more: object = {}) => {
    const id = await office.add('items', itemBody(shop.unit, name, more));
    const lines = [{ item_fk: id, unit_fk: shop.unit, quantity: '20', price: '600' }];
    await office.add('purchases', purchaseBody(shop, '0', { lines, date: '2026-01-05' }));
    return id;
  };
  type Place = Readonly<Record<'outlet_fk' | 'inventory_fk', number>>;
  const moved = async (item_fk: number, quantity: string, date: string, to: Place) => {
    const lines = [{ item_fk, unit_fk: shop.unit, quantity }];
    const from = { outlet_fk: shop.outlet, inventory_fk: shop.inventory };
    const place = { ...from, to_outlet_fk: to.outlet_fk, to_inventory_fk: to.inventory_fk };
    const id = await office.add('stock_transfers', { ...place, date, lines, status: 'sent' });
    const taken = await office.send('POST', `stock_transfers/${id}/receive`, { date });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  };
  const rowsOf = async (query: string, name: string) =>
    (await slow(`as_at=2026-07-01&slow_days=1&${query}`)).filter((row) => row['item_name'] === name);

  it('counts from what was last sent on, beside the last sale in any shop', async () => {
    const outlet_fk = await office.add('outlets', { outlet_name: 'Branch' });
    const inventory_fk = await office.add('inventories', { inventory_name: 'Branch', outlet_fk });
    const branch = { outlet_fk, inventory_fk };
    await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
    const owed = { payment_type: 'on_account', customer_fk: shop.customer, account_fk: null };
    const lentils = await goods('Lentils');
    await moved(lentils, '8', '2026-06-01', branch);
    const lines = [{ item_fk: lentils, unit_fk: shop.unit, quantity: '1', price: '900' }];
    await office.add('sales', saleBody(shop, '0', { ...branch, ...owed, date: '2026-06-20', lines }));
    expect(await rowsOf(`inventory_fk=${shop.inventory}`, 'Lentils')).toMatchObject([
      { last_sale: '2026-06-20', last_issue: '2026-06-01', days: 30, quantity: '12' },
    ]);
    expect(await rowsOf(`inventory_fk=${inventory_fk}`, 'Lentils')).toMatchObject([
      { last_issue: '2026-06-20', days: 11 },
    ]);
    // For the business as a whole, goods that were only moved were not issued.
    expect(await rowsOf('', 'Lentils')).toMatchObject([{ last_issue: '2026-06-20', days: 11, quantity: '19' }]);
    const beans = await goods('Beans');
    await moved(beans, '8', '2026-06-01', branch);
    expect(await rowsOf('', 'Beans')).toMatchObject([{ last_sale: null, last_issue: null, days: 177 }]);
    expect(await rowsOf(`inventory_fk=${shop.inventory}`, 'Beans')).toMatchObject([
      { last_sale: null, last_issue: '2026-06-01', days: 30 },
    ]);
  });

  it('counts goods that came after the place was empty from their own receipt, and others from the last issue', async () => {
    const came = async (item_fk: number, quantity: string, date: string) => {
      const lines = [{ item_fk, unit_fk: shop.unit, quantity, price: '600' }];
      await office.add('purchases', purchaseBody(shop, '0', { lines, date }));
    };
    const sold = async (item_fk: number, quantity: string, date: string) => {
      const lines = [{ item_fk, unit_fk: shop.unit, quantity, price: '900' }];
      await office.add('sales', saleBody(shop, '0', { lines, date }));
    };
    const again = await goods('Salt');
    await sold(again, '20', '2026-01-10');
    await came(again, '5', '2026-06-10');
    await came(again, '5', '2026-06-25');
    const lying = await goods('Sugar');
    await sold(lying, '19', '2026-01-10');
    await came(lying, '5', '2026-06-25');
    for (const query of ['', `inventory_fk=${shop.inventory}`]) {
      expect(await rowsOf(query, 'Salt')).toMatchObject([{ last_issue: '2026-01-10', days: 21, quantity: '10' }]);
      expect(await rowsOf(query, 'Sugar')).toMatchObject([{ last_issue: '2026-01-10', days: 172, quantity: '6' }]);
    }
    await sold(again, '10', '2026-06-28');
    expect(await rowsOf('', 'Salt')).toEqual([]);
  });

  it('does not count an issue that was reversed', async () => {
    const peas = await goods('Peas');
    const given = await office.add('inventory_direct_adjustments', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-05-02', reason: 'given away' },
      lines: [{ item_fk: peas, unit_fk: shop.unit, quantity: '-1' }],
    });
    const place = `inventory_fk=${shop.inventory}`;
    expect(await rowsOf(place, 'Peas')).toMatchObject([{ last_issue: '2026-05-02' }]);
    await office.send('POST', `inventory_direct_adjustments/${given}/reverse`, { reason: 'not given' });
    expect(await rowsOf(place, 'Peas')).toMatchObject([{ last_issue: null, days: 177 }]);
  });
});
