import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { openingBalanceDocument } from '../../domain/ledger/opening-balance.document.ts';
import { OpeningBalanceBody, type OpeningBalanceInput } from '../../domain/ledger/opening-balance.schema.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input: OpeningBalanceInput = {
  outlet_fk: 1,
  financial_year_fk: 1,
  cashes: [
    { account_fk: 3, amount: '100000' },
    { account_fk: 5, amount: '50', rate: '1480' },
  ],
  parties: [
    { customer_fk: 7, currency_fk: 2, rate: '1480', amount: '10' },
    { customer_fk: 7, currency_fk: 1, amount: '-800' },
    { supplier_fk: 8, currency_fk: 1, amount: '40000' },
  ],
  stock: [{ inventory_fk: 1, item_fk: 11, unit_fk: 2, quantity: '2', value: '24000' }],
  accounts: [{ account: 'capital', amount: '-172000' }],
};
const drafted = given(openingBalance).after([{ type: 'draft', input }]);
const finished = drafted.after([{ type: 'finish' }]);

describe('opening balances that are new', () => {
  it('count on the day before the first open day', () => {
    const [event] = given(openingBalance).when({ type: 'draft', input }).gives('opening_balance.drafted');
    expect(event?.data).toMatchObject({ first_day: '2026-01-01', date: '2025-12-31' });
  });

  it('are refused with all wrong fields at once', () => {
    given(openingBalance)
      .when({
        type: 'draft',
        input: {
          ...input,
          financial_year_fk: 2,
          cashes: [
            { account_fk: 6, amount: '1' },
            { account_fk: 5, amount: '-1', rate: '0' },
            { account_fk: 5, amount: '1' },
          ],
          parties: [
            { currency_fk: 1, amount: '1' },
            { customer_fk: 7, supplier_fk: 8, currency_fk: 2, amount: '1' },
          ],
          stock: [{ inventory_fk: 2, item_fk: 13, unit_fk: 1, quantity: '0', value: '1' }],
        },
      })
      .isRefused(
        'financial_year_fk: first_year_only',
        'cashes.0.account_fk: not_of_the_outlet',
        'cashes.1.rate: greater_than',
        'cashes.1.amount: min',
        'cashes.2.account_fk: unique',
        'cashes.2.rate: required',
        'parties.0.customer_fk: customer_or_supplier',
        'parties.1.customer_fk: customer_or_supplier',
        'parties.1.rate: required',
        'stock.0.inventory_fk: not_of_the_outlet',
        'stock.0.item_fk: goods_only',
        'stock.0.quantity: greater_than',
      );
  });

  it('open accounts that people made, each once and below its own heading', () => {
    const accounts = [
      { account: 'capital' as const, amount: '-500' },
      { ledger_account_fk: 4, amount: '500' },
    ];
    const furniture = { account: 'other-assets', ledger_account_fk: 4, amount: '500' };
    const of = (given: OpeningBalanceInput['accounts']) => ({
      outlet_fk: 1,
      financial_year_fk: 1,
      ...(given ? { accounts: given } : {}),
    });
    const [event] = given(openingBalance)
      .when({ type: 'draft', input: of(accounts) })
      .gives('opening_balance.drafted');
    expect(event?.data).toMatchObject({ accounts: [{ account: 'capital', amount: '-500' }, furniture] });
    const whole = given(openingBalance).after([{ type: 'draft', input: of(accounts) }, { type: 'finish' }]);
    const [booked] = openingBalanceDocument.postingsOf(whole.state(), 'opening_balance-1');
    expect(booked && balances(booked)).toEqual({ capital: '-500', 'other-assets:4': '500' });
    given(openingBalance)
      .when({ type: 'draft', input: of([{ amount: '1' }, ...accounts, { ledger_account_fk: 4, amount: '1' }]) })
      .isRefused('accounts.0.account: unknown_account', 'accounts.3.account: unique');
  });

  it('do not open goods in transit, which only the arrival of a transfer clears, and keep those of earlier events', () => {
    const of = (account: string) => ({ ...input, accounts: [{ account, amount: '5' }] });
    expect(['input-tax', 'in-transit'].map((account) => Value.Check(OpeningBalanceBody, of(account)))).toEqual([
      true,
      false,
    ]);
    const [stored] = finished.events.filter(({ type }) => type === 'opening_balance.finished');
    const old = { ...stored, data: { ...stored?.data, ...of('in-transit'), stock: [], parties: [], cashes: [] } };
    const state = given(openingBalance, [...drafted.events, old as never]).state();
    const [booked] = openingBalanceDocument.postingsOf(state, 'opening_balance-1');
    expect(booked && balances(booked)).toMatchObject({ 'in-transit': '5' });
  });

  it('cannot be finished or reopened', () => {
    given(openingBalance).when({ type: 'finish' }).isWrongState('draft');
    given(openingBalance).when({ type: 'reopen', reason: 'x' }).isWrongState('draft');
  });
});

describe('opening balances that are a draft', () => {
  it('are changed, discarded and finished', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('opening_balance.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'discard' }).gives('opening_balance.discarded');
    drafted.when({ type: 'finish' }).gives('opening_balance.finished');
  });

  it('count on the day before the first year as it is when they are finished', () => {
    const year = { year_name: '2026', start_date: '2026-07-01', end_date: '2027-06-30' };
    const moved = shop({ records: { 'financial_year-1': year } });
    const [event] = drafted.when({ type: 'finish' }, moved).gives('opening_balance.finished');
    expect(event?.data).toMatchObject({ first_day: '2026-07-01', date: '2026-06-30' });
  });

  it('are not finished while opening equity is not zero, which the refusal states', () => {
    const off = given(openingBalance).after([{ type: 'draft', input: { ...input, accounts: [] } }]);
    const refusal = off.when({ type: 'finish' }).isRefused(': opening_equity_not_zero');
    expect(refusal.issues[0]?.params).toEqual({ value: '172000 IQD' });
    given(openingBalance)
      .after([{ type: 'draft', input: { outlet_fk: 1, financial_year_fk: 1 } }])
      .when({ type: 'finish' })
      .isRefused(': at_least_one_line');
  });
});

describe('opening balances that are finished', () => {
  const [posting] = openingBalanceDocument.postingsOf(finished.state(), 'opening_balance-1');

  it('post every balance with its foreign amount, and nothing to opening equity in all', () => {
    expect(posting?.effective).toBe('2025-12-31T00:00:00');
    expect(posting && balances(posting)).toEqual({
      'cash:3': '100000',
      'cash:5': '74000',
      'receivable customer-7': '14800',
      'customer-advances customer-7': '-800',
      'payable supplier-8': '-40000',
      'inventory:1': '24000',
      capital: '-172000',
    });
    expect(posting?.movements).toMatchObject([
      { pool: { kind: 'stock', item: 11 }, quantity: 24_000_000n, posted: 240_000_000n },
      { pool: { kind: 'cash', currency: 2 }, quantity: 50_000_000n, posted: 740_000_000n },
    ]);
  });

  it('open the debts of and to parties, and advances as credits', () => {
    expect(
      posting?.openItems.map((openItem) => [openItem.party, openItem.currency, openItem.amount, openItem.credit]),
    ).toEqual([
      ['customer-7', 2, 100_000n, undefined],
      ['customer-7', 1, -8_000_000n, true],
      ['supplier-8', 1, 400_000_000n, undefined],
    ]);
  });

  it('are reopened while the first year is open, and not changed', () => {
    finished.when({ type: 'reopen', reason: 'x' }).gives('opening_balance.reopened');
    finished.when({ type: 'change', input }).isWrongState('reopen', 'correct', 'move');
    const reopened = finished.after([{ type: 'reopen', reason: 'x' }]);
    const claim = { kind: 'period', field: 'financial_year_fk' };
    const days = [
      { ...claim, day: '2025-12-31', paid: true, unused: true },
      { ...claim, day: '2026-01-01', unused: true },
    ];
    const { claims } = openingBalanceDocument;
    expect(claims?.(drafted.state(), finished.state(), 'opening_balance-1')).toEqual(days);
    expect(claims?.(finished.state(), reopened.state(), 'opening_balance-1')).toEqual(days);
    expect(openingBalanceDocument.postingsOf(reopened.state(), 'opening_balance-1')).toEqual([]);
  });
});

describe('the rest of the books of the program before', () => {
  const year = { year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31', first_day: '2026-03-01' };
  const within = shop({ records: { 'financial_year-1': year } });
  const of = (accounts: OpeningBalanceInput['accounts']): OpeningBalanceInput => ({
    outlet_fk: 1,
    financial_year_fk: 1,
    ...(accounts ? { accounts } : {}),
  });
  const booked = (accounts: OpeningBalanceInput['accounts']) => {
    const commands = [
      { type: 'draft', input: of(accounts) },
      { type: 'finish', differenceTo: 'opening-equity' },
    ] as const;
    const [posting] = openingBalanceDocument.postingsOf(
      given(openingBalance).after(commands, within).state(),
      'opening_balance-1',
    );
    return { posting, balances: posting && balances(posting) };
  };

  it('opens the result of the year to date, on the accounts of its types, and the capital of each holder', () => {
    const { posting, balances: held } = booked([
      { account: 'sales', amount: '-5000' },
      { account: 'cost-of-goods-sold', amount: '3000' },
      { account: 'expense-type', expense_type_fk: 1, amount: '700' },
      { account: 'income-type', income_type_fk: 1, amount: '-100' },
      { account: 'capital', stockholder_fk: 1, amount: '-300' },
      { account: 'capital', stockholder_fk: 2, amount: '-600' },
    ]);
    expect(posting?.effective).toBe('2026-02-28T00:00:00');
    expect(held).toEqual({
      sales: '-5000',
      'cost-of-goods-sold': '3000',
      'expense-type:1': '700',
      'income-type:1': '-100',
      'capital:1': '-300',
      'capital:2': '-600',
      'opening-equity': '2300',
    });
  });

  it('opens a loan in dollars at its value, as a balance that is carried in dollars', () => {
    const loan = [{ ledger_account_fk: 4, currency_fk: 2, rate: '1480', amount: '-10' }];
    const { posting, balances: held } = booked(loan);
    expect(held).toEqual({ 'other-assets:4': '-14800', 'opening-equity': '14800' });
    expect(posting?.movements).toMatchObject([{ pool: { kind: 'cash', currency: 2 }, posted: -148_000_000n }]);
  });

  it('refuses results where the books begin with the year, types without their record, and equity in dollars', () => {
    given(openingBalance)
      .when({ type: 'draft', input: of([{ account: 'sales', amount: '-1' }]) })
      .isRefused('accounts.0.account: results_within_a_year');
    given(openingBalance)
      .when(
        {
          type: 'draft',
          input: of([
            { account: 'expense-type', amount: '1' },
            { account: 'sales', stockholder_fk: 1, amount: '1' },
            { account: 'capital', currency_fk: 2, rate: '1480', amount: '1' },
          ]),
        },
        within,
      )
      .isRefused(
        'accounts.0.account: unknown_account',
        'accounts.1.account: unknown_account',
        'accounts.2.currency_fk: account_of_another_currency',
      );
  });

  it('is reversed as a draft that has a number, and keeps the number', () => {
    const number = 'O-000001';
    const events = finished.events.map((event) =>
      event.type === 'opening_balance.finished' ? { ...event, data: { ...event.data, number } } : event,
    );
    const back = given(openingBalance, events).after([{ type: 'reopen', reason: 'x' }]);
    back.when({ type: 'discard' }).isWrongState('change', 'finish', 'reverse');
    back.when({ type: 'void', reason: 'entered twice' }).gives('opening_balance.discarded');
    const gone = back.after([{ type: 'void', reason: 'entered twice' }]);
    expect(gone.state()).toMatchObject({ status: 'reversed', number });
    gone.when({ type: 'finish' }).isWrongState();
    drafted.when({ type: 'void', reason: 'x' }).isWrongState('change', 'finish', 'discard');
  });

  it('is corrected in one step with a reason, and moved with the first day', () => {
    const right = { ...input, stock: [{ inventory_fk: 1, item_fk: 11, unit_fk: 2, quantity: '2', value: '20000' }] };
    const correct = { type: 'correct', input: right, reason: 'wrong cost', differenceTo: 'capital' } as const;
    const [, done] = finished.when(correct).gives('opening_balance.reopened', 'opening_balance.finished');
    expect(done?.data).toMatchObject({ accounts: [{ account: 'capital', amount: '-168000' }] });
    finished.when({ ...correct, differenceTo: null }).isRefused(': opening_equity_not_zero');
    drafted.when(correct).isWrongState('change', 'finish', 'discard');
    const [, moved] = finished
      .when({ type: 'move' }, within)
      .gives('opening_balance.reopened', 'opening_balance.finished');
    expect(moved?.data).toMatchObject({ first_day: '2026-03-01', date: '2026-02-28' });
    finished.when({ type: 'move' }).givesNothing();
  });
});

describe('a difference that is posted to capital', () => {
  const { stock = [] } = input;
  const toCapital = { type: 'finish', differenceTo: 'capital' } as const;
  const of = (accounts: NonNullable<OpeningBalanceInput['accounts']>, lines = stock) =>
    given(openingBalance).after([
      { type: 'draft', input: { outlet_fk: 1, financial_year_fk: 1, stock: lines, accounts } },
    ]);
  const accountsOf = (drafted: ReturnType<typeof of>) =>
    drafted.when(toCapital).gives('opening_balance.finished')[0]?.data;

  it('is the counterpart of opening stock in the same step', () => {
    expect(accountsOf(of([]))).toMatchObject({ accounts: [{ account: 'capital', amount: '-24000' }] });
    of([]).when({ type: 'finish' }).isRefused(': opening_equity_not_zero');
    const [posting] = openingBalanceDocument.postingsOf(of([]).after([toCapital]).state(), 'opening_balance-1');
    expect(posting && balances(posting)).toMatchObject({ capital: '-24000' });
  });

  it('is added to the entered capital', () => {
    const accounts = [{ account: 'capital' as const, amount: '-1000' }];
    expect(accountsOf(of(accounts))).toMatchObject({ accounts: [{ account: 'capital', amount: '-24000' }] });
  });

  it('does not change balanced entries, and does not finish empty ones', () => {
    const accounts = [{ account: 'capital' as const, amount: '-24000' }];
    expect(accountsOf(of(accounts))).toMatchObject({ accounts });
    of([], []).when(toCapital).isRefused(': at_least_one_line');
  });
});
