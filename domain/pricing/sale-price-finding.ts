/**
 * Calculates sale prices from the cost of a purchase: cost and desired profit, or cost and profit rate, rounded. The
 * screen calls these functions; the command contains the prices that the person decided.
 */

import type { Purchase } from '../purchasing/purchase-events.ts';
import type { CompletePurchase } from '../purchasing/purchase-state.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { add, type Money, money, percentOf, roundTo, subtract, sum, toMoney, ZERO } from '../values/money.ts';
import { type Quantity, toQuantity } from '../values/quantity.ts';
import { convert, rate } from '../values/rate.ts';
import { priceDifferences } from './billed-prices.ts';
import { baseUnits, lineValues } from './purchase-values.ts';

/** The total cost of an item in the purchase, including bonus goods and landed costs. */
export interface ItemCost {
  /** In the system currency. */
  readonly value: Money;
  /** In base units. */
  readonly count: Quantity;
}

/** In the order of the purchase's lines. */
export function itemCosts(
  purchase: Purchase,
  { applied, entered = [], bills = [] }: Pick<CompletePurchase, 'applied' | 'entered' | 'bills'>,
): ReadonlyMap<number, ItemCost> {
  const costs = new Map<number, ItemCost>();
  const put = (item: number, value: Money, count: bigint) => {
    const before = costs.get(item) ?? { value: ZERO, count: 0n };
    costs.set(item, { value: add(before.value, value), count: toQuantity(before.count + count) });
  };
  const withLater = { ...purchase, costs: [...purchase.costs, ...entered.map(({ cost }) => cost)] };
  for (const { line, whole, net, tax, costs: landed } of lineValues(withLater)) {
    const own = add(net.base, line.tax_recoverable ? ZERO : tax.base);
    const value = add(own, sum(landed.map(({ base }) => base)));
    put(line.item_fk, value, baseUnits(whole));
  }
  const items = new Map(purchase.lines.map(({ line_id, item_fk }) => [line_id, item_fk]));
  for (const { line_id, amount } of bills.flatMap((bill) => priceDifferences(purchase, bill))) {
    const { currency_fk, system_currency_fk, rate: own } = purchase;
    const value = convert(amount, currency_fk, system_currency_fk, own === null ? undefined : rate(own));
    put(items.get(line_id) ?? 0, value, 0n);
  }
  for (const { cost, shares, system_currency_fk } of applied) {
    const at = cost.rate === null ? undefined : rate(cost.rate);
    for (const share of shares) {
      put(share.item_fk, convert(money(share.amount), cost.currency_fk, system_currency_fk, at), 0n);
    }
  }
  return costs;
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
