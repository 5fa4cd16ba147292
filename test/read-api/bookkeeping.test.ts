/** Incomes, cash transfers, journals and opening balances in lists, search, chart, ledger and statements. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../api/shop.ts';
import { type Answer, type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let rent: number;
let dollars: number;
let vehicles: number;
let income: number;
let transfer: number;
let journal: number;
let opening: number;

const rows = ({ data }: Answer): Row[] => (data as unknown as { data: Row[] }).data;
const own = (kind: number, id: number) => kind * 100_000 + id;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  rent = await office.add('income_types', { type_name: 'Rent received' });
  dollars = await office.add('cashes', { account_name: 'Dollar box', cash_type: 1, currency_fk: 2 });
  vehicles = await office.add('ledger_accounts', { account_name: 'Vehicles', heading: 'assets' });
  const said = { outlet_fk: shop.outlet, income_type_fk: rent, status: 'complete' };
  await office.add('incomes', {
    ...said,
    date: '2026-03-02',
    amount: '1000',
    currency_fk: 2,
    rate: '1480',
    payment_type: 'cash',
    account_fk: dollars,
  });
  income = await office.add('incomes', {
    ...said,
    date: '2026-03-03',
    amount: '50000',
    currency_fk: 1,
    payment_type: 'on_account',
    customer_fk: shop.customer,
    reference_number: 'LEASE-7',
  });
  transfer = await office.add('cash_transactions', {
    outlet_fk: shop.outlet,
    date: '2026-03-04',
    from_account_fk: dollars,
    to_account_fk: shop.cash,
    amount: '400',
    to_amount: '602000',
  });
  opening = await office.add('opening_balances', {
    outlet_fk: shop.outlet,
    financial_year_fk: 1,
    cashes: [{ account_fk: shop.cash, amount: '10000' }],
    accounts: [
      { ledger_account_fk: vehicles, amount: '5000' },
      { account: 'capital', amount: '-15000' },
    ],
  });
  await office.send('POST', `opening_balances/${opening}/finish`);
  const line = { currency_fk: 1 };
  journal = await office.add('general_journals', {
    outlet_fk: shop.outlet,
    date: '2026-03-05',
    note: 'Delivery van',
    status: 'posted',
    lines: [
      { ...line, account: own(1900, vehicles), debit: '90000' },
      { ...line, account: own(1110, shop.cash), credit: '70000' },
      { ...line, account: 2120, credit: '20000', customer_fk: shop.customer },
    ],
  });
});
afterAll(() => office.close());

describe('the lists', () => {
  it('show incomes by type and customer, with their total in the books', async () => {
    const [one] = rows(await office.read(`incomes?filter[customer_fk]=${shop.customer}`));
    expect(one).toMatchObject({ id: income, income_type_name: 'Rent received', total: '50000', unpaid: '50000' });
    const { data } = await office.read(`incomes?filter[income_type_fk]=${rent}`);
    expect(data).toMatchObject({ total: 2, footer: { total_base: '1530000' } });
  });

  it('show both amounts of a transfer, and the resulting rate', async () => {
    const [one] = rows(await office.read(`cash_transactions?filter[to_account_fk]=${shop.cash}`));
    expect(one).toMatchObject({ id: transfer, total: '400', to_amount: '602000', rate: '1505', status: 'complete' });
  });

  it('show journals by their note, with the sum of their debits', async () => {
    const [one] = rows(await office.read('general_journals?search=delivery'));
    expect(one).toMatchObject({ id: journal, status: 'posted', total_base: '90000' });
  });
});

describe('the search', () => {
  it.each([
    ['lease-7', 'income', () => `/accounting/incomes/${income}`],
    ['delivery', 'general_journal', () => `/accounting/general-journals/${journal}`],
  ])('finds %s with the address of its page', async (typed, kind, path) => {
    const { data } = await office.read(`search?q=${typed}`);
    expect(data).toMatchObject([{ kind, path: path() }]);
  });

  it('finds a transfer and an opening balance by their numbers', async () => {
    const hit = async (resource: string, id: number) => {
      const { data } = await office.read(`${resource}/${id}`);
      return (await office.read(`search?q=${data['number']}`)).data;
    };
    expect(await hit('cash_transactions', transfer)).toMatchObject([
      { kind: 'cash_transfer', path: `/accounting/transfer-transactions/${transfer}` },
    ]);
    expect(await hit('opening_balances', opening)).toMatchObject([
      { kind: 'opening_balance', path: `/settings/opening-balance/accounting-opening-balance/${opening}` },
    ]);
  });
});

describe('the ledger', () => {
  const ledger = async (account: number) => {
    const { data } = await office.read(`financial_reports/account_ledger?account=${account}`);
    return (data as unknown as { data: Row[] }).data.map((row) => [row['document_kind'], row['debit'], row['credit']]);
  };

  it('of a type of income has its incomes', async () => {
    expect(await ledger(own(4300, rent))).toEqual([
      ['income', '0', '1480000'],
      ['income', '0', '50000'],
    ]);
  });

  it('of foreign cash credits its carrying value, and realises the rest', async () => {
    expect(await ledger(own(1110, dollars))).toEqual([
      ['income', '1480000', '0'],
      ['cash_transfer', '0', '602000'],
      ['cash_transfer', '10000', '0'],
    ]);
    expect(await ledger(4500)).toEqual([['cash_transfer', '0', '10000']]);
  });

  it('of an added account has its opening balance and its journals', async () => {
    expect(await ledger(own(1900, vehicles))).toEqual([
      ['opening_balance', '5000', '0'],
      ['general_journal', '90000', '0'],
    ]);
  });
});

describe('the statement of the customer', () => {
  it('has the income that is owed and the advance of the journal', async () => {
    const { data } = await office.read(`reports/customers_statement?consumer_id=${shop.customer}`);
    const lines = (data as unknown as { data: Row[] }).data;
    expect(lines.map((row) => [row['document_kind'], row['debit'], row['credit'], row['balance']])).toEqual([
      ['income', '50000', '0', '50000'],
      ['general_journal', '0', '20000', '30000'],
    ]);
  });

  it('agrees with the open amounts of their documents, oldest first', async () => {
    const { data } = await office.read(`customers/${shop.customer}/open_documents?currency_fk=1`);
    expect(data).toMatchObject([
      { document: `income-${income}`, document_kind: 'income', amount: '50000', number: 'I-000002' },
      { document: `general_journal-${journal}`, document_kind: 'general_journal', amount: '-20000' },
    ]);
    expect((await office.read(`suppliers/${shop.supplier}/open_documents`)).data).toEqual([]);
  });
});

describe('opening balances', () => {
  it('have a paper for each section', async () => {
    const printed = async (paper: string) => {
      const { data } = await office.read(`opening_balances/${opening}/paper?paper=${paper}`);
      return data['documents'];
    };
    expect(await printed('opening_cash')).toMatchObject([
      { layout: { name: 'opening_cash' }, lines: [{ account_fk: 'Till', amount: '10000' }] },
    ]);
    expect(await printed('opening_accounts')).toMatchObject([
      {
        lines: [
          { account: 'other-assets', ledger_account_fk: 'Vehicles', amount: '5000' },
          { account: 'capital', amount: '-15000' },
        ],
      },
    ]);
  });

  it('are shown and changed under the names of the specification', async () => {
    const body = { outlet_fk: shop.outlet, financial_year_fk: 1 };
    const id = await office.add('opening_balances', body);
    const { revision } = (await office.read(`opening_balance_show/${id}`)).data as Row;
    const changed = { ...body, note: 'counted twice', revision, _method: 'PATCH' };
    expect((await office.send('POST', `opening_balance_update/${id}`, changed)).status).toBe(200);
    expect((await office.read(`opening_balance_show/${id}`)).data).toMatchObject({
      note: 'counted twice',
      status: 'draft',
    });
  });
});

describe('a payment', () => {
  it('names the settled documents by their numbers', async () => {
    const payment = await office.add('customer_transactions', {
      outlet_fk: shop.outlet,
      customer_fk: shop.customer,
      transaction_type: 'receive',
      date: '2026-03-09',
      currency_fk: 1,
      amount: '15000',
      account_fk: shop.cash,
    });
    const { data } = await office.read(`customer_transactions/${payment}`);
    const settled = { document: `income-${income}`, document_number: 'I-000002', amount: '15000' };
    expect(data['allocations']).toMatchObject([{ allocations: [settled], standing: true }]);
  });
});

describe('the chart', () => {
  it('shows the party of each account, its currency, and whether it was retired', async () => {
    const unused = await office.add('ledger_accounts', { account_name: 'Unused', heading: 'equity' });
    await office.send('DELETE', `ledger_accounts/${unused}`);
    const chart = (await office.read('accounts/list')).data as unknown as Row[];
    const of = (account: number) => chart.find((row) => row['account'] === account);
    expect(of(own(1110, dollars))).toMatchObject({ name: 'Dollar box', currency_fk: 2, is_retired: false });
    expect(of(own(3900, unused))).toMatchObject({ record_kind: 'ledger_account', record_id: unused, is_retired: true });
    expect(of(1210)).toMatchObject({ key: 'receivable', record_kind: null, is_heading: false });
  });
});

it('shows an account under the number and the name that its key is bound to', async () => {
  const bound = { system_key: 'retained-earnings', account_code: '3999', account_name: 'Profit of former years' };
  const changed = await office.send('PATCH', 'system_settings/1', { posting_accounts: [bound] });
  expect(changed.status).toBe(200);
  const chart = (await office.read('accounts/list')).data as unknown as Row[];
  expect(chart.find(({ key }) => key === 'retained-earnings')).toMatchObject({ account: 3300, code: '3999' });
  const taken = { ...bound, system_key: 'sales', account_code: '2110' };
  const refused = await office.send('PATCH', 'system_settings/1', { posting_accounts: [taken] });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['posting_accounts.0.account_code']);
});
