/**
 * What counts as a sale in the reports of sales and items, and in the explanations of their figures: no payment of tax,
 * no cancelled document and no close of a year.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SALES_GROUPS } from '../../domain/registry/reports.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
/** A sale of three, of which two are returned. */
let sold: number;
/** A sale that was returned to draft. */
let cancelled: number;

const rowsOf = async (path: string) => objectsOf((await office.read(path)).data['data']);
const totalsOf = async (path: string) => membersOf((await office.read(path)).data['totals']);
const explained = async (figure: string) =>
  (await office.read(`explain?figure=${encodeURIComponent(figure)}`)).data['amount'];
const sumOf = (rows: readonly Readonly<Record<string, unknown>>[], name: string): string =>
  printMoney(sum(rows.map((row) => money(String(row[name])))));

const lineOf = (item: number, quantity: string, more: object = {}) => ({
  lines: [{ item_fk: item, unit_fk: shop.unit, quantity, price: '1000', ...more }],
});
const discount = (amount: string, date: string) =>
  office.add('customer_transactions', {
    ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, currency_fk: 1, transaction_type: 'discount' },
    ...{ amount, date },
  });
const takeBack = (date: string) =>
  office.add('sale_returns', {
    ...saleBody(shop, '1', { date, sale_fk: sold }),
    lines: [{ sale_line_id: 1, quantity: '1' }],
  });

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const opening = await office.add('opening_balances', {
    ...{ outlet_fk: shop.outlet, financial_year_fk: 1, cashes: [{ account_fk: shop.cash, amount: '10300' }] },
    accounts: [
      { account: 'output-tax', amount: '-300' },
      { account: 'capital', amount: '-10000' },
    ],
  });
  expect((await office.send('POST', `opening_balances/${opening}/finish`)).status).toBe(200);
  await office.add('purchases', purchaseBody(shop, '100', { date: '2026-01-02' }));
});
afterAll(() => office.close());

describe('the tax of sales', () => {
  const march = 'from=2026-03-01&as_at=2026-03-31';

  it('is what was charged on them: neither a payment of tax, nor tax that was owed at the beginning', async () => {
    await office.add('sales', saleBody(shop, '5', lineOf(shop.item, '5', { tax_percent: '10' })));
    await office.add('tax_payments', {
      ...{ outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-31', date: '2026-03-20' },
      ...{ amount: '500', account_fk: shop.cash },
    });
    for (const period of [march, '']) {
      expect(await totalsOf(`reports/sales?${period}`)).toMatchObject({ revenue: '5000', tax: '500', total: '5500' });
      expect(await rowsOf(`reports/sales?group=invoice&${period}`)).toMatchObject([{ document_kind: 'sale' }]);
      expect(await rowsOf(`reports/sales?${period}`)).toMatchObject([{ key: '2026-03-11', documents: 1 }]);
    }
    expect(await totalsOf(`reports/tax?${march}`)).toMatchObject({ output: '500', paid: '500' });
  });

  it('is explained by the same lines', async () => {
    const [from, as_at] = ['2026-03-01', '2026-03-31'];
    expect(await explained(`sales;from=${from};as_at=${as_at};of=tax`)).toBe('500');
    expect(await explained('sales;of=tax')).toBe('500');
    expect(await explained('sales;of=total')).toBe('5500');
    expect(await explained('sales;group=month;key=2026-03;of=documents')).toBe('1');
  });
});

describe('the number of documents', () => {
  it('is that of the listed invoices, without a cancelled one', async () => {
    const date = '2026-05-04';
    sold = await office.add('sales', saleBody(shop, '3', { date }));
    cancelled = await office.add('sales', saleBody(shop, '1', { date }));
    const back = await office.send('POST', `sales/${cancelled}/return_to_draft`, { reason: 'not taken' });
    expect(back.status).toBe(200);
    const owed = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    await office.add('sales', saleBody(shop, '3', { ...owed, date }));
    await discount('500', date);
    await takeBack('2026-05-05');
    const days = await rowsOf('reports/sales?from=2026-05-01&as_at=2026-05-31');
    expect(days).toMatchObject([
      { key: '2026-05-04', documents: 3, gross: '6000', discounts: '500' },
      { key: '2026-05-05', documents: 1, returns: '1000' },
    ]);
    for (const { key, documents } of days) {
      const invoices = await rowsOf(`reports/sales?group=invoice&from=${key}&as_at=${key}`);
      expect(invoices).toHaveLength(Number(documents));
      expect(await explained(`sales;group=day;key=${key};of=documents`)).toBe(String(documents));
    }
    expect(await rowsOf('reports/sales?group=item&from=2026-05-01&as_at=2026-05-31')).toMatchObject([
      { name: 'Rice', documents: 3 },
      { key: '', documents: 1 },
    ]);
  });
});

describe('the most active items', () => {
  it('add up to the footer, with items that were only returned, and with what no item has', async () => {
    await takeBack('2026-06-02');
    await discount('100', '2026-06-03');
    const june = 'reports/most_active_items?from=2026-06-01&as_at=2026-06-30&order=revenue';
    const rows = await rowsOf(june);
    expect(rows).toMatchObject([
      { item_fk: null, documents: 0, quantity: '0', discounts: '100', revenue: '-100' },
      { item_name: 'Rice', documents: 0, quantity: '-1', returns: '1000', revenue: '-1000' },
    ]);
    expect(await totalsOf(june)).toEqual({ quantity: '-1', revenue: '-1100' });
    expect([sumOf(rows, 'quantity'), sumOf(rows, 'revenue')]).toEqual(['-1', '-1100']);
    const figure = 'most_active_items;from=2026-06-01;as_at=2026-06-30';
    expect(await explained(`${figure};of=revenue`)).toBe('-1100');
    expect(await explained(`${figure};item_fk=none;of=discounts`)).toBe('100');
  });
});

describe('sales of a category', () => {
  it('include its sub-categories, and all categories below', async () => {
    const category = (category_name: string, parent_fk: number | null = null) =>
      office.add('categories', { category_name, parent_fk });
    const food = await category('Food');
    const grain = await category('Grain', food);
    const tools = await category('Tools');
    const barley = await office.add(
      'items',
      itemBody(shop.unit, 'Barley', { category_fk: food, sub_category_fk: grain }),
    );
    const oats = await office.add('items', itemBody(shop.unit, 'Oats', { category_fk: grain }));
    for (const [item, count] of [
      [barley, '2'],
      [oats, '1'],
    ] as const) {
      await office.add('purchases', purchaseBody(shop, '0', { ...lineOf(item, '9'), date: '2026-07-01' }));
      await office.add('sales', saleBody(shop, '0', { ...lineOf(item, count), date: '2026-07-02' }));
    }
    await office.add('sales', saleBody(shop, '1', { date: '2026-07-02' }));
    const july = 'from=2026-07-01&as_at=2026-07-31';
    for (const id of [food, grain]) {
      const items = await rowsOf(`reports/sales?group=item&category_fk=${id}&${july}`);
      expect(items).toMatchObject([
        { name: 'Barley', revenue: '2000' },
        { name: 'Oats', revenue: '1000' },
      ]);
      expect(await explained(`sales;category_fk=${id};from=2026-07-01;as_at=2026-07-31;of=revenue`)).toBe('3000');
    }
    expect(await rowsOf(`reports/sales?category_fk=${tools}&${july}`)).toEqual([]);
  });
});

describe('sales of a closed year', () => {
  const year = 'from=2026-01-01&as_at=2026-12-31';
  let before: unknown;
  let close: number;

  /** All rows and sums of the reports of sales. */
  async function figures(): Promise<unknown> {
    const paths = [
      ...SALES_GROUPS.map((group) => `reports/sales?details=1&group=${group}&${year}`),
      `reports/items_profits?${year}`,
      `reports/most_active_items?${year}`,
    ];
    const answers: unknown[] = [];
    for (const path of paths) answers.push([path, await rowsOf(path), await totalsOf(path)]);
    return answers;
  }

  async function mustBeUnchanged(): Promise<void> {
    expect(await figures()).toEqual(before);
    const income = await totalsOf(`financial_reports/income_statement?${year}`);
    const totals = { revenue: income['revenue'], cost: income['cost_of_sales'], profit: income['gross_profit'] };
    expect(totals.revenue).not.toBe('0');
    for (const group of SALES_GROUPS) {
      expect(await totalsOf(`reports/sales?group=${group}&${year}`), group).toMatchObject(totals);
    }
    expect(await totalsOf(`reports/items_profits?${year}`)).toMatchObject(totals);
    for (const [of, amount] of Object.entries(totals)) {
      expect(await explained(`sales;from=2026-01-01;as_at=2026-12-31;of=${of}`)).toBe(amount);
      expect(await explained(`items_profits;from=2026-01-01;as_at=2026-12-31;of=${of}`)).toBe(amount);
    }
    expect(await explained('sales;group=month;key=2026-12;of=documents')).toBe('0');
    expect(await rowsOf('reports/sales?from=2026-12-01&as_at=2027-01-31&group=invoice')).toEqual([]);
  }

  it('are those of the income statement, by every grouping and by item', async () => {
    // A draft would prevent the close.
    expect((await office.send('POST', `sales/${cancelled}/complete`, {})).status).toBe(200);
    before = await figures();
    const [found] = await rowsOf('financial_years');
    const begun = await office.send('POST', 'year_closes', { financial_year_fk: found?.['id'], confirmed: true });
    close = Number(begun.body.data['id']);
    const job = await office.send('POST', 'jobs/close_year', { year_close_fk: close });
    expect(await resultOf(office, String(job.body.data['job_id']))).toMatchObject({ outcome: 'closed' });
    // Reads wait for the position of this command, which is after the close.
    await office.add('cities', { city_name: 'Duhok' });
    await mustBeUnchanged();
  });

  it('are the same after the year is reopened', async () => {
    const back = await office.send('POST', `year_closes/${close}/reopen`, { reason: 'a sale was forgotten' });
    expect(back.status).toBe(200);
    await mustBeUnchanged();
  });
});
