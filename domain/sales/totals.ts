/**
 * The amounts of a sale, in its own currency: price × quantity → item discount → invoice discount → tax →
 * charges → rounding (accounting.md, section 2). The server, the screens and the till use this function.
 */
import { allocate } from '../kernel/fixed-point.ts';
import { add, extend, type Money, money, percentOf, roundTo, subtract, sum, ZERO } from '../kernel/money.ts';
import { quantity } from '../kernel/quantity.ts';

/** Goods given free with a line move, and come back, under a number of their own: the line's and this. */
export const BONUS_LINE = 100_000;

export interface Discount {
  readonly type: 'amount' | 'percent';
  readonly value: string;
}

export interface PricedLine {
  readonly quantity: string;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
}

export interface PricedDocument {
  readonly lines: readonly PricedLine[];
  readonly discount: Discount | null;
  readonly delivery_charge: string | null;
  /** Cash is rounded to this step; null is not rounded. */
  readonly rounding_step: string | null;
}

export interface LineTotals {
  readonly gross: Money;
  readonly itemDiscount: Money;
  readonly invoiceDiscount: Money;
  /** gross − both discounts: what is taxed, and the revenue of the line. */
  readonly net: Money;
  readonly tax: Money;
}

export interface DocumentTotals {
  readonly lines: readonly LineTotals[];
  readonly gross: Money;
  readonly itemDiscount: Money;
  readonly invoiceDiscount: Money;
  readonly net: Money;
  readonly tax: Money;
  readonly delivery: Money;
  /** Added to reach the rounded total; negative when rounded down. */
  readonly rounding: Money;
  readonly total: Money;
}

export function discountOf(discount: Discount | null, amount: Money): Money {
  if (!discount) return ZERO;
  const value = money(discount.value);
  return discount.type === 'percent' ? percentOf(amount, value) : value;
}

/** Fields hold valid decimal strings; a discount above its amount gives a negative net, which the decider refuses. */
export function documentTotals(document: PricedDocument): DocumentTotals {
  const priced = document.lines.map((line) => {
    const gross = extend(money(line.price), quantity(line.quantity));
    const itemDiscount = discountOf(line.discount, gross);
    return { line, gross, itemDiscount, afterItem: subtract(gross, itemDiscount) };
  });
  const afterItems = sum(priced.map((value) => value.afterItem));
  const invoiceDiscount = discountOf(document.discount, afterItems);
  const weights = priced.map((value) => (value.afterItem > 0n ? value.afterItem : 0n));
  // Of no lines an amount is still entered as a discount; the decider refuses it.
  const shares = weights.length === 0 ? [] : allocate(invoiceDiscount, weights);
  const lines = priced.map(({ line, gross, itemDiscount, afterItem }, index): LineTotals => {
    const share = (shares[index] ?? ZERO) as Money;
    const net = subtract(afterItem, share);
    const tax = line.tax_percent ? percentOf(net, money(line.tax_percent)) : ZERO;
    return { gross, itemDiscount, invoiceDiscount: share, net, tax };
  });
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  const delivery = document.delivery_charge ? money(document.delivery_charge) : ZERO;
  const exact = add(add(net, tax), delivery);
  const total = document.rounding_step ? roundTo(exact, money(document.rounding_step)) : exact;
  return {
    lines,
    gross: sum(lines.map((line) => line.gross)),
    itemDiscount: sum(lines.map((line) => line.itemDiscount)),
    invoiceDiscount,
    net,
    tax,
    delivery,
    rounding: subtract(total, exact),
    total,
  };
}
