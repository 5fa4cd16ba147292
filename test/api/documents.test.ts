/** Further documents over the API: their states, and the claims of their postings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

const post = (path: string, body?: unknown) => api.send('POST', path, body);
const day = { date: '2026-03-11', currency_fk: 1 };

/** A new customer with a sale of 5,000 on account. */
async function debtor(name: string): Promise<{ readonly customer: number; readonly sale: number }> {
  const customer = await api.add('customers', { consumer_name: name });
  const own = { ...shop, item: await api.add('items', itemBody(shop.unit, `Goods of ${name}`)) };
  await api.add('purchases', purchaseBody(own, '5'));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: customer };
  return { customer, sale: await api.add('sales', saleBody(own, '5', onAccount)) };
}

const receipt = (customer: number, amount: string, more: object = {}) => ({
  ...day,
  customer_fk: customer,
  transaction_type: 'receive',
  outlet_fk: shop.outlet,
  amount,
  account_fk: shop.cash,
  ...more,
});

describe('a receipt from a customer', () => {
  it('settles the oldest document, which is then not taken back under it', async () => {
    const { customer, sale } = await debtor('Karwan');
    const paid = await post('customer_transactions', receipt(customer, '2000'));
    expect(paid.body).toMatchObject({ data: { status: 'complete' } });
    const back = await post(`sales/${sale}/return_to_draft`, { reason: 'mistake' });
    expect(back).toMatchObject({ status: 409, body: { code: 'protected' } });
    expect(back.body.message).toMatch(/protected/i);
    const id = paid.body.data['id'];
    expect((await post(`customer_transactions/${id}/reverse`, { reason: 'mistake' })).status).toBe(200);
    expect((await post(`sales/${sale}/return_to_draft`, { reason: 'mistake' })).status).toBe(200);
  });

  it('never settles more than is open, however many are entered at once', async () => {
    const { customer, sale } = await debtor('Nechir');
    const allocations = [{ document: `sale-${sale}`, amount: '2000' }];
    const bodies = Array.from({ length: 6 }, () => receipt(customer, '2000', { allocations }));
    const answers = await Promise.all(bodies.map((body) => post('customer_transactions', body)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(2);
    for (const refused of answers.filter((answer) => answer.status !== 201)) {
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors ?? {}).join()).toMatch(/allocations\.0/);
    }
  });

  it('forgives a part by discount only for whoever may give one', async () => {
    const { customer } = await debtor('Shwan');
    const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await api.person('collector', ['customer_transactions/store'], places);
    const discount = receipt(customer, '500', { transaction_type: 'discount', account_fk: null });
    const refused = await api.send('POST', 'customer_transactions', discount, { token: clerk });
    expect(refused).toMatchObject({ status: 422, body: { errors: { transaction_type: [expect.any(String)] } } });
    const shown = await api.send('POST', 'customer_transactions?dry_run=1', discount, { token: clerk });
    expect(shown.body.errors).toEqual(refused.body.errors);
    expect((await api.send('POST', 'customer_transactions', receipt(customer, '500'), { token: clerk })).status).toBe(
      201,
    );
    const given = ['customer_transactions/store', 'customer_transactions/discount'];
    const head = await api.person('forgiver', given, places);
    expect((await api.send('POST', 'customer_transactions', discount, { token: head })).status).toBe(201);
  });
});

describe('an expense', () => {
  it('is refused above what is in the cash box, and completed when the money is there', async () => {
    const box = await api.add('cashes', { account_name: 'Expense box', cash_type: 1, currency_fk: 1 });
    const body = {
      ...day,
      outlet_fk: shop.outlet,
      expense_type_fk: 1,
      amount: '3000',
      payment_type: 'cash',
      account_fk: box,
      status: 'complete',
    };
    const refused = await post('expenses', body);
    expect(refused.body.errors).toHaveProperty('account_fk');
    const { customer } = await debtor('Payer');
    await api.add('customer_transactions', receipt(customer, '4000', { account_fk: box }));
    const paid = await post('expenses', body);
    expect(paid.body.data).toMatchObject({ status: 'complete', number: expect.stringMatching(/000001$/) });
    expect((await post('expenses', body)).status).toBe(422);
    expect((await post(`expenses/${paid.body.data['id']}/return_to_draft`, { reason: 'mistake' })).status).toBe(200);
    expect((await post('expenses', body)).status).toBe(201);
  });
});

describe('a direct adjustment', () => {
  it('takes missing goods only while they are there', async () => {
    const item = await api.add('items', itemBody(shop.unit, 'Adjusted'));
    const lines = (quantity: string) => [{ item_fk: item, unit_fk: shop.unit, quantity, unit_cost: '500' }];
    const adjust = (quantity: string) =>
      post('inventory_direct_adjustments', {
        outlet_fk: shop.outlet,
        inventory_fk: shop.inventory,
        date: '2026-03-11',
        reason: 'count',
        lines: lines(quantity),
      });
    expect((await adjust('-1')).body.errors).toHaveProperty(['lines.0.quantity']);
    const found = await adjust('2');
    expect(found.body.data['status']).toBe('complete');
    expect((await adjust('-2')).status).toBe(201);
    const back = await post(`inventory_direct_adjustments/${found.body.data['id']}/reverse`, { reason: 'mistake' });
    expect(back.status).toBe(409);
  });
});

describe('opening balances', () => {
  it('count before the first year and give stock and cash to documents of that year', async () => {
    const item = await api.add('items', itemBody(shop.unit, 'Opened'));
    const opening = await post('opening_balances', {
      outlet_fk: shop.outlet,
      financial_year_fk: 1,
      cashes: [{ account_fk: shop.cash, amount: '10000' }],
      stock: [{ inventory_fk: shop.inventory, item_fk: item, unit_fk: shop.unit, quantity: '10', value: '6000' }],
      accounts: [{ account: 'capital', amount: '-16000' }],
    });
    expect(opening.body).toMatchObject({ data: { status: 'draft' } });
    const early = saleBody({ ...shop, item }, '4', { date: '2026-01-01' });
    expect((await post('sales', early)).status).toBe(422);
    const finished = await post(`opening_balances/${opening.body.data['id']}/finish`);
    expect(finished.body).toMatchObject({ data: { status: 'finished' } });
    expect((await post('sales', early)).body).toMatchObject({ data: { status: 'complete' } });
  });

  it('have debts above the credit limit of a customer, who buys nothing on account then', async () => {
    const outlet_fk = await api.add('outlets', { outlet_name: 'Opened with debts' });
    const customer_fk = await api.add('customers', { consumer_name: 'Deep', allowed_debit_amount: '1000' });
    const parties = [{ customer_fk, currency_fk: 1, amount: '5000' }];
    const opening = await post('opening_balances', { outlet_fk, financial_year_fk: 1, parties });
    const path = `opening_balances/${opening.body.data['id']}/finish`;
    expect((await post(path, { difference_to: 'capital' })).body).toMatchObject({ data: { status: 'finished' } });
    const onAccount = { customer_fk, payment_type: 'on_account', account_fk: null };
    expect((await post('sales', saleBody(shop, '1', onAccount))).body.errors).toHaveProperty('customer_fk');
  });

  it('are finished with the difference in capital when the command says so', async () => {
    const outlet_fk = await api.add('outlets', { outlet_name: 'Opened with goods' });
    const inventory_fk = await api.add('inventories', { outlet_fk, inventory_name: 'Opened' });
    const item = await api.add('items', itemBody(shop.unit, 'Opened alone'));
    const stock = [{ inventory_fk, item_fk: item, unit_fk: shop.unit, quantity: '3', value: '1000.5' }];
    const opening = await post('opening_balances', { outlet_fk, financial_year_fk: 1, stock });
    const path = `opening_balances/${opening.body.data['id']}`;
    expect((await post(`${path}/finish`)).status).toBe(422);
    expect((await post(`${path}/finish`, { difference_to: 'reserves' })).status).toBe(422);
    const finished = await post(`${path}/finish`, { difference_to: 'capital' });
    const accounts = [{ account: 'capital', amount: '-1000.5' }];
    expect(finished.body.data).toMatchObject({ status: 'finished', accounts });
    // A reopened opening balance can be saved without changes.
    await post(`${path}/reopen`, { reason: 'one more' });
    const same = await api.send('PATCH', path, { outlet_fk, financial_year_fk: 1, stock, accounts, note: 'counted' });
    expect(same.status).toBe(200);
  });
});
