/** Receipts with a total of zero, and quotations that are converted after their day, over every route. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutIsolates } from '../../languages/isolate.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { type Api, openApi, type Sent } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
let drawer: number;
let account: number;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '50'));
  account = await api.add('cashes', { account_name: 'D', cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
  const accounts = [{ account_fk: account, safe_account_fk: shop.cash, float_amount: '0' }];
  drawer = await api.add('closing_drawers', { outlet_fk: shop.outlet, date: '2026-03-11', time: '08:00', accounts });
});
afterAll(() => api.close());

const post = (path: string, body: unknown, language = 'en') =>
  api.send('POST', path, body, { headers: { 'accept-language': language } });
const said = ({ body }: Sent, field: string) => withoutIsolates(body.errors?.[field]?.[0] ?? JSON.stringify(body));

describe('a receipt with a total of zero', () => {
  const receipt = (more: object = {}) => ({
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk: drawer, date: '2026-03-11', time: '09:00' },
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '0' }],
    payments: [{ method: 'cash', amount: '500', account_fk: account }],
    status: 'complete',
    ...more,
  });

  it('takes no money: tried, done, or held and paid later', async () => {
    for (const path of ['pos_sales?dry_run=1', 'pos_sales']) {
      const answer = await post(path, receipt());
      expect([answer.status, said(answer, 'payments')], path).toEqual([
        422,
        'The receipt comes to 0: there is nothing to pay',
      ]);
    }
    const held = await api.add('pos_sales', receipt({ status: 'hold' }));
    expect((await post(`pos_sales/${held}/complete`, {})).body.errors).toHaveProperty('payments');
    for (const language of ['ar', 'ckb'])
      expect(foreignAmong([said(await post('pos_sales', receipt(), language), 'payments')])).toEqual([]);
  });

  it('is accepted without a payment from people who may give goods away', async () => {
    expect((await post('pos_sales', receipt({ payments: [] }))).status).toBe(201);
  });
});

describe('a quotation whose last day is over', () => {
  const quoted = (): Promise<number> =>
    api.add('quotations', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, customer_fk: shop.customer, currency_fk: 1 },
      ...{ date: '2026-03-01', expire_date: '2026-03-10', status: 'complete' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' }],
    });
  const onAccount = { payment_type: 'on_account' };
  const late = 'The quotation was good until 10/03/2026';

  it('is converted to no sale of today, tried or done', async () => {
    const id = await quoted();
    for (const path of [`quotations/${id}/convert_to_sale?dry_run=1`, `quotations/${id}/convert_to_sale`]) {
      expect(said(await post(path, onAccount), 'expire_date'), path).toBe(late);
      expect(said(await post(path, { ...onAccount, date: '2026-03-11' }), 'expire_date'), path).toBe(late);
      const kurdish = said(await post(path, onAccount, 'ckb'), 'expire_date');
      expect(foreignAmong([kurdish])).toEqual([]);
    }
  });

  it('is converted to a sale of its last day, which is entered later', async () => {
    const id = await quoted();
    const answer = await post(`quotations/${id}/convert_to_sale`, { ...onAccount, date: '2026-03-10' });
    expect([answer.status, answer.body.data?.['status']], JSON.stringify(answer.body)).toEqual([200, 'converted']);
    const completed = await post(`sales/${answer.body.data['sale_fk']}/complete`, {});
    expect(completed.body.data).toMatchObject({ status: 'complete', date: '2026-03-10' });
  });
});
