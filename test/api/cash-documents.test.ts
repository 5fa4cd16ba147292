/** Documents of money over the API: each through its states, with the claims that its postings make. */
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
  it('puts money into its cash box, and is not taken back when the money is spent', async () => {
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

  it('on account counts towards what its customer may owe', async () => {
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
