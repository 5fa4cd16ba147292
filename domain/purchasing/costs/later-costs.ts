/**
 * Costs that come after the purchase (docs/decisions/0122). The money or debt of a cost is of its own day. Its value goes
 * to the goods at their receipt: it is shared over what was ordered, what has not come yet waits for its receipt, and
 * what never comes (the rest of a closed purchase) or went back gives its share to what stayed. Every command that
 * changes one of these adds the differences to the shares before, so the order of commands never changes the end.
 */

import { dueByTerms, typedDueDay } from '../../debts/due-date.ts';
import type { Facts } from '../../deciding/facts.ts';
import { timeOf } from '../../documents/document-rules.ts';
import { priceDifferences } from '../../pricing/billed-prices.ts';
import { baseUnits, countedAs, exactly, lineValues, receivedOf, sizeOf } from '../../pricing/purchase-values.ts';
import { returnedInBase } from '../../pricing/returned-quantities.ts';
import { partOf } from '../../pricing/returned-shares.ts';
import { BONUS_LINE } from '../../pricing/totals.ts';
import { readDate } from '../../values/effective-date.ts';
import { allocateUnits } from '../../values/fixed-point.ts';
import { add, type Money, money, printMoney, smallestUnit, subtract, sum, toMoney, ZERO } from '../../values/money.ts';
import { quantity, toQuantity } from '../../values/quantity.ts';
import { Issues, Refusal } from '../../values/refusal.ts';
import type { ApplyCostInput } from '../purchase.schema.ts';
import type {
  Purchase,
  PurchaseCost,
  PurchaseEvent,
  PurchaseLine,
  Receipt,
  ReceiptShare,
  Received,
  SharedCost,
} from '../purchase-events.ts';
import type { CompletePurchase } from '../purchase-state.ts';
import { openOn, owedBefore, postedOn } from './owed-before.ts';
import { checkCosts, costFact } from './purchase-costs.ts';
import { isTaken, sharedCosts } from './taken-cost.ts';

/** The movements of a receipt have a limited range of numbers (domain/posting/later-cost.ts). */
const TURNS_MAX = 39;
/** Bills are numbered among the costs, beyond the numbers that a cost can have. */
const BILLS_FIRST = 1_000;

/** The costs of the purchase and the later ones, each once. */
export function allCosts({ purchase, ...state }: CompletePurchase): PurchaseCost[] {
  const costs = [...purchase.costs, ...laterCosts(state)];
  return [...new Map(costs.map((cost) => [cost.cost_id, cost])).values()];
}

/** Later costs that were not taken back. */
export function laterCosts({ applied, entered = [] }: Pick<CompletePurchase, 'applied' | 'entered'>): PurchaseCost[] {
  const costs = [...applied, ...sharedCosts(entered)].map(({ cost }) => cost);
  return [...new Map(costs.map((cost) => [cost.cost_id, cost])).values()];
}

/** Repeating the same cost returns no event; another cost with the same number is refused. */
export function enteredCost(input: ApplyCostInput, state: CompletePurchase, facts: Facts): PurchaseEvent[] {
  const { purchase, withdrawn = [] } = state;
  const issues = new Issues();
  const date = input.date ?? facts.today;
  const cost = costFact(input, input.cost_id, { outlet_fk: purchase.outlet_fk, date }, facts, issues, '');
  const costs = allCosts(state);
  const same = costs.find((purchaseCost) => purchaseCost.cost_id === cost.cost_id);
  if (same && JSON.stringify(same) === JSON.stringify(cost)) return [];
  if (same || withdrawn.includes(cost.cost_id)) issues.add('cost_id', 'unique');
  if (!readDate(date)) issues.add('date', 'date');
  if (cost.payment_type === 'on_account' && openOn(cost, date, facts) < 0n) issues.add('date', 'credit_on_own_day');
  checkCosts({ ...purchase, costs: costs.filter((own) => !isTaken(own, state)) }, [cost], issues, '');
  const isOwed = cost.payment_type === 'on_account';
  const typed = typedDueDay({ date, due_date: input.due_date }, isOwed, issues);
  if (costs.some((other) => isLike(other, cost)) && !facts.confirmed) issues.ask('amount', 'cost_entered_already');
  issues.throwIfAny();
  const { outlet_fk, system_currency_fk } = purchase;
  const time = timeOf({ date, time: input.time }, facts);
  const owed = owedBefore([cost], { date: postedOn(date, facts), system_currency_fk }, facts);
  const isByTerms = isOwed && typed.due_date === undefined;
  const due = isByTerms ? dueByTerms(date, { kind: 'supplier', id: cost.supplier_fk }, facts) : typed;
  const data = { outlet_fk, system_currency_fk, date, time, ...due, cost, ...owed };
  return [{ type: 'purchase.cost_entered', v: 1, data }];
}

type Compared = Pick<PurchaseCost, 'cost_type' | 'supplier_fk' | 'currency_fk' | 'amount'>;

export const isLike = (a: Compared, b: Compared): boolean =>
  a.cost_type === b.cost_type &&
  a.supplier_fk === b.supplier_fk &&
  a.currency_fk === b.currency_fk &&
  money(a.amount) === money(b.amount);

/** Taking back the same cost again returns no event. */
export function withdrawnCost(cost_id: number, reason: string | null, state: CompletePurchase): PurchaseEvent[] {
  if (state.withdrawn?.includes(cost_id)) return [];
  if (!laterCosts(state).some((cost) => cost.cost_id === cost_id)) {
    throw new Refusal('validation', [{ field: 'cost_id', message: 'unknown_cost' }]);
  }
  return [{ type: 'purchase.cost_withdrawn', v: 1, data: { cost_id, reason } }];
}

/** Costs that earlier versions applied leave with their value; the value of others leaves by its own events. */
export function withoutCost(state: CompletePurchase, id: number): CompletePurchase {
  const { applied, entered = [], withdrawn = [] } = state;
  const others = <Of extends { readonly cost: PurchaseCost }>(of: readonly Of[]) =>
    of.filter(({ cost }) => cost.cost_id !== id);
  return { ...state, applied: others(applied), entered: others(entered), withdrawn: [...withdrawn, id] };
}

/** A purchase of which nothing came cannot be closed while a cost waits for its goods. */
export function checkNoCostWaits({ entered = [], receipts }: CompletePurchase): void {
  if (entered.length === 0 || receipts.length > 0) return;
  throw new Refusal('validation', [{ field: '', message: 'cost_waits_for_goods' }]);
}

/** The returned quantity of each line, including bonus, from the levels that the decision read. */
export const returnedOf = ({ purchase }: CompletePurchase, facts: Facts): Received[] =>
  returnedLines(`purchase-${facts.ownId}`, purchase, facts);

/**
 * The returned quantity of each line of a purchase, including bonus. `more` are base units that are
 * returned now, negative for those of a return that is taken back.
 */
export const returnedLines = (
  document: string,
  { lines }: Pick<Purchase, 'lines'>,
  facts: Pick<Facts, 'level'>,
  more = (_line: number): bigint => 0n,
): Received[] =>
  lines.map((own) => {
    const { line_id, unit_factor } = own;
    const back = (line: number) => returnedInBase({ document, line, unit_factor, facts });
    return countedAs(exactly(toQuantity(back(line_id) + back(line_id + BONUS_LINE) + more(line_id)), '1'), own);
  });

type Arrived = Pick<CompletePurchase, 'status' | 'purchase' | 'receipts'>;

/** A line with what stayed of each receipt, and what is still to come. */
interface Stayed {
  readonly line: PurchaseLine;
  /** Price after discounts of what stayed and is to come, in the system currency. */
  readonly value: Money;
  readonly receipts: readonly { readonly receipt: number; readonly count: bigint }[];
  readonly all: bigint;
}

/** Returned goods are those that came last. Where nothing stayed, everything that came keeps its share. */
function stayed(state: Arrived, returned: readonly Received[]): Stayed[] {
  const { purchase, receipts, status } = state;
  const lines = lineValues(purchase).map(({ line, whole, net }): Stayed => {
    let back: bigint = receivedOf(line, returned);
    const came = receipts
      .map(({ receipt, before, after }) => ({ receipt, came: receivedOf(line, after) - receivedOf(line, before) }))
      .toReversed()
      .map(({ receipt, came }) => {
        const gone = came < back ? came : back;
        back -= gone;
        return { receipt, count: came - gone };
      })
      .toReversed();
    const toCome = status === 'closed' ? 0n : whole - receivedOf(line, receipts.at(-1)?.after ?? []);
    const all = came.reduce((total, { count }) => total + count, toCome);
    return { line, value: partOf(net.base, all, whole, smallestUnit(undefined)), receipts: came, all };
  });
  const isNothing = lines.every(({ all }) => all === 0n);
  return isNothing && returned.some(({ quantity: count }) => quantity(count) > 0n) ? stayed(state, []) : lines;
}

/** The share of each line. */
function sharesOfLines(cost: PurchaseCost, lines: readonly Stayed[]): bigint[] {
  const counts = lines.map(({ all }) => baseUnits(all));
  const weights = lines.map(({ line, value, all }, index): bigint => {
    const count = counts[index] ?? 0n;
    if (cost.share_by === 'value') return value;
    if (cost.share_by !== 'hand') return sizeOf(cost.share_by, line, toQuantity(count));
    const own = cost.shares.find(({ line_id }) => line_id === line.line_id);
    const amount = own && all > 0n ? money(own.amount) : 0n;
    return amount < 0n ? -amount : amount;
  });
  const known = weights.some((weight) => weight > 0n) ? weights : counts;
  return known.every((weight) => weight === 0n)
    ? known.map(() => 0n)
    : allocateUnits(money(cost.amount), known, smallestUnit(cost.decimals));
}

/** The share of each line in a cost, whatever came by now. */
export function sharesByLine(cost: PurchaseCost, state: CompletePurchase): ReadonlyMap<number, Money> {
  const lines = stayed({ ...state, status: 'complete' }, []);
  const shares = sharesOfLines(cost, lines);
  return new Map(lines.map(({ line }, index) => [line.line_id, toMoney(shares[index] ?? 0n)]));
}

/** What came of each line and is still to come, its value, and its share of each of these costs. */
export function arrivals(state: Arrived, costs: readonly PurchaseCost[]) {
  const lines = stayed(state, []);
  const shares = costs.map((cost) => ({ cost, shares: sharesOfLines(cost, lines) }));
  return lines.map(({ line, all }, index) => ({
    line,
    all,
    shares: shares.map(({ cost, shares }) => ({ cost, amount: toMoney(shares[index] ?? 0n) })),
  }));
}

/** By receipt and line: the share that a cost should have by now. What is still to come has none. */
function shareNow(cost: PurchaseCost, lines: readonly Stayed[]): Map<string, Money> {
  const shares = sharesOfLines(cost, lines);
  const now = new Map<string, Money>();
  const unit = smallestUnit(cost.decimals);
  for (const [index, { line, receipts, all }] of lines.entries()) {
    const whole = toMoney(shares[index] ?? 0n);
    let count = 0n;
    let given: Money = ZERO;
    for (const { receipt, count: own } of receipts) {
      count += own;
      const upTo = partOf(whole, count, all, unit);
      now.set(`${receipt} ${line.line_id}`, subtract(upTo, given));
      given = upTo;
    }
  }
  return now;
}

/** What a cost, or the prices of a bill, should have given by now to each receipt and line. */
interface Given {
  readonly of: Omit<ReceiptShare, 'before' | 'shares'>;
  readonly now: ReadonlyMap<string, Money>;
}

const inCurrencyOf = (
  cost_id: number,
  { currency_fk, rate_fk, rate }: Pick<PurchaseCost, 'currency_fk' | 'rate_fk' | 'rate'>,
) => ({ cost_id, currency_fk, rate_fk, rate });

/** The bills that have prices of their own. */
function givenByBills({ purchase, bills = [] }: CompletePurchase): Given[] {
  return bills.flatMap((bill, index): Given[] => {
    const differences = priceDifferences(purchase, bill);
    const now = new Map(differences.map(({ receipt, line_id, amount }) => [`${receipt} ${line_id}`, amount]));
    return now.size === 0 ? [] : [{ of: inCurrencyOf(BILLS_FIRST + index, purchase), now }];
  });
}

/** The events that bring the shares of all later costs, and the differences of bills, to what they should be now. */
export function reshared(state: CompletePurchase, returned: readonly Received[]): PurchaseEvent[] {
  const { entered = [], shared = [] } = state;
  const bills = givenByBills(state);
  if (entered.length === 0 && shared.length === 0 && bills.length === 0) return [];
  const lines = stayed(state, returned);
  const earlier = shared.flatMap(({ costs, receipt }) => costs.map((of) => ({ ...of, receipt })));
  const nothing = earlier.map((of): Given => ({ of: inCurrencyOf(of.cost_id, of), now: new Map() }));
  const costs = sharedCosts(entered).map(
    ({ cost }): Given => ({ of: inCurrencyOf(cost.cost_id, cost), now: shareNow(cost, lines) }),
  );
  const given = new Map([...nothing, ...costs, ...bills].map((each) => [each.of.cost_id, each]));
  const changes = [...given.values()].map(({ of, now }) => {
    const before = new Map<string, Money>();
    for (const { receipt, shares } of earlier.filter(({ cost_id }) => cost_id === of.cost_id)) {
      for (const { line_id, amount } of shares) {
        const key = `${receipt} ${line_id}`;
        before.set(key, add(before.get(key) ?? ZERO, money(amount)));
      }
    }
    return { of, before, now, given: sum([...before.values()]) };
  });
  const events = state.receipts.flatMap((receipt): PurchaseEvent[] => {
    const own = changes.flatMap((change): ReceiptShare[] => {
      const shares = state.purchase.lines.flatMap(({ line_id, item_fk }) => {
        const key = `${receipt.receipt} ${line_id}`;
        const amount = subtract(change.now.get(key) ?? ZERO, change.before.get(key) ?? ZERO);
        return amount === ZERO ? [] : [{ line_id, amount: printMoney(amount), item_fk }];
      });
      if (shares.length === 0) return [];
      const before = printMoney(change.given);
      change.given = add(change.given, sum(shares.map(({ amount }) => money(amount))));
      return [{ ...change.of, before, shares }];
    });
    return own.length === 0 ? [] : [{ type: 'purchase.cost_shared', v: 1, data: sharedBy(own, receipt, state) }];
  });
  return events;
}

/** Throws Refusal when the shares of the receipt changed too often. */
function sharedBy(
  costs: readonly ReceiptShare[],
  { receipt, date, time }: Receipt,
  state: CompletePurchase,
): SharedCost {
  const turn = (state.shared ?? []).filter((shared) => shared.receipt === receipt).length;
  if (turn >= TURNS_MAX) {
    const params = { value: String(TURNS_MAX) };
    throw new Refusal('validation', [{ field: '', message: 'costs_changed_too_often', params }]);
  }
  const { outlet_fk, inventory_fk, system_currency_fk } = state.purchase;
  const place = { outlet_fk, inventory_fk, system_currency_fk };
  return { ...place, receipt, turn, date, time, receipt_date: date, costs };
}
