/**
 * A living business moves in within a year: open invoices, bills and advances with their own numbers and days, the
 * result of the year to date, the first open day, and corrections of all of it.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCloses } from '../../projector/verify/closes.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { check, requestOf, rowsOf, runImport } from '../imports/requests.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

const CURRENT = `select schema from projection.build where status = 'current'`;

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

const show = async (path: string) => (await office.read(path)).data as Row;
const rows = async (path: string) => (await show(path))['data'] as readonly Row[];
const idOf = ({ body }: { readonly body: { readonly data: Row } }) => Number(body.data['id']);
const open = (more: object) =>
  office.send('POST', 'opening_items', {
    outlet_fk: shop.outlet,
    ...{ opened_as: 'debt', currency_fk: 1, date: '2025-09-01', amount: '1000' },
    ...more,
  });
const buckets = async (kind: 'customer' | 'supplier', id: number, day: string) =>
  (await rows(`reports/${kind}s_ageing?consumer_id=${id}&as_at=${day}`))[0];
const balances = async (asAt: string) => {
  const answer = await show(`financial_reports/trial_balance?as_at=${asAt}`);
  return JSON.stringify(answer);
};

describe('open invoices', () => {
  it('age from their own due days, and are paid, corrected and taken back one by one', async () => {
    const customer = await office.add('customers', { consumer_name: 'Azad Market', payment_terms_days: 60 });
    const paid = await open({ customer_fk: customer, reference_number: 'INV-1', date: '2025-12-20', amount: '500' });
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
    await open({ customer_fk: customer, reference_number: 'INV-2', date: '2025-03-05', amount: '700' });
    await open({ customer_fk: customer, reference_number: 'INV-3', date: '2025-12-20', amount: '40' });
    await open({ customer_fk: customer, reference_number: 'V-9', opened_as: 'advance', amount: '90' });
    expect(await buckets('customer', customer, '2026-02-10')).toMatchObject({
      ...{ not_due: '540', over_90: '700', credit: '-90', balance: '1150' },
    });
    expect(await show(`opening_items/${idOf(paid)}`)).toMatchObject({
      ...{ number: 'INV-1', due_date: '2026-02-18', remaining: '500', payment_status: 'unpaid' },
    });
    const receipt = await office.send('POST', 'customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: customer, transaction_type: 'receive', date: '2026-03-02' },
      ...{ currency_fk: 1, amount: '200', account_fk: shop.cash },
      allocations: [{ document: `opening_item-${idOf(paid)}`, amount: '200' }],
    });
    expect(receipt.status, JSON.stringify(receipt.body)).toBe(201);
    const correct = (amount: string) =>
      office.send('POST', `opening_items/${idOf(paid)}/correct`, {
        ...{ outlet_fk: shop.outlet, opened_as: 'debt', currency_fk: 1, customer_fk: customer },
        ...{ reference_number: 'INV-1', date: '2025-12-20', amount, reason: 'counted twice' },
      });
    expect((await correct('150')).status).toBe(422);
    expect((await office.send('POST', `opening_items/${idOf(paid)}/reverse`, { reason: 'x' })).status).toBe(409);
    expect((await correct('450')).status).toBe(200);
    expect(await show(`opening_items/${idOf(paid)}`)).toMatchObject({ total: '450', remaining: '250' });
    expect(await acrossFindings(office)).toEqual([]);
  });

  it('of suppliers are in their own currency, and those of the staff have no due day', async () => {
    const supplier = await office.add('suppliers', { consumer_name: 'Mill abroad', payment_terms_days: 30 });
    const bill = { supplier_fk: supplier, currency_fk: 2, rate: '1500', date: '2026-01-01', amount: '12.50' };
    expect((await open(bill)).body.errors).toEqual({ date: [expect.stringContaining('31/12/2025')] });
    expect((await open({ ...bill, date: '2025-12-31' })).status).toBe(201);
    expect(await buckets('supplier', supplier, '2026-01-29')).toMatchObject({ currency_fk: 2, not_due: '12.5' });
    expect(await buckets('supplier', supplier, '2026-02-01')).toMatchObject({ days_0_30: '12.5', base: '18750' });
    expect((await open({ user_fk: 1, reference_number: 'Loan 1' })).status).toBe(201);
    expect(await balances('2025-12-31')).toContain('"1000"');
  });

  it('come in as a file, once: its rows are known again', async () => {
    const [one] = [await office.add('customers', { consumer_name: 'Bakery', code: 'B-1' })];
    const request = requestOf(
      rowsOf([
        { customer: 'B-1', document_number: '17', document_date: '05/03/2025', open_amount: '1,250' },
        { customer: 'Bakery', document_number: '18', document_date: '2025-11-01', open_amount: '300' },
        {
          customer: 'bakery',
          document_number: '19',
          document_date: '2025-11-02',
          open_amount: '5',
          opened_as: 'Advance',
        },
      ]),
      { parameters: { outlet: shop.outlet } },
    );
    expect(await check(office, 'opening_items', request)).toMatchObject({ ready: 3, problems: [] });
    expect(await runImport(office, 'opening_items', request)).toMatchObject({ imported: 3, problems: [] });
    expect(await buckets('customer', one, '2026-01-01')).toMatchObject({ over_90: '1250', credit: '-5' });
    const again = await check(office, 'opening_items', request);
    expect(again).toMatchObject({ ready: 0 });
    expect(again.problems.map(({ column }) => column)).toEqual(Array(3).fill('document_number'));
    const twice = await check(
      office,
      'opening_items',
      requestOf(
        rowsOf([
          { customer: 'B-1', document_number: '20', document_date: '2025-03-05', open_amount: '1' },
          { customer: 'B-1', document_number: '20', document_date: '2025-03-05', open_amount: '1' },
          { customer: 'B-1', document_number: '21', document_date: '2026-03-05', open_amount: '1' },
          { customer: 'Nobody', document_number: '22', document_date: '2025-03-05', open_amount: '1' },
          { document_number: '23', document_date: '2025-03-05', open_amount: '1' },
        ]),
        { parameters: { outlet: shop.outlet } },
      ),
    );
    expect(twice.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'document_number'],
      [3, 'document_number'],
      [4, 'document_date'],
      [5, 'customer'],
      [6, 'customer'],
    ]);
  });
});

describe('fixed assets', () => {
  it('come in as a file with cost, depreciation and the months that are left, and are depreciated on', async () => {
    const request = requestOf(
      rowsOf([
        { asset: 'Van', bought_on: '10/05/2023', asset_cost: '2400000', depreciated: '800000', months_left: '20' },
        { asset: 'Shelves', bought_on: '2024-01-01', asset_cost: '900000', months_left: '9', salvage: '900000' },
      ]),
      {
        parameters: { outlet: shop.outlet },
        choices: ['Van', 'Shelves'].map((name) => ({ resource: 'fixed_assets', name, becomes: 'create' })),
      },
    );
    expect(await check(office, 'opening_assets', request)).toMatchObject({ ready: 2, problems: [] });
    expect(await runImport(office, 'opening_assets', request)).toMatchObject({
      ...{ imported: 2, created: { fixed_assets: 2 }, problems: [] },
    });
    const asset = async () => (await rows('fixed_assets')).find((row) => row['asset_name'] === 'Van');
    const fixed_asset_fk = (await asset())?.['id'];
    const van = (await rows('asset_purchases')).find((row) => row['fixed_asset_fk'] === fixed_asset_fk);
    expect(van).toMatchObject({ payment_type: 'opening', opened_on: '2025-12-31', status: 'complete' });
    const body = { outlet_fk: shop.outlet, date: '2026-01-31', lines: [{ asset_purchase_fk: van?.['id'] }] };
    const month = await office.send('POST', 'depreciations', body);
    expect(month.status, JSON.stringify(month.body)).toBe(201);
    expect(month.body.data).toMatchObject({ amount: '80000' });
    expect(await asset()).toMatchObject({ cost: '2400000', book_value: '1520000', asset_state: 'in_use' });
    expect(await acrossFindings(office)).toEqual([]);
  });
});

describe('a wrong cost that is found after a sale', () => {
  it('is corrected with a reason, against capital, and what was sold is restated', async () => {
    const stock = [
      { inventory_fk: shop.inventory, item_fk: shop.item, unit_fk: shop.unit, quantity: '10', value: '6000' },
    ];
    const body = { outlet_fk: shop.outlet, financial_year_fk: 1, stock };
    const id = await office.add('opening_balances', body);
    expect((await office.send('POST', `opening_balances/${id}/finish`, { difference_to: 'capital' })).status).toBe(200);
    const sold = await office.send('POST', 'sales', { ...saleBody(shop, '4'), account_fk: shop.cash });
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    expect((await office.send('POST', `opening_balances/${id}/reopen`, { reason: 'x' })).status).toBe(409);
    const correct = (value: string, quantity = '10') =>
      office.send('POST', `opening_balances/${id}/correct`, {
        ...{ ...body, stock: [{ ...stock[0], value, quantity }] },
        ...{ difference_to: 'capital', reason: 'the cost was in dollars' },
      });
    expect((await correct('4000', '3')).status).toBe(422);
    const done = await correct('4000');
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const valued = await rows(`reports/stock_valuation?inventory_fk=${shop.inventory}`);
    expect(valued).toMatchObject([{ quantity: '6', value: '2400' }]);
    expect(await acrossFindings(office)).toEqual([]);
  });
});

describe('the first open day', () => {
  it('is moved while nothing but openings is posted, within its year, and the openings follow', async () => {
    const own = await openOffice();
    try {
      const place = await openShop(own);
      const change = (body: object) => own.send('PATCH', 'financial_years/1', body);
      const item = await own.send('POST', 'opening_items', {
        ...{ outlet_fk: place.outlet, customer_fk: place.customer, opened_as: 'debt', currency_fk: 1 },
        ...{ date: '2025-09-01', amount: '1000', reference_number: 'A-1' },
      });
      expect((await change({ first_day: '2025-12-01' })).body.errors).toHaveProperty('first_day');
      expect((await change({ first_day: '2026-03-01' })).status).toBe(200);
      expect((await own.send('POST', `opening_items/${idOf(item)}/move`, {})).status).toBe(200);
      expect((await own.read(`opening_items/${idOf(item)}`)).data).toMatchObject({ opened_on: '2026-02-28' });
      const results = await own.add('opening_balances', {
        ...{ outlet_fk: place.outlet, financial_year_fk: 1 },
        accounts: [
          { account: 'sales', amount: '-5000' },
          { account: 'cost-of-goods-sold', amount: '3000' },
        ],
      });
      const finish = { difference_to: 'opening-equity' };
      expect((await own.send('POST', `opening_balances/${results}/finish`, finish)).status).toBe(200);
      const buy = (date: string) => own.send('POST', 'purchases', purchaseBody(place, '1', { date }));
      expect((await buy('2026-02-20')).body.errors).toHaveProperty('date');
      expect((await change({ first_day: '2026-02-01' })).status).toBe(200);
      expect((await own.send('POST', `opening_balances/${results}/move`, {})).status).toBe(200);
      expect((await buy('2026-02-20')).status).toBe(201);
      expect((await change({ first_day: '2026-01-15' })).status).toBe(422);
      const income = await own.read('financial_reports/income_statement?from=2026-01-01&as_at=2026-12-31');
      expect(income.text).toContain('"5000"');
      expect(await acrossFindings(own)).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

describe('a closed year before the first day', () => {
  it('takes no opening, no correction of one and none back, and is what it was when it was closed', async () => {
    const own = await openOffice();
    try {
      const place = await openShop(own);
      const { outlet: outlet_fk } = place;
      const moved = await own.send('PATCH', 'financial_years/1', { start_date: '2026-02-01' });
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      const item = { outlet_fk, customer_fk: place.customer, opened_as: 'debt', currency_fk: 1, date: '2025-09-01' };
      const first = await own.send('POST', 'opening_items', { ...item, amount: '1000', reference_number: 'A-1' });
      const asset = async (asset_name: string) => ({
        ...{ outlet_fk, fixed_asset_fk: await own.add('fixed_assets', { asset_name }), date: '2024-01-01' },
        ...{ currency_fk: 1, amount: '2400', payment_type: 'opening', depreciated_amount: '800' },
        ...{ useful_life_months: 20, status: 'complete' },
      });
      const van = await own.send('POST', 'asset_purchases', await asset('Van'));
      expect(van.status, JSON.stringify(van.body)).toBe(201);
      const capital = { outlet_fk, financial_year_fk: 1, accounts: [{ account: 'capital', amount: '-2600' }] };
      const rest = await own.add('opening_balances', capital);
      const finish = (id: number, difference_to: string) =>
        own.send('POST', `opening_balances/${id}/finish`, { difference_to });
      expect((await finish(rest, 'opening-equity')).status).toBe(200);
      const days = { start_date: '2025-01-01', end_date: '2026-01-31' };
      const before = await own.add('financial_years', { year_name: 'before', ...days });
      const close = { financial_year_fk: before, confirmed: true };
      const begun = await own.send('POST', 'year_closes', close);
      expect(begun.body, JSON.stringify(begun.body)).toMatchObject({ data: { status: 'closing' } });
      const job = await own.send('POST', 'jobs/close_year', { year_close_fk: idOf(begun) });
      await resultOf(own, String(job.body.data['job_id']));

      const refused = async (sent: ReturnType<Office['send']>) => {
        const { status, body } = await sent;
        expect([409, 422], JSON.stringify(body)).toContain(status);
        expect(JSON.stringify(body)).toContain('31/01/2026');
      };
      await refused(own.send('POST', 'opening_items', { ...item, amount: '7', reference_number: 'A-2' }));
      const corrected = { ...item, amount: '900', reference_number: 'A-1', reason: 'x' };
      await refused(own.send('POST', `opening_items/${idOf(first)}/correct`, corrected));
      await refused(own.send('POST', `opening_items/${idOf(first)}/reverse`, { reason: 'x' }));
      await refused(own.send('POST', 'asset_purchases', await asset('Shelves')));
      await refused(own.send('POST', `asset_purchases/${idOf(van)}/return_to_draft`, { reason: 'x' }));
      await refused(finish(await own.add('opening_balances', capital), 'opening-equity'));
      await refused(
        own.send('POST', `opening_balances/${rest}/correct`, {
          ...{ ...capital, accounts: [{ account: 'capital', amount: '-1' }] },
          ...{ difference_to: 'opening-equity', reason: 'x' },
        }),
      );
      await refused(own.send('POST', `opening_balances/${rest}/reopen`, { reason: 'x' }));
      // Nor may its first day leave days of no year between.
      expect((await own.send('PATCH', 'financial_years/1', { first_day: '2026-03-01' })).status).toBe(422);
      expect(await acrossFindings(own)).toEqual([]);
      const books = new pg.Client({ connectionString: own.database.url });
      await books.connect();
      const { schema } = (await books.query<{ schema: string }>(CURRENT)).rows[0] ?? { schema: '' };
      expect((await checkCloses(books, schema)).findings).toEqual([]);
      await books.end();
    } finally {
      await own.close();
    }
  });
});

describe('the old trial balance', () => {
  it('is compared with what is opened, account by account, until nothing is different', async () => {
    const own = await openOffice();
    try {
      const place = await openShop(own);
      await own.send('PATCH', 'financial_years/1', { first_day: '2026-03-01' });
      const request = requestOf(
        rowsOf([
          { account_number: '11', account_name: 'Cash', debit: '2000', chart_account: `${111_000_000 + place.cash}` },
          { account_number: '12', account_name: 'Customers', debit: '900', chart_account: '1210' },
          { account_number: '13', account_name: 'Goods', debit: '600', chart_account: '1310' },
          { account_number: '15', account_name: 'Vehicles', debit: '1600', chart_account: '1510' },
          { account_number: '30', account_name: 'Owner', credit: '3800', chart_account: '3200' },
          { account_number: '40', account_name: 'Sales', credit: '1300' },
        ]),
      );
      expect(await check(own, 'old_accounts', request)).toMatchObject({ ready: 6, problems: [] });
      expect(await runImport(own, 'old_accounts', request)).toMatchObject({ imported: 6, problems: [] });
      expect(await check(own, 'old_accounts', request)).toMatchObject({ ready: 0 });
      const compared = async () => (await own.read('opening_comparison')).data as Row;
      const before = await compared();
      expect(before).toMatchObject({ first_day: '2026-03-01', year_from: '2026-01-01', opening_equity: '0' });
      const [sales] = before['unmapped'] as Row[];
      expect(sales).toMatchObject({ code: '40', before: '-1300' });
      const taken = await own.send('PATCH', `old_accounts/${sales?.['old_account_id']}`, { account: 4100 });
      expect(taken.status, JSON.stringify(taken.body)).toBe(200);

      const { outlet: outlet_fk } = place;
      const item = { outlet_fk, customer_fk: place.customer, currency_fk: 1, date: '2026-02-01' };
      await own.send('POST', 'opening_items', { ...item, opened_as: 'debt', amount: '1000', reference_number: '1' });
      await own.send('POST', 'opening_items', { ...item, opened_as: 'advance', amount: '100', reference_number: '2' });
      const fixed_asset_fk = await own.add('fixed_assets', { asset_name: 'Van' });
      const van = await own.send('POST', 'asset_purchases', {
        ...{ outlet_fk, fixed_asset_fk, date: '2024-01-01', currency_fk: 1, amount: '2400', payment_type: 'opening' },
        ...{ depreciated_amount: '800', useful_life_months: 20, status: 'complete' },
      });
      expect(van.status, JSON.stringify(van.body)).toBe(201);
      const opened = async (body: object) => {
        const id = await own.add('opening_balances', { outlet_fk, financial_year_fk: 1, ...body });
        const finish = { difference_to: 'opening-equity' };
        const answer = await own.send('POST', `opening_balances/${id}/finish`, finish);
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      };
      const goods = { inventory_fk: place.inventory, item_fk: place.item, unit_fk: place.unit };
      await opened({ stock: [{ ...goods, quantity: '1', value: '600' }] });
      const half = await compared();
      expect(half).toMatchObject({ totals: { before: '0', opened: '3100', difference: '-3100' } });
      expect(half['rows']).toContainEqual(expect.objectContaining({ account: 1210, before: '900', opened: '900' }));
      expect(half['rows']).toContainEqual(expect.objectContaining({ account: 1510, opened: '1600', difference: '0' }));
      await opened({
        cashes: [{ account_fk: place.cash, amount: '2000' }],
        accounts: [
          { account: 'capital', amount: '-3800' },
          { account: 'sales', amount: '-1300' },
        ],
      });
      const after = await compared();
      expect(after).toMatchObject({
        ...{ totals: { before: '0', opened: '0', difference: '0' }, opening_equity: '0', unmapped: [], elsewhere: [] },
      });
      expect((after['rows'] as Row[]).every(({ difference }) => difference === '0')).toBe(true);
      expect(await acrossFindings(own)).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

describe('a draft that was complete before', () => {
  it('is reversed with a reason, and its number stays', async () => {
    const id = await office.add('opening_balances', {
      ...{ outlet_fk: shop.outlet, financial_year_fk: 1 },
      accounts: [
        { account: 'input-tax', amount: '5' },
        { account: 'output-tax', amount: '-5' },
      ],
    });
    const run = (transition: string, body: object = {}) =>
      office.send('POST', `opening_balances/${id}/${transition}`, body);
    expect((await run('reverse', { reason: 'x' })).status).toBe(409);
    expect((await run('finish')).status).toBe(200);
    expect((await run('reopen', { reason: 'entered twice' })).status).toBe(200);
    expect((await run('discard')).status).toBe(409);
    const done = await run('reverse', { reason: 'entered twice' });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await show(`opening_balances/${id}`)).toMatchObject({ status: 'reversed', number: expect.any(String) });
    expect((await run('finish')).status).toBe(409);
    const sold = await office.send('POST', 'sales', { ...saleBody(shop, '1'), account_fk: shop.cash });
    const sale = idOf(sold);
    expect((await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'x' })).status).toBe(200);
    expect((await office.send('POST', `sales/${sale}/reverse`, { reason: 'not wanted' })).status).toBe(200);
    expect(await show(`sales/${sale}`)).toMatchObject({ status: 'reversed', number: expect.any(String) });
    expect(await acrossFindings(office)).toEqual([]);
  });
});
