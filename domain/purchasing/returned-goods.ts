/**
 * The lines of a purchase return. A return of a purchase copies item and price from the purchase's line, and takes
 * cumulative shares of its discounts, tax and cost, so that parts add up exactly to the purchase. Without a purchase
 * all fields are entered.
 */

import { lineItems } from '../catalogue/line-items.ts';
import { type InUnit, type ReturnPosition, returnPosition } from '../catalogue/returned-quantities.ts';
import { checkPartLeft, type Part, partShare, returnedPart } from '../catalogue/returned-shares.ts';
import type { TaxData } from '../catalogue/tax.record.ts';
import { percentageOn } from '../catalogue/tax-percentage.ts';
import { defined } from '../kernel/defined.ts';
import { known, type SettledCurrency } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { allocate } from '../kernel/fixed-point.ts';
import { add, type Money, printMoney, smallestUnit, sum, toMoney, ZERO } from '../kernel/money.ts';
import { toQuantity } from '../kernel/quantity.ts';
import { convert, readRate } from '../kernel/rate.ts';
import type { CorrectedLine } from '../kernel/rate-correction.ts';
import type { Issues } from '../kernel/refusal.ts';
import { completeLines, inUnit, originLine, returnedAmounts, withoutOrigin } from '../sales/goods-return.ts';
import type { LineTotals } from '../sales/totals.ts';
import { namedBatches, type OfSeveral } from '../stock/batch.ts';
import { type LineValue, lineValues, purchaseTotals } from './landed-cost.ts';
import type { Purchase, PurchaseLine, Received } from './purchase.ts';
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
    const back = {
      line_id,
      ...boughtAs(inUnit(line, typed)),
      quantity: count,
      bonus_quantity,
      ...returnPosition(`purchase-${bought.id}`, line, typed, facts),
    };
    checkQuantities(back, bought, line, `lines.${index}`, issues);
    return [{ ...back, ...shares(back, value, amounts, bought.purchase), ...namedBatches(typed), note }];
  });
}

type Back = ReturnPosition & Pick<PurchaseReturnLine, 'unit_factor' | 'quantity' | 'bonus_quantity'>;

/** Paid and bonus quantities are each limited by the line's own; their sum is limited by the received quantity. */
function checkQuantities(back: Back, { received }: Bought, line: PurchaseLine, field: string, issues: Issues): void {
  const here = received.find((received) => received.line_id === line.line_id)?.quantity ?? '0';
  const { paid, bonus, all } = returnedPart(back, line);
  const came = returnedPart(back, { ...line, quantity: here }).paid.whole;
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

/** The supplier refunds paid goods only; all goods, including bonus, leave at the cost of their receipt. */
function shares(
  back: Back,
  value: LineValue,
  { gross, itemDiscount, invoiceDiscount }: LineTotals,
  purchase: Purchase,
) {
  const unit = smallestUnit(purchase.decimals);
  const { paid: part } = returnedPart(back, value.line);
  const paid = (amount: Money) => printMoney(partShare(amount, part, unit));
  return {
    gross_amount: paid(gross),
    discount_amount: paid(add(itemDiscount, invoiceDiscount)),
    tax_amount: paid(value.tax.foreign),
    ...baseShares(back, value, purchase),
  };
}

function baseShares(
  back: Back,
  { line, net, tax }: LineValue,
  { currency_fk, system_currency_fk, decimals }: SettledCurrency,
) {
  const { paid, all } = returnedPart(back, line);
  const share = (amount: Money, unit = smallestUnit(undefined)) => printMoney(partShare(amount, paid, unit));
  // Tax in the system currency is taken back by the amount that the supplier returns.
  const isOwed = line.tax_recoverable && currency_fk === system_currency_fk;
  const goods = add(net.base, line.tax_recoverable ? ZERO : tax.base);
  return {
    net_base: share(net.base),
    tax_base: share(tax.base, smallestUnit(isOwed ? decimals : undefined)),
    goods_base: printMoney(partShare(goods, all)),
  };
}

/** Lines of a return without a purchase. */
export function enteredReturns(
  { lines, date, discount = null }: PurchaseReturnInput,
  currency: SettledCurrency,
  facts: Facts,
  issues: Issues,
): PurchaseReturnLine[] {
  const complete = completeLines(lines, 'purchase_line_id', 'return_without_purchase', issues);
  if (!complete) return [];
  const entered = lineItems(complete, facts, issues).map(({ line, line_id, item_type, unit_factor }, index) => {
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
  purchase: Purchase | undefined,
): CorrectedLine[] {
  if (!purchase) {
    const bases = inSystem(purchaseTotals({ lines, discount, decimals: currency.decimals }).lines, currency);
    return lines.map(({ line_id }, index) => ({ line_id, ...entryBases(bases[index]) }));
  }
  const values = lineValues(purchase);
  return lines.flatMap((line) => {
    const value = values.find((candidate) => candidate.line.line_id === line.purchase_line_id);
    return value ? [{ line_id: line.line_id, ...baseShares(line, value, purchase) }] : [];
  });
}
