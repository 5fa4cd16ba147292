/**
 * The lines of a purchase return. A return of a purchase copies item and price from the purchase's line, and takes
 * cumulative shares of its discounts, tax and cost, so that parts add up exactly to the purchase. Without a purchase
 * all fields are entered.
 */

import { asWritten, lineItems } from '../catalogue/line-items.ts';
import type { TaxData } from '../catalogue/tax.record.ts';
import type { Facts } from '../deciding/facts.ts';
import { known, type SettledCurrency } from '../documents/document-rules.ts';
import type { CorrectedLine } from '../documents/rate-correction.ts';
import { type BilledPart, priceOfParts, shareOfParts } from '../pricing/billed-prices.ts';
import { baseUnits, type LineValue, lineValues, purchaseTotals, receivedOf } from '../pricing/purchase-values.ts';
import { type InUnit, type ReturnPosition, returnPosition } from '../pricing/returned-quantities.ts';
import { checkPartLeft, type Part, returnedPart } from '../pricing/returned-shares.ts';
import { percentageOn } from '../pricing/tax-percentage.ts';
import type { LineTotals } from '../pricing/totals.ts';
import { completeLines, inUnit, originLine, returnedAmounts, withoutOrigin } from '../sales/goods-return.ts';
import { namedBatches, type OfSeveral } from '../values/batch.ts';
import { defined } from '../values/defined.ts';
import { allocate } from '../values/fixed-point.ts';
import { add, type Money, money, printMoney, smallestUnit, sum, toMoney, ZERO } from '../values/money.ts';
import { quantity, toQuantity } from '../values/quantity.ts';
import { convert, readRate } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';
import type { Purchase, PurchaseLine, Received } from './purchase-events.ts';
import type { PurchaseReturnInput } from './purchase-return.schema.ts';
import type { PurchaseReturn, PurchaseReturnLine } from './purchase-return-events.ts';

type TypedLine = Pick<PurchaseReturnLine, 'line_id' | 'quantity' | 'bonus_quantity'> &
  OfSeveral &
  InUnit & {
    readonly note?: string | null;
    readonly purchase_line_id?: number | null;
  };

export interface Bought {
  readonly id: number;
  readonly purchase: Purchase;
  /** Received and billed quantity of each line, including bonus. */
  readonly received: readonly Received[];
  /** The billed goods of each line, when a bill has prices of its own. */
  readonly parts?: readonly (readonly BilledPart[])[] | undefined;
}

/** Refuses lines that the purchase does not have, and quantities above the received ones less earlier returns. */
export function linesOfPurchase(
  lines: readonly TypedLine[],
  bought: Bought,
  facts: Facts,
  issues: Issues,
): PurchaseReturnLine[] {
  const values = lineValues(bought.purchase);
  const totals = purchaseTotals(bought.purchase);
  return lines.flatMap((typed, index): PurchaseReturnLine[] => {
    const at = originLine(lines, index, 'purchase_line_id', bought.purchase.lines, issues);
    const [value, amounts] = [values[at], totals.lines[at]];
    if (!value || !amounts) return [];
    const { line } = value;
    const { line_id, quantity: count, bonus_quantity, note = line.note } = typed;
    const parts = bought.parts?.[at] ?? [wholeLine(value, amounts)];
    const back = {
      line_id,
      ...boughtAs(inUnit(line, typed)),
      quantity: count,
      bonus_quantity,
      ...returnPosition(`purchase-${bought.id}`, line, typed, facts),
    };
    checkQuantities(back, bought, line, `lines.${index}`, issues);
    const amountsBack = shares(back, parts, line, bought.purchase);
    const inItsUnit = (price: string) => inUnit({ ...line, price }, typed).price;
    const price = priceOfParts(parts, { gross: money(amountsBack.gross_amount), count, own: line.price, inItsUnit });
    return [{ ...back, price, ...amountsBack, ...namedBatches(typed), note }];
  });
}

type Back = ReturnPosition & Pick<PurchaseReturnLine, 'unit_factor' | 'quantity' | 'bonus_quantity'>;

/** Paid and bonus quantities are each limited by the line's own; their sum is limited by the received quantity. */
function checkQuantities(back: Back, { received }: Bought, line: PurchaseLine, field: string, issues: Issues): void {
  const here = receivedOf(line, received);
  const { paid, bonus, all } = returnedPart(back, line);
  const came = back.counted_in ? baseUnits(here) : toQuantity(here / quantity(line.unit_factor));
  const least = (part: Part) => ({
    ...part,
    whole: came - all.before < part.whole - part.before ? toQuantity(came - all.before + part.before) : part.whole,
  });
  const name = 'more_than_bought';
  checkPartLeft(least(paid), back, `${field}.quantity`, name, issues);
  checkPartLeft(least(bonus), back, `${field}.bonus_quantity`, name, issues);
  if (bonus.count > 0n) checkPartLeft({ ...all, whole: came }, back, `${field}.quantity`, name, issues);
}

function boughtAs(line: PurchaseLine) {
  const { line_id: purchase_line_id, item_fk, unit_fk, unit_factor, price, discount } = line;
  const { tax_fk, tax_percent, tax_recoverable } = line;
  return { purchase_line_id, item_fk, unit_fk, unit_factor, price, discount, tax_fk, tax_percent, tax_recoverable };
}

/** Where all goods of a line have one price, they are one part. */
const wholeLine = (value: LineValue, totals: LineTotals): BilledPart => ({ value, totals, count: value.whole });

/** The supplier refunds paid goods only; all goods, including bonus, leave at the cost of their receipt. */
function shares(back: Back, parts: readonly BilledPart[], line: PurchaseLine, purchase: Purchase) {
  const unit = smallestUnit(purchase.decimals);
  const { paid: part } = returnedPart(back, line);
  const paid = (amountOf: (part: BilledPart) => Money) => printMoney(shareOfParts(parts, amountOf, part, unit));
  return {
    gross_amount: paid(({ totals }) => totals.gross),
    discount_amount: paid(({ totals }) => add(totals.itemDiscount, totals.invoiceDiscount)),
    tax_amount: paid(({ value }) => value.tax.foreign),
    ...baseShares(back, parts, line, purchase),
  };
}

function baseShares(
  back: Back,
  parts: readonly BilledPart[],
  line: PurchaseLine,
  { currency_fk, system_currency_fk, decimals }: SettledCurrency,
) {
  const { paid, all } = returnedPart(back, line);
  // Tax in the system currency is taken back by the amount that the supplier returns.
  const isOwed = line.tax_recoverable && currency_fk === system_currency_fk;
  const goods = ({ value: { net, tax } }: BilledPart) => add(net.base, line.tax_recoverable ? ZERO : tax.base);
  const unit = smallestUnit(isOwed ? decimals : undefined);
  const exact = smallestUnit(undefined);
  return {
    net_base: printMoney(shareOfParts(parts, ({ value }) => value.net.base, paid, exact)),
    tax_base: printMoney(shareOfParts(parts, ({ value }) => value.tax.base, paid, unit)),
    goods_base: printMoney(shareOfParts(parts, goods, all, exact)),
  };
}

/** Lines of a return without a purchase. */
export function enteredReturns(
  { lines, date, discount = null, before }: PurchaseReturnInput & { readonly before?: PurchaseReturn | undefined },
  currency: SettledCurrency,
  facts: Facts,
  issues: Issues,
): PurchaseReturnLine[] {
  const complete = completeLines(lines, 'purchase_line_id', 'return_without_purchase', issues);
  if (!complete) return [];
  const items = lineItems(complete, facts, issues, asWritten(before?.lines));
  const entered = items.map(({ line, line_id, item_type, unit_factor }, index) => {
    if (item_type !== 'goods') issues.add(`lines.${index}.item_fk`, 'goods_only');
    const tax = known<TaxData>(facts, issues, `lines.${index}.tax_fk`, 'tax', line.tax_fk)?.data;
    return {
      line_id,
      purchase_line_id: null,
      unit_factor,
      ...withoutOrigin(line),
      tax_fk: line.tax_fk ?? null,
      tax_percent: line.tax_percent ?? percentageOn(tax, date),
      tax_recoverable: tax?.recoverable ?? true,
      note: line.note ?? null,
    };
  });
  const totals = purchaseTotals({ lines: entered, discount, decimals: currency.decimals });
  const bases = inSystem(totals.lines, currency);
  return entered.map((line, index) => ({
    ...line,
    ...returnedAmounts(defined(totals.lines[index])),
    ...entryBases(bases[index]),
  }));
}

const entryBases = (base: { readonly net: Money; readonly tax: Money } | undefined) => ({
  net_base: printMoney(base?.net ?? ZERO),
  tax_base: printMoney(base?.tax ?? ZERO),
  goods_base: null,
});

/** The total is converted once and shared over the lines. A missing rate is refused elsewhere. */
function inSystem(lines: readonly LineTotals[], { currency_fk, system_currency_fk, rate }: SettledCurrency) {
  const amounts = [...lines.map(({ net }) => net), ...lines.map(({ tax }) => tax)];
  const at = rate === null ? undefined : readRate(rate);
  if (lines.length === 0 || (currency_fk !== system_currency_fk && !at)) return [];
  const bases = allocate(convert(sum(amounts), currency_fk, system_currency_fk, at), amounts).map(toMoney);
  return lines.map((_, index) => ({ net: bases[index] ?? ZERO, tax: bases[lines.length + index] ?? ZERO }));
}

/**
 * The amounts of stored lines in the system currency, at the present rate of the return, or of its purchase: a
 * corrected rate changes them (corrected-return.ts).
 */
export function basesOf(
  { lines, discount, ...currency }: PurchaseReturn,
  bought: Pick<Bought, 'purchase' | 'parts'> | undefined,
): CorrectedLine[] {
  if (!bought) {
    const bases = inSystem(purchaseTotals({ lines, discount, decimals: currency.decimals }).lines, currency);
    return lines.map(({ line_id }, index) => ({ line_id, ...entryBases(bases[index]) }));
  }
  const { purchase, parts } = bought;
  const values = lineValues(purchase);
  const totals = purchaseTotals(purchase).lines;
  return lines.flatMap((line) => {
    const at = values.findIndex((candidate) => candidate.line.line_id === line.purchase_line_id);
    const [value, amounts] = [values[at], totals[at]];
    if (!value || !amounts) return [];
    const own = parts?.[at] ?? [wholeLine(value, amounts)];
    return [{ line_id: line.line_id, ...baseShares(line, own, value.line, purchase) }];
  });
}
