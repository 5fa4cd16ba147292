/** Landed costs (docs/accounting.md, section 3): what they post, and the share of each purchase. */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { LandedCost } from '../../domain/purchasing/costs/landed-cost-events.ts';
import type { Purchase } from '../../domain/purchasing/purchase-events.ts';
import { standing } from './books.ts';
import { coinOf, count, deal, money, ratio, total } from './exact.ts';
import { bought } from './purchases.ts';

/** Returns the stored shares of the purchases, and those by what was ordered, or as they were typed. */
export function landedShares(events: readonly RecordedEvent[], landed: RecordedEvent) {
  const of = landed.data as LandedCost;
  const facts = standing(events, landed.position - 1n);
  const weights = of.lines.map(({ purchase_fk }) => {
    const completed = facts.findLast(
      ({ type, stream }) => type === 'purchase.completed' && stream === `purchase-${purchase_fk}`,
    );
    return completed ? orderedOf(completed.data as Purchase, of.share_by) : 0n;
  });
  const typed = of.lines.map(({ amount }) => money(amount ?? '0'));
  const is = total(typed) > 0n ? typed : deal(money(of.amount), weights, coinOf(of.decimals));
  return [of.lines.map(({ purchase_share = '0' }) => `${money(purchase_share)}`), is.map(String)] as const;
}

/** The value of what was ordered in the system currency, its base units, or its weight. */
function orderedOf(purchase: Purchase, by: LandedCost['share_by']): bigint {
  return total(
    bought(purchase).map(({ line, whole, net }) => {
      if (by === 'value') return net.base;
      const units = ratio(whole * count(line.unit_factor), 1_000_000n);
      return by === 'weight' ? units * count(line.unit_weight) : units;
    }),
  );
}
