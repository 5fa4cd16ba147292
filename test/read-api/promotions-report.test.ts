/** The report of promotions: the sales under each, the rewards and their cost, compared with computed figures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Record<string, string & number>;
let office: Office;
let shop: Shop;
let tea: number;
let free: number;
let cheaper: number;
let invoice: number;
let credit: number;

const goods = (item_fk: number, quantity: string, more: object = {}) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity, price: '1000' },
  ...more,
});
const announce = (title: string, more: object) =>
  office.add('promotions', {
    ...{ title, start_date: '2026-03-01', end_date: '2026-03-31', status: 'active', applies: 'each_time', ...more },
  });
const sell = (lines: readonly object[], more: object = {}) =>
  office.add('sales', saleBody(shop, '0', { lines, ...more }));

/** An open drawer at the till: sells for cash, and refunds. */
async function openDrawer() {
  const box = (account_name: string) =>
    office.add('cashes', { account_name, cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
  const [account_fk, safe_account_fk] = [await box('Drawer'), await box('Safe')];
  const moment = { date: '2026-03-11', time: '08:00' };
  const accounts = [{ account_fk, safe_account_fk, float_amount: '0' }];
  const drawer_fk = await office.add('closing_drawers', { outlet_fk: shop.outlet, ...moment, accounts });
  const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk, ...moment };
  return {
    sell: (lines: readonly object[], amount: string) => {
      const payments = [{ method: 'cash', amount, account_fk }];
      return office.add('pos_sales', { ...place, lines, payments, status: 'complete' });
    },
    refund: async (id: number, named: object) => {
      const back = { drawer_fk, ...moment, reason: 'torn', ...named };
      const { status, body } = await office.send('POST', `pos_sales/${id}/refund`, back);
      expect(status, JSON.stringify(body)).toBe(200);
    },
  };
}

async function report(query = '', token?: string) {
  const { status, data } = await office.read(`reports/promotions?${query}`, token);
  expect(status).toBe(200);
  return data as unknown as { readonly data: readonly Row[]; readonly totals: Row };
}
const of = async (promotion: number, query = '') => {
  const { data } = await report(query);
  return data.find((row) => row['promotion_fk'] === promotion);
};

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  tea = await office.add('items', itemBody(shop.unit, 'Tea'));
  // Rice at 600, tea at 500.
  await office.add('purchases', purchaseBody(shop, '200'));
  await office.add(
    'purchases',
    purchaseBody(shop, '0', { lines: [{ item_fk: tea, unit_fk: shop.unit, quantity: '200', price: '500' }] }),
  );
  const rice = { item_fk: shop.item, unit_fk: shop.unit };
  free = await announce('Three and one tea', {
    ...{ reward_type: 'get_free', items: [{ ...rice, quantity: '3' }] },
    reward_items: [{ item_fk: tea, unit_fk: shop.unit, quantity: '1' }],
  });
  cheaper = await announce('Tea for less', {
    ...{ reward_type: 'get_discount', reward_percentage: '10' },
    items: [{ item_fk: tea, unit_fk: shop.unit, quantity: '1' }],
  });
  invoice = await announce('Big baskets', {
    ...{ reward_type: 'get_discount', reward_percentage: '20', minimum_amount: '50000' },
  });
  credit = await announce('Five hundred back', {
    ...{ reward_type: 'get_amount', minimum_amount: '15000', reward_amount: '500', applies: 'once' },
  });
});
afterAll(() => office.close());

describe('the report of promotions', () => {
  it('has no row before anything was sold under one, nor for a sale that names none', async () => {
    await sell([goods(shop.item, '1')]);
    expect((await report()).data).toEqual([]);
  });

  it('has free goods at their cost, beside the goods of the condition', async () => {
    await sell([
      goods(shop.item, '6'),
      goods(tea, '0', { bonus_quantity: '2', promotion_fk: free }),
      // A line without the promotion.
      goods(tea, '4'),
    ]);
    expect(await of(free)).toEqual({
      ...{ promotion_fk: free, promotion_name: 'Three and one tea', key: '', name: null, documents: 1 },
      ...{ document_kind: null, document_id: null },
      // Only one line of tea has the promotion.
      ...{ quantity: '6', free_quantity: '2', gross: '6000', given: '0', other_discounts: '0', revenue: '6000' },
      // 6 × 600 and 2 × 500.
      ...{ cost_of_free: '1000', cost: '4600', profit: '1400', margin: '23.33' },
    });
  });

  it('has the discount of its lines, apart from the invoice’s on the same lines', async () => {
    // 10 × 1,000 less 10 % is 9,000; with the rice 19,000, of which 5 % is 950: 450 of the tea.
    await sell(
      [goods(tea, '10', { promotion_fk: cheaper, discount: { type: 'percent', value: '10' } }), goods(shop.item, '10')],
      { discount: { type: 'percent', value: '5' } },
    );
    expect(await of(cheaper)).toMatchObject({
      ...{ documents: 1, quantity: '10', free_quantity: '0', gross: '10000', given: '1000', other_discounts: '450' },
      ...{ revenue: '8550', cost: '5000', profit: '3550' },
    });
  });

  it('has the discount of a whole invoice, less the share of a return', async () => {
    const sale = await sell(
      [goods(shop.item, '40'), goods(tea, '20', { discount: { type: 'amount', value: '2000' } })],
      {
        ...{ discount: { type: 'percent', value: '20' }, promotions: [{ promotion_fk: invoice }] },
      },
    );
    // 60,000 − 2,000 = 58,000; 20 % of it is 11,600: 8,000 of the rice, 3,600 of the tea.
    expect(await of(invoice)).toMatchObject({
      ...{ documents: 1, quantity: '60', gross: '60000', given: '11600', other_discounts: '2000', revenue: '46400' },
      ...{ cost: '34000', cost_of_free: '0', profit: '12400' },
    });
    await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [
        { sale_line_id: 1, quantity: '10' },
        { sale_line_id: 2, quantity: '10' },
      ],
    });
    // A quarter of 8,000 and half of 3,600 come back, and half of the 2,000.
    expect(await of(invoice)).toMatchObject({
      ...{ documents: 1, quantity: '40', gross: '40000', given: '7800', other_discounts: '1000', revenue: '31200' },
      cost: '23000',
    });
  });

  it('has the credits of customers, less the share of a return', async () => {
    const sale = await sell([goods(shop.item, '12'), goods(tea, '4')], {
      ...{ customer_fk: shop.customer, promotions: [{ promotion_fk: credit }] },
    });
    expect(await of(credit)).toMatchObject({ gross: '16000', given: '500', other_discounts: '0', revenue: '15500' });
    await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete', customer_fk: shop.customer },
      lines: [{ sale_line_id: 2, quantity: '4' }],
    });
    expect(await of(credit)).toMatchObject({ gross: '12000', given: '375', other_discounts: '0', revenue: '11625' });
  });

  it('is as it was known, and now without the reversed sales', async () => {
    const known = office.position;
    const before = await of(cheaper);
    const lines = [goods(tea, '5', { promotion_fk: cheaper, discount: { type: 'percent', value: '10' } })];
    const sale = await sell(lines, { date: '2026-03-10' });
    expect(await of(cheaper)).toMatchObject({ documents: 2, given: '1500', quantity: '15' });
    expect(await of(cheaper, `known_at=${known}`)).toEqual(before);
    expect(await of(cheaper, 'from=2026-03-11')).toEqual(before);
    await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'wrong promotion' });
    expect(await of(cheaper)).toEqual(before);
    // Completed again without the promotion, it is not counted as now known.
    const { lines: _lines, ...body } = saleBody(shop, '0', { date: '2026-03-10', lines: [] });
    const again = await office.send('PATCH', `sales/${sale}`, { ...body, lines: [goods(tea, '5')] });
    expect(again.status).toBe(200);
    expect(await of(cheaper)).toEqual(before);
  });

  it('is by month and by outlet, and its parts are the whole', async () => {
    const [whole, months, outlets] = [await report(), await report('group=month'), await report('group=outlet')];
    expect(months.data.map(({ key, name }) => [key, name])).toContainEqual(['2026-03', '2026-03']);
    expect(outlets.data.map(({ key, name }) => [key, name])).toContainEqual([String(shop.outlet), 'Bazaar']);
    expect(months.totals).toEqual(whole.totals);
    expect(outlets.totals).toEqual(whole.totals);
    const documents = await report('group=document');
    expect(documents.totals).toEqual(whole.totals);
    const of = await report(`group=document&promotion_fk=${invoice}`);
    expect(of.data.map((row) => [row['document_kind'], String(row['name']).slice(0, 2)])).toEqual([
      ['sale', 'S-'],
      ['sale_return', 'SR'],
    ]);
  });

  it('has the rounded discount among the others, also of a return', async () => {
    const before = await of(invoice);
    const sale = await sell([goods(shop.item, '100')], {
      ...{
        discount: { type: 'percent', value: '20' },
        rounded_discount: '500',
        promotions: [{ promotion_fk: invoice }],
      },
    });
    const sold = { given: Number(before?.['given']) + 20000, other: Number(before?.['other_discounts']) + 500 };
    expect(await of(invoice)).toMatchObject({ given: String(sold.given), other_discounts: String(sold.other) });
    await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity: '50' }],
    });
    expect(await of(invoice)).toMatchObject({
      ...{ given: String(sold.given - 10000), other_discounts: String(sold.other - 250) },
    });
  });

  it('has the receipts of the till, less what was refunded of them', async () => {
    const drawer = await openDrawer();
    const before = await of(cheaper);
    const tenth = { promotion_fk: cheaper, discount: { type: 'percent', value: '10' } };
    const receipt = await drawer.sell([goods(shop.item, '1'), goods(tea, '10', tenth)], '10000');
    const count = Number(before?.['documents']) + 1;
    expect(await of(cheaper)).toMatchObject({
      ...{ documents: count, given: '2000', quantity: '20', gross: '20000', cost: '10000' },
    });
    await drawer.refund(receipt, { lines: [{ line_id: 2, quantity: '4' }] });
    const left = {
      documents: count,
      given: '1600',
      other_discounts: '450',
      quantity: '16',
      gross: '16000',
      cost: '8000',
    };
    expect(await of(cheaper)).toMatchObject(left);
    await drawer.refund(receipt, { lines: [{ line_id: 1, quantity: '1' }] });
    expect(await of(cheaper)).toMatchObject(left);
    // Free goods, refunded at once and line by line.
    const without = await of(free);
    const lines = [goods(shop.item, '3'), goods(tea, '0', { bonus_quantity: '1', promotion_fk: free })];
    const parts = {
      lines: [
        { line_id: 1, quantity: '3' },
        { line_id: 2, quantity: '0', bonus_quantity: '1' },
      ],
    };
    for (const named of [{}, parts]) {
      const id = await drawer.sell(lines, '3000');
      expect(await of(free)).toMatchObject({ free_quantity: '3', cost_of_free: '1500', quantity: '9', gross: '9000' });
      await drawer.refund(id, named);
      expect(await of(free)).toEqual(without);
    }
  });

  it('agrees with the ledger: discounts with sales discounts, free goods with the cost of promotions', async () => {
    const { totals } = await report();
    const balances = (await office.read('financial_reports/trial_balance')).data['rows'] as unknown as Row[];
    const balance = (key: string) => balances.find((row) => row['key'] === key)?.['debit'];
    expect(totals['cost_of_free']).toBe(balance('promotion-cost'));
    const { data } = await report();
    const discounts = data.flatMap((row) => [Number(row['given']), Number(row['other_discounts'])]);
    // Of the invoice discount of 5 %, 500 are the share of rice, which has no promotion.
    expect(discounts.reduce((sum, one) => sum + one, 500)).toBe(Number(balance('sales-discounts')));
  });

  it('has the cost of free goods wherever the setting posts it, and without what came back', async () => {
    const account = async (key: string) => {
      const { data } = await office.read('financial_reports/trial_balance');
      return (data['rows'] as unknown as Row[]).find((row) => row['key'] === key)?.['debit'];
    };
    const [before, cost] = [await of(free), await account('promotion-cost')];
    await office.send('PATCH', 'system_settings/1', { free_goods_cost: 'cost_of_goods_sold' });
    const lines = [goods(shop.item, '3'), goods(tea, '0', { bonus_quantity: '1', promotion_fk: free })];
    const sale = await sell(lines);
    await office.send('PATCH', 'system_settings/1', { free_goods_cost: 'promotion_cost' });
    expect(before).toMatchObject({ cost_of_free: '1000', cost: '4600', free_quantity: '2' });
    expect(await of(free)).toMatchObject({ cost_of_free: '1500', cost: '6900', quantity: '9', free_quantity: '3' });
    await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [
        { sale_line_id: 1, quantity: '3' },
        { sale_line_id: 2, quantity: '0', bonus_quantity: '1' },
      ],
    });
    expect(await of(free)).toMatchObject({ cost_of_free: '1000', cost: '4600', quantity: '6', free_quantity: '2' });
    expect(await account('promotion-cost')).toBe(cost);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ free_goods_cost: 'cost_of_goods_sold' });
    expect((await report()).totals['cost_of_free']).toBe(cost);
  });

  it('shows no cost without the permission, nothing of another outlet, and is refused without its permission', async () => {
    const seller = await office.person('promoter', ['reports/promotions'], { outlets: [shop.outlet] });
    const { data, totals } = await report('', seller);
    expect(totals).toMatchObject({ cost_of_free: null });
    for (const row of data) expect(row).toMatchObject({ cost: null, cost_of_free: null, profit: null, margin: null });
    const airport = await office.add('outlets', { outlet_name: 'Airport' });
    const other = await office.person('elsewhere', ['reports/promotions'], { outlets: [airport] });
    expect((await report('', other)).data).toEqual([]);
    expect((await office.read(`reports/promotions?outlet_fk=${shop.outlet}`, other)).status).toBe(404);
    const nobody = await office.person('nobody', ['reports/sales'], { outlets: [shop.outlet] });
    expect((await office.read('reports/promotions', nobody)).status).toBe(403);
  });
});
