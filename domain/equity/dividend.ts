/** A distribution of retained earnings to the stockholders: prepared, declared on approval, and paid. */

import { type ApprovedEvent, approvedDecider } from '../kernel/approved.ts';
import { defined } from '../kernel/defined.ts';
import { checkPlace, known, systemCurrency, unitOf } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { allocateUnits } from '../kernel/fixed-point.ts';
import { type Money, money, printMoney, readMoney, subtract, sum, toMoney, ZERO } from '../kernel/money.ts';
import type { PayOutInput } from '../kernel/paid-out.schema.ts';
import { type PaidOut, paidOut } from '../kernel/paid-out.ts';
import { Issues } from '../kernel/refusal.ts';
import { type SharedAmount, sharedAmount } from '../kernel/shared-amount.ts';
import type { DividendInput } from './dividend.schema.ts';

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

export type Dividend = SharedAmount<DividendLine>;

export interface DividendPaid extends PaidOut {
  readonly dividend: Dividend;
}

export type DividendEvent = ApprovedEvent<typeof DIVIDEND, Dividend, DividendPaid>;

export const dividend = approvedDecider<typeof DIVIDEND, DividendInput, Dividend, PayOutInput, DividendPaid>(DIVIDEND, {
  facts: dividendFacts,
  payment: (data, input, facts) => ({ ...paidOut(data, input, facts), dividend: data }),
});

function dividendFacts(input: DividendInput, facts: Facts): Dividend {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const total = readMoney(input.amount) ?? ZERO;
  if (total <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  input.lines.forEach(({ stockholder_fk }, index) => {
    const field = `lines.${index}.stockholder_fk`;
    known(facts, issues, field, 'stockholder', stockholder_fk);
    if (input.lines.findIndex((line) => line.stockholder_fk === stockholder_fk) < index) issues.add(field, 'unique');
  });
  issues.throwIfAny();
  const amounts = sharesOf(input.lines, total, facts, issues);
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
  return sharedAmount(input, input.amount, lines, facts);
}

/** Entered amounts are kept; the rest is shared by the percentages of the other lines, by largest remainder. */
function sharesOf(lines: DividendInput['lines'], total: Money, facts: Facts, issues: Issues): readonly Money[] {
  const entered = lines.map(({ amount }) => (amount ? money(amount) : undefined));
  const rest = subtract(total, sum(entered.filter((amount) => amount !== undefined)));
  const weights = lines.flatMap(({ stockholder_fk }, index) => {
    if (entered[index] !== undefined) return [];
    const percentage = facts.record('stockholder', stockholder_fk)?.data['share_percentage'];
    const weight = typeof percentage === 'string' ? money(percentage) : ZERO;
    if (weight === 0n) issues.add(`lines.${index}.amount`, 'required');
    return [weight];
  });
  if (rest < 0n || (rest > 0n && weights.length === 0)) issues.add('amount', 'lines_must_add_up');
  if (issues.list.length > 0) return [];
  const shares = allocateUnits(rest, weights, unitOf(systemCurrency(facts), facts)).map(toMoney);
  return entered.map((amount) => amount ?? defined(shares.shift()));
}
