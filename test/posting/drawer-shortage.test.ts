/** The account of a drawer's shortage, that each closing keeps the one that held, and that a person repays what they owe. */
import { describe, expect, it } from 'vitest';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import { payroll } from '../../domain/people/payroll.ts';
import { postingRuleOf } from '../../domain/registry/posting-table.ts';
import { drawer } from '../../domain/till/drawer.ts';
import { given } from '../domain/given.ts';
import { repaidInput } from '../domain/histories-equity.ts';
import { closeInput, countInput, openInput, tillOwed } from '../domain/histories-till.ts';
import { shop } from '../domain/shop.ts';
import { balances } from './reading.ts';

const LEVELS = { 'cash:20': '450000', 'cash:21': '30' };
type Event = { readonly type: string; readonly data: unknown };
const posted = (event: Event | undefined, document = 'drawer-1') => {
  const rule = event && postingRuleOf(event.type);
  return rule?.does === 'post' ? balances(rule.post(event?.data, document) as never) : undefined;
};

/** Counted amounts in dinars and in dollars, of 450,000 and `dollars` in the books. */
function closedWith(dinars: string, dollars: string, known = tillOwed(), rate?: string) {
  const [inDinars, inDollars] = openInput.accounts;
  const accounts = [inDinars, rate ? { ...inDollars, rate_fk: null, rate } : inDollars];
  const counted = [
    { account_fk: 20, counted_amount: dinars },
    { account_fk: 21, counted_amount: dollars },
  ];
  return given(drawer).after(
    [
      { type: 'open', input: { ...openInput, accounts } as never },
      { type: 'count', input: { ...countInput, accounts: counted } },
      { type: 'close', input: { ...closeInput, accounts: null } },
    ],
    known,
  );
}
const shortages = (of: ReturnType<typeof closedWith>) => {
  const sums = posted(of.events.at(-1)) ?? {};
  return Object.fromEntries(Object.entries(sums).filter(([account]) => !account.startsWith('cash:')));
};

describe('the shortage of a drawer', () => {
  it('belongs to cash over or short, unless the setting makes the cashier owe it', () => {
    const byDefault = closedWith('447000', '30', shop({ levels: LEVELS }));
    expect(shortages(byDefault)).toEqual({ 'cash-over-short': '3000' });
    expect(JSON.stringify(byDefault.events.at(-1)?.data)).not.toMatch(/owed_amount/);
    expect(byDefault.events.at(-1)?.data).not.toHaveProperty('user_fk');
    const owed = closedWith('447000', '30');
    expect(shortages(owed)).toEqual({ 'staff-receivable user-2': '3000' });
    expect(owed.events.at(-1)?.data).toMatchObject({ user_fk: 2, accounts: [{ owed_amount: '3000' }, {}] });
  });

  it('is owed by the cashier of the drawer, whoever closes it', () => {
    const [, count, close] = [openInput, countInput, closeInput];
    const another = given(drawer).after(
      [
        { type: 'open', input: { ...openInput, user_fk: 3 } },
        { type: 'count', input: count },
        { type: 'close', input: close },
      ],
      tillOwed(),
    );
    expect(posted(another.events.at(-1))).toMatchObject({ 'staff-receivable user-3': '3000' });
  });

  it('in dollars is owed in dinars at the rate of the drawer, in whole dinars', () => {
    expect(shortages(closedWith('450000', '28'))).toEqual({ 'staff-receivable user-2': '2960' });
    // 1.25 dollars are 1,844.375 dinars.
    const fraction = closedWith('450000', '28.75', tillOwed(), '1475.5');
    expect(shortages(fraction)).toEqual({ 'staff-receivable user-2': '1844', 'cash-over-short': '0.375' });
  });

  it('is owed in full beside an overage of another account, which is in cash over or short', () => {
    expect(shortages(closedWith('451000', '29'))).toEqual({
      'staff-receivable user-2': '1480',
      'cash-over-short': '-1000',
    });
    expect(shortages(closedWith('451000', '30'))).toEqual({ 'cash-over-short': '-1000' });
  });

  it('is reversed exactly, also when the setting has changed, and decided anew at the next closing', () => {
    const owed = closedWith('447000', '28');
    const back = owed.after([{ type: 'unclose', reason: 'counted wrong' }], shop());
    const [closing, reversal] = back.events.slice(-2);
    const negated = Object.entries(posted(closing) ?? {}).map(([account, amount]) => [
      account,
      amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
    ]);
    expect(posted(reversal)).toEqual(Object.fromEntries(negated));
    const again = back.after(
      [
        { type: 'count', input: countInput },
        { type: 'close', input: closeInput },
      ],
      shop({ levels: LEVELS }),
    );
    expect(shortages(again)).toEqual({ 'cash-over-short': '3000' });
  });
});

describe('what a person owes', () => {
  it('is kept back from a salary, whose cost is the same', () => {
    const approved = given(payroll).after([{ type: 'draft', input: repaidInput }, { type: 'approve' }]);
    expect(posted(approved.events.at(-1), 'payroll-1')).toEqual({
      payroll: '1530000',
      'payroll-payable user-2': '-927000',
      'payroll-payable user-3': '-600000',
      'staff-receivable user-2': '-3000',
    });
    const [line] = repaidInput.lines;
    given(payroll)
      .when({
        type: 'draft',
        input: { ...repaidInput, lines: [{ ...line, user_fk: 2, repayment: '930001' }] } as never,
      })
      .isRefused('lines.0.repayment: max');
  });

  it('is entered in a general journal with the person, on both sides, in the system currency', () => {
    const drafted = (...lines: object[]) =>
      given(generalJournal).when({ type: 'draft', input: { outlet_fk: 1, date: '2026-03-10', lines } as never });
    const cash = { account: 111000003, currency_fk: 1 };
    const staff = { account: 1240, currency_fk: 1, user_fk: 2 };
    drafted({ ...cash, debit: '5' }, { ...staff, credit: '5' }).gives('general_journal.drafted');
    drafted({ ...staff, debit: '5' }, { ...cash, credit: '5' }).gives('general_journal.drafted');
    drafted(
      { ...staff, user_fk: null, debit: '5' },
      { ...staff, currency_fk: 2, rate_fk: 4, credit: '5' },
      { ...cash, user_fk: 2, credit: '5' },
      { ...staff, user_fk: 99, credit: '5' },
    ).isRefused(
      'lines.0.user_fk: required',
      'lines.1.currency_fk: account_of_another_currency',
      'lines.2.user_fk: not_an_account_of_parties',
      'lines.3.user_fk: unknown_record',
    );
  });

  it('is opened with the person, in the system currency', () => {
    const opened = (...parties: object[]) =>
      given(openingBalance).when({
        type: 'draft',
        input: { outlet_fk: 1, financial_year_fk: 1, parties } as never,
      });
    opened(
      { user_fk: 2, customer_fk: 7, currency_fk: 1, amount: '5' },
      { user_fk: 2, currency_fk: 2, rate: '1480', amount: '5' },
      { user_fk: 3, currency_fk: 1, amount: '-5' },
    ).isRefused(
      'parties.0.customer_fk: customer_or_supplier',
      'parties.1.currency_fk: account_of_another_currency',
      'parties.2.amount: min',
    );
    const finished = given(openingBalance).after([
      {
        type: 'draft',
        input: {
          ...{ outlet_fk: 1, financial_year_fk: 1 },
          parties: [{ user_fk: 2, currency_fk: 1, amount: '3000' }],
          accounts: [{ account: 'capital', amount: '-3000' }],
        },
      },
      { type: 'finish' },
    ]);
    expect(posted(finished.events.at(-1), 'opening_balance-1')).toEqual({
      'staff-receivable user-2': '3000',
      capital: '-3000',
    });
  });
});
