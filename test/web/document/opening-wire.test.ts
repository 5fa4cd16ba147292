/** Opening balances between the lines of the screen and the sections of the API. */
import { describe, expect, it } from 'vitest';
import { restOf } from '../../../web/ledger/moving-in/moving-in-accounts.tsx';
import {
  accountsWire,
  correctionBody,
  openedAccount,
  stockWire,
  withAccountLine,
} from '../../../web/ledger/moving-in/opening-wire.ts';

/** The answer of the API. */
const answer = {
  id: 3,
  system_currency_fk: 1,
  cashes: [{ account_fk: 5, account_type: 1, currency_fk: 2, rate: '1480', amount: '50' }],
  parties: [
    { customer_fk: 7, supplier_fk: null, currency_fk: 2, rate: '1480', amount: '10', customer_name: 'Azad' },
    { customer_fk: 7, supplier_fk: null, currency_fk: 1, rate: null, amount: '-800' },
    { customer_fk: null, supplier_fk: 8, currency_fk: 1, rate: null, amount: '40000' },
    { customer_fk: null, supplier_fk: 8, currency_fk: 2, rate: '1490', amount: '-5' },
    { customer_fk: null, supplier_fk: null, user_fk: 3, currency_fk: 1, rate: null, amount: '3000' },
  ],
  accounts: [
    { account: 'capital', amount: '-172000' },
    { account: 'other-assets', ledger_account_fk: 4, amount: '500' },
  ],
  stock: [
    {
      line_id: 1,
      inventory_fk: 1,
      item_fk: 11,
      unit_fk: 2,
      unit_factor: '12',
      quantity: '2',
      value: '24000',
      item_name: 'Tea',
    },
  ],
};
/** The body of the API. */
const body = {
  cashes: [{ account_fk: 5, rate: '1480', amount: '50' }],
  parties: answer.parties.map(({ customer_name: _name, ...party }) => party),
  accounts: [
    { account: 'capital', amount: '-172000' },
    { ledger_account_fk: 4, amount: '500' },
  ],
  stock: [{ inventory_fk: 1, item_fk: 11, unit_fk: 2, quantity: '2', value: '24000' }],
};

describe('lines of accounts', () => {
  const { lines, stock } = accountsWire.read(answer) as { lines: Record<string, unknown>[]; stock: unknown };

  it('are on the side of the ledger where their balance is', () => {
    expect(lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      [111000005, '50', null],
      [1210, '10', null],
      [2120, null, '800'],
      [2110, null, '40000'],
      [1220, '5', null],
      [1240, '3000', null],
      [3200, null, '172000'],
      [190000004, '500', null],
    ]);
  });

  it('become the sections that they were, and the goods come along', () => {
    expect(accountsWire.send({ lines, stock })).toEqual(body);
  });

  it('are found by an error of their section, in any order', () => {
    const mixed = { lines: [lines[6], lines[0], lines[7], lines[2]] };
    expect(accountsWire.place?.('accounts.1.account', mixed)).toBe('lines.2.account');
    expect(accountsWire.place?.('cashes.0.amount', mixed)).toBe('lines.1.debit');
    expect(accountsWire.place?.('parties.0.customer_fk', mixed)).toBe('lines.3.customer_fk');
    expect(accountsWire.place?.('outlet_fk', mixed)).toBe('outlet_fk');
  });
});

describe('lines of goods', () => {
  it('are sent with the accounts as they were', () => {
    const { id: _id, system_currency_fk: _currency, ...read } = stockWire.read(answer);
    expect(read['inventory_fk']).toBe(1);
    expect(stockWire.send(read)).toEqual(body);
    expect(stockWire.place?.('stock.2.value', {})).toBe('lines.2.value');
  });
});

describe('accounts of the rest of the books', () => {
  it('name the record of a type, a holder or an own account, and keep the currency of a loan', () => {
    expect(openedAccount({ key: 'expense-type', of: 4 })).toEqual({ account: 'expense-type', expense_type_fk: 4 });
    expect(openedAccount({ key: 'income-type', of: 5 })).toEqual({ account: 'income-type', income_type_fk: 5 });
    expect(openedAccount({ key: 'capital', of: 2 })).toEqual({ account: 'capital', stockholder_fk: 2 });
    expect(openedAccount({ key: 'capital' })).toEqual({ account: 'capital' });
    expect(openedAccount({ key: 'other-liabilities', of: 6 })).toEqual({ ledger_account_fk: 6 });
    expect([openedAccount({ key: 'expense-type' }), openedAccount({ key: 'other-assets' })]).toEqual([
      undefined,
      undefined,
    ]);
    const loan = { account: 'other-liabilities', ledger_account_fk: 6, currency_fk: 2, rate: '1480', amount: '-10' };
    const types = { account: 'expense-type', expense_type_fk: 4, amount: '70' };
    const read = accountsWire.read({ system_currency_fk: 1, accounts: [loan, types], stock: [] });
    expect(accountsWire.send(read as never)).toMatchObject({
      accounts: [
        { ledger_account_fk: 6, currency_fk: 2, rate: '1480', amount: '-10' },
        { account: 'expense-type', expense_type_fk: 4, amount: '70' },
      ],
    });
  });

  it('are corrected one line at a time, with all others as they are', () => {
    const whole = { ...answer, outlet_fk: 1, financial_year_fk: 1, note: null };
    expect(correctionBody(whole)).toMatchObject({ ...body, outlet_fk: 1, financial_year_fk: 1 });
    const corrected = withAccountLine(whole, 6, { debit: '', credit: '170000' });
    expect(corrected).toMatchObject({
      ...body,
      accounts: [{ account: 'capital', amount: '-170000' }, body.accounts[1]],
    });
  });

  it('are opened from the differences, where no other screen opens them', () => {
    const row = (account: number, difference: string, currency_fk: number | null = null) => ({
      ...{ account, code: '', key: '', name: null, currency_fk, before: difference, opened: '0', difference },
    });
    const rows = [
      row(111_000_005, '100', 1),
      row(111_000_006, '100', 2),
      row(1210, '50'),
      row(131_000_001, '20'),
      row(151_000_001, '9'),
      row(3200, '-80'),
      row(4100, '-7'),
      row(610_000_003, '5'),
      row(290_000_002, '-30'),
      row(2140, '0'),
    ];
    expect(restOf({ rows }, 1)).toEqual({
      cashes: [{ account_fk: 5, amount: '100' }],
      accounts: [
        { account: 'capital', amount: '-80' },
        { account: 'sales', amount: '-7' },
        { account: 'expense-type', expense_type_fk: 3, amount: '5' },
        { ledger_account_fk: 2, amount: '-30' },
      ],
    });
  });
});
