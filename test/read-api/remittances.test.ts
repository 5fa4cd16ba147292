/**
 * A remittance that is paid to a payable, over HTTP: to a supplier whose documents it settles, or to an account of the
 * chart.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, string>>;

let office: Office;
let shop: Shop;
let way: number;
let bank: number;
const post = (path: string, body: object = {}) => office.send('POST', path, body);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  way = await office.add('cashes', { account_name: 'On its way', cash_type: 3, currency_fk: 1 });
  bank = await office.add('cashes', { account_name: 'Bank', cash_type: 2, currency_fk: 1, allow_overdraft: true });
  await office.add('purchases', purchaseBody(shop, '10'));
});
afterAll(() => office.close());

async function sent(amount: string): Promise<number> {
  const of = { outlet_fk: shop.outlet, date: '2026-03-05', account_fk: bank, remittance_account_fk: way, amount };
  const id = await office.add('remittances', of);
  expect((await post(`remittances/${id}/approve`)).status).toBe(200);
  return id;
}
/** The balances of the two accounts and of the supplier. */
const balances = async () => {
  const { data } = await office.read('financial_reports/trial_balance');
  const rows = (data['rows'] as unknown as Row[]).filter((row) => !row['is_heading']);
  const keys = ['remittance', 'payable', 'supplier-advances', 'other-liabilities'];
  return Object.fromEntries(
    rows
      .filter((row) => keys.includes(row['key'] ?? '') && Number(row['account']) < 10_000)
      .map(({ key, debit, credit }) => [key, debit === '0' ? `-${credit}` : debit]),
  );
};

describe('a remittance that is delivered to a supplier', () => {
  let id: number;

  it('settles the oldest documents, and the rest is an advance', async () => {
    id = await sent('7000');
    const wrong = await post(`remittances/${id}/pay_out`, {
      date: '2026-03-07',
      account_fk: bank,
      supplier_fk: shop.supplier,
    });
    expect(wrong.body.errors).toEqual({ supplier_fk: ['Say one place where it is delivered'] });
    const nowhere = await post(`remittances/${id}/pay_out`, { date: '2026-03-07' });
    expect(Object.keys(nowhere.body.errors ?? {})).toEqual(['account_fk']);
    const early = await post(`remittances/${id}/pay_out`, { date: '2026-03-04', supplier_fk: shop.supplier });
    expect(Object.keys(early.body.errors ?? {})).toEqual(['date']);
    const paid = await post(`remittances/${id}/pay_out`, { date: '2026-03-07', supplier_fk: shop.supplier });
    expect(paid.body.data).toMatchObject({ status: 'paid' });
    expect(await balances()).toEqual({ 'supplier-advances': '1000' });
    const { data } = await office.read(`reports/suppliers_statement?consumer_id=${shop.supplier}`);
    expect(data['closing']).toMatchObject([{ amount: '1000' }]);
    expect(data['ageing']).toMatchObject([{ balance: '-1000', credit: '-1000' }]);
    const open = (await office.read(`suppliers/${shop.supplier}/open_documents`)).data as unknown as Row[];
    expect(open).toMatchObject([{ document: `remittance-${id}`, amount: '-1000' }]);
  });

  it('is owed again when it is reversed', async () => {
    expect((await post(`remittances/${id}/reverse`, { reason: 'never arrived' })).status).toBe(200);
    expect(await balances()).toEqual({ payable: '-6000' });
    const open = (await office.read(`suppliers/${shop.supplier}/open_documents`)).data as unknown as Row[];
    expect(open).toMatchObject([{ amount: '6000' }]);
  });
});

describe('a remittance that is delivered to an account', () => {
  it('reduces the debt on that account, and only payables are permitted', async () => {
    const id = await sent('500');
    const loan = await office.add('ledger_accounts', { account_name: 'Loan', heading: 'liabilities' });
    const other = await office.add('ledger_accounts', { account_name: 'Deposit', heading: 'assets' });
    const refused = await post(`remittances/${id}/pay_out`, { date: '2026-03-07', ledger_account_fk: other });
    expect(refused.body.errors).toEqual({ ledger_account_fk: ['Choose an account below the liabilities'] });
    const paid = await post(`remittances/${id}/pay_out`, { date: '2026-03-07', ledger_account_fk: loan });
    expect(paid.body.data).toMatchObject({ status: 'paid' });
    expect(await balances()).toEqual({ payable: '-6000', 'other-liabilities': '500' });
  });
});

describe('a supplier with currencies', () => {
  it('is named by no later step in another currency', async () => {
    const supplier_fk = await office.add('suppliers', { consumer_name: 'In dinars', currencies: [1] });
    const dollars = { cash_type: 2, currency_fk: 2, allow_overdraft: true };
    const remittance = await office.add('remittances', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-05', amount: '10', rate: '1500' },
      account_fk: await office.add('cashes', { ...dollars, account_name: 'Dollar bank' }),
      remittance_account_fk: await office.add('cashes', { ...dollars, cash_type: 3, account_name: 'Dollar way' }),
    });
    expect((await post(`remittances/${remittance}/approve`)).status).toBe(200);
    const refused = { supplier_fk: [expect.stringMatching(/^In dinars has no account in/)] };
    const paid = await post(`remittances/${remittance}/pay_out`, { date: '2026-03-07', supplier_fk });
    expect([paid.status, paid.body.errors]).toEqual([422, refused]);
    const purchase = await office.add('purchases', purchaseBody(shop, '1'));
    const cost = { cost_id: 1, cost_type: 'freight', amount: '10', currency_fk: 2, rate: '1500' };
    const applied = await post(`purchases/${purchase}/apply_cost`, {
      ...cost,
      payment_type: 'on_account',
      supplier_fk,
    });
    expect([applied.status, applied.body.errors]).toEqual([422, refused]);
  });
});

describe('money on its way that another document took', () => {
  it('is asked about when a remittance is paid out of what others expect, and not before or after', async () => {
    const own = { account_name: 'Second way', cash_type: 3, currency_fk: 1 };
    const second = await office.add('cashes', own);
    const send = async (amount: string) => {
      const of = {
        outlet_fk: shop.outlet,
        date: '2026-03-05',
        account_fk: bank,
        remittance_account_fk: second,
        amount,
      };
      const id = await office.add('remittances', of);
      await post(`remittances/${id}/approve`);
      return id;
    };
    const arrive = async (id: number, more: object = {}) => {
      const { status, body } = await post(`remittances/${id}/pay_out`, {
        date: '2026-03-09',
        account_fk: bank,
        ...more,
      });
      return [status, body.code, Object.keys(body.errors ?? {})];
    };
    const [first, lost, last] = [await send('700'), await send('1000'), await send('2000')];
    expect(await arrive(first)).toEqual([200, undefined, []]);
    const lines = [
      { account: 6300, debit: '1000', currency_fk: 1 },
      { account: 113_000_000 + second, credit: '1000', currency_fk: 1 },
    ];
    const journal = { outlet_fk: shop.outlet, date: '2026-03-08', status: 'posted', note: 'it was lost', lines };
    const taken = await office.add('general_journals', journal);
    const asked = [422, 'confirmation', ['remittance_account_fk']];
    expect(await arrive(lost)).toEqual(asked);
    expect(await arrive(last)).toEqual(asked);
    // A part that does not arrive takes money of the account too.
    const loss = await office.add('expense_types', { type_name: 'Lost on its way' });
    expect(await arrive(lost, { missing_amount: '1', expense_type_fk: loss })).toEqual(asked);
    await post(`general_journals/${taken}/reverse`, { reason: 'it was found' });
    expect(await arrive(lost)).toEqual([200, undefined, []]);
    await office.add('general_journals', {
      ...journal,
      lines: lines.map((line) => ('debit' in line ? { ...line, debit: '1' } : { ...line, credit: '1' })),
    });
    expect(await arrive(last)).toEqual(asked);
    expect(await arrive(last, { confirmed: true })).toEqual([422, 'claim', ['remittance_account_fk']]);
  });
});

describe('a remittance in dollars for debts in dinars', () => {
  let supplier_fk: number;
  let dollars: { account_fk: number; remittance_account_fk: number };
  const bills: string[] = [];
  const openOf = async () => {
    const open = (await office.read(`suppliers/${supplier_fk}/open_documents`)).data as unknown as Row[];
    return open.map(({ document, amount, currency_fk }) => [document, amount, currency_fk]);
  };
  const remitted = async () => {
    const of = { outlet_fk: shop.outlet, date: '2026-03-05', amount: '100', rate: '1480', ...dollars };
    const id = await office.add('remittances', of);
    expect((await post(`remittances/${id}/approve`)).status).toBe(200);
    return id;
  };

  beforeAll(async () => {
    const box = { cash_type: 2, currency_fk: 2, allow_overdraft: true };
    dollars = {
      account_fk: await office.add('cashes', { ...box, account_name: 'Dollars of Dubai' }),
      remittance_account_fk: await office.add('cashes', { ...box, cash_type: 3, account_name: 'Dollars on their way' }),
    };
    supplier_fk = await office.add('suppliers', { consumer_name: 'In both' });
    for (const price of ['90000', '60000']) {
      const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }];
      bills.push(`purchase-${await office.add('purchases', purchaseBody(shop, '1', { supplier_fk, lines }))}`);
    }
  });

  it('settles what is chosen at the rate that is named, and the rest is an advance in dollars', async () => {
    const [, second = ''] = bills;
    const id = await remitted();
    const paid = await post(`remittances/${id}/pay_out`, {
      ...{ date: '2026-03-07', supplier_fk, settle_rate: '1500' },
      allocations: [{ document: second, amount: '60000', currency_fk: 1 }],
    });
    expect(paid.body.errors ?? paid.status).toBe(200);
    expect(await openOf()).toEqual([
      [bills[0], '90000', 1],
      [`remittance-${id}`, '-60', 2],
    ]);
    expect((await office.read(`remittances/${id}`)).data['payment']).toMatchObject({
      allocations: [{ document: second, amount: '60000', currency_fk: 1, used: '40' }],
    });
    expect((await post(`remittances/${id}/reverse`, { reason: 'x' })).status).toBe(200);
    expect(await openOf()).toEqual(bills.map((bill, index) => [bill, index === 0 ? '90000' : '60000', 1]));
  });

  it('settles the oldest where only the rate is named, nothing of the other currency without one, and no more than there is', async () => {
    const first = await remitted();
    const before = await openOf();
    const date = '2026-03-07';
    const more = await post(`remittances/${first}/pay_out`, {
      ...{ date, supplier_fk, settle_rate: '1000' },
      allocations: bills.map((document) => ({ document, amount: '60000', currency_fk: 1 })),
    });
    expect(Object.keys(more.body.errors ?? {})).toEqual(['allocations']);
    expect((await post(`remittances/${first}/pay_out`, { date, supplier_fk })).status).toBe(200);
    expect(await openOf()).toEqual([...before, [`remittance-${first}`, '-100', 2]]);
    expect((await post(`remittances/${first}/reverse`, { reason: 'x' })).status).toBe(200);
    const second = await remitted();
    const paid = await post(`remittances/${second}/pay_out`, { date, supplier_fk, settle_rate: '1500' });
    expect(paid.body.errors ?? paid.status).toBe(200);
    expect(await openOf()).toEqual([]);
  });

  it('leaves the books in order', async () => {
    await office.read('show_total_cash_balance');
    await onDatabase(office.database.url, async (client) => {
      const checked = [...(await checkBooks(client, 'read')), ...(await checkAcross(client, 'read'))];
      expect(checked.filter(({ findings }) => findings.length > 0)).toEqual([]);
    });
  });
});
