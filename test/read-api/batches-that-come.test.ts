/**
 * Every way by which a person brings goods in asks about another day of a known number, and takes no number of more than 20
 * characters; goods that go back or arrive are of their origin, and nobody is told of inventories of others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let item: number;
const [DAY, OTHER_DAY] = ['2029-01-31', '2029-12-31'] as const;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  item = await office.add('items', itemBody(shop.unit, 'Syrup', { has_expire: true, has_batch_number: true }));
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
  const lines = [
    { item_fk: shop.item, unit_fk: shop.unit, quantity: '100', price: '600' },
    { ...goods('9'), price: '600', batch_number: 'A1', expire_date: DAY },
    { ...goods('9'), price: '600', batch_number: 'C3', expire_date: DAY },
  ];
  await office.add('purchases', purchaseBody(shop, '1', { lines }));
});
afterAll(() => office?.close());

const goods = (quantity: string) => ({ item_fk: item, unit_fk: shop.unit, quantity });
const of = (batch_number: string, expire_date: string, quantity = '1') => ({ batch_number, expire_date, quantity });
const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11' });
const cash = () => ({ currency_fk: 1, payment_type: 'cash', account_fk: shop.cash });

type Answer = Awaited<ReturnType<Office['send']>>;
type Batch = ReturnType<typeof of>;

/** How goods of a batch come in by each kind of document; a draft is entered before and completed by the answer. */
const WAYS: Readonly<Record<string, (batch: Batch) => Promise<Answer>>> = {
  'a purchase': ({ batch_number, expire_date }) => {
    const lines = [{ ...goods('1'), price: '600', batch_number, expire_date }];
    return office.send('POST', 'purchases', purchaseBody(shop, '1', { lines }));
  },
  'a draft of a purchase': async ({ batch_number, expire_date }) => {
    const lines = [{ ...goods('1'), price: '600', batch_number, expire_date }];
    const id = await office.add('purchases', purchaseBody(shop, '1', { lines, status: 'draft' }));
    return office.send('POST', `purchases/${id}/complete`, {});
  },
  'a later receipt': async (batch) => {
    const lines = [{ ...goods('1'), price: '600' }];
    const id = await office.add('purchases', purchaseBody(shop, '1', { lines, receive: false }));
    const came = [{ line_id: 1, quantity: '1', batches: [batch] }];
    return office.send('POST', `purchases/${id}/receive`, { date: '2026-03-11', lines: came });
  },
  'an opening balance': async ({ batch_number, expire_date }) => {
    const stock = [{ ...goods('1'), inventory_fk: shop.inventory, value: '500', batch_number, expire_date }];
    const id = await office.add('opening_balances', { outlet_fk: shop.outlet, financial_year_fk: 1, stock });
    return office.send('POST', `opening_balances/${id}/finish`, { difference_to: 'capital' });
  },
  'found goods': (batch) => {
    const lines = [{ ...goods('1'), unit_cost: '500', batches: [batch] }];
    return office.send('POST', 'inventory_direct_adjustments', { ...place(), reason: 'found', lines });
  },
  'a return without a sale': (batch) => {
    const lines = [{ ...goods('1'), price: '1000', batches: [batch] }];
    return office.send('POST', 'sale_returns', { ...place(), ...cash(), status: 'complete', lines });
  },
  'a production': (batch) => {
    const input = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', role: 'input' };
    const lines = [input, { ...goods('1'), role: 'output', batches: [batch] }];
    return office.send('POST', 'productions', { ...place(), costs: [], status: 'complete', lines });
  },
  'a count': async (batch) => {
    const lines = [{ item_fk: item, unit_fk: shop.unit, real_quantity: '1', unit_cost: null, batches: [batch] }];
    const id = await office.add('inventory_adjustments', { ...place(), lines });
    return office.send('POST', `inventory_adjustments/${id}/approve`);
  },
};

describe.each(Object.entries(WAYS))('%s', (_name, enter) => {
  it('asks about another day of a known number', async () => {
    const asked = await enter(of('A1', OTHER_DAY));
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(JSON.stringify(asked.body.errors)).toContain('batch A1 expires on 31/01/2029 as it is known');
  });

  it('takes no number of more than 20 characters', async () => {
    const refused = await enter(of('N'.repeat(21), DAY));
    expect([refused.status, refused.body.code]).toEqual([422, 'validation']);
    expect(JSON.stringify(refused.body.errors)).toContain('at most 20 characters');
  });
});

it('goods that come back or arrive are of what left', async () => {
  const sold = [{ ...goods('2'), price: '1000', batches: [of('A1', DAY, '2')] }];
  const sale = await office.add('sales', saleBody(shop, '1', { lines: sold }));
  const back = (batch: Batch) =>
    office.send('POST', 'sale_returns', {
      ...{ ...place(), ...cash(), sale_fk: sale, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity: '1', batches: [batch] }],
    });
  for (const batch of [of('C3', DAY), of('A1', OTHER_DAY), of('ZZ', DAY)]) {
    const refused = await back(batch);
    expect(JSON.stringify(refused.body.errors)).toContain('is not in the document that is returned');
  }
  expect((await back(of('a-۱', DAY))).status).toBe(201);
  const to = {
    to_outlet_fk: shop.outlet,
    to_inventory_fk: await office.add('inventories', { inventory_name: 'Back', outlet_fk: shop.outlet }),
  };
  const lines = [{ ...goods('2'), batches: [of('C3', DAY, '2')] }];
  const sent = await office.add('stock_transfers', { ...place(), ...to, status: 'sent', lines });
  const arrive = (batch: Batch) => {
    const came = [{ line_id: 1, quantity: '1', batches: [batch] }];
    return office.send('POST', `stock_transfers/${sent}/receive`, { date: '2026-03-11', lines: came });
  };
  expect(JSON.stringify((await arrive(of('A1', DAY))).body.errors)).toContain('at most 0 of batch A1');
  expect((await arrive(of('ｃ３', DAY))).status).toBe(200);
});

it('whoever may not see the other inventory is told that a batch is not here, and not where it is', async () => {
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const inventory = await office.add('inventories', { inventory_name: 'Airport shelf', outlet_fk: outlet });
  const lines = [{ ...goods('3'), price: '600', batch_number: 'M1', expire_date: DAY }];
  const purchase = await office.add('purchases', purchaseBody(shop, '1', { lines }));
  const sent = [{ ...goods('3'), batches: [of('M1', DAY, '3')] }];
  const to = { to_outlet_fk: outlet, to_inventory_fk: inventory };
  const transfer = await office.add('stock_transfers', { ...place(), ...to, status: 'sent', lines: sent });
  const came = { date: '2026-03-11', lines: [{ line_id: 1, quantity: '3' }] };
  expect((await office.send('POST', `stock_transfers/${transfer}/receive`, came)).status).toBe(200);
  const rights = ['purchase_returns/index', 'purchase_returns/store', 'purchase_returns/complete'];
  const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
  const clerk = await office.person('clerk', rights, given);
  const back = (token: string) =>
    office.send(
      'POST',
      'purchase_returns',
      {
        ...{ ...place(), currency_fk: 1, payment_type: 'on_account', supplier_fk: shop.supplier, status: 'complete' },
        ...{ purchase_fk: purchase, lines: [{ purchase_line_id: 1, quantity: '1' }] },
      },
      { token },
    );
  expect(JSON.stringify((await back(office.token)).body.errors)).toContain('Airport shelf (3)');
  const refused = await back(clerk);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body.errors)).toContain('is not in this inventory');
  expect(JSON.stringify(refused.body)).not.toContain('Airport');
});
