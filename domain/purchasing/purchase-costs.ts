/** Costs of a purchase: entered with it, or applied to its receipts later. */
import { checkOneRate, settleCost } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { add, type Money, money, printMoney, readMoney, smallestUnit, sum, ZERO } from '../kernel/money.ts';
import { quantity, toQuantity } from '../kernel/quantity.ts';
import { Issues } from '../kernel/refusal.ts';
import { costShares, lineValues, portion, purchaseTotals, receivedOf, type Weighed } from './landed-cost.ts';
import { owedBefore } from './owed-before.ts';
import type { ApplyCostInput, PurchaseCostInput } from './purchase.schema.ts';
import type { AppliedCost, Purchase, PurchaseCost } from './purchase-events.ts';
import type { CompletePurchase } from './purchase-state.ts';

export function costFacts(
  costs: readonly PurchaseCostInput[],
  outlet: number,
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
    return costFact(cost, costId, outlet, facts, issues, `costs.${index}.`);
  });
}

function costFact(
  cost: PurchaseCostInput,
  costId: number,
  outlet: number,
  facts: Facts,
  issues: Issues,
  prefix: string,
): PurchaseCost {
  const shareBy = cost.share_by ?? 'value';
  return {
    cost_id: costId,
    cost_type: cost.cost_type,
    ...settleCost(cost, outlet, facts, issues, prefix),
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
    if (cost.share_by === 'weight' && !purchase.lines.every((line) => quantity(line.unit_weight ?? '0') > 0n)) {
      issues.add(`${prefix}share_by`, 'weight_missing');
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

/**
 * A later cost, shared over all receipts, one event per receipt. Repeating the same cost returns no event; another
 * cost with the same number is refused.
 */
export function appliedCosts(input: ApplyCostInput, state: CompletePurchase, facts: Facts): AppliedCost[] {
  const { purchase, applied, receipts } = state;
  const issues = new Issues();
  const cost = costFact(input, input.cost_id, purchase.outlet_fk, facts, issues, '');
  const costs = [...purchase.costs, ...applied.map((appliedCost) => appliedCost.cost)];
  const same = costs.find((purchaseCost) => purchaseCost.cost_id === cost.cost_id);
  if (same && JSON.stringify(same) === JSON.stringify(cost)) return [];
  if (same) issues.add('cost_id', 'unique');
  if (receipts.length === 0) issues.add('', 'nothing_received');
  checkCosts({ ...purchase, costs }, [cost], issues, '');
  const parts = receivedParts(state);
  if (cost.share_by === 'hand') checkReceivedShares(cost, parts, issues);
  issues.throwIfAny();
  const shares = costShares(cost, parts, purchase.system_currency_fk);
  let added: Money = ZERO;
  return receipts.flatMap((receipt) => {
    const own = parts.flatMap(({ line, receipt: number }, index) =>
      number === receipt.receipt && (shares[index]?.foreign ?? 0n) !== 0n
        ? [{ line_id: line.line_id, amount: printMoney(shares[index]?.foreign ?? money('0')), item_fk: line.item_fk }]
        : [],
    );
    if (own.length === 0) return [];
    const { outlet_fk, inventory_fk, system_currency_fk, date: purchase_date } = purchase;
    const place = { outlet_fk, inventory_fk, system_currency_fk, purchase_date };
    const owed = owedBefore([cost], purchase, facts, added);
    added = add(added, sum(own.map(({ amount }) => money(amount))));
    const { receipt: number, date, time } = receipt;
    return [{ ...place, receipt: number, date, time, cost, shares: own, ...owed }];
  });
}

function checkReceivedShares(cost: PurchaseCost, parts: readonly Weighed[], issues: Issues): void {
  cost.shares.forEach(({ line_id }, index) => {
    const received = parts.some((part) => part.line.line_id === line_id);
    if (!received) issues.add(`shares.${index}.line_id`, 'nothing_received');
  });
}

/** Every line of every receipt, with its received quantity and value. */
export function receivedParts({
  purchase,
  receipts,
}: Pick<CompletePurchase, 'purchase' | 'receipts'>): (Weighed & { readonly receipt: number })[] {
  const values = lineValues(purchase);
  const unit = smallestUnit(purchase.decimals);
  return receipts.flatMap(({ receipt, before, after }) =>
    values.flatMap(({ line, whole, net }) => {
      const [from, to] = [receivedOf(line, before), receivedOf(line, after)];
      if (from === to) return [];
      return [{ receipt, line, received: toQuantity(to - from), value: portion(net, from, to, whole, unit).base }];
    }),
  );
}
