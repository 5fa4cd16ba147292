/** The amounts of a sale or purchase return, in its own currency. The server and the screens use this function. */
import { add, lesser, type Money, money, roundTo, subtract, sum, toMoney, ZERO } from '../values/money.ts';

export interface ReturnedAmounts {
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
}

export interface ReturnTotals {
  readonly gross: Money;
  readonly discount: Money;
  readonly tax: Money;
  /** Added to reach the rounded total; negative when rounded down. */
  readonly rounding: Money;
  /** The refund. */
  readonly total: Money;
}

/** What earlier returns of the same document paid back; absent without one, and in returns from before these fields. */
export interface RefundedBefore {
  /** The rounding of the refunds so far: positive when more than the value of the goods was paid. */
  readonly rounding_before?: string;
  /** What was kept for the document, less the refunds so far. */
  readonly refundable_amount?: string;
}

interface Returned extends RefundedBefore {
  readonly lines: readonly ReturnedAmounts[];
  readonly rounding_step: string | null;
}

export function returnTotals({ lines, rounding_step, ...before }: Returned): ReturnTotals {
  const gross = sum(lines.map((line) => money(line.gross_amount)));
  const discount = sum(lines.map((line) => money(line.discount_amount)));
  const tax = sum(lines.map((line) => money(line.tax_amount)));
  const exact = add(subtract(gross, discount), tax);
  const total = refundOf(exact, rounding_step, before);
  return { gross, discount, tax, rounding: subtract(total, exact), total };
}

/**
 * Refunds in parts are rounded together: what was rounded off before is part of this refund, so that all parts add up
 * to the rounded whole; and together they are never more than what was kept (docs/decisions/0110).
 */
export function refundOf(
  exact: Money,
  step: string | null,
  { rounding_before, refundable_amount }: RefundedBefore,
): Money {
  const due = subtract(exact, step ? money(rounding_before ?? '0') : ZERO);
  const rounded = step ? roundTo(due, money(step)) : due;
  if (refundable_amount === undefined) return rounded;
  const most = money(refundable_amount);
  const payable = step ? toMoney(most - (most % money(step))) : most;
  return lesser(rounded > 0n ? rounded : ZERO, payable > 0n ? payable : ZERO);
}
