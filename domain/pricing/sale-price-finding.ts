/**
 * Calculates sale prices from the cost of a purchase: cost and desired profit, or cost and profit rate, rounded. The
 * screen calls these functions; the command contains the prices that the person decided.
 */

import { divideRounded } from '../values/fixed-point.ts';
import { add, type Money, percentOf, roundTo, subtract, toMoney } from '../values/money.ts';
import type { Quantity } from '../values/quantity.ts';

/** The total cost of an item in the purchase, including bonus goods and landed costs. */
export interface ItemCost {
  /** In the system currency. */
  readonly value: Money;
  /** In base units. */
  readonly count: Quantity;
}

/** The cost of a unit of `baseUnits` base units; undefined when nothing was bought. */
export function unitCost({ value, count }: ItemCost, baseUnits: Quantity): Money | undefined {
  return count === 0n ? undefined : toMoney(divideRounded(value * baseUnits, count));
}

export type Wish = { readonly profit: Money } | { readonly rate: Money };

/** `round` is the rounding step; zero means no rounding. */
export function priceFrom(cost: Money, wish: Wish, round: Money): Money {
  return roundTo(add(cost, 'profit' in wish ? wish.profit : percentOf(cost, wish.rate)), round);
}

const HUNDRED = 1_000_000n;

/** The profit of a price, and its rate to the cost; the rate is undefined for goods without cost. */
export function profitOf(cost: Money, price: Money): { readonly profit: Money; readonly rate: Money | undefined } {
  const profit = subtract(price, cost);
  return { profit, rate: cost === 0n ? undefined : toMoney(divideRounded(profit * HUNDRED, cost)) };
}
