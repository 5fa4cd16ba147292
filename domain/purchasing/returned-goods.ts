/**
 * The lines of a purchase return. A return of a purchase copies item and price from the purchase's line, and takes
 * cumulative shares of its discounts, tax and cost, so that parts add up exactly to the purchase. Without a purchase
 * all fields are entered.
 */

import { lineItems } from '../catalogue/line-items.ts';
import { checkLeft, returnedKey, shareOf } from '../catalogue/returned-quantities.ts';
import type { TaxData } from '../catalogue/tax.record.ts';
import { percentageOn } from '../catalogue/tax-percentage.ts';
import { defined } from '../kernel/defined.ts';
import { known, type SettledCurrency } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { allocate } from '../kernel/fixed-point.ts';
import { add, type Money, printMoney, smallestUnit, sum, toMoney, ZERO } from '../kernel/money.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import { convert, readRate } from '../kernel/rate.ts';
import type { CorrectedLine } from '../kernel/rate-correction.ts';
import type { Issues } from '../kernel/refusal.ts';
import { completeLines, originLine, returnedAmounts, withoutOrigin } from '../sales/goods-return.ts';
import { BONUS_LINE, type LineTotals } from '../sales/totals.ts';
import { namedBatches, type OfSeveral } from '../stock/batch.ts';
import { type LineValue, lineValues, purchaseTotals } from './landed-cost.ts';
import type { Purchase, PurchaseLine, Received } from './purchase.ts';
import type { PurchaseReturnInput } from './purchase-return.schema.ts';
import type { PurchaseReturn, PurchaseReturnLine } from './purchase-return-events.ts';

type TypedLine = Pick<PurchaseReturnLine, 'line_id' | 'quantity' | 'bonus_quantity'> &
  OfSeveral & {
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
    const gone = goneBefore(bought, line, facts);
    checkQuantities(typed, bought, line, gone, `lines.${index}`, issues);
    const { line_id, quantity: count, bonus_quantity, note = line.note } = typed;
    return [
      {
        line_id,
        ...boughtAs(line),
        quantity: count,
        bonus_quantity,
        ...gone,
        ...shares(typed, gone, value, amounts, bought.purchase),
        ...namedBatches(typed),
        note,
      },
    ];
  });
}

type Gone = Pick<PurchaseReturnLine, 'returned_before' | 'bonus_returned_before'>;

function goneBefore({ id }: Bought, line: PurchaseLine, facts: Facts): Gone {
  const level = (number: number) => facts.level(returnedKey(`purchase-${id}`, number));
  return { returned_before: level(line.line_id), bonus_returned_before: level(line.line_id + BONUS_LINE) };
}

/** Paid and bonus quantities are each limited by the line's own; their sum is limited by the received quantity. */
function checkQuantities(
  { quantity: count, bonus_quantity: bonus }: TypedLine,
  { received }: Bought,
  line: PurchaseLine,
  gone: Gone,
  field: string,
  issues: Issues,
): void {
  const [before, bonusBefore] = [quantity(gone.returned_before), quantity(gone.bonus_returned_before)];
  const here = quantity(received.find((received) => received.line_id === line.line_id)?.quantity ?? '0');
  const left = toQuantity(here - before - bonusBefore);
  const most = (whole: string | null, already: Quantity) => {
    const own = toQuantity(quantity(whole ?? '0') - already);
    return own < left ? own : left;
  };
  checkLeft(count, most(line.quantity, before), `${field}.quantity`, 'more_than_bought', issues);
  checkLeft(
    bonus ?? '0',
    most(line.bonus_quantity, bonusBefore),
    `${field}.bonus_quantity`,
    'more_than_bought',
    issues,
  );
  const both = toQuantity(quantity(count) + quantity(bonus ?? '0'));
  if (quantity(bonus ?? '0') > 0n)
    checkLeft(printQuantity(both), left, `${field}.quantity`, 'more_than_bought', issues);
}

function boughtAs(line: PurchaseLine) {
  const { line_id: purchase_line_id, item_fk, unit_fk, unit_factor, price, discount } = line;
  const { tax_fk, tax_percent, tax_recoverable } = line;
  return { purchase_line_id, item_fk, unit_fk, unit_factor, price, discount, tax_fk, tax_percent, tax_recoverable };
}

/** The supplier refunds paid goods only; all goods, including bonus, leave at the cost of their receipt. */
function shares(
  typed: TypedLine,
  gone: Gone,
  value: LineValue,
  { gross, itemDiscount, invoiceDiscount }: LineTotals,
  purchase: Purchase,
) {
  const { line, tax } = value;
  const unit = smallestUnit(purchase.decimals);
  const paid = (amount: Money) =>
    printMoney(shareOf(amount, gone.returned_before, typed.quantity, line.quantity, unit));
  return {
    gross_amount: paid(gross),
    discount_amount: paid(add(itemDiscount, invoiceDiscount)),
    tax_amount: paid(tax.foreign),
    ...baseShares(typed, gone, value, purchase),
  };
}

function baseShares(
  typed: Pick<TypedLine, 'quantity' | 'bonus_quantity'>,
  gone: Gone,
  { line, whole, net, tax }: LineValue,
  { currency_fk, system_currency_fk, decimals }: SettledCurrency,
) {
  const share = (amount: Money, unit = smallestUnit(undefined)) =>
    printMoney(shareOf(amount, gone.returned_before, typed.quantity, line.quantity, unit));
  // Tax in the system currency is taken back by the amount that the supplier returns.
  const isOwed = line.tax_recoverable && currency_fk === system_currency_fk;
  const both = (a: string, b: string | null) => printQuantity(toQuantity(quantity(a) + quantity(b ?? '0')));
  const goods = add(net.base, line.tax_recoverable ? ZERO : tax.base);
  const [before, now] = [
    both(gone.returned_before, gone.bonus_returned_before),
    both(typed.quantity, typed.bonus_quantity),
  ];
  return {
    net_base: share(net.base),
    tax_base: share(tax.base, smallestUnit(isOwed ? decimals : undefined)),
    goods_base: printMoney(shareOf(goods, before, now, printQuantity(whole))),
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
    return value ? [{ line_id: line.line_id, ...baseShares(line, line, value, purchase) }] : [];
  });
}
