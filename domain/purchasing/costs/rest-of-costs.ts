/**
 * A cost that was entered with its purchase is owed as its goods come. When the rest of the purchase is closed, what is
 * left of the cost is owed all the same (docs/decisions/0122): it is a later cost of the day of closing, not before
 * the last goods came, which what came shares, and it leaves when the purchase is opened again. Who closes the rest is
 * asked about what becomes owed, and may choose the day.
 */

import type { CashData } from '../../cash/cash.record.ts';
import { dueByTerms } from '../../debts/due-date.ts';
import type { Facts } from '../../deciding/facts.ts';
import { timeOf } from '../../documents/document-rules.ts';
import type { SupplierData } from '../../parties/supplier.record.ts';
import { suppliersAmount } from '../../posting/purchase-bill.ts';
import { type LineValue, lineValues, receivedOf, wholeLines } from '../../pricing/purchase-values.ts';
import { partOf } from '../../pricing/returned-shares.ts';
import { amountIn } from '../../values/amount-in.ts';
import { readDate } from '../../values/effective-date.ts';
import { magnitude, money, negate, printMoney, smallestUnit, subtract, sum, ZERO } from '../../values/money.ts';
import { Issues, Refusal } from '../../values/refusal.ts';
import type { CostShare, EnteredCost, Purchase, PurchaseCost, PurchaseEvent, Received } from '../purchase-events.ts';
import type { CompletePurchase } from '../purchase-state.ts';
import { openOn, postedOn } from './owed-before.ts';
import { nextNumber, OF_MONEY } from './taken-cost.ts';

/**
 * What is left of each of the purchase's own costs, where goods came; without goods nothing is owed. At the end the money
 * that was paid before goods that will not come.
 */
export function leftOfCosts({ purchase, receipts }: Pick<CompletePurchase, 'purchase' | 'receipts'>): Rest[] {
  const last = receipts.at(-1);
  const money = restOfMoney(purchase, last?.after ?? []);
  if (!last) return money;
  const values = lineValues(purchase);
  return [...purchase.costs.flatMap((cost, index) => restOf(cost, values, index, last.after) ?? []), ...money];
}

/** It is the supplier's to give back: a credit, as an allowance is one. */
function restOfMoney(purchase: Purchase, came: readonly Received[]): Rest[] {
  if (!purchase.is_paid_before) return [];
  const rest = suppliersAmount(purchase, [{ receipt: 0, before: came, after: wholeLines(purchase) }]);
  if (rest === ZERO) return [];
  const { currency_fk, rate_fk, rate, decimals, supplier_fk } = purchase;
  const inCurrency = { currency_fk, rate_fk, rate, ...(decimals === undefined ? {} : { decimals }) };
  const owner = { payment_type: 'on_account', supplier_fk, account_fk: null, account_type: null } as const;
  const whole = { cost_type: 'allowance', share_by: 'value', shares: [], note: null } as const;
  const cost = { cost_id: OF_MONEY, ...whole, ...inCurrency, ...owner, amount: printMoney(negate(rest)) };
  return [{ cost, rest_of_cost_id: OF_MONEY }];
}

/** The costs that closing makes owed, on the typed day, or today. */
export function restsOfCosts(typed: string | undefined, state: CompletePurchase, facts: Facts): PurchaseEvent[] {
  const rests = leftOfCosts(state);
  const date = dayOfRests(typed, rests, state, facts);
  const { outlet_fk, system_currency_fk } = state.purchase;
  const first = nextNumber(state);
  return rests.map(({ cost, rest_of_cost_id }, index): PurchaseEvent => {
    const isMoney = rest_of_cost_id === OF_MONEY;
    const isOwed = cost.payment_type === 'on_account' && !isMoney;
    const due = isOwed ? dueByTerms(date, { kind: 'supplier', id: cost.supplier_fk }, facts) : {};
    const earlier = rests.slice(0, index).map((rest) => rest.cost);
    const owed = isMoney
      ? creditOn(postedOn(date, facts), cost, earlier, state)
      : openWith(earlier, cost, { date, system_currency_fk }, facts);
    const numbered = { ...cost, cost_id: first + index };
    const time = timeOf({ date }, facts);
    const data = { outlet_fk, system_currency_fk, date, time, ...due, cost: numbered, rest_of_cost_id, ...owed };
    return { type: 'purchase.cost_entered', v: 1, data };
  });
}

/** Throws Refusal when a cost is owed to the same supplier on that day: both would be one open item. */
function creditOn(
  date: string,
  cost: PurchaseCost,
  earlier: readonly PurchaseCost[],
  { purchase, entered = [] }: CompletePurchase,
): Pick<EnteredCost, 'purchase_date' | 'open_amount' | 'settled_amount'> {
  const owed = [
    ...earlier,
    ...(date === purchase.date ? purchase.costs : []),
    ...entered.filter((later) => later.date === date).map((later) => later.cost),
  ].filter(({ payment_type }) => payment_type === 'on_account');
  const isSame = (other: PurchaseCost) =>
    other.supplier_fk === cost.supplier_fk && other.currency_fk === cost.currency_fk;
  if (owed.some(isSame)) throw new Refusal('validation', [{ field: 'date', message: 'credit_on_own_day' }]);
  return { purchase_date: purchase.date, open_amount: '0', settled_amount: '0' };
}

/** Throws Refusal for a wrong day, and before anybody confirmed what becomes owed. */
function dayOfRests(
  typed: string | undefined,
  rests: readonly Rest[],
  { purchase, receipts }: CompletePurchase,
  facts: Facts,
): string {
  const least = purchase.is_paid_before ? purchase.date : '';
  const came = receipts.map((receipt) => receipt.date).reduce((a, b) => (a > b ? a : b), least);
  const issues = new Issues();
  if (typed !== undefined) {
    if (!readDate(typed)) issues.add('date', 'date');
    else if (rests.length === 0) issues.add('date', 'no_rest_of_costs');
    else if (typed < came) issues.add('date', 'before_goods_came', { value: came });
  }
  for (const { cost, rest_of_cost_id } of facts.confirmed ? [] : rests) {
    const amount = amountIn(printMoney(magnitude(money(cost.amount))), cost.currency_fk, facts);
    if (cost.payment_type === 'on_account') {
      const name = facts.record<SupplierData>('supplier', cost.supplier_fk ?? 0)?.data.consumer_name;
      const question = rest_of_cost_id === OF_MONEY ? 'rest_becomes_credit' : 'rest_becomes_owed';
      issues.ask('', question, { amount, name: name ?? String(cost.supplier_fk) });
    } else {
      const name = facts.record<CashData>('cash', cost.account_fk ?? 0)?.data.account_name;
      issues.ask('', 'rest_is_paid', { amount, name: name ?? String(cost.account_fk) });
    }
  }
  issues.throwIfAny();
  return typed ?? (facts.today > came ? facts.today : came);
}

/** What is open with the creditor in a foreign currency before the rest, with earlier rests of the same closing. */
function openWith(
  earlier: readonly PurchaseCost[],
  cost: PurchaseCost,
  { date, system_currency_fk }: Pick<EnteredCost, 'date' | 'system_currency_fk'>,
  facts: Facts,
): Pick<EnteredCost, 'owed_before'> {
  const { payment_type, supplier_fk, currency_fk } = cost;
  if (payment_type !== 'on_account') return {};
  const open = openOn(cost, date, facts);
  if (open < 0n) throw new Refusal('validation', [{ field: '', message: 'credit_on_own_day' }]);
  if (currency_fk === system_currency_fk) return {};
  const same = earlier.filter((other) => {
    return (
      other.payment_type === payment_type && other.supplier_fk === supplier_fk && other.currency_fk === currency_fk
    );
  });
  const amount = sum([open, ...same.map((other) => money(other.amount))]);
  return amount === ZERO
    ? {}
    : { owed_before: [{ supplier_fk: supplier_fk ?? 0, currency_fk, amount: printMoney(amount) }] };
}

export type Rest = Pick<EnteredCost, 'cost'> & Required<Pick<EnteredCost, 'rest_of_cost_id'>>;

function restOf(
  cost: PurchaseCost,
  values: readonly LineValue[],
  index: number,
  came: readonly Received[],
): Rest | undefined {
  const unit = smallestUnit(cost.decimals);
  const shares = values.flatMap(({ line, whole, costs }): CostShare[] => {
    const share = costs[index]?.foreign ?? ZERO;
    const rest = subtract(share, partOf(share, receivedOf(line, came), whole, unit));
    return rest === ZERO ? [] : [{ line_id: line.line_id, amount: printMoney(rest) }];
  });
  const amount = sum(shares.map((share) => money(share.amount)));
  if (amount === ZERO) return undefined;
  const { due_date: _, ...own } = cost;
  const left = { ...own, amount: printMoney(amount), shares: cost.share_by === 'hand' ? shares : [] };
  return { cost: left, rest_of_cost_id: cost.cost_id };
}

/** Opened again, the goods that come bring their part of the cost; the rest leaves unless it was taken back before. */
export const withoutRests = ({ entered = [] }: CompletePurchase, reason: string | null): PurchaseEvent[] =>
  entered
    .filter(({ rest_of_cost_id }) => rest_of_cost_id !== undefined)
    .map(({ cost }) => ({ type: 'purchase.cost_withdrawn', v: 1, data: { cost_id: cost.cost_id, reason } }));
