/** Documents of money over the API: their states, and the claims of their postings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { openShop, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
let incomeType: number;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  incomeType = await api.add('income_types', { type_name: 'Rent received' });
});
afterAll(() => api.close());

const post = (path: string, body?: unknown) => api.send('POST', path, body);
const box = (account_name: string, currency_fk = 1) => api.add('cashes', { account_name, cash_type: 1, currency_fk });

const incomeBody = (amount: string, account_fk: number | null, more: object = {}) => ({
  outlet_fk: shop.outlet,
  income_type_fk: incomeType,
  date: '2026-03-11',
  currency_fk: 1,
  amount,
  payment_type: 'cash',
  account_fk,
  status: 'complete',
  ...more,
});

describe('an income', () => {
  it('adds money to its cash account, and is not reversed when the money is spent', async () => {
    const account = await box('Income box');
    const income = await post('incomes', incomeBody('3000', account));
    expect(income.body.data).toMatchObject({ status: 'complete', number: 'I-000001' });
    const { income_type_fk: _, ...body } = incomeBody('2000', account);
    const expense = await api.add('expenses', { ...body, expense_type_fk: 1 });
    const path = `incomes/${income.body.data['id']}/return_to_draft`;
    const back = await post(path, { reason: 'mistake' });
    expect(back).toMatchObject({ status: 422, body: { code: 'claim' } });
    await post(`expenses/${expense}/return_to_draft`, { reason: 'mistake' });
    expect((await post(path, { reason: 'mistake' })).body.data).toMatchObject({ status: 'draft', number: 'I-000001' });
  });

  it('on account counts towards the credit limit of its customer', async () => {
    const customer = await api.add('customers', { consumer_name: 'Tenant', allowed_debit_amount: '5000' });
    const owed = { payment_type: 'on_account', customer_fk: customer };
    await api.add('incomes', incomeBody('4000', null, owed));
    const refused = await post('incomes', incomeBody('2000', null, owed));
    expect(refused).toMatchObject({ status: 422, body: { errors: { customer_fk: [expect.any(String)] } } });
  });

  it('names every field that is wrong', async () => {
    const { status, body } = await post('incomes', incomeBody('-1', null, { income_type_fk: 0, color: 'red' }));
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['account_fk', 'amount', 'color', 'income_type_fk']);
  });
});

describe('a credit limit', () => {
  it('refuses neither the correction nor the reversal of a receipt, nor that of its allocation', async () => {
    const account = await box('Limit box');
    const customer_fk = await api.add('customers', { consumer_name: 'Limited', allowed_debit_amount: '5000' });
    const owes = (amount: string) =>
      post('incomes', incomeBody(amount, null, { payment_type: 'on_account', customer_fk }));
    const moves = (transaction_type: string, amount: string, more: object = {}) =>
      post('customer_transactions', {
        ...{ outlet_fk: shop.outlet, customer_fk, transaction_type, date: '2026-03-11', currency_fk: 1 },
        ...{ amount, account_fk: account, ...more },
      });
    const then = ({ body }: Awaited<ReturnType<typeof moves>>, transition: string, more: object) =>
      post(`customer_transactions/${body.data['id']}/${transition}`, more);
    expect((await owes('4000')).status).toBe(201);
    const wrong = await moves('receive', '4000');
    expect((await owes('5000')).status).toBe(201);
    const replaces_fk = wrong.body.data['id'];
    const corrected = await moves('receive', '3000', { replaces_fk, reason: 'counted again' });
    expect(corrected).toMatchObject({ status: 201 });
    expect(await then(corrected, 'reverse', { reason: 'of another customer' })).toMatchObject({ status: 200 });
    const right = await moves('receive', '2000');
    expect(await then(right, 'unallocate', { allocation_id: 0 })).toMatchObject({ status: 200 });
    // Money that is paid without a credit is a new debt.
    const lent = await moves('pay_back', '2500');
    expect(lent).toMatchObject({ status: 422, body: { errors: { customer_fk: [expect.any(String)] } } });
  });
});

const transfer = (from_account_fk: number, to_account_fk: number, amount: string, more: object = {}) => ({
  outlet_fk: shop.outlet,
  date: '2026-03-11',
  from_account_fk,
  to_account_fk,
  amount,
  ...more,
});

describe('a cash transfer', () => {
  it('takes no more than there is, on its day and on every later one', async () => {
    const [from, to] = [await box('Transfer from'), await box('Transfer to')];
    await api.add('incomes', incomeBody('3000', from));
    const early = await post('cash_transactions', transfer(from, to, '1000', { date: '2026-03-10' }));
    expect(early.body.errors).toEqual({ from_account_fk: [expect.stringMatching(/^No Enough Balance/)] });
    const done = await post('cash_transactions', transfer(from, to, '2000'));
    expect(done).toMatchObject({ status: 201, body: { data: { status: 'complete', number: 'TT-000001' } } });
    expect((await post('cash_transactions', transfer(from, to, '1500'))).status).toBe(422);
    await api.add('cash_transactions', transfer(to, from, '500'));
    const reverse = `cash_transactions/${done.body.data['id']}/reverse`;
    const refused = await post(reverse, { reason: 'mistake' });
    expect(refused.body.errors).toEqual({ to_account_fk: [expect.stringMatching(/^No Enough Balance/)] });
    await api.add('cash_transactions', transfer(from, to, '500'));
    expect((await post(reverse, { reason: 'mistake' })).body.data['status']).toBe('reversed');
    expect((await post(reverse, { reason: 'mistake' })).status).toBe(200);
  });

  it('between two currencies requires both amounts, and can be previewed', async () => {
    const [dinar, dollar] = [await box('Dinar box'), await box('Dollar box', 2)];
    await api.add('incomes', incomeBody('3000000', dinar));
    const body = transfer(dinar, dollar, '1505000');
    expect((await post('cash_transactions', body)).body.errors).toHaveProperty('to_amount');
    const shown = await post('cash_transactions?dry_run=1', { ...body, to_amount: '1000' });
    expect(shown.body.data['preview']).toMatchObject({
      journal: [{ credit: '1505000' }, { debit: '1505000', foreign_amount: '1000', rate: '1505' }],
    });
    expect((await post('cash_transactions', { ...body, to_amount: '1000' })).status).toBe(201);
  });

  it('moves money from one account to another', async () => {
    const account = await box('The same');
    const { body } = await post('cash_transactions', transfer(account, account, '1'));
    expect(body.errors).toEqual({ to_account_fk: ['From Account and To Account must be different'] });
  });
});

describe('a cash account', () => {
  const moved = (id: number, outlet_fk: number | null) => api.send('PATCH', `cashes/${id}`, { outlet_fk });

  it('that was used is not moved to another outlet, where its money is not; it may be of all outlets', async () => {
    const account = await api.add('cashes', {
      ...{ account_name: 'Moving box', cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet },
    });
    const other = await api.add('outlets', { outlet_name: 'Airport' });
    expect((await moved(account, other)).status).toBe(200);
    expect((await moved(account, shop.outlet)).status).toBe(200);
    await api.add('incomes', incomeBody('3000', account));
    const refused = await moved(account, other);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { outlet_fk: [expect.stringMatching(/^Something was entered for this account, so it stays in its outlet/)] },
    ]);
    expect((await moved(account, null)).status).toBe(200);
  });

  it('is moved only to an outlet that the person has', async () => {
    const outlet_fk = shop.outlet;
    const account = await api.add('cashes', { account_name: 'Box here', cash_type: 1, currency_fk: 1, outlet_fk });
    const given = { outlets: [shop.outlet] };
    const token = await api.person('mover', ['cashes/update', 'cashes/show'], given);
    const other = await api.add('outlets', { outlet_name: 'Port' });
    const refused = await api.send('PATCH', `cashes/${account}`, { outlet_fk: other }, { token });
    expect([refused.status, refused.body.errors]).toEqual([422, { outlet_fk: ['This outlet was not given to you'] }]);
  });
});
