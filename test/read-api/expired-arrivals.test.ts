/** Goods that had expired before they came in: their day is asked about, because it is usually a typing error. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let item: number;
let line: { readonly item_fk: number; readonly unit_fk: number };
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  item = await office.add('items', itemBody(shop.unit, 'Drops', { has_batch_number: true, has_expire: true }));
  line = { item_fk: item, unit_fk: shop.unit };
});
afterAll(() => office?.close());

const LONG_AGO = { batch_number: 'OLD', expire_date: '2020-01-31' };
const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11' });
/** The question, and the answer to the same command when it is confirmed. */
async function asked(path: string, body: object) {
  const first = await office.send('POST', path, body);
  const second = await office.send('POST', path, { ...body, confirmed: true });
  return [first.body.code, first.body.errors, second.status];
}
const question = (field: string) => [
  'confirmation',
  { [field]: ['Line 1, Drops: it expired on 31/01/2020, before it came in: is the day right?'] },
];

it('of an opening balance', async () => {
  const of = (batch: object) => ({
    ...{ outlet_fk: shop.outlet, financial_year_fk: 1 },
    stock: [{ ...line, inventory_fk: shop.inventory, quantity: '10', value: '5000', ...batch }],
  });
  const id = await office.add('opening_balances', of(LONG_AGO));
  const finish = { difference_to: 'capital' };
  expect(await asked(`opening_balances/${id}/finish`, finish)).toEqual([...question('stock.0.expire_date'), 200]);
});

it('of found goods, and of goods that are received after their purchase', async () => {
  const found = (batch: object) => ({
    ...{ ...place(), reason: 'found' },
    lines: [{ ...line, quantity: '3', unit_cost: '500', batches: [{ ...batch, quantity: '3' }] }],
  });
  const adjusted = await asked('inventory_direct_adjustments', found(LONG_AGO));
  expect(adjusted).toEqual([...question('lines.0.batches'), 201]);
  const later = { batch_number: 'NEW', expire_date: '2026-03-11' };
  expect((await office.send('POST', 'inventory_direct_adjustments', found(later))).status).toBe(201);
  const bought = await office.add('purchases', {
    ...purchaseBody(shop, '2', { lines: [{ ...line, quantity: '2', price: '600' }], receive: false }),
  });
  const came = {
    date: '2026-03-11',
    lines: [{ line_id: 1, quantity: '2', batches: [{ ...LONG_AGO, quantity: '2' }] }],
  };
  expect(await asked(`purchases/${bought}/receive`, came)).toEqual([...question('lines.0.batches'), 200]);
});

it('but not of goods that a count finds or that come back: they may well have expired here', async () => {
  const back = {
    ...{ ...place(), currency_fk: 1, payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
    lines: [{ ...line, quantity: '1', price: '600', batches: [{ ...LONG_AGO, quantity: '1' }] }],
  };
  const paid = await office.add('sales', {
    ...{
      ...place(),
      date: '2026-03-10',
      currency_fk: 1,
      payment_type: 'cash',
      account_fk: shop.cash,
      status: 'complete',
    },
    lines: [{ item_fk: await rice(), unit_fk: shop.unit, quantity: '5', price: '1000' }],
  });
  expect(paid).toBeGreaterThan(0);
  const returned = await office.send('POST', 'sale_returns', back);
  expect([returned.status, returned.body.errors]).toEqual([201, undefined]);
  const counted = await office.send('POST', 'inventory_adjustments', {
    ...place(),
    lines: [{ ...line, real_quantity: '40', unit_cost: null, batches: [{ ...LONG_AGO, quantity: '40' }] }],
  });
  expect(counted.status).toBe(201);
  const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
  const token = await office.person('approver', ['inventory_adjustments/approve'], places);
  const path = `inventory_adjustments/${counted.body.data['id']}/approve`;
  const approved = await office.send('POST', path, {}, { token });
  expect([approved.status, approved.body.errors]).toEqual([200, undefined]);
});

async function rice(): Promise<number> {
  await office.add('purchases', purchaseBody(shop, '20'));
  return shop.item;
}
