/**
 * Costs that are paid at once with money of the other currency before the goods come (docs/decisions/0234): the money is
 * given once, so they are later costs of the purchase's own day, which wait for their goods.
 */
import { isOtherMoney } from '../../documents/other-money.ts';
import type { Purchase, PurchaseEvent } from '../purchase-events.ts';

interface WithLater {
  readonly purchase: Purchase;
  readonly later: readonly PurchaseEvent[];
}

export function withCostsPaidBefore(purchase: Purchase, receive: boolean): WithLater {
  const { outlet_fk, system_currency_fk, date, time } = purchase;
  const isLater = (cost: Purchase['costs'][number]) => !receive && isOtherMoney(cost);
  const later = purchase.costs.filter(isLater).map((cost): PurchaseEvent => {
    return { type: 'purchase.cost_entered', v: 1, data: { outlet_fk, system_currency_fk, date, time, cost } };
  });
  return { purchase: { ...purchase, costs: purchase.costs.filter((cost) => !isLater(cost)) }, later };
}
