/**
 * Calculates sale prices from the cost of a purchase: cost and desired profit, or cost and profit rate, rounded. The
 * screen calls these functions; the command contains the prices that the person decided.
 */

import { arrivals } from '../purchasing/costs/later-costs.ts';
import type { Purchase } from '../purchasing/purchase-events.ts';
import type { CompletePurchase } from '../purchasing/purchase-state.ts';
import { divideRounded } from '../values/fixed-point.ts';
import {
  add,
  type Money,
  money,
  percentOf,
  roundTo,
  smallestUnit,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../values/money.ts';
import { type Quantity, toQuantity } from '../values/quantity.ts';
import { convert, rate } from '../values/rate.ts';
import { priceDifferences } from './billed-prices.ts';
import { baseUnits, lineValues } from './purchase-values.ts';
import { partOf } from './returned-shares.ts';

/** The total cost of an item in the purchase, including bonus goods and landed costs. */
export interface ItemCost {
  /** In the system currency. */
  readonly value: Money;
  /** In base units. */
  readonly count: Quantity;
}

type Bought = Pick<CompletePurchase, 'status' | 'receipts' | 'applied' | 'entered' | 'bills'>;

/** In the order of the purchase's lines. The rest of a closed purchase costs nothing, and what came has all later costs. */
export function itemCosts(
  purchase: Purchase,
  { status, receipts, applied, entered = [], bills = [] }: Bought,
): ReadonlyMap<number, ItemCost> {
  const costs = new Map<number, ItemCost>();
  const put = (item: number, value: Money, count: bigint) => {
    const before = costs.get(item) ?? { value: ZERO, count: 0n };
    costs.set(item, { value: add(before.value, value), count: toQuantity(before.count + count) });
  };
  const rateOf = (own: string | null) => (own === null ? undefined : rate(own));
  const inBooks = (amount: Money, { currency_fk, rate }: Pick<Purchase, 'currency_fk' | 'rate'>) =>
    convert(amount, currency_fk, purchase.system_currency_fk, rateOf(rate));
  const state = { purchase, receipts, status: receipts.length > 0 ? status : 'complete' } as const;
  const arrived = arrivals(
    state,
    entered.map(({ cost }) => cost),
  );
  for (const [index, { line, whole, net, tax, costs: landed }] of lineValues(purchase).entries()) {
    const { all = whole, shares = [] } = arrived[index] ?? {};
    const own = sum([net.base, line.tax_recoverable ? ZERO : tax.base, ...landed.map(({ base }) => base)]);
    const later = sum(shares.map(({ cost, amount }) => inBooks(amount, cost)));
    put(line.item_fk, add(partOf(own, all, whole, smallestUnit(undefined)), later), baseUnits(all));
  }
  const items = new Map(purchase.lines.map(({ line_id, item_fk }) => [line_id, item_fk]));
  for (const { line_id, amount } of bills.flatMap((bill) => priceDifferences(purchase, bill))) {
    put(items.get(line_id) ?? 0, inBooks(amount, purchase), 0n);
  }
  for (const { cost, shares } of applied) {
    for (const share of shares) put(share.item_fk, inBooks(money(share.amount), cost), 0n);
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
