/** The shortage of a drawer over the API: the cashier owes it, it is repaid, and the books agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let box: number;
let safe: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const account = (account_name: string) =>
    office.add('cashes', { account_name, cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
  [box, safe] = [await account('Drawer'), await account('Safe')];
  const owner = await office.add('stockholders', { stockholder_name: 'Shilan' });
  await office.add('capital_transactions', {
    ...{ outlet_fk: shop.outlet, stockholder_fk: owner, transaction_type: 'contribution', date: '2026-03-01' },
    ...{ amount: '100000', currency_fk: 1, account_fk: safe },
  });
  await office.send('PATCH', 'system_settings/1', { drawer_shortage_account: 'cashier_receivable' });
});
afterAll(() => office?.close());

const post = (path: string, body: object = {}) => office.send('POST', path, body);
type Row = Readonly<Record<string, unknown>>;

async function balance(key: string): Promise<number> {
  const { data } = await office.read('financial_reports/trial_balance');
  const row = (data['rows'] as unknown as Row[]).find((each) => each['key'] === key);
  return Number(row?.['debit'] ?? 0) - Number(row?.['credit'] ?? 0);
}

/** The parts of the balance by person. */
async function owedBy(): Promise<unknown> {
  const { data } = await office.read('financial_reports/account_ledger?account=1240');
  const sums = new Map<string, number>();
  for (const line of data['data'] as unknown as Row[]) {
    const name = `${line['party']} ${line['party_name']}`;
    sums.set(name, (sums.get(name) ?? 0) + Number(line['debit']) - Number(line['credit']));
  }
  return Object.fromEntries(sums);
}

async function closedDrawer(date: string, counted: string): Promise<number> {
  const accounts = [{ account_fk: box, safe_account_fk: safe, float_amount: '10000' }];
  const id = await office.add('closing_drawers', { outlet_fk: shop.outlet, date, time: '08:00', accounts });
  const moment = { date, time: '20:00' };
  await post(`closing_drawers/${id}/count`, { ...moment, accounts: [{ account_fk: box, counted_amount: counted }] });
  const closed = await post(`closing_drawers/${id}/close`, { ...moment, difference_reason: 'wrong change' });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  return id;
}

const salary = (repayment: string | null) => ({
  ...{ outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-31', date: '2026-03-31' },
  lines: [{ user_fk: 1, base_salary: '50000', repayment }],
});

const journal = (amount: string, account: number) => ({
  ...{ outlet_fk: shop.outlet, date: '2026-03-31', status: 'posted' },
  lines: [
    { account, debit: amount, currency_fk: 1 },
    { account: 1240, credit: amount, currency_fk: 1, user_fk: 1 },
  ],
});

describe('a shortage that the cashier owes', () => {
  let first: number;

  it('is a debt of the person in the books, and the difference of the drawer', async () => {
    first = await closedDrawer('2026-03-10', '7000');
    expect([await balance('staff-receivable'), await balance('cash-over-short')]).toEqual([3000, 0]);
    expect(await owedBy()).toEqual({ 'user-1 Administrator': 3000 });
    const { data } = await office.read(`closing_drawers/${first}`);
    expect(data).toMatchObject({ closing: { user_fk: 1, accounts: [{ owed_amount: '3000' }] } });
    const { data: list } = await office.read('closing_drawers');
    expect((list as unknown as { data: Row[] }).data[0]).toMatchObject({ difference: '-3000' });
  });

  it('is repaid out of a salary, up to what is owed', async () => {
    const tooMuch = await office.add('payrolls', salary('3001'));
    const refused = await post(`payrolls/${tooMuch}/approve`);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'lines.0.user_fk': ['Administrator owes only 3,000 IQD'] },
    ]);
    await post(`payrolls/${tooMuch}/discard`);
    const payroll = await office.add('payrolls', salary('2000'));
    const approved = await post(`payrolls/${payroll}/approve`);
    expect(approved.body.data).toMatchObject({ status: 'approved', amount: '48000' });
    expect([await balance('staff-receivable'), await balance('payroll')]).toEqual([1000, 50000]);
    expect(await balance('payroll-payable')).toBe(-48000);
    const unclosed = await post(`closing_drawers/${first}/unclose`, { reason: 'counted wrong' });
    const blocked = { blockers: [{ kind: 'payroll', id: payroll }], blocker_count: 1 };
    expect([unclosed.status, unclosed.body]).toMatchObject([409, { code: 'protected', details: blocked }]);
    await post(`payrolls/${payroll}/reverse`, { reason: 'mistake' });
    expect(await owedBy()).toEqual({ 'user-1 Administrator': 3000 });
  });

  it('may take the whole pay, of which nothing is left to pay', async () => {
    const { lines, ...body } = salary('3000');
    const kept = await office.add('payrolls', { ...body, lines: [{ ...lines[0], base_salary: '3000' }] });
    const approved = await post(`payrolls/${kept}/approve`);
    expect(approved.body.data).toMatchObject({ status: 'approved', amount: '0', possible: ['correct', 'reverse'] });
    expect([await balance('staff-receivable'), await balance('payroll-payable')]).toEqual([0, 0]);
    expect((await post(`payrolls/${kept}/pay_out`, { date: '2026-04-01', account_fk: box })).status).toBe(409);
    await post(`payrolls/${kept}/reverse`, { reason: 'mistake' });
    expect(await owedBy()).toEqual({ 'user-1 Administrator': 3000 });
  });

  it('is unclosed exactly, and closed again by the setting of that moment', async () => {
    expect((await post(`closing_drawers/${first}/unclose`, { reason: 'counted wrong' })).status).toBe(200);
    expect([await balance('staff-receivable'), await balance('cash-over-short')]).toEqual([0, 0]);
    const moment = { date: '2026-03-10', time: '21:00' };
    await post(`closing_drawers/${first}/count`, {
      ...moment,
      accounts: [{ account_fk: box, counted_amount: '8000' }],
    });
    await post(`closing_drawers/${first}/close`, { ...moment, difference_reason: 'wrong change' });
    await office.send('PATCH', 'system_settings/1', { drawer_shortage_account: 'cash_over_short' });
    await post(`closing_drawers/${first}/approve`);
    await closedDrawer('2026-03-11', '9500');
    expect([await balance('staff-receivable'), await balance('cash-over-short')]).toEqual([2000, 500]);
  });

  it('is paid in cash or cancelled by a journal with the person, up to what is owed', async () => {
    const refused = await post('general_journals', journal('2001', 6300));
    expect(refused.body.errors).toEqual({ 'lines.1.user_fk': ['Administrator owes only 2,000 IQD'] });
    expect((await post('general_journals', journal('1500', 111_000_000 + safe))).status).toBe(201);
    expect((await post('general_journals', journal('500', 6300))).status).toBe(201);
    expect([await balance('staff-receivable'), await balance('cash-over-short')]).toEqual([0, 1000]);
    expect(await owedBy()).toEqual({ 'user-1 Administrator': 0 });
  });

  it('is explained by person in the trial balance', async () => {
    const sara = await office.add('users', { user_name: 'Sara', email: 'sara@example.com' });
    const advance = (user_fk: number, amount: string) =>
      post('general_journals', {
        ...{ outlet_fk: shop.outlet, date: '2026-03-31', status: 'posted' },
        lines: [
          { account: 1240, debit: amount, currency_fk: 1, user_fk },
          { account: 111_000_000 + safe, credit: amount, currency_fk: 1 },
        ],
      });
    expect((await advance(sara, '700')).status).toBe(201);
    expect((await advance(1, '300')).status).toBe(201);
    const owed = await office.read('payrolls/owed');
    expect(owed.body['data']).toEqual([
      { user_fk: sara, user_name: 'Sara', owed: '700' },
      { user_fk: 1, user_name: 'Administrator', owed: '300' },
    ]);
    const clerk = await office.person('pays', ['payrolls/store', 'payrolls/index']);
    expect((await office.read('payrolls/owed', clerk)).status).toBe(403);
    const elsewhere = await office.add('outlets', { outlet_name: 'Airport' });
    const there = { outlets: [elsewhere], inventories: [] };
    const accountant = await office.person('far', ['financial_reports/account_ledger'], there);
    expect((await office.read('payrolls/owed', accountant)).body['data']).toEqual([]);
    const explained = async (figure: string) =>
      (await office.read(`explain?figure=${encodeURIComponent(figure)}`)).body['data'] as {
        readonly amount: string;
        readonly data: readonly { readonly amount: string; readonly figure: string; readonly name: Row | null }[];
      };
    const whole = await explained('trial_balance;account=1240;of=debit');
    expect(whole.data.map(({ name, amount }) => [name?.['name'], amount])).toEqual([
      ['Administrator', '300'],
      ['Sara', '700'],
    ]);
    expect(await explained(whole.data[1]?.figure ?? '')).toMatchObject({ amount: '700' });
  });

  it('of one outlet is what is left after repayments in others, for persons of each of them', async () => {
    const person = await office.add('users', { user_name: 'Rebin', email: 'rebin@example.com' });
    const mall = await office.add('outlets', { outlet_name: 'Mall' });
    const posted = async (outlet_fk: number, debit: object, credit: object) => {
      const lines = [debit, credit].map((side, index) => ({
        ...{ currency_fk: 1, [index === 0 ? 'debit' : 'credit']: '500' },
        ...side,
      }));
      const body = { outlet_fk, date: '2026-03-31', status: 'posted', lines };
      expect((await post('general_journals', body)).status).toBe(201);
    };
    const [debt, costs] = [{ account: 1240, user_fk: person }, { account: 6300 }];
    const seenIn = async (name: string, outlet: number) => {
      const given = { outlets: [outlet], inventories: [] };
      const token = await office.person(name, ['financial_reports/account_ledger'], given);
      return async () => {
        const { body } = await office.read('payrolls/owed', token);
        const owed = (body['data'] as Row[]).filter(({ user_fk }) => user_fk === person);
        return owed.map((row) => row['owed']);
      };
    };
    const [here, there] = [await seenIn('here', shop.outlet), await seenIn('there', mall)];
    await posted(shop.outlet, debt, costs);
    await posted(shop.outlet, debt, costs);
    expect([await here(), await there()]).toEqual([['1000'], []]);
    await posted(mall, costs, debt);
    expect([await here(), await there()]).toEqual([['500'], ['500']]);
    await posted(mall, costs, debt);
    expect([await here(), await there()]).toEqual([[], []]);
  });

  it('is settled in the outlet that is owed it when another one pays the salary', async () => {
    const person = await office.add('users', { user_name: 'Hana', email: 'hana@example.com' });
    const [bank, port] = [
      await office.add('outlets', { outlet_name: 'Bank street' }),
      await office.add('outlets', { outlet_name: 'Port' }),
    ];
    const advance = (outlet_fk: number, amount: string) => {
      const lines = [
        { account: 1240, debit: amount, currency_fk: 1, user_fk: person },
        { account: 6300, credit: amount, currency_fk: 1 },
      ];
      return post('general_journals', { outlet_fk, date: '2026-03-10', status: 'posted', lines });
    };
    await advance(bank, '600000');
    await advance(port, '30000');
    const pay = (outlet_fk: number, repayment: string, day: string) =>
      office.add('payrolls', {
        ...{ outlet_fk, from_date: day, to_date: day, date: day },
        lines: [{ user_fk: person, base_salary: '700000', repayment }],
      });
    const of = async (outlet: number) => {
      const { data } = await office.read(`financial_reports/trial_balance?outlet_fk=${outlet}`);
      const rows = data['rows'] as unknown as Row[];
      const net = (key: string) =>
        rows
          .filter((row) => row['key'] === key)
          .reduce((sum, row) => sum + Number(row['debit'] ?? 0) - Number(row['credit'] ?? 0), 0);
      return { owed: net('staff-receivable'), total: [data['debit'], data['credit']] };
    };
    const first = await pay(port, '100000', '2026-03-11');
    const clerk = await office.person('of-the-port', ['payrolls/approve', 'payrolls/index'], {
      outlets: [port],
      inventories: [],
    });
    const refused = await office.send('POST', `payrolls/${first}/approve`, {}, { token: clerk });
    expect(refused.body.errors).toEqual({
      'lines.0.repayment': ['Hana owes this to another outlet, which is not given to you'],
    });
    const approved = await post(`payrolls/${first}/approve`);
    expect(approved.body.data).toMatchObject({
      lines: [{ repayment: '100000', repaid_in: [{ outlet_fk: bank, amount: '70000' }] }],
    });
    expect([(await of(bank)).owed, (await of(port)).owed]).toEqual([530000, 0]);
    for (const outlet of [bank, port]) {
      const [debit, credit] = (await of(outlet)).total;
      expect(debit).toBe(credit);
    }
    await post(`payrolls/${first}/reverse`, { reason: 'mistake' });
    expect([(await of(bank)).owed, (await of(port)).owed]).toEqual([600000, 30000]);
    const tooMuch = await pay(port, '630001', '2026-03-12');
    expect((await post(`payrolls/${tooMuch}/approve`)).body.errors).toEqual({
      'lines.0.user_fk': ['Hana owes only 630,000 IQD'],
    });
  });
});
