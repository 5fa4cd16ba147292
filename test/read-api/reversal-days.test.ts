/** Money that is taken back on a later day stays in the books until then, whatever document it is (docs/decisions/0226). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountNumber } from '../../domain/chart/chart.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let bank: number;
const dollars = { first: 0, second: 0 };
let stockholder_fk: number;
const DAYS = ['2026-03-09', '2026-03-10', '2026-03-19', '2026-03-20'] as const;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const account = (account_name: string, cash_type: number, currency_fk: number) =>
    office.add('cashes', { account_name, cash_type, currency_fk, outlet_fk: shop.outlet, allow_overdraft: true });
  bank = await account('Bank', 2, 1);
  dollars.first = await account('Dollars', 2, 2);
  dollars.second = await account('Other dollars', 1, 2);
  await office.send('PATCH', `cashes/${shop.cash}`, { allow_overdraft: true });
  stockholder_fk = await office.add('stockholders', { stockholder_name: 'Shilan' });
  await office.add('purchases', purchaseBody(shop, '1000', { date: '2026-03-01' }));
});
afterAll(() => office.close());

const here = (more: object) => ({ outlet_fk: shop.outlet, date: '2026-03-10', ...more });
const capital = (transaction_type: string, more: object) =>
  here({ stockholder_fk, transaction_type, currency_fk: 1, amount: '500000', account_fk: shop.cash, ...more });
const back = (path: string, more: object) => office.send('POST', path, { reason: 'bounced', ...more });

/** What an account has in the books at the end of each of the days. */
const balances = async (key: 'cash' | 'bank' | 'app-clearing', of?: number, column = 'base') => {
  await office.read('show_total_cash_balance');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ sum: string }>(
      `select coalesce(sum(j.${column}), 0)::float::text as sum from unnest($1::date[]) d(day)
       left join read.journal_line j on j.account = $2 and j.effective_date <= d.day group by d.day order by d.day`,
      [DAYS, accountNumber(of === undefined ? { key } : { key, of })],
    );
    return rows.map(({ sum }) => Number(sum));
  });
};

describe('money that bounces on a later day', () => {
  it('of an owner was there until then', async () => {
    const id = await office.add('capital_transactions', capital('contribution', {}));
    expect(await balances('cash', shop.cash)).toEqual([0, 500_000, 500_000, 500_000]);
    const path = `capital_transactions/${id}/reverse`;
    expect((await back(path, { date: '2026-03-09' })).body.errors).toHaveProperty('date');
    const answer = await back(path, { date: '2026-03-20' });
    expect(answer.body.data).toMatchObject({ status: 'reversed', reversed_date: '2026-03-20' });
    expect(await balances('cash', shop.cash)).toEqual([0, 500_000, 500_000, 0]);
    expect((await back(path, { date: '2026-03-21' })).body.position).toBeNull();
  });

  it('is gone on its own day without a day, and with that day', async () => {
    for (const day of [{}, { date: '2026-03-10' }, { date: null }]) {
      const id = await office.add('capital_transactions', capital('contribution', {}));
      expect((await back(`capital_transactions/${id}/reverse`, day)).status).toBe(200);
      expect(await balances('cash', shop.cash)).toEqual([0, 500_000, 500_000, 0]);
    }
  });

  it('is previewed as what is posted then, with its day, and its effect shows both days', async () => {
    const id = await office.add('capital_transactions', capital('contribution', {}));
    const path = `capital_transactions/${id}/reverse`;
    const shown = await back(`${path}?dry_run=1`, { date: '2026-03-20' });
    const journal = objectsOf(Object(shown.body.data['preview']).journal);
    const lines = journal.map(({ effective_date, account_key, debit, credit }) =>
      [effective_date, account_key, debit, credit].join(' '),
    );
    expect(lines.toSorted()).toEqual(['2026-03-20 capital 500000 0', '2026-03-20 cash 0 500000']);
    await back(path, { date: '2026-03-20' });
    const { data } = await office.read(`capital_transactions/${id}/effect`);
    const days = objectsOf(data['entry']).map(({ effective_date }) => effective_date);
    expect(days).toEqual(['2026-03-10', '2026-03-10', '2026-03-20', '2026-03-20']);
  });

  it('of an owner in dollars leaves at the average of that day, and the books keep nothing of it', async () => {
    const given = { currency_fk: 2, amount: '100', account_fk: dollars.first };
    const id = await office.add('capital_transactions', capital('contribution', { ...given, rate: '1480' }));
    await office.add('capital_transactions', capital('contribution', { ...given, rate: '1500', date: '2026-03-19' }));
    expect((await back(`capital_transactions/${id}/reverse`, { date: '2026-03-20' })).status).toBe(200);
    expect(await balances('bank', dollars.first, 'foreign_amount')).toEqual([0, 100, 200, 100]);
    expect(await balances('bank', dollars.first)).toEqual([0, 148_000, 298_000, 149_000]);
  });

  it('between two accounts in dollars comes back at what it is carried at, with the fee of the bank', async () => {
    const expense_type_fk = await office.add('expense_types', { type_name: 'Fees of banks' });
    const sent = { from_account_fk: dollars.first, to_account_fk: dollars.second, amount: '40', rate: '1510' };
    const moved = here({ ...sent, date: '2026-03-20', bank_fee: '2', expense_type_fk });
    const before = await balances('bank', dollars.first);
    const id = await office.add('cash_transactions', moved);
    expect(await balances('cash', dollars.second)).toEqual([0, 0, 0, 59_600]);
    expect((await back(`cash_transactions/${id}/reverse`, { date: '2026-03-23' })).status).toBe(200);
    expect(await balances('cash', dollars.second)).toEqual([0, 0, 0, 59_600]);
    const ends = await onDatabase(office.database.url, async (client) => {
      const { rows } = await client.query<{ base: string }>(
        `select sum(base)::float::text as base from read.journal_line where account = any ($1) group by account order by 1`,
        [[accountNumber({ key: 'cash', of: dollars.second }), accountNumber({ key: 'bank', of: dollars.first })]],
      );
      return rows.map(({ base }) => Number(base));
    });
    expect([before.at(-1), ends]).toEqual([149_000, [0, 149_040]]);
  });

  it('to a bank in dinars, to the app and to the tax office too', async () => {
    const sent = { from_account_fk: shop.cash, to_account_fk: bank, amount: '7000' };
    const transfer = await office.add('cash_transactions', here(sent));
    const settled = await office.add('app_settlements', here({ amount: '5000', account_fk: bank }));
    const taxed = { from_date: '2026-03-01', to_date: '2026-03-10', amount: '300', account_fk: bank };
    const tax = await office.add('tax_payments', here({ ...taxed, above_payable: 'advance', confirmed: true }));
    expect(await balances('bank', bank)).toEqual([0, 11_700, 11_700, 11_700]);
    const of = [`cash_transactions/${transfer}`, `app_settlements/${settled}`, `tax_payments/${tax}`];
    for (const path of of) expect((await back(`${path}/reverse`, { date: '2026-03-20' })).status).toBe(200);
    expect(await balances('bank', bank)).toEqual([0, 11_700, 11_700, 0]);
    expect(await balances('app-clearing')).toEqual([0, -5000, -5000, 0]);
  });

  it('for an order that was paid in advance: it was an advance until then, and the order is paid again', async () => {
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '20', price: '10' }];
    const ordered = { inventory_fk: shop.inventory, supplier_fk: shop.supplier, currency_fk: 2, rate: '1480', lines };
    const id = await office.add('purchase_orders', here({ ...ordered, status: 'bill' }));
    const pay = (payment_id: number, more: object) =>
      office.send('POST', `purchase_orders/${id}/pay`, {
        ...{ payment_id, date: '2026-03-10', amount: '50', account_fk: bank, confirmed: true, ...more },
      });
    expect((await pay(1, { rate: '1490' })).body.errors).toBeUndefined();
    const path = `purchase_orders/${id}/reverse_payment`;
    expect((await back(path, { payment_id: 1, date: '2026-03-09' })).body.errors).toHaveProperty('date');
    expect((await back(path, { payment_id: 1, date: '2026-03-20' })).status).toBe(200);
    expect(await balances('bank', bank)).toEqual([0, -62_800, -62_800, 0]);
    const shown = (await office.read(`purchase_orders/${id}`)).data;
    expect(objectsOf(shown['payments'])).toMatchObject([{ standing: false, reversed_date: '2026-03-20' }]);
    // The payment is in the books, so the order stays, and a payment of the same day has its rate.
    expect(shown['possible']).not.toContain('return_to_draft');
    expect((await pay(2, { rate: '1500' })).body.errors).toHaveProperty('rate');
    expect((await pay(3, { rate: '1490' })).status).toBe(200);
    const [advance] = objectsOf((await office.read(`suppliers/${shop.supplier}/open_documents`)).data).slice(-1);
    expect(advance).toMatchObject({ document: `purchase_order-${id}`, amount: '-50' });
  });

  it('settled nothing from then on: a customer whose limit it exceeds owes again', async () => {
    const customer = await office.add('customers', { consumer_name: 'Bakir', allowed_debit_amount: '100000' });
    const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: customer, date: '2026-03-09' };
    const sale = await office.add('sales', saleBody(shop, '100', onAccount));
    const account = 610_000_000 + (await office.add('expense_types', { type_name: 'Bad debts' }));
    const written = { settled_as: 'debt', currency_fk: 1, amount: '60000', reason: 'gone', customer_fk: customer };
    const id = await office.add('settlements', here({ ...written, account }));
    await office.add('sales', saleBody(shop, '60', { ...onAccount, date: '2026-03-15' }));
    expect((await back(`settlements/${id}/reverse`, { date: '2026-03-20' })).body.errors).toBeUndefined();
    const asAt = async (day: string) =>
      (await office.read(`reports/customers_statement?consumer_id=${customer}&currency_fk=1&as_at=${day}`)).data[
        'closing'
      ];
    expect(await asAt('2026-03-14')).toMatchObject([{ amount: '40000' }]);
    expect(await asAt('2026-03-20')).toMatchObject([{ amount: '160000' }]);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ allowed_amount: '0', unpaid: '100000' });
  });
});

it('the books hold, and what was claimed agrees with them', async () => {
  await office.read('reports/inventory');
  const broken = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkAcross(client, 'read')),
    ...(await checkClaims(client, 'read')),
  ]);
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
