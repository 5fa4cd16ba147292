/**
 * What a purchase posts when its goods are received, wholly or in parts (docs/accounting.md, section 3):
 *
 *   debit  inventory      price after discounts, non-recoverable tax, and the share of the costs
 *   debit  input tax      recoverable tax
 *   credit cash or payable            the supplier, in the purchase's currency
 *   credit cash or payable            for each cost, its own creditor
 *
 * Nothing is owed for goods received before their bill: the supplier's part, without recoverable tax, is credited to
 * goods received not billed, and the bill clears it:
 *
 *   debit  goods received not billed
 *   debit  input tax
 *   credit cash or payable            the supplier
 *
 * The base amount of a debt in a foreign currency is its increase of the open base amount
 * (../purchasing/costs/owed-before.ts); an amount owed in the system currency is its own base amount. The value of goods is
 * their share of the total. For a part the two may differ, and rounding takes the difference.
 *
 * Later costs are in later-cost.ts. Returning to draft inverts all signs.
 */

import type { PaidCost } from '../documents/costs.ts';
import { debtsAtBaseAmount, roundingOf } from '../entries/debts.ts';
import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { taken } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { goodsLine } from '../entries/goods-line.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { type DueOf, duesOfCosts, openedBy } from '../entries/open-items.ts';
import { paidBy } from '../entries/paid-by.ts';
import {
  baseUnits,
  everything,
  type InBoth,
  type LineValue,
  lineValues,
  portion,
  receivedOf,
} from '../pricing/purchase-values.ts';
import type { AppliedCost, Purchase, Receipt } from '../purchasing/purchase-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { allocate } from '../values/fixed-point.ts';
import { type Money, money, negate, smallestUnit, sum, toMoney, ZERO } from '../values/money.ts';
import { NO_QUANTITY, type Quantity, toQuantity } from '../values/quantity.ts';
import { type CurrencyId, convert, rate } from '../values/rate.ts';

/** Offset of the line numbers of each receipt's movements; within it, later costs have their own offset. */
export const RECEIPT_STEP = 10_000_000;
export const APPLIED_STEP = 100_000;
export const APPLIED_FIRST = 2_000_000;
const APPLIED_CASH_STEP = 1_000;

/** Posts on completion when the goods were received with it; otherwise the receipts post. */
export function postPurchase(
  completed: Purchase & { readonly receive: boolean },
  document: string,
): Posting | undefined {
  return completed.receive ? postReceipt({ ...everything(completed), purchase: completed }, document) : undefined;
}

/** `document` is the stream of the purchase, under which its debt is open. */
export function postReceipt(receipt: Receipt & { purchase: Purchase }, document: string): Posting {
  return postGoods(receipt, document, suppliersPart);
}

export function postUnbilledReceipt(receipt: Receipt & { purchase: Purchase }, document: string): Posting {
  return postGoods(receipt, document, (purchase, received) => [notBilled(purchase, received, negate)]);
}

export function postGoods(
  { purchase, ...receipt }: Receipt & { purchase: Purchase },
  document: string,
  supplier: (purchase: Purchase, received: readonly ReceivedLine[]) => EntryLine[],
): Posting {
  const first = receipt.receipt * RECEIPT_STEP;
  const received = lineValues(purchase).flatMap((value) => receivedLine(purchase, value, receipt));
  const goods = received.map((line) => inventoryLine(purchase, line));
  const credited = [
    ...supplier(purchase, received),
    ...purchase.costs.map((cost, index) =>
      owed(
        purchase,
        cost,
        received.map((line) => line.costs[index] ?? NOTHING),
      ),
    ),
  ];
  const debts = carriedDebts(purchase, receipt, asOwed(purchase, receipt, credited));
  const firstCost = debts.length - purchase.costs.length;
  const paid = debts.flatMap((line, index) =>
    inMoneyGiven(purchase.costs[index - firstCost] ?? purchase, purchase.system_currency_fk, [line]),
  );
  const movements = received.map((line, index): Movement => {
    return { ...movementOf(purchase, line, goods[index]?.base ?? ZERO), line: first + line.line_id };
  });
  const posted = posting(
    effectiveTime(receipt.date, receipt.time, 'in'),
    balanced(purchase, [...goods, ...paid]),
    [...movements, ...foreignCash(paid, first)],
    openedBy(paid, purchase.date, document, [
      dueOfSupplier(purchase, purchase.due_date),
      ...duesOfCosts(purchase.costs),
    ]),
  );
  return withBatches(posted, receipt);
}

export const dueOfSupplier = ({ supplier_fk }: Pick<Purchase, 'supplier_fk'>, day: string | undefined): DueOf => ({
  party: `supplier-${supplier_fk}`,
  day,
});

export function suppliersPart(purchase: Purchase, received: readonly ReceivedLine[]): EntryLine[] {
  const parts = received.flatMap((line) => [line.net, line.tax]);
  return [...inputTax(purchase, received), owed(purchase, purchase, parts)];
}

/** The value of unbilled goods, including tax that is not recoverable. */
export function notBilled(
  purchase: Purchase,
  received: readonly ReceivedLine[],
  sign: (amount: Money) => Money = (amount) => amount,
): EntryLine {
  const parts = received.flatMap((line) => (line.recoverable ? [line.net] : [line.net, line.tax]));
  return {
    account: { key: 'goods-received-not-billed' },
    outlet: purchase.outlet_fk,
    base: sign(sum(parts.map((part) => part.base))),
    foreign: sign(sum(parts.map((part) => part.foreign))),
    ...carried(purchase, purchase.system_currency_fk),
  };
}

const NOTHING: InBoth = { foreign: ZERO, base: ZERO };

export interface ReceivedLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly recoverable: boolean;
  readonly percent: string | null;
  /** In base units. */
  readonly count: Quantity;
  readonly net: InBoth;
  readonly tax: InBoth;
  readonly costs: readonly InBoth[];
}

/** The part of a line in this receipt: the difference of the cumulative quantities after and before it. */
export function receivedLine(
  purchase: Purchase,
  { line, whole, net, tax, costs }: LineValue,
  receipt: Pick<Receipt, 'before' | 'after'>,
): ReceivedLine[] {
  const [before, after] = [receivedOf(line, receipt.before), receivedOf(line, receipt.after)];
  if (before === after) return [];
  const part = (of: InBoth, { decimals }: { readonly decimals?: number }) =>
    portion(of, before, after, whole, smallestUnit(decimals));
  return [
    {
      line_id: line.line_id,
      item_fk: line.item_fk,
      recoverable: line.tax_recoverable,
      percent: line.tax_percent,
      count: toQuantity(baseUnits(after) - baseUnits(before)),
      net: part(net, purchase),
      tax: part(tax, purchase),
      costs: costs.map((cost, index) => part(cost, purchase.costs[index] ?? {})),
    },
  ];
}

/** The value of goods is posted in the system currency only. */
function inventoryLine(purchase: Purchase, line: ReceivedLine): EntryLine {
  const landed = sum(line.costs.map((cost) => cost.base));
  const base = sum([line.net.base, line.recoverable ? ZERO : line.tax.base, landed]);
  return goodsLine(purchase, line, base);
}

type Placed = Pick<Purchase, 'outlet_fk' | 'inventory_fk' | 'system_currency_fk'>;
type GoodsOf = { readonly line_id: number; readonly item_fk: number };

export function movementOf(place: Placed, line: GoodsOf & { readonly count: Quantity }, posted: Money): Movement {
  return {
    line: line.line_id,
    pool: { kind: 'stock', item: line.item_fk, inventory: place.inventory_fk },
    quantity: line.count,
    valued: { by: 'statedCost' },
    posted,
    contra: { key: 'purchase-variance' },
    outlet: place.outlet_fk,
  };
}

export function inputTax(purchase: Purchase, received: readonly ReceivedLine[]): EntryLine[] {
  return received
    .filter((line) => line.recoverable)
    .map((line) => ({
      account: { key: 'input-tax' },
      outlet: purchase.outlet_fk,
      ...line.tax,
      ...carried(purchase, purchase.system_currency_fk),
      ...taken(line.percent, line.net.base),
      item: line.item_fk,
      line: line.line_id,
    }));
}

export function carried(of: { readonly currency_fk: CurrencyId; readonly rate: string | null }, system: CurrencyId) {
  const foreign = of.currency_fk !== system && of.rate !== null;
  return { currency: of.currency_fk, rate: foreign ? rate(of.rate) : undefined };
}

/** The credit line for the payment or debt of a purchase or a cost. */
export function owed(
  place: Pick<Placed, 'outlet_fk' | 'system_currency_fk'>,
  of: PaidCost | Purchase,
  parts: readonly InBoth[],
): EntryLine {
  return {
    ...paidBy(of),
    outlet: place.outlet_fk,
    base: negate(sum(parts.map((part) => part.base))),
    foreign: negate(sum(parts.map((part) => part.foreign))),
    ...carried(of, place.system_currency_fk),
  };
}

/** An amount owed in the system currency is its own base amount; the value of its goods has further decimals. */
export function asOwed(
  { system_currency_fk: system }: Placed,
  { is_posted_as_owed: isAsOwed }: Pick<Receipt, 'is_posted_as_owed'>,
  lines: readonly EntryLine[],
): readonly EntryLine[] {
  return isAsOwed ? lines.map((line) => (line.currency === system ? { ...line, base: line.foreign } : line)) : lines;
}

/** The base amount of a debt is its increase of the base amount that was open before. */
export function carriedDebts(
  { system_currency_fk: system }: Pick<Placed, 'system_currency_fk'>,
  { owed_before = [] }: Pick<Receipt, 'owed_before'>,
  lines: readonly EntryLine[],
): EntryLine[] {
  return debtsAtBaseAmount(lines, system, ({ party, currency }) => {
    const open = owed_before.find(
      (owedBefore) => `supplier-${owedBefore.supplier_fk}` === party && owedBefore.currency_fk === currency,
    );
    return money(open?.amount ?? '0');
  });
}

/** Parts of an amount in two currencies are rounded separately, so an entry may need a rounding line. */
export function balanced(
  { outlet_fk, system_currency_fk: system }: Pick<Placed, 'outlet_fk' | 'system_currency_fk'>,
  lines: readonly EntryLine[],
): EntryLine[] {
  return [...lines, roundingOf(lines, outlet_fk, system)];
}

/** Later costs as earlier versions stored them; those of later-cost.ts replace them. */
export function postAppliedCost(applied: AppliedCost, document: string): Posting {
  const { cost, shares, system_currency_fk: system } = applied;
  const amounts = shares.map((share) => money(share.amount));
  const foreign = sum(amounts);
  const inBooks = convert(foreign, cost.currency_fk, system, carried(cost, system).rate);
  const paid = carriedDebts(applied, applied, [owed(applied, cost, [{ foreign, base: inBooks }])]);
  const base = negate(sum(paid.map((line) => line.base)));
  const bases = allocate(base, amounts).map(toMoney);
  const goods = shares.map((share, index) => goodsLine(applied, share, bases[index] ?? ZERO));
  const first = applied.receipt * RECEIPT_STEP;
  const movements = shares.map((share, index) => ({
    ...movementOf(applied, { ...share, count: NO_QUANTITY }, bases[index] ?? ZERO),
    line: first + APPLIED_FIRST + cost.cost_id * APPLIED_STEP + share.line_id,
  }));
  return posting(
    effectiveTime(applied.date, applied.time, 'in'),
    [...goods, ...paid],
    [...movements, ...foreignCash(paid, first + cost.cost_id * APPLIED_CASH_STEP)],
    openedBy(paid, applied.purchase_date, document),
  );
}
