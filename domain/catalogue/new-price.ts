/** How new prices of many items are found: from what they are, or from what the goods cost; rounded to a step. */
import { add, type Money, money, percentOf, printMoney, roundTo, ZERO } from '../kernel/money.ts';
import { priceFrom } from '../purchasing/sale-price-finding.ts';

export interface PriceRule {
  readonly method: 'by_hand' | 'percent' | 'amount' | 'desired_profit' | 'profit_rate';
  /** Of `percent` and `amount` it may be negative. */
  readonly value: string;
  /** Empty leaves the price as it is found. */
  readonly round_to: string;
}

/**
 * `cost` is what one unit cost on the average; undefined for what is not known, from which no profit is found. Never
 * below zero; undefined when nothing follows from the rule.
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
