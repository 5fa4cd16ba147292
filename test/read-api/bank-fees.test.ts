/** The fee that a bank takes beside a payment, through the interface, up to the books and the paper. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let bank: number;
let dollars: number;
let expense_type_fk: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const account = (account_name: string, currency_fk: number) =>
    office.add('cashes', { account_name, cash_type: 2, currency_fk, outlet_fk: shop.outlet, allow_overdraft: true });
  bank = await account('Bank', 1);
  dollars = await account('Dollars in the bank', 2);
  expense_type_fk = await office.add('expense_types', { type_name: 'Fees of banks' });
  await office.add('purchases', purchaseBody(shop, '1000'));
});
afterAll(() => office.close());

const balanceOf = async (account: number): Promise<number> => {
  await office.read('reports/inventory');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ base: number | null }>(
      'select sum(base)::float as base from read.journal_line where account = $1',
      [account],
    );
    return rows[0]?.base ?? 0;
  });
};
const [inBank, inDollars, inFees] = [
  () => balanceOf(112_000_000 + bank),
  () => balanceOf(112_000_000 + dollars),
  () => balanceOf(610_000_000 + expense_type_fk),
];
const debtor = async (price: string, more: object = {}) => {
  const customer = await office.add('customers', { consumer_name: `Owes ${price}` });
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }];
  const onAccount = { customer_fk: customer, payment_type: 'on_account', account_fk: null, lines, ...more };
  return { customer, sale: await office.add('sales', saleBody(shop, '1', onAccount)) };
};
const receipt = (customer_fk: number, amount: string, bank_fee: string, more: object = {}) => ({
  ...{ outlet_fk: shop.outlet, customer_fk, transaction_type: 'receive', date: '2026-03-15', currency_fk: 1 },
  ...{ amount, account_fk: bank, bank_fee, expense_type_fk, ...more },
});
const verified = async () => {
  await office.read('reports/inventory');
  const broken = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkClaims(client, 'read')),
  ]);
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
};

describe('the fee of a bank', () => {
  it('is an expense, and the debt is paid; a correction and a reversal take it back', async () => {
    const { customer, sale } = await debtor('100000');
    const before = [await inBank(), await inFees()];
    const moved = async () => [(await inBank()) - (before[0] ?? 0), (await inFees()) - (before[1] ?? 0)];
    const id = await office.add('customer_transactions', receipt(customer, '100000', '1000'));
    expect(await moved()).toEqual([99_000, 1000]);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ remaining: '0' });
    const anew = { replaces_fk: id, reason: 'another fee' };
    const corrected = await office.add('customer_transactions', receipt(customer, '100000', '1500', anew));
    expect(await moved()).toEqual([98_500, 1500]);
    const reversed = await office.send('POST', `customer_transactions/${corrected}/reverse`, {
      reason: 'bounced',
      date: '2026-03-20',
    });
    expect(reversed.status).toBe(200);
    expect(await moved()).toEqual([0, 0]);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ remaining: '100000' });
  });

  it('is taken beside what is paid to a supplier', async () => {
    const before = [await inBank(), await inFees()];
    await office.add('supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: shop.supplier, transaction_type: 'pay', date: '2026-03-15' },
      ...{ currency_fk: 1, amount: '100000', account_fk: bank, bank_fee: '1000', expense_type_fk },
    });
    expect([(await inBank()) - (before[0] ?? 0), (await inFees()) - (before[1] ?? 0)]).toEqual([-101_000, 1000]);
    await verified();
  });

  it('of a bank in dollars counts at the rate of the payment', async () => {
    const inCurrency = { currency_fk: 2, rate: '1480' };
    const { customer } = await debtor('100', inCurrency);
    const fees = await inFees();
    await office.add(
      'customer_transactions',
      receipt(customer, '100', '1.25', { currency_fk: 2, rate: '1500', account_fk: dollars }),
    );
    expect([await inDollars(), (await inFees()) - fees]).toEqual([98.75 * 1500, 1875]);
    await verified();
  });

  it('is in the list, on the voucher and in the history, and on no statement', async () => {
    const { customer } = await debtor('50000');
    const id = await office.add('customer_transactions', receipt(customer, '50000', '250'));
    const list = await office.read(`customer_transactions?filter[customer_fk]=${customer}`);
    expect(list.data).toMatchObject({ data: [{ total: '50000', bank_fee: '250' }] });
    const paper = await office.read(`customer_transactions/${id}/paper`);
    expect(paper.data['documents']).toMatchObject([
      { total: '50000', facts: expect.arrayContaining([expect.objectContaining({ field: 'bank_fee', value: '250' })]) },
    ]);
    const { data } = await office.read(`reports/customers_statement?consumer_id=${customer}`);
    expect(JSON.stringify(data)).toContain('50000');
    expect(JSON.stringify(data)).not.toMatch(/"-?(250|49750)"/);
  });

  it('is taken from the bank that money of the business leaves, and what arrives keeps its value', async () => {
    const before = [await inBank(), await inFees(), await inDollars()];
    const moved = { outlet_fk: shop.outlet, date: '2026-03-15', bank_fee: '500', expense_type_fk };
    const own = { from_account_fk: bank, to_account_fk: shop.cash };
    const id = await office.add('cash_transactions', { ...moved, ...own, amount: '100000' });
    expect([(await inBank()) - (before[0] ?? 0), (await inFees()) - (before[1] ?? 0)]).toEqual([-100_500, 500]);
    expect((await office.read(`cash_transactions/${id}`)).data).toMatchObject({ total: '100000', bank_fee: '500' });
    const box = await office.add('cashes', {
      ...{ account_name: 'Dollars', cash_type: 1, currency_fk: 2, outlet_fk: shop.outlet },
    });
    const out = { from_account_fk: dollars, to_account_fk: box, amount: '10', rate: '1480', bank_fee: '1' };
    const sent = await office.add('cash_transactions', { ...moved, ...out });
    // Dollars of the bank cost 1,500: eleven left, ten arrived.
    expect([(await inDollars()) - (before[2] ?? 0), await balanceOf(111_000_000 + box)]).toEqual([-16_500, 15_000]);
    await verified();
    for (const each of [id, sent]) {
      const back = await office.send('POST', `cash_transactions/${each}/reverse`, { reason: 'twice' });
      expect(back.status).toBe(200);
    }
    expect([await inBank(), await inFees(), await inDollars()]).toEqual(before);
    await verified();
    const refused = async (more: object) =>
      (await office.send('POST', 'cash_transactions', { ...moved, ...own, amount: '100', ...more })).body.errors;
    expect(await refused({ from_account_fk: shop.cash, to_account_fk: bank })).toEqual({
      bank_fee: ['A bank account is expected'],
    });
    expect(await refused({ expense_type_fk: null })).toEqual({ expense_type_fk: [expect.any(String)] });
    expect(await refused({ bank_fee: '0.5' })).toEqual({ bank_fee: [expect.any(String)] });
  });

  it('is taken beside what is paid at once, in the money of the account', async () => {
    const before = [await inBank(), await inFees(), await inDollars()];
    const at = { customer_fk: shop.customer, payment_type: 'on_account', account_fk: null };
    const paid = { paid_account_fk: bank, paid_bank_fee: '250', paid_expense_type_fk: expense_type_fk };
    const sale = await office.add('sales', saleBody(shop, '4', { ...at, paid_now: '3000', ...paid }));
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ remaining: '1000', paid_bank_fee: '250' });
    expect([(await inBank()) - (before[0] ?? 0), (await inFees()) - (before[1] ?? 0)]).toEqual([2750, 250]);
    const other = { paid_account_fk: dollars, paid_rate: '1500', paid_bank_fee: '0.5' };
    const buying = { payment_type: 'on_account', paid_now: '15000', paid_expense_type_fk: expense_type_fk, ...other };
    const purchase = await office.add('purchases', purchaseBody(shop, '50', buying));
    // Ten dollars and a half leave a bank whose dollars cost 1,500.
    expect((await inDollars()) - (before[2] ?? 0)).toBe(-15_750);
    for (const [resource, id] of [
      ['sales', sale],
      ['purchases', purchase],
    ] as const) {
      const back = await office.send('POST', `${resource}/${id}/return_to_draft`, { reason: 'twice' });
      expect(back.status).toBe(200);
    }
    expect([await inBank(), await inFees(), await inDollars()]).toEqual(before);
    await verified();
    const refused = async (more: object) =>
      (await office.send('POST', 'sales', saleBody(shop, '4', { ...at, paid_now: '3000', ...paid, ...more }))).body
        .errors;
    expect(await refused({ paid_account_fk: shop.cash })).toEqual({ paid_bank_fee: ['A bank account is expected'] });
    expect(await refused({ paid_expense_type_fk: null })).toEqual({ paid_expense_type_fk: [expect.any(String)] });
    expect(await refused({ paid_bank_fee: null })).toEqual({ paid_bank_fee: [expect.any(String)] });
  });

  it('is refused in words where the account is no bank, or has no expense', async () => {
    const { customer } = await debtor('2000');
    const refused = async (more: object) => {
      const answer = await office.send('POST', 'customer_transactions', receipt(customer, '2000', '100', more));
      return [answer.status, answer.body.errors];
    };
    expect(await refused({ account_fk: shop.cash })).toEqual([422, { bank_fee: ['A bank account is expected'] }]);
    expect(await refused({ bank_fee: '2000' })).toMatchObject([
      422,
      { bank_fee: [expect.stringMatching(/less than/)] },
    ]);
    expect(await refused({ expense_type_fk: null })).toMatchObject([422, { expense_type_fk: [expect.any(String)] }]);
    expect(await refused({ bank_fee: '0.5' })).toMatchObject([422, { bank_fee: [expect.any(String)] }]);
  });
});
