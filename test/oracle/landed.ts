/** Landed costs (docs/accounting.md, section 3): the share of each purchase, and what is left of a purchase's own cost. */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { LandedCost } from '../../domain/purchasing/costs/landed-cost-events.ts';
import type { EnteredCost, Purchase, Receipt } from '../../domain/purchasing/purchase-events.ts';
import { standing } from './books.ts';
import { coinOf, count, deal, money, ratio, total } from './exact.ts';
import { bought, came } from './purchases.ts';

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

/** Returns the stored rest of a purchase's own cost when it was closed, and the cost less what the receipts brought. */
export function restOfCost(events: readonly RecordedEvent[], { stream, position, data }: RecordedEvent) {
  const { rest_of_cost_id, cost } = data as EnteredCost;
  const own = standing(events, position - 1n).filter((fact) => fact.stream === stream);
  const { after = [] } = (own.findLast(({ type }) => /^purchase\.received/.test(type))?.data ?? {}) as Partial<Receipt>;
  const purchase = own.findLast(({ type }) => type === 'purchase.completed')?.data as Purchase;
  const index = purchase.costs.findIndex(({ cost_id }) => cost_id === rest_of_cost_id);
  const whole = money(purchase.costs[index]?.amount ?? '0');
  const brought = total(came(purchase, { before: [], after }).map(({ costs }) => costs[index]?.foreign ?? 0n));
  return [`${money(cost.amount)}`, `${whole - brought}`] as const;
}

/** The value of what was ordered in the system currency, its base units, its weight or its volume. */
function orderedOf(purchase: Purchase, by: LandedCost['share_by']): bigint {
  return total(
    bought(purchase).map(({ line, whole, net }) => {
      if (by === 'value') return net.base;
      const units = ratio(whole * count(line.unit_factor), 1_000_000n);
      if (by === 'volume') return units * count(line.unit_volume);
      return by === 'weight' ? units * count(line.unit_weight) : units;
    }),
  );
}
