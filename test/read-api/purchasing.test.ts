/** Purchasing through HTTP, written and read: orders, goods before their bill, sale prices, purchase returns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Record<string, never>;
let office: Office;
let shop: Shop;
let bank: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  bank = await office.add('cashes', { account_name: 'Bank', cash_type: 2, currency_fk: 1, allow_overdraft: true });
});
afterAll(() => office.close());

const rows = (answer: { data: unknown }): Row[] => (answer.data as { data: Row[] }).data;
const post = async (path: string, body: object = {}) => {
  const answer = await office.send('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
const show = async (path: string) => (await office.read(path)).data;
const newItem = (name: string) => office.add('items', itemBody(shop.unit, name));
const newSupplier = (consumer_name: string) => office.add('suppliers', { consumer_name });
const line = (item_fk: number, quantity: string, price: string) => ({ item_fk, unit_fk: shop.unit, quantity, price });

/** The balances of a document by account, debit above zero. */
async function journal(document: string): Promise<Record<string, number>> {
  const { data } = await office.read(`${document}/effect`);
  const sums: Record<string, number> = {};
  for (const { account_key, debit, credit } of data['entry'] as unknown as Record<string, string>[]) {
    sums[String(account_key)] = (sums[String(account_key)] ?? 0) + Number(debit) - Number(credit);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const stockOf = async (item: number) => {
  const { data } = await office.read(`reports/inventory?item_fk=${item}`);
  const [row] = data['data'] as unknown as Record<string, string>[];
  return row && [row['quantity'], row['value']];
};

describe('a purchase return', () => {
  it('is in the list, the ledger and the stock, and stands in the way of its purchase', async () => {
    const [item, supplier] = [await newItem('Sugar'), await newSupplier('Sugar mill')];
    const freight = { cost_type: 'freight', amount: '500', currency_fk: 1, payment_type: 'cash', account_fk: bank };
    const body = purchaseBody(shop, '10', {
      supplier_fk: supplier,
      costs: [freight],
      lines: [line(item, '10', '600')],
    });
    const purchase = await office.add('purchases', body);
    const back = {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      purchase_fk: purchase,
      supplier_fk: supplier,
      currency_fk: 1,
      date: '2026-03-09',
      payment_type: 'on_account',
      lines: [{ purchase_line_id: 1, quantity: '4' }],
      status: 'complete',
    };
    const id = await office.add('purchase_returns', back);
    expect(await journal(`purchase_returns/${id}`)).toEqual({
      payable: 2400,
      inventory: -2600,
      'purchase-variance': 200,
    });
    expect(await stockOf(item)).toEqual(['6', '3900']);
    expect(rows(await office.read('purchase_returns'))[0]).toMatchObject({
      number: 'PR-000001',
      total: '2400',
      supplier_fk: supplier,
      payment_status: 'paid',
    });
    expect(await show(`purchases/${purchase}`)).toMatchObject({ unpaid: '3600' });
    const taken = await office.send('POST', `purchases/${purchase}/return_to_draft`, { reason: 'x' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'protected' } });
    const more = await office.send('POST', 'purchase_returns', {
      ...back,
      lines: [{ purchase_line_id: 1, quantity: '7' }],
    });
    expect(more).toMatchObject({
      status: 422,
      body: { errors: { 'lines.0.quantity': [expect.stringMatching(/ 6 /)] } },
    });
    await post(`purchase_returns/${id}/return_to_draft`, { reason: 'x' });
    expect(await stockOf(item)).toEqual(['10', '6500']);
  });

  it('of goods that were paid for leaves a credit, which the supplier gives back', async () => {
    const [item, supplier] = [await newItem('Tea'), await newSupplier('Tea house')];
    const body = purchaseBody(shop, '10', { supplier_fk: supplier, lines: [line(item, '10', '100')] });
    const purchase = await office.add('purchases', body);
    const money = {
      outlet_fk: shop.outlet,
      date: '2026-03-08',
      currency_fk: 1,
      account_fk: bank,
      supplier_fk: supplier,
    };
    await office.add('supplier_transactions', { ...money, transaction_type: 'pay', amount: '900' });
    const id = await office.add('purchase_returns', {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      purchase_fk: purchase,
      supplier_fk: supplier,
      currency_fk: 1,
      date: '2026-03-09',
      payment_type: 'on_account',
      lines: [{ purchase_line_id: 1, quantity: '3' }],
      status: 'complete',
    });
    expect(await journal(`purchase_returns/${id}`)).toEqual({
      payable: 100,
      'supplier-advances': 200,
      inventory: -300,
    });
    const got = { ...money, date: '2026-03-10', transaction_type: 'get_back', amount: '200' };
    const transaction = await office.add('supplier_transactions', got);
    expect(await journal(`supplier_transactions/${transaction}`)).toEqual({ bank: 200, 'supplier-advances': -200 });
    expect(await show(`purchase_returns/${id}`)).toMatchObject({ payment_status: 'paid' });
  });
});

describe('goods that are here before their bill', () => {
  it('are on hand and not owed for until it comes', async () => {
    const [item, supplier] = [await newItem('Flour'), await newSupplier('Flour mill')];
    const body = purchaseBody(shop, '10', { supplier_fk: supplier, lines: [line(item, '10', '100')], receive: false });
    const purchase = await office.add('purchases', body);
    await post(`purchases/${purchase}/receive`, { date: '2026-03-04', billed: false });
    expect(await journal(`purchases/${purchase}`)).toEqual({ inventory: 1000, 'goods-received-not-billed': -1000 });
    expect(await stockOf(item)).toEqual(['10', '1000']);
    expect(await show(`purchases/${purchase}`)).toMatchObject({
      received_status: 'received',
      payment_status: null,
      paid: '0',
      possible: expect.arrayContaining(['bill']),
    });
    await post(`purchases/${purchase}/bill`, { date: '2026-03-06', reference_number: 'B-7' });
    expect(await journal(`purchases/${purchase}`)).toEqual({ inventory: 1000, payable: -1000 });
    expect(await show(`purchases/${purchase}`)).toMatchObject({ unpaid: '1000', payment_status: 'unpaid' });
  });

  it('go back before it, and the bill is for the rest', async () => {
    const [item, supplier] = [await newItem('Barley'), await newSupplier('Barley mill')];
    const lines = [line(item, '100', '1000')];
    const purchase = await office.add(
      'purchases',
      purchaseBody(shop, '1', { supplier_fk: supplier, lines, receive: false }),
    );
    await post(`purchases/${purchase}/receive`, { date: '2026-03-04', billed: false });
    const back = (quantity: string, more: object = {}) => ({
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: purchase, supplier_fk: supplier },
      ...{ currency_fk: 1, date: '2026-03-05', payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity }],
      ...more,
    });
    const forCash = back('20', { payment_type: 'cash', account_fk: shop.cash });
    expect((await office.send('POST', 'purchase_returns', forCash)).body.errors).toMatchObject({
      payment_type: ['Goods that go back before their bill were never owed: choose on account'],
    });
    expect((await office.send('POST', 'purchase_returns', back('101'))).status).toBe(422);
    const id = await office.add('purchase_returns', back('20'));
    expect(await journal(`purchase_returns/${id}`)).toEqual({
      'goods-received-not-billed': 20_000,
      inventory: -20_000,
    });
    expect(await show(`purchases/${purchase}`)).toMatchObject({ unpaid: '0' });
    await post(`purchases/${purchase}/bill`, { date: '2026-03-06', reference_number: 'B-80' });
    expect(await journal(`purchases/${purchase}`)).toEqual({
      ...{ inventory: 100_000, payable: -80_000 },
      'goods-received-not-billed': -20_000,
    });
    expect(await show(`purchases/${purchase}`)).toMatchObject({ unpaid: '80000', payment_status: 'unpaid' });
    expect(await stockOf(item)).toEqual(['80', '80000']);
    const taken = await office.send('POST', `purchase_returns/${id}/return_to_draft`, { reason: 'x' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'protected' } });
    expect((await office.send('POST', 'purchase_returns', back('81', { date: '2026-03-07' }))).status).toBe(422);
    const after = await office.add('purchase_returns', back('5', { date: '2026-03-07' }));
    expect(await journal(`purchase_returns/${after}`)).toEqual({ payable: 5000, inventory: -5000 });
    expect(await show(`purchases/${purchase}`)).toMatchObject({ unpaid: '75000' });
  });
});

describe('goods that come in parts', () => {
  it('are owed for as they come, with what their supplier is owed for the freight', async () => {
    const [item, supplier] = [await newItem('Oats'), await newSupplier('Oat mill')];
    const body = purchaseBody(shop, '10', { supplier_fk: supplier, lines: [line(item, '10', '100')], receive: false });
    const purchase = await office.add('purchases', body);
    const seen = async () => {
      const { payment_status, paid, unpaid } = await show(`purchases/${purchase}`);
      return [payment_status, paid, unpaid];
    };
    const pay = (amount: string) =>
      office.add('supplier_transactions', {
        ...{ outlet_fk: shop.outlet, supplier_fk: supplier, transaction_type: 'pay', date: '2026-03-11' },
        ...{ currency_fk: 1, amount, account_fk: bank },
        allocations: [{ document: `purchase-${purchase}`, amount }],
      });
    expect(await seen()).toEqual([null, '0', '0']);
    await post(`purchases/${purchase}/receive`, { date: '2026-03-04', lines: [{ line_id: 1, quantity: '4' }] });
    expect(await seen()).toEqual(['unpaid', '0', '400']);
    await pay('400');
    expect(await seen()).toEqual(['paid', '400', '0']);
    await post(`purchases/${purchase}/receive`, { date: '2026-03-05' });
    expect(await seen()).toEqual(['partially_paid', '400', '600']);
    await post(`purchases/${purchase}/apply_cost`, {
      ...{ cost_id: 1, cost_type: 'freight', amount: '60', currency_fk: 1, payment_type: 'on_account' },
      supplier_fk: supplier,
    });
    expect(await seen()).toEqual(['partially_paid', '400', '660']);
    await pay('660');
    expect(await seen()).toEqual(['paid', '1060', '0']);
  });

  it('are paid in cash as they come, and the freight of their supplier later', async () => {
    const [item, supplier] = [await newItem('Bran'), await newSupplier('Bran mill')];
    const inCash = { supplier_fk: supplier, payment_type: 'cash', account_fk: bank, receive: false };
    const body = purchaseBody(shop, '10', { ...inCash, lines: [line(item, '10', '100')] });
    const purchase = await office.add('purchases', body);
    const seen = async () => {
      const { payment_status, paid, unpaid } = await show(`purchases/${purchase}`);
      return [payment_status, paid, unpaid];
    };
    expect(await seen()).toEqual([null, '0', '0']);
    await post(`purchases/${purchase}/receive`, { date: '2026-03-04', lines: [{ line_id: 1, quantity: '4' }] });
    expect(await seen()).toEqual(['paid', '400', '0']);
    await post(`purchases/${purchase}/receive`, { date: '2026-03-05' });
    await post(`purchases/${purchase}/apply_cost`, {
      ...{ cost_id: 1, cost_type: 'freight', amount: '60', currency_fk: 1, payment_type: 'on_account' },
      supplier_fk: supplier,
    });
    expect(await seen()).toEqual(['partially_paid', '1000', '60']);
  });
});

describe('sale prices that are set from a purchase', () => {
  it('are those of its items in the same command, and stand in the history of both', async () => {
    const item = await newItem('Rice flour');
    const purchase = await office.add('purchases', purchaseBody(shop, '10', { lines: [line(item, '10', '800')] }));
    const prices = [{ item_fk: item, unit_fk: shop.unit, sale_price: '1250', profit_rate: '50' }];
    const body = { round_to: '250', prices };
    const before = await journal(`purchases/${purchase}`);
    await post(`purchases/${purchase}/modify_sale_price`, body);
    const units = (await show(`items/${item}`))['item_units'] as unknown as Row[];
    expect(units[0]).toMatchObject({ sale_price: '1250' });
    expect(await journal(`purchases/${purchase}`)).toEqual(before);
    const histories = await Promise.all(
      [`purchases/${purchase}`, `items/${item}`].map(async (of) =>
        JSON.stringify((await office.read(`${of}/history`)).data),
      ),
    );
    expect(histories[0]).toContain('purchase.sale_prices_set');
    expect(histories[1]).toContain('item.amended');
    const again = await post(`purchases/${purchase}/modify_sale_price`, body);
    expect(again.body.position ?? null).toBeNull();
  });

  it('need their own permission, and not that of items', async () => {
    const item = await newItem('Bran');
    const purchase = await office.add('purchases', purchaseBody(shop, '10', { lines: [line(item, '10', '800')] }));
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const body = { prices: [{ item_fk: item, unit_fk: shop.unit, sale_price: '900' }] };
    const path = `purchases/${purchase}/modify_sale_price`;
    const clerk = await office.person('clerk', ['purchases/show'], given);
    expect((await office.send('POST', path, body, { token: clerk })).status).toBe(403);
    const buyer = await office.person('buyer', ['purchases/modify_sale_price'], given);
    expect((await office.send('POST', path, body, { token: buyer })).status).toBe(200);
  });
});

describe('a purchase order', () => {
  it('is paid in advance and purchased part by part, and each purchase is settled from the advance', async () => {
    const [item, supplier] = [await newItem('Oil'), await newSupplier('Oil press')];
    const order = await office.add('purchase_orders', {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      supplier_fk: supplier,
      date: '2026-03-01',
      received_date: '2026-03-10',
      currency_fk: 1,
      lines: [line(item, '10', '100')],
      status: 'bill',
    });
    await post(`purchase_orders/${order}/pay`, { payment_id: 1, amount: '700', account_fk: bank, date: '2026-03-02' });
    expect(await journal(`purchase_orders/${order}`)).toEqual({ 'supplier-advances': 700, bank: -700 });
    const printed = await office.read(`purchase_orders/${order}/paper`);
    expect(printed.data['documents']).toMatchObject([
      { total: '1000', payments: [{ method: 'advance', amount: '700' }] },
    ]);
    const part = (quantity: string, more: object = {}) =>
      purchaseBody(shop, quantity, {
        supplier_fk: supplier,
        purchase_order_fk: order,
        date: '2026-03-05',
        lines: [{ ...line(item, quantity, '100'), order_line_id: 1 }],
        ...more,
      });
    const first = await office.add('purchases', part('4'));
    expect(await show(`purchases/${first}`)).toMatchObject({ payment_status: 'paid', unpaid: '0' });
    expect(await show(`purchase_orders/${order}`)).toMatchObject({
      number: 'PO-000001',
      status: 'bill',
      received_status: 'partially_received',
    });
    const tooMuch = await office.send('POST', 'purchases', part('7'));
    expect(tooMuch).toMatchObject({ status: 422, body: { errors: { 'lines.0.quantity': [expect.any(String)] } } });
    const second = await office.add('purchases', part('6'));
    expect(await show(`purchases/${second}`)).toMatchObject({ payment_status: 'partially_paid', unpaid: '300' });
    expect(await show(`purchase_orders/${order}`)).toMatchObject({ status: 'closed', received_status: 'received' });
    expect(await journal(`purchase_orders/${order}`)).toEqual({ payable: 700, bank: -700 });
    await post(`purchases/${second}/return_to_draft`, { reason: 'not ours' });
    expect(await show(`purchase_orders/${order}`)).toMatchObject({ status: 'bill', unpaid: '300' });
    await post(`purchases/${second}/complete`);
    expect(await show(`purchases/${second}`)).toMatchObject({ unpaid: '300' });
    const reversal = await office.send('POST', `purchase_orders/${order}/reverse_payment`, {
      payment_id: 1,
      reason: 'x',
    });
    expect(reversal).toMatchObject({ status: 422, body: { code: 'claim' } });
  });

  it('that two buyers take the rest of is given to one of them', async () => {
    const [item, supplier] = [await newItem('Salt'), await newSupplier('Salt works')];
    const order = await office.add('purchase_orders', {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      supplier_fk: supplier,
      date: '2026-03-01',
      currency_fk: 1,
      lines: [line(item, '10', '100')],
      status: 'bill',
    });
    const body = purchaseBody(shop, '10', {
      supplier_fk: supplier,
      purchase_order_fk: order,
      lines: [{ ...line(item, '6', '100'), order_line_id: 1 }],
    });
    const answers = await Promise.all([1, 2, 3].map(() => office.send('POST', 'purchases', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
});
