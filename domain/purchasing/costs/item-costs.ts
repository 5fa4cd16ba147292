/** What the items of a purchase cost with all costs, from which sale prices are found (domain/pricing/sale-price-finding.ts). */

import { priceDifferences } from '../../pricing/billed-prices.ts';
import { baseUnits, lineValues } from '../../pricing/purchase-values.ts';
import { partOf } from '../../pricing/returned-shares.ts';
import type { ItemCost } from '../../pricing/sale-price-finding.ts';
import { add, type Money, money, smallestUnit, sum, ZERO } from '../../values/money.ts';
import { toQuantity } from '../../values/quantity.ts';
import { convert, rate } from '../../values/rate.ts';
import type { Purchase } from '../purchase-events.ts';
import type { CompletePurchase } from '../purchase-state.ts';
import { arrivals } from './later-costs.ts';
import { sharedCosts } from './taken-cost.ts';

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
    sharedCosts(entered).map(({ cost }) => cost),
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
