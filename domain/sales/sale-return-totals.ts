/** The amounts of a sale or purchase return, in its own currency. The server and the screens use this function. */
import { add, type Money, money, roundTo, subtract, sum } from '../kernel/money.ts';

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

export function returnTotals({
  lines,
  rounding_step,
}: {
  readonly lines: readonly ReturnedAmounts[];
  readonly rounding_step: string | null;
}): ReturnTotals {
  const gross = sum(lines.map((line) => money(line.gross_amount)));
  const discount = sum(lines.map((line) => money(line.discount_amount)));
  const tax = sum(lines.map((line) => money(line.tax_amount)));
  const exact = add(subtract(gross, discount), tax);
  const total = rounding_step ? roundTo(exact, money(rounding_step)) : exact;
  return { gross, discount, tax, rounding: subtract(total, exact), total };
}
