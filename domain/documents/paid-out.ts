/**
 * The payment of an approved document: its whole amount, from one cash account in its currency, not before its date.
 */

import type { Facts } from '../deciding/facts.ts';
import type { PayOutInput } from '../schemas/paid-out.schema.ts';
import { readDate } from '../values/effective-date.ts';
import { Issues } from '../values/refusal.ts';
import { settlePayment, timeOf } from './document-rules.ts';

export interface PaidOut {
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
}

interface Approved {
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly date: string;
}

export function paidOut(of: Approved, input: PayOutInput, facts: Facts): PaidOut {
  const issues = new Issues();
  checkPaidOn(of, input.date, issues);
  const cash = { ...of, payment_type: 'cash', account_fk: input.account_fk } as const;
  const { account_type } = settlePayment(cash, null, 'account_fk', facts, issues);
  issues.throwIfAny();
  return {
    date: input.date,
    time: timeOf(input, facts),
    account_fk: input.account_fk,
    account_type: account_type ?? 1,
  };
}

/** Checks that the date is a calendar day and not before the document. */
export function checkPaidOn(of: Pick<Approved, 'date'>, date: string, issues: Issues): void {
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < of.date) issues.add('date', 'before_the_document', { value: of.date });
}
