/** Calculates new prices of many items from their present prices or from the cost of the goods, rounded to a step. */

import { priceFrom } from '../pricing/sale-price-finding.ts';
import { add, type Money, money, percentOf, printMoney, roundTo, ZERO } from '../values/money.ts';

export interface PriceRule {
  readonly method: 'by_hand' | 'percent' | 'amount' | 'desired_profit' | 'profit_rate';
  /** May be negative for `percent` and `amount`. */
  readonly value: string;
  /** Empty means no rounding. */
  readonly round_to: string;
}

/**
 * `cost` is the average cost of one unit; undefined when unknown, and then rules by profit return undefined. The
 * result is never below zero; it is undefined when the rule gives no price.
 */
export function newPrice(rule: PriceRule, present: string, cost: Money | undefined): string | undefined {
  const step = rule.round_to === '' ? ZERO : money(rule.round_to);
  const value = money(rule.value === '' ? '0' : rule.value);
  const from = money(present);
  switch (rule.method) {
    case 'percent':
      return shown(roundTo(add(from, percentOf(from, value)), step));
    case 'amount':
      return shown(roundTo(add(from, value), step));
    case 'desired_profit':
      return cost === undefined ? undefined : shown(priceFrom(cost, { profit: value }, step));
    case 'profit_rate':
      return cost === undefined ? undefined : shown(priceFrom(cost, { rate: value }, step));
    default:
      return undefined;
  }
}

const shown = (price: Money): string => printMoney(price < 0n ? ZERO : price);
