/**
 * The amounts of a sale, in its own currency: price × quantity → item discount → invoice discount → tax →
 * charges → rounding (docs/accounting.md, section 2). The server, the screens and the till use this function.
 */
import { allocateUnits, divideRounded } from '../values/fixed-point.ts';
import {
  add,
  extend,
  HUNDRED_PERCENT,
  type Money,
  money,
  percentOf,
  roundTo,
  smallestUnit,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../values/money.ts';
import { quantity } from '../values/quantity.ts';

/** Offset of the movement line number of bonus goods: the line's number plus this. */
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
  /** A discount amount on the total, in addition to `discount`, that makes the total round. */
  readonly rounded_discount?: string | null | undefined;
  readonly delivery_charge: string | null;
  /** Rounding step of cash; null means no rounding. */
  readonly rounding_step: string | null;
  /**
   * Decimals of the currency: amounts are multiples of the smallest unit. Absent in documents from before this field.
   */
  readonly decimals?: number | undefined;
}

export interface LineTotals {
  readonly gross: Money;
  readonly itemDiscount: Money;
  readonly invoiceDiscount: Money;
  /** The part of `invoiceDiscount` that is the line's share of the rounded discount. */
  readonly roundedDiscount: Money;
  /** gross − both discounts: the taxable amount, and the revenue of the line. */
  readonly net: Money;
  readonly tax: Money;
}

export interface DocumentTotals {
  readonly lines: readonly LineTotals[];
  readonly gross: Money;
  readonly itemDiscount: Money;
  /** Including the rounded discount. */
  readonly invoiceDiscount: Money;
  readonly net: Money;
  readonly tax: Money;
  readonly delivery: Money;
  /** Added to reach the rounded total; negative when rounded down. */
  readonly rounding: Money;
  readonly total: Money;
}

export function discountOf(discount: Discount | null, amount: Money, unit = smallestUnit(undefined)): Money {
  if (!discount) return ZERO;
  const value = money(discount.value);
  return discount.type === 'percent' ? percentOf(amount, value, unit) : roundTo(value, unit);
}

/**
 * Fields must be valid decimal strings. A discount above its amount gives a negative net, which the decider refuses.
 * Discounts and taxes of the total are shared over the lines by largest remainder, in the currency's smallest unit.
 */
export function documentTotals(document: PricedDocument): DocumentTotals {
  const unit = smallestUnit(document.decimals);
  const priced = document.lines.map((line) => {
    const gross = extend(money(line.price), quantity(line.quantity), unit);
    const itemDiscount = discountOf(line.discount, gross, unit);
    return { line, gross, itemDiscount, afterItem: subtract(gross, itemDiscount) };
  });
  const afterItems = sum(priced.map((value) => value.afterItem));
  const rounded = roundTo(money(document.rounded_discount ?? '0'), unit);
  const invoiceDiscount = add(discountOf(document.discount, afterItems, unit), rounded);
  const weights = priced.map((value) => (value.afterItem > 0n ? value.afterItem : 0n));
  // Without lines there is nothing to share a discount over; the decider refuses the document.
  const sharesOf = (discount: Money) => (weights.length === 0 ? [] : allocateUnits(discount, weights, unit));
  const shares = sharesOf(invoiceDiscount);
  const ofRounded = rounded === ZERO ? [] : sharesOf(rounded);
  const untaxed = priced.map(({ line, gross, itemDiscount, afterItem }, index) => {
    const share = toMoney(shares[index] ?? ZERO);
    const roundedDiscount = toMoney(ofRounded[index] ?? ZERO);
    return { line, gross, itemDiscount, invoiceDiscount: share, roundedDiscount, net: subtract(afterItem, share) };
  });
  const taxes = taxesOf(untaxed, document.decimals);
  const lines = untaxed.map(
    ({ line: _, ...amounts }, index): LineTotals => ({ ...amounts, tax: taxes[index] ?? ZERO }),
  );
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  const delivery = document.delivery_charge ? roundTo(money(document.delivery_charge), unit) : ZERO;
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

interface Taxed {
  readonly line: Pick<PricedLine, 'tax_percent'>;
  readonly net: Money;
}

/**
 * Each line is taxed individually in documents from before `decimals`, and where a discount exceeds its line, which
 * the decider refuses.
 */
function taxesOf(lines: readonly Taxed[], decimals: number | undefined): Money[] {
  const unit = smallestUnit(decimals);
  const percentages = lines.map(({ line }) => money(line.tax_percent ?? '0'));
  if (decimals === undefined || lines.some(({ net }) => net < 0n)) {
    return lines.map(({ net }, index) => percentOf(net, percentages[index] ?? ZERO, unit));
  }
  const exact = lines.map(({ net }, index) => net * (percentages[index] ?? ZERO));
  const whole = divideRounded(
    exact.reduce((total, tax) => total + tax, 0n),
    HUNDRED_PERCENT * unit,
  );
  return allocateUnits(whole * unit, exact, unit).map(toMoney);
}
