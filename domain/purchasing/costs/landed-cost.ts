/**
 * A landed cost: freight, customs or another cost of one or several purchases, with its own supplier or account, day and
 * due day (docs/decisions/0224). It is shared over the purchases by what was ordered, so the moment of its entry never
 * changes the shares; each purchase then shares its part over its goods like a later cost of its own (later-costs.ts).
 */

import { typedDueDay, withDueDay } from '../../debts/due-date.ts';
import type { Facts } from '../../deciding/facts.ts';
import { settleCost } from '../../documents/costs.ts';
import { checkPlace, systemCurrency, timeOf } from '../../documents/document-rules.ts';
import { draftedDecider } from '../../documents/drafted.ts';
import { baseUnits, lineValues, MISSING, sizeOf, wholeOf } from '../../pricing/purchase-values.ts';
import { allocateUnits } from '../../values/fixed-point.ts';
import { type Money, money, printMoney, readMoney, smallestUnit, sum, toMoney, ZERO } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import { isComplete } from '../purchase.ts';
import { PURCHASE, type Purchase } from '../purchase-events.ts';
import type { CompletePurchase, PurchaseState } from '../purchase-state.ts';
import type { LandedCostInput } from './landed-cost.schema.ts';
import { LANDED_COST, type LandedCost } from './landed-cost-events.ts';
import { allCosts, isLike } from './later-costs.ts';

export const landedCost = draftedDecider<typeof LANDED_COST, LandedCostInput, LandedCost>(LANDED_COST, {
  facts: landedCostFacts,
  completed: (data, facts) => shared(withDueDay(data, { kind: 'supplier', id: data.supplier_fk }, facts), facts),
});

function landedCostFacts(input: LandedCostInput, facts: Facts): LandedCost {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  checkLines(input, facts, issues);
  const cost: LandedCost = {
    outlet_fk: input.outlet_fk,
    cost_type: input.cost_type,
    date: input.date,
    time: timeOf(input, facts),
    system_currency_fk: systemCurrency(facts),
    ...settleCost(input, input, facts, issues, ''),
    ...typedDueDay(input, input.payment_type === 'on_account', issues),
    share_by: input.share_by ?? 'value',
    reference_number: input.reference_number ?? null,
    lines: input.lines.map(({ purchase_fk, amount }, index) => ({
      line_id: index + 1,
      purchase_fk,
      amount: amount ?? null,
    })),
  };
  issues.throwIfAny();
  return cost;
}

/** Each purchase exists, once; amounts are entered for all purchases or for none, and add up to the cost. */
function checkLines({ amount: whole, lines }: LandedCostInput, facts: Facts, issues: Issues): void {
  if (lines.length === 0) issues.add('lines', 'at_least_one_line');
  const isEntered = lines.some(({ amount }) => amount);
  lines.forEach(({ purchase_fk, amount }, index) => {
    const field = `lines.${index}.purchase_fk`;
    const state = facts.document<PurchaseState>(PURCHASE, purchase_fk);
    if (!state || state.status === 'none' || !facts.actor.hasOutlet(state.purchase.outlet_fk)) {
      issues.add(field, 'unknown_document');
    }
    if (lines.findIndex((line) => line.purchase_fk === purchase_fk) < index) issues.add(field, 'unique');
    if (!isEntered) return;
    if (!amount) issues.add(`lines.${index}.amount`, 'required');
    else if ((readMoney(amount) ?? ZERO) <= 0n) issues.add(`lines.${index}.amount`, 'greater_than', { value: '0' });
  });
  const entered = sum(lines.map(({ amount }) => readMoney(amount ?? '0') ?? ZERO));
  if (isEntered && entered !== (readMoney(whole) ?? ZERO)) {
    issues.add('amount', 'shares_make_the_cost', { value: printMoney(entered) });
  }
}

/** The cost with the share of each purchase. */
function shared(cost: LandedCost, facts: Facts): LandedCost {
  const issues = new Issues();
  const purchases = cost.lines.flatMap(({ purchase_fk }, index): CompletePurchase[] => {
    const state = facts.document<PurchaseState>(PURCHASE, purchase_fk);
    const field = `lines.${index}.purchase_fk`;
    if (!state || !isComplete(state)) issues.add(field, 'purchase_not_complete');
    else if (state.status === 'closed' && state.receipts.length === 0) issues.add(field, 'purchase_not_received');
    else return [state];
    return [];
  });
  issues.throwIfAny();
  const weights = purchases.map(({ purchase }) => weightOf(purchase, cost.share_by));
  weights.forEach((weight, index) => {
    const { share_by: by } = cost;
    const message = by === 'weight' || by === 'volume' ? MISSING[by] : 'no_value_to_share_by';
    if (weight === undefined) issues.add(`lines.${index}.purchase_fk`, message);
  });
  issues.throwIfAny();
  const entered = cost.lines.map(({ amount }) => money(amount ?? '0'));
  const isEntered = entered.some((amount) => amount !== ZERO);
  const shares = isEntered ? entered : sharesOf(cost, weights);
  const lines = cost.lines.map(({ line_id, purchase_fk, amount }, index) => {
    const share = printMoney(shares[index] ?? ZERO);
    const { outlet_fk } = purchases[index]?.purchase ?? cost;
    const costs = purchases[index] ? allCosts(purchases[index]) : [];
    if (costs.some((other) => isLike(other, { ...cost, amount: share })) && !facts.confirmed) {
      issues.ask(`lines.${index}.purchase_fk`, 'cost_entered_already');
    }
    return { line_id, purchase_fk, amount, outlet_fk, purchase_share: share };
  });
  issues.throwIfAny();
  return { ...cost, lines };
}

function sharesOf({ amount, decimals }: LandedCost, weights: readonly (bigint | undefined)[]): Money[] {
  const known = weights.map((weight) => weight ?? 0n);
  return allocateUnits(money(amount), known, smallestUnit(decimals)).map(toMoney);
}

/** What was ordered: its value in the system currency, base units, weight or volume; undefined when it has none. */
function weightOf(purchase: Purchase, by: LandedCost['share_by']): bigint | undefined {
  const weights = lineValues(purchase).map(({ line, net }): bigint => {
    return by === 'value' ? net.base : sizeOf(by, line, baseUnits(wholeOf(line)));
  });
  if ((by === 'weight' || by === 'volume') && weights.some((weight) => weight === 0n)) return undefined;
  const whole = weights.reduce((total, weight) => total + weight, 0n);
  return whole > 0n ? whole : undefined;
}
