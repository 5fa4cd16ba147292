/** A clerk who may not sell below the limits of an item, over every route that accepts a price. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '../../command-api/jobs/bulk.ts';
import { isPermission } from '../../domain/registry/permissions.ts';
import { resultOf } from '../support/job-result.ts';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
let clerk: string;
let drawer: number;
let drawerAccount: number;
/** Takes a percent off each invoice. */
let promotion: number;

const RESOURCES = ['sales', 'quotations', 'pos_sales', 'online_orders', 'item_pricings', 'purchases'];
const ACTIONS = ['store', 'update', 'complete', 'receive', 'activate', 'modify_sale_price'];
const PERMISSIONS = RESOURCES.flatMap((resource) => ACTIONS.map((action) => `${resource}/${action}`));

beforeAll(async () => {
  api = await openApi();
  const first = await openShop(api);
  const limits = { minimum_price: '900', maximum_discount: '10' };
  shop = { ...first, item: await api.add('items', itemBody(first.unit, 'Rice', limits)) };
  const given = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
  clerk = await api.person('clerk', [...PERMISSIONS.filter(isPermission), 'closing_drawers/store'], given);
  await api.add('purchases', purchaseBody(shop, '500'));
  drawerAccount = await api.add('cashes', { account_name: 'D', cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
  promotion = await api.add('promotions', {
    ...{ title: 'Spring', status: 'active', start_date: '2026-03-01', end_date: '2026-03-31', applies: 'once' },
    ...{ minimum_amount: '1000', reward_type: 'get_discount', reward_percentage: '1' },
  });
  const opened = await send('closing_drawers', {
    ...{ outlet_fk: shop.outlet, date: '2026-03-11', time: '08:00' },
    accounts: [{ account_fk: drawerAccount, safe_account_fk: shop.cash, float_amount: '0' }],
  });
  drawer = Number(opened.body.data['id']);
});
afterAll(() => api.close());

const line = (more: object = {}) => ({ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000', ...more });
const percent = (value: string) => ({ discount: { type: 'percent', value } });
const send = (path: string, body: unknown, method: 'POST' | 'PATCH' = 'POST') =>
  api.send(method, path, body, { token: clerk });
const sale = (ownLine: object, more: object = {}) => saleBody(shop, '1', { lines: [line(ownLine)], ...more });

/** Asserts the refusal with the line, the item, the lowest price and the net amount. */
async function expectRefused(path: string, body: unknown, words = /Line 1, Rice: .*900/): Promise<void> {
  const { status, body: answer } = await send(path, body);
  expect(answer.errors, `${path} ${JSON.stringify(answer)}`).toMatchObject({
    'lines.0.price': [expect.stringMatching(words)],
  });
  expect(status).toBe(422);
}

const ATTACKS: readonly (readonly [string, object, object])[] = [
  ['a low price', { price: '100' }, {}],
  ['a discount of the line', percent('90'), {}],
  ['a discount of the invoice', {}, percent('99')],
  ['both discounts together', percent('6'), percent('6')],
  ['a discount in money', { discount: { type: 'amount', value: '101' } }, {}],
  ['goods given free', { bonus_quantity: '1' }, {}],
  ['a high price with a higher discount', { price: '5000', ...percent('90') }, {}],
];

describe('an item with a least price and a largest discount', () => {
  it.each(ATTACKS)('is not sold with %s, nor would it be', async (_name, ownLine, more) => {
    await expectRefused('sales', sale(ownLine, more));
    await expectRefused('sales?dry_run=1', sale(ownLine, more));
    const { payment_type: _type, account_fk: _account, ...quoted } = sale(ownLine, more) as Record<string, unknown>;
    await expectRefused('quotations', quoted);
    const receipt = {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk: drawer, date: '2026-03-11', time: '09:00' },
      ...{ lines: [line(ownLine)], payments: [{ method: 'cash', amount: '5000', account_fk: drawerAccount }] },
      status: 'complete',
      ...more,
    };
    await expectRefused('pos_sales', receipt);
    const { status: _status, ...ordered } = sale(ownLine, more);
    const order = await send('online_orders', ordered);
    await expectRefused(`online_orders/${order.body.data['id']}/confirm`, {});
  });

  it('is not sold with a rounded discount beside the discount of a promotion', async () => {
    const promoted = { ...percent('1'), promotions: [{ promotion_fk: promotion }] };
    await expectRefused('sales', sale({}, { ...promoted, rounded_discount: '900' }));
    expect((await send('sales', sale({}, { ...promoted, rounded_discount: '90' }))).status).toBe(201);
  });

  it('is not sold for nothing', async () => {
    await expectRefused('sales', sale({ price: '0' }), /Line 1, Rice/);
    const free = await api.add('items', itemBody(shop.unit, 'Salt'));
    await expectRefused(
      'sales',
      saleBody({ ...shop, item: free }, '1', { lines: [line({ item_fk: free, price: '0' })] }),
      /Salt/,
    );
  });

  it('is sold within them', async () => {
    expect((await send('sales', sale(percent('10')))).status).toBe(201);
    expect((await send('sales', sale(percent('4'), percent('4')))).status).toBe(201);
  });

  it('is not sold when drafts are completed, one by one, by a change, or many at once', async () => {
    const draft = async () => Number((await send('sales', sale(percent('90'), { status: 'draft' }))).body.data['id']);
    await expectRefused(`sales/${await draft()}/complete`, {});
    const changed = await send(`sales/${await draft()}`, sale(percent('90'), { revision: 0 }), 'PATCH');
    expect(changed.body.errors).toHaveProperty(['lines.0.price']);
    const ids = [await draft(), await draft()];
    const started = await send('sales/bulk', { action: 'complete', ids });
    const result = await resultOf<BulkResult>(api, String(started.body.data['job_id']), { token: clerk });
    expect(result.done).toEqual([]);
    expect(result.refused.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Line 1, Rice/),
      expect.stringMatching(/Line 1, Rice/),
    ]);
  });

  it('takes no list price below them, from a pricing or from a purchase', async () => {
    const pricing = (new_price: string) => ({
      ...{ date: '2026-03-11', status: 'active' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, new_price }],
    });
    for (const price of ['0', '899']) {
      const { body } = await send('item_pricings', pricing(price));
      expect(body.errors, price).toHaveProperty(['lines.0.new_price']);
    }
    const bought = await api.add('purchases', purchaseBody(shop, '1'));
    const prices = [{ item_fk: shop.item, unit_fk: shop.unit, sale_price: '0' }];
    const { body } = await send(`purchases/${bought}/modify_sale_price`, { prices });
    expect(body.errors).toHaveProperty(['prices.0.sale_price']);
  });
});
