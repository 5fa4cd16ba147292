/** Costs of a purchase: those entered with it, and the rules that later ones (later-costs.ts) share with them. */

import { dueOfCost } from '../../debts/due-date.ts';
import type { Facts } from '../../deciding/facts.ts';
import { type CostPlace, checkOneRate, settleCost } from '../../documents/costs.ts';
import { MISSING, purchaseTotals, unitSize } from '../../pricing/purchase-values.ts';
import { money, printMoney, readMoney, sum, ZERO } from '../../values/money.ts';
import type { Issues } from '../../values/refusal.ts';
import type { PurchaseCostInput } from '../purchase.schema.ts';
import type { Purchase, PurchaseCost } from '../purchase-events.ts';

export function costFacts(
  costs: readonly PurchaseCostInput[],
  { outlet_fk, date }: Pick<Purchase, 'outlet_fk' | 'date'>,
  facts: Facts,
  issues: Issues,
): PurchaseCost[] {
  let highest = Math.max(0, ...costs.map((cost) => cost.cost_id ?? 0));
  return costs.map((cost, index) => {
    highest += cost.cost_id === undefined ? 1 : 0;
    const costId = cost.cost_id ?? highest;
    if (costs.findIndex((other) => other.cost_id === costId) < index && cost.cost_id !== undefined) {
      issues.add(`costs.${index}.cost_id`, 'unique');
    }
    const settled = costFact(cost, costId, { outlet_fk, date }, facts, issues, `costs.${index}.`);
    return { ...settled, ...dueOfCost(settled, date, facts) };
  });
}

export function costFact(
  cost: PurchaseCostInput,
  costId: number,
  place: CostPlace,
  facts: Facts,
  issues: Issues,
  prefix: string,
): PurchaseCost {
  const shareBy = cost.share_by ?? 'value';
  return {
    cost_id: costId,
    cost_type: cost.cost_type,
    ...settleCost(cost, place, facts, issues, prefix),
    share_by: shareBy,
    shares: shareBy === 'hand' ? (cost.shares ?? []) : [],
  };
}

/**
 * Shares by hand must add up to the cost, goods without any value have no shares by value, and debts to one supplier in
 * one currency on one document must have one rate.
 */
export function checkCosts(purchase: Purchase, costs: readonly PurchaseCost[], issues: Issues, path?: string): void {
  costs.forEach((cost, index) => {
    const prefix = path ?? `costs.${index}.`;
    if (cost.share_by === 'hand') {
      cost.shares.forEach(({ line_id }, share) => {
        const known = purchase.lines.some((line) => line.line_id === line_id);
        if (!known) issues.add(`${prefix}shares.${share}.line_id`, 'unknown_line');
        const first = cost.shares.findIndex((costShare) => costShare.line_id === line_id);
        if (first !== share) issues.add(`${prefix}shares.${share}.line_id`, 'unique');
      });
      const shared = sum(cost.shares.map((share) => readMoney(share.amount) ?? money('0')));
      if (shared !== money(cost.amount)) {
        issues.add(`${prefix}shares`, 'shares_make_the_cost', { value: printMoney(shared) });
      }
    }
    const { share_by: by } = cost;
    if ((by === 'weight' || by === 'volume') && !purchase.lines.every((line) => unitSize(by, line) > 0n)) {
      issues.add(`${prefix}share_by`, MISSING[by]);
    }
    if (cost.share_by === 'value' && isWithoutValue(purchase)) {
      issues.add(`${prefix}share_by`, 'no_value_to_share_by');
    }
    // Goods paid in cash may be returned on account.
    const owed = [purchase, ...purchase.costs.filter(({ payment_type }) => payment_type === 'on_account')];
    checkOneRate(cost, owed, `${prefix}rate`, issues);
  });
}

const isWithoutValue = (purchase: Purchase): boolean =>
  purchase.lines.length > 0 && purchaseTotals(purchase).lines.every(({ net }) => net === ZERO);
