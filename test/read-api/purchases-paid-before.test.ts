/** Purchases that are paid with money of the other currency, and whose goods come whenever they come (docs/decisions/0234). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dinars: number;
let dollars: number;
let rate_fk: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const box = { cash_type: 1, outlet_fk: shop.outlet };
  dinars = await office.add('cashes', { ...box, account_name: 'Dinars', currency_fk: 1 });
  dollars = await office.add('cashes', { ...box, account_name: 'Dollars', currency_fk: 2 });
  rate_fk = await office.add('currency_rates', { date: '2026-03-01', rate: '1500', in_rate: '1480' });
  const stockholder_fk = await office.add('stockholders', { stockholder_name: 'Shilan' });
  const capital = { outlet_fk: shop.outlet, stockholder_fk, transaction_type: 'contribution', date: '2026-03-01' };
  await office.add('capital_transactions', { ...capital, amount: '5000000', currency_fk: 1, account_fk: dinars });
  await office.add('capital_transactions', {
    ...{ ...capital, amount: '5000', currency_fk: 2, rate_fk, account_fk: dollars },
  });
});
afterAll(() => office.close());

const balances = async () => {
  const { data } = await office.read('show_total_cash_balance');
  return objectsOf(data['currencies']).map(({ balance, base }) => [balance, base]);
};
async function account(key: string): Promise<number> {
  const { data } = await office.read('financial_reports/trial_balance');
  const row = objectsOf(data['rows']).find((row) => row['key'] === key);
  return Number(row?.['debit'] ?? 0) - Number(row?.['credit'] ?? 0);
}
const inOrder = async () => {
  await Promise.all(['purchases', 'items', 'financial_reports/trial_balance'].map((name) => office.read(name)));
  return onDatabase(office.database.url, async (client) => {
    const checked = [...(await checkBooks(client, 'read')), ...(await checkAcross(client, 'read'))];
    return checked.filter(({ findings }) => findings.length > 0);
  });
};
async function step(path: string, body: object = {}) {
  const sent = await office.send('POST', path, body);
  expect(sent.body.errors ?? sent.status).toBe(200);
}

const WAYS = [
  { of: 'dollars with dinars', currency: 2, price: '25.01', paid: '150000', part: '25.01', total: '100.04' },
  { of: 'dinars with dollars', currency: 1, price: '37000', paid: '98.67', part: '37000', total: '148000' },
] as const;

describe.each(WAYS)('a purchase of $of', (way) => {
  const body = (more: object = {}) =>
    purchaseBody(shop, '4', {
      ...{ date: '2026-03-11', payment_type: 'cash', currency_fk: way.currency, receive: false },
      ...(way.currency === 2 ? { rate_fk, account_fk: dinars } : { account_fk: dollars }),
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '4', price: way.price }],
      ...more,
    });
  const show = async (id: number) => (await office.read(`purchases/${id}`)).data;
  const receive = (id: number, date: string, quantity: string) =>
    step(`purchases/${id}/receive`, { date, lines: [{ line_id: 1, quantity }] });

  it('is paid on its day, comes before, later and in parts, and returns to draft with all of its money', async () => {
    const [before, stock] = [await balances(), await account('inventory')];
    const id = await office.add('purchases', body());
    expect(await show(id)).toMatchObject({ paid_amount: way.paid, paid: way.total, remaining: '0' });
    expect(await account('goods-received-not-billed')).toBeGreaterThan(147_000);
    expect(await account('inventory')).toBe(stock);
    const paid = await balances();
    expect(paid).not.toEqual(before);
    await receive(id, '2026-03-05', '1');
    await receive(id, '2026-03-12', '3');
    expect(await inOrder()).toEqual([]);
    await receive(id, '2026-03-13', '4');
    expect(await balances()).toEqual(paid);
    expect(await account('goods-received-not-billed')).toBe(0);
    expect(await account('supplier-advances')).toBe(0);
    expect((await account('inventory')) - stock).toBeGreaterThan(147_000);
    expect(await inOrder()).toEqual([]);
    await step(`purchases/${id}/return_to_draft`, { reason: 'x' });
    expect([await balances(), await account('inventory')]).toEqual([before, stock]);
    await step(`purchases/${id}/complete`);
    const again = await show(id);
    expect(again).toMatchObject({ status: 'complete', paid_amount: way.paid });
    expect(again['is_paid_before'] ?? null).toBeNull();
    await step(`purchases/${id}/return_to_draft`, { reason: 'x' });
  });

  it('gives back at the rate of both amounts what is returned of a part', async () => {
    const before = await balances();
    const id = await office.add('purchases', body());
    await receive(id, '2026-03-12', '2');
    const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-13', purchase_fk: id };
    const back = await office.add('purchase_returns', {
      ...{ ...place, payment_type: 'cash', account_fk: way.currency === 2 ? dinars : dollars, status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '2' }],
    });
    const { data } = await office.read(`purchase_returns/${back}`);
    expect(Number(data['paid_amount'])).toBeCloseTo(Number(way.paid) / 2, 1);
    expect(await inOrder()).toEqual([]);
    await step(`purchase_returns/${back}/return_to_draft`, { reason: 'x' });
    await step(`purchases/${id}/return_to_draft`, { reason: 'x' });
    expect(await balances()).toEqual(before);
  });

  it('that is closed leaves a credit, which the supplier pays back, and then it is not opened', async () => {
    const id = await office.add('purchases', body());
    await receive(id, '2026-03-12', '1');
    const asked = await office.send('POST', `purchases/${id}/close`, { date: '2026-03-14' });
    expect(JSON.stringify(asked.body.errors)).toContain('becomes a credit with');
    await step(`purchases/${id}/close`, { date: '2026-03-14', confirmed: true });
    const rest = Number(way.total) - Number(way.part);
    const closed = await show(id);
    // All of it was paid, and the supplier has the rest of it.
    expect(closed).toMatchObject({ status: 'closed', paid: way.total, remaining: String(-Number(rest.toFixed(2))) });
    expect(Number(closed['not_coming_amount'])).toBeCloseTo(rest, 4);
    expect(await account('goods-received-not-billed')).toBe(0);
    expect(await account('supplier-advances')).toBeGreaterThan(110_000);
    expect(await inOrder()).toEqual([]);
    await step(`purchases/${id}/open`, { reason: 'x' });
    expect(await account('supplier-advances')).toBe(0);
    await step(`purchases/${id}/close`, { date: '2026-03-14', confirmed: true });
    const paid = await office.add('supplier_transactions', {
      ...{ supplier_fk: shop.supplier, transaction_type: 'get_back', outlet_fk: shop.outlet, date: '2026-03-15' },
      ...{ currency_fk: way.currency, amount: String(Number(rest.toFixed(2))), confirmed: true },
      ...(way.currency === 2 ? { rate_fk, account_fk: dollars } : { account_fk: dinars }),
    });
    expect(await account('supplier-advances')).toBe(0);
    const refused = await office.send('POST', `purchases/${id}/open`, { reason: 'x' });
    expect(refused.status).toBe(422);
    expect(await inOrder()).toEqual([]);
    await step(`supplier_transactions/${paid}/reverse`, { reason: 'x' });
    await step(`purchases/${id}/open`, { reason: 'x' });
    await step(`purchases/${id}/return_to_draft`, { reason: 'x' });
    expect(await inOrder()).toEqual([]);
  });

  it('has costs that are paid so, which wait for the goods and are costs of the draft again', async () => {
    const before = await balances();
    const cost = { cost_type: 'freight', payment_type: 'cash', amount: '9000', currency_fk: 1, account_fk: dollars };
    const id = await office.add('purchases', body({ costs: [cost] }));
    expect(await show(id)).toMatchObject({ costs: [], entered: [{ date: '2026-03-11', cost: { paid_amount: '6' } }] });
    await receive(id, '2026-03-12', '4');
    expect(await account('goods-received-not-billed')).toBe(0);
    expect(await inOrder()).toEqual([]);
    await step(`purchases/${id}/return_to_draft`, { reason: 'x' });
    expect(await show(id)).toMatchObject({ costs: [{ paid_amount: '6' }] });
    expect(await balances()).toEqual(before);
  });
});
