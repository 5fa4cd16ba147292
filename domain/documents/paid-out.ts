/**
 * The payment of an approved document: its whole amount, from one cash account, not before its date. The account may be in
 * the other currency.
 */

import type { Facts } from '../deciding/facts.ts';
import type { PayOutInput } from '../schemas/paid-out.schema.ts';
import { readDate } from '../values/effective-date.ts';
import { Issues } from '../values/refusal.ts';
import { inMoney, settlePayment, timeOf } from './document-rules.ts';
import { type OtherMoney, settledMoney } from './other-money.ts';

export interface PaidOut extends OtherMoney {
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
  /** How many payments with money of the other currency may be before it; absent in the first payment. */
  readonly payments_before?: number;
}

interface Approved {
  readonly amount: string;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly date: string;
}

/** `before` counts the payments of other parts of it. */
export function paidOut(of: Approved, input: PayOutInput, facts: Facts, before = 0): PaidOut {
  const issues = new Issues();
  checkPaidOn(of, input.date, issues);
  const cash = { ...of, payment_type: 'cash', account_fk: input.account_fk } as const;
  const { account_type } = settlePayment(inMoney(cash, facts), null, 'account_fk', facts, issues);
  const { paid_rate, money_amount, date } = input;
  const money = settledMoney({ ...cash, amount: of.amount, date, paid_rate, money_amount }, 'out', facts, issues);
  issues.throwIfAny();
  return {
    date: input.date,
    time: timeOf(input, facts),
    account_fk: input.account_fk,
    account_type: account_type ?? 1,
    ...money,
    ...(money.paid_amount === undefined || before === 0 ? {} : { payments_before: before }),
  };
}

/** Checks that the date is a calendar day and not before the document. */
export function checkPaidOn(of: Pick<Approved, 'date'>, date: string, issues: Issues): void {
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < of.date) issues.add('date', 'before_the_document', { value: of.date });
}
