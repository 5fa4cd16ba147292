/** The report of claims against suppliers: who holds goods of which the credit is awaited, since when, and who may see it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let item: number;
let other: number;
const returns: number[] = [];

const bought = (supplier_fk: number, price: string) =>
  office.add(
    'purchases',
    purchaseBody(shop, '10', {
      ...{ supplier_fk, date: '2026-03-01', lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '10', price }] },
    }),
  );
const sent = async (purchase_fk: number, supplier_fk: number, date: string, quantity: string) =>
  returns.push(
    await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk, purchase_fk, date, currency_fk: 1 },
      ...{ payment_type: 'on_account', credit_awaited: true, status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity }],
    }),
  );
const report = async (query = '', token = office.token) => {
  const { status, data } = await office.read(`reports/supplier_claims${query}`, token);
  expect(status).toBe(200);
  return data;
};
const rows = async (query = '') =>
  objectsOf((await report(query))['data']).map(({ supplier_fk, documents, sent_since, total, value }) => [
    ...[supplier_fk, documents, sent_since, total, value],
  ]);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  item = await office.add('items', itemBody(shop.unit, 'Milk', {}));
  other = await office.add('suppliers', { consumer_name: 'Dairy', code: 'D-9' });
  const first = await bought(shop.supplier, '600');
  const second = await bought(other, '1000');
  await sent(first, shop.supplier, '2026-03-08', '2');
  await sent(first, shop.supplier, '2026-03-05', '1');
  await sent(second, other, '2026-03-06', '3');
});
afterAll(() => office?.close());

describe('claims against suppliers', () => {
  it('are summed by supplier, at the prices of the returns and at cost, the oldest first', async () => {
    expect(await rows()).toEqual([
      [shop.supplier, 2, '2026-03-05', '1800', '2400'],
      [other, 1, '2026-03-06', '3000', '2400'],
    ]);
    const { totals, data } = await report();
    expect(totals).toEqual({ total: '4800', value: '4800' });
    const [first, second] = objectsOf(data).map(({ days_waiting }) => Number(days_waiting));
    expect(Number(first) - Number(second)).toBe(1);
    expect(await rows(`?supplier_fk=${other}`)).toEqual([[other, 1, '2026-03-06', '3000', '2400']]);
  });

  it('are no longer there when the supplier has answered, and are again when the answer is taken back', async () => {
    const [first = 0] = returns;
    const answered = { date: '2026-03-09', amount: '1000', credit_reason: 'torn boxes' };
    expect((await office.send('POST', `purchase_returns/${first}/credit`, answered)).status).toBe(200);
    expect((await rows())[0]).toEqual([shop.supplier, 1, '2026-03-05', '600', '800']);
    expect((await office.send('POST', `purchase_returns/${first}/take_back_credit`, { reason: 'no' })).status).toBe(
      200,
    );
    expect((await rows())[0]).toEqual([shop.supplier, 2, '2026-03-05', '1800', '2400']);
  });

  it('say in the list of returns how many days each credit is awaited, as the report does', async () => {
    const { data } = await office.read('purchase_returns');
    const listed = objectsOf(data['data']).map(({ id, days_waiting }) => [id, days_waiting]);
    const claims = objectsOf((await report())['data']).map(({ days_waiting }) => Number(days_waiting));
    const days = new Map(listed.map(([id, waited]) => [id, waited]));
    expect([days.get(returns[1]), days.get(returns[2])]).toEqual(claims);
    expect(Number(days.get(returns[1])) - Number(days.get(returns[0]))).toBe(3);
    const [, , third = 0] = returns;
    const answered = { date: '2026-03-09', amount: '3000' };
    expect((await office.send('POST', `purchase_returns/${third}/credit`, answered)).status).toBe(200);
    const after = objectsOf((await office.read('purchase_returns')).data['data']);
    expect(after.find(({ id }) => id === third)).toMatchObject({ status: 'complete', days_waiting: null });
    expect((await office.send('POST', `purchase_returns/${third}/take_back_credit`, { reason: 'no' })).status).toBe(
      200,
    );
  });

  it('are those of the own outlets, and without the cost for who may not see it', async () => {
    const outlet = await office.add('outlets', { outlet_name: 'Citadel' });
    const inventory = await office.add('inventories', { inventory_name: 'Citadel store', outlet_fk: outlet });
    const elsewhere = await office.person('elsewhere', ['reports/supplier_claims'], {
      ...{ outlets: [outlet], inventories: [inventory] },
    });
    expect((await report('', elsewhere))['data']).toEqual([]);
    expect((await office.read(`reports/supplier_claims?outlet_fk=${shop.outlet}`, elsewhere)).status).toBe(404);
    const here = await office.person('here', ['reports/supplier_claims'], {
      ...{ outlets: [shop.outlet], inventories: [shop.inventory] },
    });
    expect((await report('', here))['totals']).toEqual({ total: '4800', value: null });
    const nobody = await office.person('nobody', ['items/index'], {});
    expect((await office.read('reports/supplier_claims', nobody)).status).toBe(403);
  });
});
