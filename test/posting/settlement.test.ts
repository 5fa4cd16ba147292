/** Balances of parties that move without money (docs/decisions/0195). */
import { describe, expect, it } from 'vitest';
import type { Settlement } from '../../domain/debts/settlement-events.ts';
import { type Posting, reversed } from '../../domain/entries/entry.ts';
import type { SettlementInput } from '../../domain/parties/settlement.schema.ts';
import { settlement } from '../../domain/parties/settlement.ts';
import { postSettlement } from '../../domain/posting/settlement.ts';
import { type Money, sum } from '../../domain/values/money.ts';
import { given } from '../domain/given.ts';
import { BAD_DEBTS, openItems, setOff, written } from '../domain/histories-settled.ts';
import { shop } from '../domain/shop.ts';
import { balances } from './reading.ts';

function posted(input: SettlementInput): Posting {
  const records = { 'customer-6': { consumer_name: 'Six' } };
  const [event] = given(settlement)
    .when({ type: 'complete', input }, shop({ openItems, records }))
    .gives('settlement.completed');
  return postSettlement(event?.data as Settlement, 'settlement-1');
}

const refusal = (input: SettlementInput, known: Parameters<typeof shop>[0] = {}) =>
  given(settlement).when({ type: 'complete', input }, shop({ openItems, ...known }));

/** `party document currency`: the change of what is open. */
const changes = ({ openItems: items }: Posting) =>
  Object.fromEntries(
    items.map(({ party, document, currency, amount }) => [
      `${party} ${document} ${currency}`,
      String(amount / 10_000n),
    ]),
  );

/** The second outlet is owed by the first what was settled of its documents. */
const between = (amount: string) => ({ 'inter-outlet outlet-1': amount, 'inter-outlet outlet-2': `-${amount}` });

function isBalanced({ lines }: Posting): boolean {
  const outlets = Map.groupBy(lines, ({ outlet }) => outlet).values();
  return [...outlets].every((own) => sum(own.map(({ base }): Money => base)) === 0n);
}

const CREDIT = 'credit' as const;
const dollars = { ...setOff, currency_fk: 2, rate_fk: 4, reference_number: null };

describe('a settlement', () => {
  it('of a bad debt takes the oldest documents to an account, each in the books of its outlet', () => {
    const posting = posted(written);
    expect(balances(posting)).toEqual({
      'expense-type:1': '70000',
      'receivable customer-7': '-70000',
      ...between('10000'),
    });
    expect(changes(posting)).toEqual({ 'customer-7 sale-1 1': '-60000', 'customer-7 sale-4 1': '-10000' });
    expect(isBalanced(posting)).toBe(true);
  });

  it('of a foreign debt takes what the books have of it, whatever the rate of the day is', () => {
    const posting = posted({ ...written, ...{ currency_fk: 2, rate_fk: 4, amount: '100' } });
    expect(balances(posting)).toEqual({ 'expense-type:1': '147000', 'receivable customer-7': '-147000' });
  });

  it('of a debt to a supplier, and of a credit, goes to the other side of the account', () => {
    const owed = { ...written, ...{ customer_fk: null, supplier_fk: 8, amount: '70000' } };
    expect(balances(posted(owed))).toEqual({ 'expense-type:1': '-70000', 'payable supplier-8': '70000' });
    const credit = { ...written, ...{ settled_as: CREDIT, amount: '15000' } };
    expect(balances(posted(credit))).toEqual({ 'expense-type:1': '-15000', 'customer-advances customer-7': '15000' });
  });

  it('sets a customer off against the supplier who is the same person, and opens the rest as an advance', () => {
    const posting = posted(setOff);
    expect(balances(posting)).toEqual({
      'receivable customer-7': '-100000',
      'payable supplier-8': '70000',
      'supplier-advances supplier-8': '30000',
      ...between('40000'),
    });
    expect(changes(posting)).toEqual({
      'customer-7 sale-1 1': '-60000',
      'customer-7 sale-4 1': '-40000',
      'supplier-8 purchase-1 1': '-70000',
      'supplier-8 settlement-1 1': '-30000',
    });
    expect(isBalanced(posting)).toBe(true);
  });

  it('of two debts at two rates realises the difference', () => {
    const posting = posted({ ...dollars, amount: '30' });
    expect(balances(posting)).toEqual({
      'receivable customer-7': '-44100',
      'payable supplier-8': '44700',
      'fx-realised': '-600',
    });
    expect(changes(posting)).toEqual({ 'customer-7 sale-5 2': '-30', 'supplier-8 purchase-2 2': '-30' });
  });

  it('moves a debt to another customer', () => {
    const posting = posted({ ...written, ...{ account: null, to_customer_fk: 6, amount: '60000' } });
    expect(balances(posting)).toEqual({ 'receivable customer-7': '-60000', 'receivable customer-6': '60000' });
    expect(changes(posting)).toEqual({ 'customer-7 sale-1 1': '-60000', 'customer-6 settlement-1 1': '60000' });
  });

  it('moves a debt into the other currency at the rate of the day, which settles a credit there', () => {
    const posting = posted({
      ...dollars,
      ...{ to_supplier_fk: null, to_customer_fk: 7, to_currency_fk: 1, amount: '50' },
    });
    expect(balances(posting)).toEqual({
      // 50 USD at 1,470 are 73,500; at 1,480 they are 74,000: 15,000 of the return, and a debt of 59,000.
      'receivable customer-7': '-14500',
      'customer-advances customer-7': '15000',
      'fx-realised': '-500',
    });
    expect(changes(posting)).toEqual({
      'customer-7 sale-5 2': '-50',
      'customer-7 sale_return-2 1': '15000',
      'customer-7 settlement-1 1': '59000',
    });
  });

  it('uses the credit of a return for a debt of the same customer', () => {
    const credit = {
      ...setOff,
      ...{ settled_as: CREDIT, to_supplier_fk: null, to_customer_fk: 7, amount: '15000' },
    };
    expect(changes(posted(credit))).toEqual({ 'customer-7 sale_return-2 1': '15000', 'customer-7 sale-1 1': '-15000' });
  });

  it('that is reversed restores both sides', () => {
    const posting = posted(setOff);
    const back = reversed(posting);
    expect(sum([...posting.lines, ...back.lines].map(({ base }): Money => base))).toBe(0n);
    const open = Map.groupBy(
      [...posting.openItems, ...back.openItems],
      ({ party, document }) => `${party} ${document}`,
    );
    expect([...open.values()].map((items) => sum(items.map(({ amount }) => amount)))).toEqual([0n, 0n, 0n, 0n]);
  });

  it('names one party, one counterpart, and what is open', () => {
    refusal({ ...written, supplier_fk: 8 }).isRefused('customer_fk: customer_or_supplier_only');
    refusal({ ...written, account: null }).isRefused('account: account_or_party');
    refusal({ ...written, to_customer_fk: 7 }).isRefused('account: account_or_party');
    refusal({ ...written, amount: '100001' }).isRefused('amount: more_than_is_open');
    refusal({ ...written, reason: ' ' }).isRefused('reason: required');
    refusal({ ...written, to_amount: '5' }).isRefused('to_amount: only_between_parties');
    refusal({ ...setOff, to_amount: '5' }).isRefused('to_amount: same_in_one_currency');
    refusal({ ...setOff, to_allocations: [{ document: 'sale-1', amount: '5' }] }).isRefused(
      'to_allocations.0.document: not_open',
    );
  });

  it('leaves the debt of a customer in one currency as old as it is', () => {
    const own = { ...setOff, ...{ to_supplier_fk: null, to_customer_fk: 7, amount: '60000' } };
    refusal(own).isRefused('amount: more_than_is_open');
    expect(changes(posted({ ...own, amount: '15000' }))).toEqual({
      'customer-7 sale-1 1': '-15000',
      'customer-7 sale_return-2 1': '15000',
    });
  });

  it('takes neither money nor goods, and accounts of the system only with the permission', () => {
    for (const account of [111000003, 1210, 2110]) {
      refusal({ ...written, account }).isRefused('account: account_takes_no_journal');
    }
    refusal({ ...written, account: 4120 }, { permissions: [] }).isRefused('account: system_account_needs_permission');
    refusal({ ...written, account: BAD_DEBTS }, { permissions: [] }).gives('settlement.completed');
  });

  it('settles documents of the outlets of the person only', () => {
    refusal(written, { outlets: [1] }).isRefused('amount: more_than_is_open');
    refusal({ ...written, amount: '60000' }, { outlets: [1] }).gives('settlement.completed');
  });

  it('at another rate than that of the day needs the permission to enter rates', () => {
    const other = { ...dollars, ...{ to_supplier_fk: null, to_customer_fk: 7, to_currency_fk: 1, amount: '50' } };
    refusal({ ...other, to_amount: '70000' }, { permissions: [] }).isRefused('to_amount: rate_needs_permission');
    expect(balances(posted({ ...other, to_amount: '70000' }))).toMatchObject({ 'fx-realised': '3500' });
  });
});
