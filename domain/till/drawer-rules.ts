/** Rules of opening, pay-ins, payouts, counting and closing a drawer. */

import type { Facts } from '../deciding/facts.ts';
import { checkPlace, known, settlePayment, settleRate, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { shortageOwed } from '../organisation/drawer-shortage.ts';
import { defined } from '../values/defined.ts';
import { readDate } from '../values/effective-date.ts';
import { type Money, money, printMoney, readMoney, subtract, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { CloseDrawerInput, CountInput, OpenDrawerInput, PayInInput, PayoutInput } from './drawer.schema.ts';
import type { Closing, Count, Drawer, DrawerAccount, DrawerState, PayIn, Payout, Reopening } from './drawer-events.ts';
import { noteRates } from './rate-notes.ts';
import { type Received, settled } from './receipts/broken-rules.ts';

export type OpenedDrawer = Exclude<DrawerState, { status: 'none' }>;

/** What the opening entry of a till finds. */
export interface OpeningOf {
  /** Another drawer of the cashier or of an account is in use. */
  readonly isBeside?: boolean;
  /** The accounts of this drawer that another drawer in use has. */
  readonly shared?: readonly number[];
  /** Receipts of the drawer arrived before it, and the account has their money. */
  readonly hasReceipts?: boolean;
}

/**
 * The part of the float that the account has in the books already; none when the account has the money of another
 * drawer in use or of this drawer's own receipts. Money in the books above the float is expected at the closing, and
 * not moved to the safe.
 */
function carried(
  { account_fk, float_amount }: Pick<DrawerAccount, 'account_fk' | 'float_amount'>,
  { shared = [], hasReceipts }: OpeningOf,
  facts: Facts,
): Pick<DrawerAccount, 'carried_amount'> {
  if (shared.includes(account_fk) || hasReceipts) return {};
  const [held, wanted] = [money(facts.level(`cash:${account_fk}`)), readMoney(float_amount) ?? ZERO];
  const amount = held < wanted ? held : wanted;
  return amount > 0n ? { carried_amount: printMoney(amount) } : {};
}

export function openingFacts(
  input: OpenDrawerInput,
  facts: Facts,
  of: OpeningOf & { readonly received?: Received },
): Drawer {
  const { received } = of;
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'user_fk', 'user', input.user_fk);
  const accounts = input.accounts.map((account, index): DrawerAccount => {
    const prefix = `accounts.${index}.`;
    const float_amount = account.float_amount ?? '0';
    const isTwice = input.accounts.findIndex(({ account_fk }) => account_fk === account.account_fk) < index;
    if (isTwice) issues.add(`${prefix}account_fk`, 'unique');
    const record = known(facts, issues, `${prefix}account_fk`, 'cash', account.account_fk);
    const currency_fk = Number(record?.data['currency_fk'] ?? systemCurrency(facts));
    const cash = { outlet_fk: input.outlet_fk, currency_fk, payment_type: 'cash' } as const;
    const own = settlePayment({ ...cash, account_fk: account.account_fk }, null, '', facts, issues, prefix);
    const safe = { ...cash, account_fk: account.safe_account_fk };
    const { account_type } = settlePayment(safe, null, '', facts, issues, `${prefix}safe_`);
    if (account.safe_account_fk === account.account_fk) issues.add(`${prefix}safe_account_fk`, 'accounts_must_differ');
    const { rate_fk, rate } = settleRate({ ...account, currency_fk }, 'in', facts, issues, prefix);
    return {
      account_fk: account.account_fk,
      account_type: own.account_type ?? 1,
      safe_account_fk: account.safe_account_fk,
      safe_account_type: account_type ?? 1,
      currency_fk,
      rate_fk,
      rate,
      float_amount,
      ...carried({ ...account, float_amount }, of, facts),
    };
  });
  if (received) noteRates({ accounts }, input.date, facts, issues);
  return {
    ...settled(received, issues),
    outlet_fk: input.outlet_fk,
    user_fk: input.user_fk ?? facts.actor.user_id,
    date: input.date,
    time: timeOf(input, facts),
    system_currency_fk: systemCurrency(facts),
    note: input.note ?? null,
    accounts,
  };
}

/** Adds an issue for a date before the opening of the drawer. */
function checkDay(date: string, data: Drawer, issues: Issues): void {
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < data.date) issues.add('date', 'before_the_document', { value: data.date });
}

/** A pay-in is taken from the safe of the account. */
export function payInFacts(input: PayInInput, state: OpenedDrawer, facts: Facts, received?: Received): PayIn {
  const issues = new Issues();
  const paid = movedFacts(input, state, facts, issues, received);
  const { id, ...rest } = paid;
  return { ...settled(received, issues), payin_id: id, ...rest };
}

export function payoutFacts(input: PayoutInput, state: OpenedDrawer, facts: Facts, received?: Received): Payout {
  const issues = new Issues();
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  const { id, ...rest } = movedFacts(input, state, facts, issues, received);
  return { ...settled(received, issues), payout_id: id, ...rest, expense_type_fk: input.expense_type_fk };
}

/** A pay-in or payout of a drawer; both share one number sequence. */
function movedFacts(
  input: PayInInput,
  state: OpenedDrawer,
  facts: Facts,
  issues: Issues,
  received: Received | undefined,
) {
  const { data, payins, payouts } = state;
  checkDay(input.date, data, issues);
  const account = data.accounts.find(({ account_fk }) => account_fk === input.account_fk);
  if (!account) issues.add('account_fk', 'not_of_the_drawer');
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  if (received && state.status !== 'open') issues.add('drawer_fk', 'drawer_is_not_open');
  if (!received || !account) issues.throwIfAny();
  const time = timeOf(input, facts);
  return {
    id: payins.length + payouts.length + 1,
    outlet_fk: data.outlet_fk,
    system_currency_fk: data.system_currency_fk,
    date: input.date,
    time,
    account: defined(account, 'the account of the drawer'),
    amount: input.amount,
    note: input.note ?? null,
    ...(isBeforeClosing({ date: input.date, time }, state) ? { is_late: true as const } : {}),
  };
}

/** True when it happened before the closing and arrived after it, so that the cash was counted already. */
export function isBeforeClosing(
  of: { readonly date: string; readonly time: string | null },
  { closing }: OpenedDrawer,
): boolean {
  if (!closing) return false;
  const moment = ({ date, time }: typeof of) => `${date} ${time ?? '23:59:59'}`;
  return of.time !== null && moment(of) < moment(closing);
}

/** Requires a count of every account of the drawer, each once. */
export function countFacts(input: CountInput, data: Drawer, facts: Facts, received?: Received): Count {
  const issues = new Issues();
  checkDay(input.date, data, issues);
  input.accounts.forEach(({ account_fk }, index) => {
    const field = `accounts.${index}.account_fk`;
    if (!data.accounts.some((account) => account.account_fk === account_fk)) issues.add(field, 'not_of_the_drawer');
    const isTwice = input.accounts.findIndex((account) => account.account_fk === account_fk) < index;
    if (isTwice) issues.add(field, 'unique');
  });
  const counted = new Map(input.accounts.map((account) => [account.account_fk, account]));
  if (data.accounts.some(({ account_fk }) => !counted.has(account_fk))) issues.add('accounts', 'count_every_account');
  return {
    ...settled(received, issues),
    date: input.date,
    time: timeOf(input, facts),
    accounts: data.accounts.map(({ account_fk }) => {
      const { counted_amount = '0', denominations } = counted.get(account_fk) ?? {};
      return { account_fk, counted_amount, ...(denominations ? { denominations } : {}) };
    }),
  };
}

/** The expected amount printed by a device, if any. */
export interface Printed {
  readonly account_fk: number;
  readonly expected_amount: string;
}

/** What others moved in each account since the closing left its amount there. */
export function reopeningFacts(reason: string | null, taken_back: Closing, facts: Facts): Reopening {
  const accounts = taken_back.accounts.flatMap(({ account_fk, left_amount }) => {
    const moved = subtract(money(facts.level(`cash:${account_fk}`)), money(left_amount));
    return moved === 0n ? [] : [{ account_fk, moved_amount: printMoney(moved) }];
  });
  return { reason, taken_back, ...(accounts.length > 0 ? { accounts } : {}) };
}

/** The data of a drawer that is open again. */
export const reopened = (data: Drawer, { accounts = [] }: Reopening): Drawer => ({
  ...data,
  accounts: data.accounts.map(({ moved_amount: _, ...account }) => {
    const moved = accounts.find(({ account_fk }) => account_fk === account.account_fk);
    return moved ? { ...account, moved_amount: moved.moved_amount } : account;
  }),
});

/** What an account with this balance in the books has of the drawer. */
export const ownPart = (balance: Money, { moved_amount = '0' }: Pick<DrawerAccount, 'moved_amount'>): Money =>
  subtract(balance, money(moved_amount));

/** The expected amounts are the book balances of the drawer's accounts at the closing, without what others moved. */
export function closingFacts(
  input: CloseDrawerInput,
  state: OpenedDrawer,
  count: Count,
  facts: Facts,
  { received, printed = [] }: { readonly received?: Received | undefined; readonly printed?: readonly Printed[] } = {},
): Closing {
  const { data, closings } = state;
  const issues = new Issues();
  checkDay(input.date, data, issues);
  const left = new Map((input.accounts ?? []).map((account) => [account.account_fk, account.left_amount]));
  const countedOf = (id: number) => count.accounts.find(({ account_fk }) => account_fk === id)?.counted_amount;
  (input.accounts ?? []).forEach(({ account_fk, left_amount }, index) => {
    const counted = countedOf(account_fk);
    if (counted === undefined) issues.add(`accounts.${index}.account_fk`, 'not_of_the_drawer');
    else if (money(left_amount) > money(counted)) {
      issues.add(`accounts.${index}.left_amount`, 'less_than', { value: counted });
    }
  });
  if (!received) issues.throwIfAny();
  const accounts = data.accounts.map((account) => {
    const expected = printMoney(ownPart(money(facts.level(`cash:${account.account_fk}`)), account));
    const printedAmount = printed.find(({ account_fk }) => account_fk === account.account_fk)?.expected_amount;
    const differs = printedAmount !== undefined && money(printedAmount) !== money(expected);
    if (differs) issues.add('accounts', 'expected_differs', { printed: printedAmount, value: expected });
    const counted = { expected_amount: expected, counted_amount: countedOf(account.account_fk) ?? '0' };
    return {
      ...account,
      ...counted,
      left_amount: left.get(account.account_fk) ?? '0',
      ...(differs ? { printed_amount: printedAmount } : {}),
      ...shortageOwed({ ...account, ...counted }, facts),
    };
  });
  const reason = input.difference_reason?.trim() ?? '';
  const isDifferent = accounts.some((each) => money(each.expected_amount) !== money(each.counted_amount));
  if (!received && isDifferent && reason === '') {
    issues.add('difference_reason', 'required');
    issues.throwIfAny();
  }
  const isOwed = accounts.some(({ owed_amount }) => owed_amount !== undefined);
  return {
    ...settled(received, issues),
    closing: closings,
    outlet_fk: data.outlet_fk,
    ...(isOwed ? { user_fk: data.user_fk } : {}),
    system_currency_fk: data.system_currency_fk,
    date: input.date,
    time: timeOf(input, facts),
    accounts,
    ...(reason === '' ? {} : { difference_reason: reason }),
  };
}
