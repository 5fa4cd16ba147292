/**
 * A supplier's allowance after the purchase (docs/decisions/0124): a later cost below zero. It lowers what is owed for the
 * purchase, the rest is a credit with the supplier, and its shares lower what the goods cost from their receipt on.
 */

import type { Facts } from '../../deciding/facts.ts';
import { timeOf } from '../../documents/document-rules.ts';
import { sharesInBooks } from '../../posting/later-cost.ts';
import { priceDifferences } from '../../pricing/billed-prices.ts';
import { lineValues, portion, receivedOf } from '../../pricing/purchase-values.ts';
import { readDate } from '../../values/effective-date.ts';
import { add, lesser, type Money, money, negate, printMoney, smallestUnit, sum, ZERO } from '../../values/money.ts';
import { convert, rate } from '../../values/rate.ts';
import { Issues, Refusal } from '../../values/refusal.ts';
import type { AllowanceInput } from '../purchase.schema.ts';
import type { EnteredCost, Purchase, PurchaseCost, PurchaseEvent } from '../purchase-events.ts';
import type { CompletePurchase } from '../purchase-state.ts';
import { allCosts, isLike, sharesByLine } from './later-costs.ts';
import { openOn, openPrefix, postedOn } from './owed-before.ts';
import { checkCosts, costFact } from './purchase-costs.ts';
import { isTaken } from './taken-cost.ts';

/** Repeating the same allowance returns no event; another cost with the same number is refused. */
export function enteredAllowance(input: AllowanceInput, state: CompletePurchase, facts: Facts): PurchaseEvent[] {
  const { purchase, withdrawn = [] } = state;
  const issues = new Issues();
  const date = input.date ?? facts.today;
  const typed = costFact(
    { ...rated(input, purchase), ...named(input, purchase) },
    input.cost_id,
    { outlet_fk: purchase.outlet_fk, date },
    facts,
    issues,
    '',
  );
  const cost = below(typed);
  const costs = allCosts(state);
  const same = costs.find(({ cost_id }) => cost_id === cost.cost_id);
  if (same && JSON.stringify(same) === JSON.stringify(cost)) return [];
  if (same || withdrawn.includes(cost.cost_id)) issues.add('cost_id', 'unique');
  if (!readDate(date)) issues.add('date', 'date');
  checkCosts({ ...purchase, costs: costs.filter((own) => !isTaken(own, state)) }, [typed], issues, '');
  if (costs.some((other) => isLike(other, cost)) && !facts.confirmed) issues.ask('amount', 'cost_entered_already');
  const settled = settledBy(cost, purchase, facts);
  checkOwnDay(cost, settled, date, state, facts, issues);
  issues.throwIfAny();
  const { outlet_fk, system_currency_fk } = purchase;
  const time = timeOf({ date, time: input.time }, facts);
  const data: EnteredCost = { outlet_fk, system_currency_fk, date, time, cost, ...settled };
  checkLinesCost(cost, state);
  return [{ type: 'purchase.cost_entered', v: 1, data }];
}

/** The rate of the purchase in its currency, unless another one was typed. */
const rated = (input: AllowanceInput, { currency_fk, rate_fk, rate }: Purchase): AllowanceInput =>
  input.currency_fk === currency_fk && !input.rate_fk && !input.rate ? { ...input, rate_fk, rate } : input;

const named = ({ supplier_fk, reason }: AllowanceInput, purchase: Purchase) => ({
  cost_type: 'other' as const,
  supplier_fk: supplier_fk ?? purchase.supplier_fk,
  note: reason,
});

const below = (cost: PurchaseCost): PurchaseCost => {
  const minus = (amount: string) => printMoney(negate(money(amount)));
  const shares = cost.shares.map((share) => ({ ...share, amount: minus(share.amount) }));
  return { ...cost, cost_type: 'allowance', amount: minus(cost.amount), shares };
};

type Settled = Pick<EnteredCost, 'purchase_date' | 'open_amount' | 'settled_amount'>;

/** What is open for the purchase with the supplier is settled first; money that came back settles nothing. */
function settledBy(cost: PurchaseCost, { date }: Purchase, facts: Facts): Settled {
  const known = money(facts.level(`${openPrefix(cost, date)}${facts.ownId}`));
  const open = cost.payment_type === 'on_account' && known > 0n ? known : ZERO;
  const settled = lesser(open, negate(money(cost.amount)));
  return { purchase_date: date, open_amount: printMoney(open), settled_amount: printMoney(settled) };
}

/** A credit has a day of its own, on which nothing else of the purchase is owed to the supplier. */
function checkOwnDay(
  cost: PurchaseCost,
  { settled_amount = '0' }: Settled,
  date: string,
  { purchase }: CompletePurchase,
  facts: Facts,
  issues: Issues,
): void {
  if (cost.payment_type !== 'on_account' || money(settled_amount) === negate(money(cost.amount))) return;
  const isOwed = openOn(cost, date, facts) > 0n;
  if (isOwed || postedOn(date, facts) === purchase.date) issues.add('date', 'credit_on_own_day');
}

/** An allowance over the lines cannot be more than the goods of each cost, with all costs and allowances so far. */
function checkLinesCost(cost: PurchaseCost, state: CompletePurchase): void {
  const { purchase, entered = [], bills = [] } = state;
  const differences = bills.flatMap((bill) => priceDifferences(purchase, bill));
  const others = entered.filter(({ rest_of_cost_id }) => rest_of_cost_id === undefined);
  const all = [...others.map((one) => one.cost), cost].map((one) => ({ one, shares: sharesByLine(one, state) }));
  const { system_currency_fk: system } = purchase;
  const inSystem = (amount: Money, of: Pick<PurchaseCost, 'currency_fk' | 'rate'>) =>
    convert(amount, of.currency_fk, system, of.rate === null ? undefined : rate(of.rate));
  for (const { line, net, tax, costs } of lineValues(purchase)) {
    const billed = differences.filter(({ line_id }) => line_id === line.line_id).map(({ amount }) => amount);
    const added = [
      ...all.map(({ one, shares }) => inSystem(shares.get(line.line_id) ?? ZERO, one)),
      inSystem(sum(billed), purchase),
    ];
    const own = sum([net.base, line.tax_recoverable ? ZERO : tax.base, ...costs.map(({ base }) => base)]);
    if (add(own, sum(added)) < 0n) throw moreThanGoods('amount');
  }
}

const moreThanGoods = (field: string) => new Refusal('validation', [{ field, message: 'allowance_more_than_goods' }]);

/** After a command: no goods of a receipt cost less than nothing. */
export function checkGoodsCost(state: CompletePurchase): void {
  const { purchase, receipts, entered = [], shared = [], applied } = state;
  if (!entered.some(({ cost }) => isAllowance(cost))) return;
  const system = purchase.system_currency_fk;
  const added = new Map<string, Money>();
  const put = (receipt: number, line: number, amount: Money) =>
    added.set(`${receipt} ${line}`, add(added.get(`${receipt} ${line}`) ?? ZERO, amount));
  for (const { receipt, costs } of shared) {
    for (const share of costs.flatMap((of) => sharesInBooks(of, system))) put(receipt, share.line_id, share.base);
  }
  for (const { receipt, cost, shares } of applied) {
    const at = cost.rate === null ? undefined : rate(cost.rate);
    for (const { line_id, amount } of shares)
      put(receipt, line_id, convert(money(amount), cost.currency_fk, system, at));
  }
  for (const { line, whole, net, tax, costs } of lineValues(purchase)) {
    for (const { receipt, before, after } of receipts) {
      const [from, to] = [receivedOf(line, before), receivedOf(line, after)];
      const parts = [net, ...(line.tax_recoverable ? [] : [tax]), ...costs].map(
        (of) => portion(of, from, to, whole, smallestUnit(undefined)).base,
      );
      const change = added.get(`${receipt} ${line.line_id}`) ?? ZERO;
      if (change < 0n && add(sum(parts), change) < 0n) throw moreThanGoods('');
    }
  }
}

export const isAllowance = ({ cost_type }: Pick<PurchaseCost, 'cost_type'>): boolean => cost_type === 'allowance';

/** A purchase with an allowance does not return to draft, where it would be a cost below zero. */
export function checkNoAllowance({ entered = [] }: CompletePurchase): void {
  if (!entered.some(({ cost }) => isAllowance(cost))) return;
  throw new Refusal('validation', [{ field: '', message: 'allowance_stands' }]);
}
