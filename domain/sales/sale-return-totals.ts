/** The amounts of a sale return, in its own currency. The server and the screens use this function. */
import { add, type Money, money, roundTo, subtract, sum } from '../kernel/money.ts';
import type { SaleReturn } from './sale-return.ts';

export interface ReturnTotals {
  readonly gross: Money;
  readonly discount: Money;
  readonly tax: Money;
  /** Added to reach the rounded total; negative when rounded down. */
  readonly rounding: Money;
  /** What the customer gets back. */
  readonly total: Money;
}

export function returnTotals({ lines, rounding_step }: Pick<SaleReturn, 'lines' | 'rounding_step'>): ReturnTotals {
  const gross = sum(lines.map((line) => money(line.gross_amount)));
  const discount = sum(lines.map((line) => money(line.discount_amount)));
  const tax = sum(lines.map((line) => money(line.tax_amount)));
  const exact = add(subtract(gross, discount), tax);
  const total = rounding_step ? roundTo(exact, money(rounding_step)) : exact;
  return { gross, discount, tax, rounding: subtract(total, exact), total };
}
