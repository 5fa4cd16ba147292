/**
 * Money sent through an agent: prepared, in transit after approval, and paid out. The pay-out goes to an account of
 * the business in any outlet and currency, to a supplier (it settles documents of theirs, named ones or the oldest), or to a
 * payable account of the chart. What does not arrive is an expense: a part, or all of a remittance that was lost.
 */

import { allocate } from '../debts/allocating.ts';
import { exchangeOf } from '../debts/other-currency.ts';
import { SUPPLIER_SIDE } from '../debts/transaction-side.ts';
import type { Facts } from '../deciding/facts.ts';
import { type ApprovedEvent, approvedDecider } from '../documents/approved.ts';
import type { SettledCurrency } from '../documents/document-rules.ts';
import { checkPlace, known, settlePayment, settleRate, timeOf, unitOf } from '../documents/document-rules.ts';
import { checkPaidOn, type PaidOut } from '../documents/paid-out.ts';
import type { Allocation } from '../parties/transaction-events.ts';
import { type Money, money, printMoney, readMoney, subtract, ZERO } from '../values/money.ts';
import { IQD } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import { followingRate } from './cash-transfer-rules.ts';
import type { RemittanceInput, RemittancePayOutInput } from './remittance.schema.ts';
import { askAboutTaken } from './remitted-money.ts';

/** Stream: `remittance-<id>` */
export const REMITTANCE = 'remittance';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value, a balance or a posting.

export interface Remittance extends SettledCurrency {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
  readonly remittance_account_fk: number;
  readonly amount: string;
  readonly fee: string | null;
  readonly expense_type_fk: number | null;
  readonly receiver: string | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export interface RemittancePaid extends Omit<PaidOut, 'account_fk' | 'account_type'> {
  /** Null when the money is paid out against a payable. */
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly supplier_fk?: number;
  /** The parts that settle documents of the supplier. */
  readonly allocations?: readonly Allocation[];
  readonly ledger_account_fk?: number;
  /** Present where money in a foreign currency settles a liability (decisions/0134); absent before this field. */
  readonly foreign_value?: 'book_value';
  /** The outlet of the receiving account, when it is another one than the remittance's. */
  readonly to_outlet_fk?: number;
  /** The currency of the receiving account when it is another one, what arrived in it, and the rate of both amounts. */
  readonly to_currency_fk?: number;
  readonly received_amount?: string;
  readonly rate?: string | null;
  /** What did not arrive, in the currency of the remittance, and the expense that it is. */
  readonly missing_amount?: string;
  readonly expense_type_fk?: number;
  readonly remittance: Remittance;
}

export type RemittanceEvent = ApprovedEvent<typeof REMITTANCE, Remittance, RemittancePaid>;

export const remittance = approvedDecider<
  typeof REMITTANCE,
  RemittanceInput,
  Remittance,
  RemittancePayOutInput,
  RemittancePaid
>(REMITTANCE, {
  facts: remittanceFacts,
  payment: (data, input, facts) => {
    const paid = delivered(data, input, facts);
    askAboutTaken(data, facts);
    return paid;
  },
});

const TARGETS = ['account_fk', 'supplier_fk', 'ledger_account_fk'] as const;

function delivered(data: Remittance, input: RemittancePayOutInput, facts: Facts): RemittancePaid {
  const issues = new Issues();
  const given = TARGETS.filter((field) => input[field]);
  const missing = missingOf(data, input, facts, issues);
  const left = subtract(money(data.amount), money(missing.missing_amount ?? '0'));
  if (given.length === 0 && left > 0n) issues.add('account_fk', 'required');
  if (given[0] !== undefined && left === 0n) issues.add(given[0], 'nothing_arrives');
  for (const field of given.slice(1)) issues.add(field, 'delivered_to_one');
  if (input.allocations && !input.supplier_fk) issues.add('allocations', 'only_of_a_supplier');
  if (input.account_fk === data.remittance_account_fk) issues.add('account_fk', 'accounts_must_differ');
  if (input.received_amount && !input.account_fk) issues.add('received_amount', 'only_other_currency');
  checkPaidOn(data, input.date, issues);
  const when = { date: input.date, time: timeOf(input, facts), account_fk: null, account_type: null, ...missing };
  if (input.account_fk) {
    const into = intoAccount(data, { ...input, account_fk: input.account_fk }, left, facts, issues);
    issues.throwIfAny();
    return { ...when, ...into, remittance: data };
  }
  known(facts, issues, 'supplier_fk', 'supplier', input.supplier_fk);
  const account = known(facts, issues, 'ledger_account_fk', 'ledger_account', input.ledger_account_fk);
  if (account && account.data['heading'] !== 'liabilities') issues.add('ledger_account_fk', 'payable_account_expected');
  issues.throwIfAny();
  if (input.ledger_account_fk) {
    const valued = data.currency_fk === data.system_currency_fk ? {} : { foreign_value: 'book_value' as const };
    return { ...when, ledger_account_fk: input.ledger_account_fk, ...valued, remittance: data };
  }
  if (!input.supplier_fk) return { ...when, remittance: data };
  const allocations = settledBy(data, input, left, facts, issues);
  issues.throwIfAny();
  return { ...when, supplier_fk: input.supplier_fk, allocations, remittance: data };
}

/**
 * The documents of the supplier that the money settles, as that of a transaction does: those in its own currency, and at a
 * rate those in the other one.
 */
function settledBy(
  { currency_fk: currency, outlet_fk: outlet, rate }: Remittance,
  { allocations, settle_rate, date }: RemittancePayOutInput,
  left: Money,
  facts: Facts,
  issues: Issues,
): Allocation[] {
  const exchange = exchangeOf(SUPPLIER_SIDE, { settle_rate, date }, { currency_fk: currency, rate }, facts, issues);
  const of = { unit: unitOf(currency, facts), outlet, actor: facts.actor, currency, exchange };
  return allocate(left, allocations, { items: facts.openItems, day: date, oldest: true, ...of }, issues);
}

/** What did not arrive, which is at most all of it, and its expense. */
function missingOf(
  { amount }: Remittance,
  { missing_amount, expense_type_fk }: RemittancePayOutInput,
  facts: Facts,
  issues: Issues,
): Pick<RemittancePaid, 'missing_amount' | 'expense_type_fk'> {
  const missing = readMoney(missing_amount ?? '0') ?? ZERO;
  known(facts, issues, 'expense_type_fk', 'expense_type', expense_type_fk);
  if (missing > money(amount)) issues.add('missing_amount', 'max', { value: amount });
  if (missing > 0n && !expense_type_fk) issues.add('expense_type_fk', 'required');
  if (missing === 0n && expense_type_fk) issues.add('missing_amount', 'required');
  return missing > 0n && missing_amount && expense_type_fk ? { missing_amount, expense_type_fk } : {};
}

type Into = 'account_fk' | 'account_type' | 'to_outlet_fk' | 'to_currency_fk' | 'received_amount' | 'rate';

/** The receiving account: of any outlet of the person, as both sides of a transfer are, and of any currency. */
function intoAccount(
  data: Remittance,
  { account_fk, received_amount }: { readonly account_fk: number; readonly received_amount?: string | null },
  left: Money,
  facts: Facts,
  issues: Issues,
): Pick<RemittancePaid, Into> {
  const account = known(facts, issues, 'account_fk', 'cash', account_fk)?.data;
  const outlet = Number(account?.['outlet_fk'] ?? data.outlet_fk);
  if (outlet !== data.outlet_fk && !facts.actor.hasOutlet(outlet)) issues.add('account_fk', 'not_of_the_outlet');
  const currency = Number(account?.['currency_fk'] ?? data.currency_fk);
  const into = {
    account_fk,
    account_type: Number(account?.['cash_type'] ?? 1),
    ...(outlet === data.outlet_fk ? {} : { to_outlet_fk: outlet }),
  };
  if (currency === data.currency_fk) {
    if (received_amount) issues.add('received_amount', 'only_other_currency');
    return into;
  }
  if (!received_amount) issues.add('received_amount', 'required');
  if (!received_amount || left <= 0n) return into;
  const fields = { account: 'account_fk', rate: 'received_amount' };
  const sent = { currency: data.currency_fk, amount: printMoney(left) };
  const { rate } = followingRate(sent, { currency, amount: received_amount }, facts, issues, fields);
  return { ...into, to_currency_fk: currency, received_amount, rate };
}

const REMITTANCE_TYPE = 3;

function remittanceFacts(input: RemittanceInput, facts: Facts): Remittance {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const from = known(facts, issues, 'account_fk', 'cash', input.account_fk);
  const currency_fk = Number(from?.data['currency_fk'] ?? IQD);
  const paid = { outlet_fk: input.outlet_fk, currency_fk, payment_type: 'cash' } as const;
  const { account_type } = settlePayment({ ...paid, account_fk: input.account_fk }, null, '', facts, issues);
  const way = { ...paid, account_fk: input.remittance_account_fk };
  const { account_type: wayType } = settlePayment(way, null, '', facts, issues, 'remittance_');
  if (wayType !== null && wayType !== REMITTANCE_TYPE) {
    issues.add('remittance_account_fk', 'remittance_account_expected');
  }
  if (input.account_fk === input.remittance_account_fk) issues.add('remittance_account_fk', 'accounts_must_differ');
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const hasFee = (readMoney(input.fee ?? '0') ?? 0n) > 0n;
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  if (hasFee && !input.expense_type_fk) issues.add('expense_type_fk', 'required');
  const currency = settleRate({ ...input, currency_fk }, 'out', facts, issues);
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    date: input.date,
    time: timeOf(input, facts),
    account_fk: input.account_fk,
    account_type: account_type ?? 1,
    remittance_account_fk: input.remittance_account_fk,
    ...currency,
    amount: input.amount,
    fee: hasFee ? (input.fee ?? null) : null,
    expense_type_fk: input.expense_type_fk ?? null,
    receiver: input.receiver ?? null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}
