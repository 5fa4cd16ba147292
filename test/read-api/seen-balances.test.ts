/**
 * The effect of a document and the preview of a command show a balance only to people who can see it in a list or a
 * report.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { holdersOf } from '../support/holders.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;

const SELLING = ['index', 'show', 'store', 'update', 'complete'].map((action) => `sales/${action}`);
/** For each permission beside `sales/show`: the keys of accounts, parties and goods that it shows. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'sales/show': [],
  'cashes/balance_view': ['cash'],
  'financial_reports/cash_book': ['cash'],
  'customers/show': ['customer'],
  'reports/customers_statement': ['customer'],
  'suppliers/show': [],
  'stocks/index': ['stock'],
  'items/show_cost': [],
  'financial_reports/trial_balance': ['cash', 'customer', 'receivable', 'sales'],
  'financial_reports/account_ledger': ['cash', 'customer', 'receivable', 'sales'],
  'financial_reports/general_ledger': ['cash', 'customer', 'receivable', 'sales'],
  // Statements require `items/show_cost`.
  'financial_reports/balance_sheet': [],
  'financial_reports/balance_sheet items/show_cost': ['cash', 'inventory', 'receivable'],
  'financial_reports/income_statement items/show_cost': ['cost-of-goods-sold', 'sales'],
  'financial_reports/trial_balance items/show_cost': [
    'cash',
    'cost-of-goods-sold',
    'customer',
    'inventory',
    'receivable',
    'sales',
  ],
};

let office: Office;
let shop: Shop;
let sales: readonly number[];
let holding: ReadonlyMap<string, string>;
let clerk: string;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '100'));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  sales = [await office.add('sales', saleBody(shop, '7')), await office.add('sales', saleBody(shop, '3', onAccount))];
  await office.add('sales', saleBody(shop, '11'));
  const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
  const names = Object.keys(SHOWN);
  const holders = names.map((name) => ({ permissions: ['sales/show', ...name.split(' ')], ...given }));
  const [selling, ...tokens] = await holdersOf(office.database.url, SECRET, [
    { permissions: SELLING, ...given },
    ...holders,
  ]);
  clerk = selling as string;
  holding = new Map(names.map((name, index) => [name, tokens[index] as string]));
});
afterAll(() => office.close());

const balancesOf = async (sale: number, token: string): Promise<readonly Row[]> => {
  const { status, data } = await office.read(`sales/${sale}/effect`, token);
  expect([status, (data['entry'] as unknown as Row[]).length > 0]).toEqual([200, true]);
  return data['balances'] as unknown as Row[];
};
const nameOf = ({ of, key, id }: Row): string =>
  of === 'account' ? String(key) : of === 'party' ? String(id).replace(/-\d+$/, '') : String(of);

describe('the effect of a sale', () => {
  it.each(Object.keys(SHOWN))('shows with %s exactly the balances of its lists and reports', async (name) => {
    const token = holding.get(name) as string;
    const seen = await Promise.all(sales.map((sale) => balancesOf(sale, token)));
    expect([...new Set(seen.flat().map(nameOf))].sort()).toEqual(SHOWN[name]);
  });

  it('tells a sales clerk neither what is in the cash box nor what the outlet sold', async () => {
    expect((await office.read('cash_balance_show', clerk)).status).toBe(403);
    const { text } = await office.read(`sales/${sales[0]}/effect`, clerk);
    // Cash sales of 18,000, all sales of 21,000; before this sale and with it.
    expect(text).toContain('"7000"');
    expect(text).not.toMatch(/"-?(18000|11000|21000|14000)"/);
    expect((await balancesOf(sales[0] as number, clerk)).map(nameOf)).toEqual(['stock']);
  });

  it('shows the same entries to everybody, with or without balances', async () => {
    const entryOf = async (token: string) =>
      ((await office.read(`sales/${sales[0]}/effect`, token)).data['entry'] as unknown as Row[]).map((line) => [
        line['account_key'],
        line['debit'],
        line['credit'],
      ]);
    expect(await entryOf(clerk)).toEqual(await entryOf(holding.get('financial_reports/trial_balance') as string));
  });
});

describe('the preview of a command', () => {
  const previewed = async (token: string, more: object = {}) => {
    const sent = await office.send('POST', 'sales?dry_run=1', saleBody(shop, '1', more), { token });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    return sent.body.data['preview'] as Record<'balances' | 'movements' | 'journal', Row[]>;
  };
  const keysOf = ({ balances }: { readonly balances: readonly Row[] }) =>
    balances.map(({ key }) => String(key).split(':')[0]);

  it('shows a sales clerk the entry and the quantity on hand, and neither cash nor cost', async () => {
    const shown = await previewed(clerk);
    expect(shown.journal.length).toBeGreaterThan(0);
    expect(keysOf(shown)).toEqual(['stock']);
    expect(shown.movements).toMatchObject([{ quantity: '-1', estimated_cost: null }]);
  });

  it('shows a sales clerk no debt of a customer', async () => {
    const more = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    expect(keysOf(await previewed(clerk, more))).toEqual(['stock']);
  });

  it('shows the super user all of it', async () => {
    const shown = await previewed(office.token);
    expect(keysOf(shown).sort()).toEqual(['cash', 'stock']);
    expect(shown.movements).toMatchObject([{ estimated_cost: '-600' }]);
  });
});

describe('a customer whom a sales clerk looks up', () => {
  it('has terms and prices, and no balances', async () => {
    const { status, data } = await office.read(`customers/${shop.customer}`, clerk);
    expect([status, data]).toMatchObject([200, { consumer_name: 'Azad' }]);
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['balances']));
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['pending_amount']));
  });
});
