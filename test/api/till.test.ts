/** The till over the API: a drawer is opened, takes receipts, is counted blind and closed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
let accounts: { drawer: number; safe: number; bank: number };
let drawer: number;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  const box = (account_name: string, cash_type = 1) =>
    api.add('cashes', { account_name, cash_type, currency_fk: 1, outlet_fk: shop.outlet });
  accounts = { drawer: await box('Drawer 1'), safe: await box('Safe'), bank: await box('Bank', 2) };
  const owner = await api.add('stockholders', { stockholder_name: 'Shilan' });
  await api.add('capital_transactions', {
    outlet_fk: shop.outlet,
    stockholder_fk: owner,
    transaction_type: 'contribution',
    date: '2026-03-01',
    amount: '100000',
    currency_fk: 1,
    account_fk: accounts.safe,
  });
  await api.add('purchases', purchaseBody(shop, '100'));
});
afterAll(() => api.close());

const post = (path: string, body?: unknown) => api.send('POST', path, body);
const opening = () => ({
  outlet_fk: shop.outlet,
  date: '2026-03-11',
  time: '08:00',
  accounts: [{ account_fk: accounts.drawer, safe_account_fk: accounts.safe, float_amount: '10000' }],
});
const receipt = (more: object = {}) => ({
  outlet_fk: shop.outlet,
  inventory_fk: shop.inventory,
  drawer_fk: drawer,
  customer_fk: shop.customer,
  date: '2026-03-11',
  time: '09:00',
  lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '4', price: '1000' }],
  payments: [
    { method: 'cash', amount: '2500', account_fk: accounts.drawer },
    { method: 'app', amount: '1000' },
    { method: 'credit', amount: '500' },
  ],
  status: 'complete',
  ...more,
});

describe('the till', () => {
  it('opens one drawer for a cashier', async () => {
    const done = await post('closing_drawers', opening());
    expect(done.body.data).toMatchObject({ status: 'open', number: 'D-000001' });
    drawer = Number(done.body.data['id']);
    const second = await post('closing_drawers', opening());
    expect(Object.keys(second.body.errors ?? {}).sort()).toEqual(['accounts.0.account_fk', 'user_fk']);
  });

  it('takes a receipt that is paid in three ways, and no goods that are not there', async () => {
    const done = await post('pos_sales', receipt());
    expect(done.body.data).toMatchObject({ status: 'complete', number: 'R-000001', change_amount: '0' });
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '500', price: '1' }];
    const refused = await post('pos_sales', receipt({ lines, payments: [{ method: 'app', amount: '500' }] }));
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['lines.0.quantity']);
  });

  it('holds a receipt, takes it up again and completes it once', async () => {
    const held = await post('pos_sales', receipt({ payments: [], status: 'hold' }));
    const id = held.body.data['id'];
    expect(held.body.data).toMatchObject({ status: 'hold', revision: 0 });
    expect((await post(`pos_sales/${id}/complete`, {})).status).toBe(422);
    const change = { ...receipt(), status: 'complete', revision: 0 };
    const done = await api.send('PATCH', `pos_sales/${id}`, change);
    expect(done.body.data).toMatchObject({ status: 'complete', number: 'R-000002' });
    expect(
      (await post(`pos_sales/${id}/refund`, { drawer_fk: drawer, date: '2026-03-11', reason: 'broken' })).body.data,
    ).toMatchObject({ status: 'refunded' });
    expect((await post(`pos_sales/${id}/complete`, {})).status).toBe(409);
  });

  it('is counted blind and closed with what is short, and approved', async () => {
    const moment = { date: '2026-03-11', time: '20:00' };
    const counted = { ...moment, accounts: [{ account_fk: accounts.drawer, counted_amount: '12000' }] };
    expect((await post(`closing_drawers/${drawer}/close`, moment)).status).toBe(409);
    await post(`closing_drawers/${drawer}/count`, counted);
    for (const difference_reason of [undefined, null, ' ']) {
      const silent = await post(`closing_drawers/${drawer}/close`, { ...moment, difference_reason });
      expect([silent.status, Object.keys(silent.body.errors ?? {})]).toEqual([422, ['difference_reason']]);
    }
    const said = { ...moment, difference_reason: 'wrong change' };
    const done = await post(`closing_drawers/${drawer}/close`, said);
    expect(done.body.data).toMatchObject({
      status: 'closed',
      closing: {
        difference_reason: 'wrong change',
        accounts: [{ expected_amount: '12500', counted_amount: '12000', left_amount: '0' }],
      },
    });
    const late = await post('pos_sales', receipt({ time: '21:00' }));
    expect(Object.keys(late.body.errors ?? {})).toEqual(['drawer_fk']);
    for (const reason of [null, '', ' ']) {
      const silent = await post(`closing_drawers/${drawer}/unclose`, { reason });
      expect([silent.status, Object.keys(silent.body.errors ?? {})]).toEqual([422, ['reason']]);
      expect(silent.body.errors?.['reason']?.join()).toBe('Reason is required');
    }
    const unclosed = await post(`closing_drawers/${drawer}/unclose`, { reason: 'counted wrong' });
    expect(unclosed.body.data).toMatchObject({ status: 'open' });
    await post(`closing_drawers/${drawer}/count`, counted);
    await post(`closing_drawers/${drawer}/close`, said);
    expect((await post(`closing_drawers/${drawer}/approve`, {})).body.data).toMatchObject({ status: 'approved' });
    expect((await post('closing_drawers', opening())).status).toBe(201);
  });

  it('settles the app into the bank', async () => {
    const body = { outlet_fk: shop.outlet, date: '2026-03-12', amount: '1000', account_fk: accounts.bank };
    expect((await post('app_settlements', body)).body.data).toMatchObject({ number: 'AS-000001' });
    const refused = await post('app_settlements', { ...body, fee: '1001' });
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(['expense_type_fk', 'fee']);
  });
});
