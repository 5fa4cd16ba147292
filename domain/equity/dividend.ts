/** A distribution of retained earnings to the stockholders: prepared, declared on approval, and paid. */

import type { Facts } from '../deciding/facts.ts';
import { type ApprovedEvent, approvedDecider } from '../documents/approved.ts';
import { checkPlace, known, systemCurrency, unitOf } from '../documents/document-rules.ts';
import { type PaidOut, paidOut } from '../documents/paid-out.ts';
import { type SharedAmount, sharedAmount } from '../documents/shared-amount.ts';
import type { PayOutInput } from '../schemas/paid-out.schema.ts';
import { readDate } from '../values/effective-date.ts';
import { type Money, money, printMoney, readMoney, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { DividendInput } from './dividend.schema.ts';
import { amountsByShare, lackingWhole, type Part, restOf, shareOn } from './shares.ts';

/** Stream: `dividend-<id>` */
export const DIVIDEND = 'dividend';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface DividendLine {
  readonly line_id: number;
  readonly stockholder_fk: number;
  readonly amount: string;
  /** Present when the amount was not entered but calculated from the percentages. */
  readonly is_by_percentage?: true;
}

export interface Dividend extends SharedAmount<DividendLine> {
  /** Present when it was entered: the day whose shares decide; otherwise that is the day of the dividend. */
  readonly record_date?: string;
}

export interface DividendPaid extends PaidOut {
  readonly dividend: Dividend;
}

export type DividendEvent = ApprovedEvent<typeof DIVIDEND, Dividend, DividendPaid>;

export const dividend = approvedDecider<typeof DIVIDEND, DividendInput, Dividend, PayOutInput, DividendPaid>(DIVIDEND, {
  facts: dividendFacts,
  approved: (data, facts) => {
    askAboutEarnings(data, facts);
    return data;
  },
  payment: (data, input, facts) => ({ ...paidOut(data, input, facts), dividend: data }),
});

function dividendFacts(input: DividendInput, facts: Facts): Dividend {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  if (input.record_date && !readDate(input.record_date)) issues.add('record_date', 'date');
  const total = readMoney(input.amount) ?? ZERO;
  if (total <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  input.lines.forEach(({ stockholder_fk }, index) => {
    const field = `lines.${index}.stockholder_fk`;
    known(facts, issues, field, 'stockholder', stockholder_fk);
    if (input.lines.findIndex((line) => line.stockholder_fk === stockholder_fk) < index) issues.add(field, 'unique');
  });
  issues.throwIfAny();
  const amounts = sharesOf(input, total, facts, issues);
  amounts.forEach((amount, index) => {
    if (amount <= 0n) issues.add(`lines.${index}.amount`, 'greater_than', { value: '0' });
  });
  issues.throwIfAny();
  const lines = input.lines.map(({ stockholder_fk, amount }, index) => ({
    line_id: index + 1,
    stockholder_fk,
    amount: printMoney(amounts[index] ?? ZERO),
    ...(amount ? {} : { is_by_percentage: true as const }),
  }));
  return {
    ...sharedAmount(input, input.amount, lines, facts),
    ...(input.record_date ? { record_date: input.record_date } : {}),
  };
}

/** Asks before more is distributed than was earned. The sum is not told: who approves may not see costs. */
function askAboutEarnings({ amount }: Dividend, { queryResult, confirmed }: Facts): void {
  if (confirmed || typeof queryResult !== 'string' || money(amount) <= money(queryResult)) return;
  const issues = new Issues();
  issues.ask('amount', 'dividend_above_earnings');
  issues.throwIfAny();
}

/**
 * The amounts of the lines: entered ones, and the rest by the shares of the record day. The shares of all lines must be
 * the whole; otherwise what an unlisted stockholder has would go to the others.
 */
function sharesOf(input: DividendInput, total: Money, facts: Facts, issues: Issues): readonly Money[] {
  const day = input.record_date ?? input.date;
  const parts = input.lines.map(({ stockholder_fk, amount }, index): Part => {
    const share = shareOn(facts.record('stockholder', stockholder_fk)?.data, day);
    if (!amount && money(share ?? '0') === 0n) issues.add(`lines.${index}.amount`, 'required');
    return { amount: amount ? money(amount) : undefined, share };
  });
  const rest = restOf(total, parts);
  const isEntered = parts.every(({ amount }) => amount !== undefined);
  if (rest < 0n || (rest > 0n && isEntered)) issues.add('amount', 'lines_must_add_up');
  if (issues.list.length > 0) return [];
  const whole = lackingWhole(total, parts);
  if (whole !== undefined) issues.add('lines', 'shares_must_be_whole', { value: whole, day });
  return issues.list.length > 0 ? [] : amountsByShare(total, parts, unitOf(systemCurrency(facts), facts));
}
