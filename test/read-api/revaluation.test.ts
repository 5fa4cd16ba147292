import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let rate: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  rate = await office.add('currency_rates', { date: '2026-03-01', rate: '1490', in_rate: '1480' });
  const tax = { date: '2026-03-02', currency_fk: 1, supplier_fk: shop.supplier, payment_type: 'on_account' };
  await office.add('purchases', {
    ...tax,
    outlet_fk: shop.outlet,
    inventory_fk: shop.inventory,
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '600' }],
    status: 'complete',
  });
  const dollar = { currency_fk: 2, rate_fk: rate, payment_type: 'on_account', customer_fk: shop.customer };
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '100' }];
  await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
  await office.add('sales', saleBody(shop, '1', { ...dollar, account_fk: null, lines }));
});
afterAll(() => office.close());

async function unrealised(asAt: string): Promise<string | undefined> {
  const { data } = await office.read(`financial_reports/trial_balance?as_at=${asAt}`);
  const rows = data['rows'] as unknown as { key: string; debit: string; credit: string }[];
  const row = rows.find(({ key }) => key === 'fx-unrealised');
  return row && `${row.debit} ${row.credit}`;
}

it('is decided on the balances that the books hold, shown before it is posted, and kept with their position', async () => {
  const spring = await office.add('currency_rates', { date: '2026-03-11', rate: '1520', in_rate: '1510' });
  const body = { outlet_fk: shop.outlet, date: '2026-03-31', rate_fk: spring };
  const shown = await office.send('POST', 'revaluations?dry_run=1', { ...body, status: 'posted' });
  expect(shown.body.data['preview']).toMatchObject({
    journal: [
      { account_key: 'receivable-revaluation', debit: '3000' },
      { account_key: 'fx-unrealised', credit: '3000' },
      { account_key: 'receivable-revaluation', credit: '3000' },
      { account_key: 'fx-unrealised', debit: '3000' },
    ],
  });
  const id = await office.add('revaluations', { ...body, status: 'posted' });
  const { data } = await office.read(`revaluations/${id}`);
  expect(data).toMatchObject({
    status: 'posted',
    number: 'V-000001',
    total: '3000',
    next_day: '2026-04-01',
    balances: [
      { account: 1210, party: `customer-${shop.customer}`, foreign_amount: '100', base: '148000', rate: '1510' },
    ],
  });
  expect(Number(data['position'])).toBeGreaterThan(0);
  expect([await unrealised('2026-03-30'), await unrealised('2026-03-31'), await unrealised('2026-04-01')]).toEqual([
    undefined,
    '0 3000',
    undefined,
  ]);
  const second = await office.send('POST', 'revaluations', { ...body, status: 'posted' });
  expect([second.status, second.body.errors]).toEqual([
    422,
    { date: ['This outlet was revalued on this day already'] },
  ]);
  const effect = await office.read(`revaluations/${id}/effect`);
  expect(JSON.stringify(effect.data)).toContain('receivable-revaluation');

  const back = await office.send('POST', `revaluations/${id}/reverse`, { reason: 'the wrong rate' });
  expect(back.status).toBe(200);
  expect([await unrealised('2026-03-31'), await unrealised('2026-04-01')]).toEqual([undefined, undefined]);
  expect((await office.send('POST', 'revaluations', { ...body, status: 'posted' })).status).toBe(201);
});

it('is refused for an outlet that has nothing in foreign currency', async () => {
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const refused = await office.send('POST', 'revaluations', {
    outlet_fk: outlet,
    date: '2026-03-31',
    rate_fk: rate,
    status: 'posted',
  });
  expect(refused.body.errors).toEqual({ date: ['There is nothing in foreign currency on this day'] });
});

async function checkOfYear(): Promise<unknown> {
  const years = (await office.send('GET', 'financial_years/states')).body.data as unknown as { year_id: number }[];
  const gate = (await office.send('GET', `financial_years/${years[0]?.year_id}/gate`)).body.data;
  return (gate['checks'] as { check: string }[]).find(({ check }) => check === 'revaluation');
}

it('is asked for by the gate of its year', async () => {
  const missing = { kind: null, id: null, outlet_fk: shop.outlet, date: '2026-12-31' };
  expect(await checkOfYear()).toMatchObject({ holds: false, findings: [missing] });
});

it('is asked for again when an entry for its day or before was made after it', async () => {
  const revalue = () =>
    office.add('revaluations', { outlet_fk: shop.outlet, date: '2026-12-31', rate_fk: rate, status: 'posted' });
  const receive = (date: string) =>
    office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date },
      ...{ currency_fk: 2, rate_fk: rate, amount: '50', account_fk: dollars },
    });
  await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
  const dollars = await office.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
  const first = await revalue();
  expect(await checkOfYear()).toMatchObject({ holds: true, findings: [] });
  const reversed = await receive('2026-12-30');
  const outdated = { kind: 'revaluation', id: first, outlet_fk: shop.outlet, date: '2026-12-31' };
  expect(await checkOfYear()).toMatchObject({ holds: false, findings: [outdated] });
  // Without the receipt its balances are right again.
  await office.send('POST', `customer_transactions/${reversed}/reverse`, { reason: 'of the next year' });
  expect(await checkOfYear()).toMatchObject({ holds: true });
  await receive('2027-01-02');
  expect(await checkOfYear()).toMatchObject({ holds: true });
  await receive('2026-12-30');
  expect(await checkOfYear()).toMatchObject({ holds: false, findings: [outdated] });
  await office.send('POST', `revaluations/${first}/reverse`, { reason: 'a receipt was missing' });
  await revalue();
  expect(await checkOfYear()).toMatchObject({ holds: true, findings: [] });
});

describe('a loan in dollars', () => {
  const DAY = '2026-12-31';
  let harbour: number;
  let quay: number;
  let loan: number;
  let money: { dollars: number; dinars: number; equity: number };
  const own = async (account_name: string, heading: string, control: number) =>
    control * 100_000 + (await office.add('ledger_accounts', { account_name, heading }));
  const journal = (date: string, ...lines: readonly object[]) =>
    office.add('general_journals', { outlet_fk: harbour, date, lines, status: 'posted' });
  const owes = async (asAt: string) => {
    const { data } = await office.read(`financial_reports/trial_balance?as_at=${asAt}`);
    const rows = data['rows'] as unknown as { account: number; debit: string; credit: string }[];
    const sum = (of: number) =>
      rows
        .filter(({ account }) => account === of)
        .reduce((all, row) => all + Number(row.debit) - Number(row.credit), 0);
    return { loan: sum(loan), realised: sum(4500) };
  };
  const repaid = (date: string, amount: number, at: number, outlet = harbour) =>
    journal(
      date,
      { account: loan, debit: String(amount), currency_fk: 2, rate: String(at), outlet_fk: outlet },
      { account: money.dinars, credit: String(amount * at), currency_fk: 1 },
    );

  beforeAll(async () => {
    harbour = await office.add('outlets', { outlet_name: 'Harbour' });
    quay = await office.add('outlets', { outlet_name: 'Quay' });
    loan = await own('Bank loan', 'liabilities', 2900);
    const cash = async (account_name: string, currency_fk: number) =>
      111000000 + (await office.add('cashes', { account_name, cash_type: 1, currency_fk }));
    const equity = await own('Capital of Azad', 'equity', 3900);
    money = {
      dollars: await cash('Dollars of the harbour', 2),
      dinars: await cash('Dinars of the harbour', 1),
      equity,
    };
    const at = { currency_fk: 2, rate: '1450' };
    await journal(
      '2026-12-01',
      { account: money.dollars, debit: '30000', ...at },
      { account: loan, credit: '10000', ...at },
      { account: money.equity, credit: '29000000', currency_fk: 1 },
    );
    await journal(
      '2026-12-01',
      { account: money.dinars, debit: '60000000', currency_fk: 1 },
      { account: money.equity, credit: '60000000', currency_fk: 1 },
    );
  });

  it('is revalued with the cash at the end of the year, and its gain is less by the loss on the loan', async () => {
    const closing = await office.add('currency_rates', { date: DAY, rate: '1500', in_rate: '1500' });
    const body = { outlet_fk: harbour, date: DAY, rate_fk: closing, status: 'posted' };
    const id = await office.add('revaluations', body);
    expect((await office.read(`revaluations/${id}`)).data).toMatchObject({ total: '1000000' });
  });

  it('is asked for by the gate where nothing else is in dollars, and again when it is paid back late', async () => {
    await journal(
      '2026-12-05',
      { account: loan, credit: '100', currency_fk: 2, rate: '1500', outlet_fk: quay },
      { account: money.equity, debit: '150000', currency_fk: 1, outlet_fk: quay },
    );
    const missing = async () => {
      const { findings } = (await checkOfYear()) as { findings: { id: number | null; outlet_fk: number }[] };
      return findings.filter(({ outlet_fk }) => outlet_fk === quay).map(({ id }) => id !== null);
    };
    expect(await missing()).toEqual([false]);
    await office.add('revaluations', { outlet_fk: quay, date: DAY, rate_fk: rate, status: 'posted' });
    expect(await missing()).toEqual([]);
    await repaid('2026-12-20', 50, 1500, quay);
    expect(await missing()).toEqual([true]);
  });

  it('realises its difference when it is paid back in dinars, in each outlet at its own value, and ends at zero', async () => {
    await repaid('2027-01-10', 8000, 1544);
    expect(await owes('2027-01-09')).toMatchObject({ loan: -14_500_000 - 75_000 });
    const before = (await owes('2027-01-09')).realised;
    expect(await owes('2027-01-10')).toEqual({ loan: -2_900_000 - 75_000, realised: before + 752_000 });
    await repaid('2027-01-11', 50, 1544, quay);
    await repaid('2027-01-12', 2000, 1520);
    expect(await owes('2027-01-12')).toEqual({ loan: 0, realised: before + 752_000 + 2_200 + 140_000 });
  });

  it('is valued anew when an earlier journal is entered late, and as before when that is reversed', async () => {
    const now = await owes('2027-01-12');
    const late = await journal(
      '2026-12-02',
      { account: loan, credit: '10000', currency_fk: 2, rate: '1550' },
      { account: money.equity, debit: '15500000', currency_fk: 1 },
    );
    // 10,000 of 20,000 dollars are left, at the average of 1,500; what was paid back cost 1,500 instead of 1,450.
    expect(await owes('2027-01-12')).toEqual({ loan: -15_000_000, realised: now.realised - 500_000 });
    await office.send('POST', `general_journals/${late}/reverse`, { reason: 'entered twice' });
    expect(await owes('2027-01-12')).toEqual(now);
  });
});
