/**
 * Price limits of a line after all discounts of the seller: the item's minimum price, the largest discount, a fixed
 * price, and a price of zero (docs/decisions/0053). The server refuses violations with this function, and the editor
 * shows them in advance.
 */

import type { LineTotals } from '../pricing/totals.ts';
import { divideRounded } from '../values/fixed-point.ts';
import {
  add,
  extend,
  HUNDRED_PERCENT,
  type Money,
  percentOf,
  printMoney,
  roundTo,
  subtract,
  toMoney,
  ZERO,
} from '../values/money.ts';
import { QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../values/quantity.ts';

export interface SoldLine {
  readonly quantity: string;
  readonly bonus_quantity: string | null;
}

/** Per unit of the line, in the currency of the document. */
export interface PriceLimits {
  /** The entered price. */
  readonly price: Money;
  /** The item's minimum price; undefined when it has none, or no rate to convert it is known. */
  readonly minimum: Money | undefined;
  /** The listed price for this customer; undefined when unknown. */
  readonly listed: Money | undefined;
  /** In percent of the listed price; undefined when the item has no limit. */
  readonly maximumDiscount: Money | undefined;
  readonly isEditable: boolean;
  /**
   * The currency's smallest unit: amounts of lines and shares of discounts are rounded to it, so a line may be less
   * than one unit below its exact share.
   */
  readonly unit: Money;
  /**
   * The parts of the line's reduction that come from a promotion; the limits do not apply to them. The rounded discount
   * is the seller's, also beside a promised invoice discount.
   */
  readonly promised: { readonly discount: boolean; readonly invoiceDiscount: boolean; readonly bonus: boolean };
}

export type LimitMessage =
  | 'price_not_editable'
  | 'price_of_zero'
  | 'net_price_below_minimum'
  | 'discount_above_maximum';

export interface BrokenLimit {
  readonly message: LimitMessage;
  /** `net`: the price of a unit after discounts; `value`: the lowest price; `percent`: the largest discount. */
  readonly params: Readonly<Record<string, string>>;
}

/** The violated limits: a changed fixed price, and the first of the other limits. Tax is not part of a price. */
export function brokenLimits(line: SoldLine, totals: LineTotals, limits: PriceLimits): BrokenLimit[] {
  const { promised } = limits;
  const bonus = promised.bonus ? 0n : quantity(line.bonus_quantity ?? '0');
  const given = toQuantity(quantity(line.quantity) + bonus);
  if (given <= 0n) return [];
  const discounts = add(
    promised.discount ? ZERO : totals.itemDiscount,
    promised.invoiceDiscount ? totals.roundedDiscount : totals.invoiceDiscount,
  );
  const net = subtract(totals.gross, discounts);
  const isBelow = (least: Money) => net + limits.unit <= extend(least, given);
  const shown = printMoney(unitPrice(net, given));
  const broken = [fixedPrice(limits, isBelow), leastPrice(limits, net, isBelow)];
  return broken.flatMap((value) => (value ? [{ ...value, params: { net: shown, ...value.params } }] : []));
}

type IsBelow = (least: Money) => boolean;

function fixedPrice(limits: PriceLimits, isBelow: IsBelow): BrokenLimit | undefined {
  const { price, listed, isEditable } = limits;
  if (isEditable || listed === undefined) return undefined;
  const least = leastDiscounted(listed, limits);
  if (price === listed && !isBelow(least)) return undefined;
  return { message: 'price_not_editable', params: { value: printMoney(listed) } };
}

function leastPrice(limits: PriceLimits, net: Money, isBelow: IsBelow): BrokenLimit | undefined {
  const { price, minimum, listed, maximumDiscount, isEditable } = limits;
  if (net <= 0n && listed !== 0n) return { message: 'price_of_zero', params: {} };
  if (minimum !== undefined && isBelow(minimum)) {
    return { message: 'net_price_below_minimum', params: { value: printMoney(minimum) } };
  }
  if (maximumDiscount === undefined || !isEditable) return undefined;
  const least = leastDiscounted(listed === undefined || listed === 0n ? price : listed, limits);
  if (!isBelow(least)) return undefined;
  return {
    message: 'discount_above_maximum',
    params: { value: printMoney(least), percent: printMoney(maximumDiscount) },
  };
}

/** An item with a fixed price has no discount except the one that the item allows. */
function leastDiscounted(full: Money, { maximumDiscount, isEditable }: PriceLimits): Money {
  const largest = maximumDiscount ?? (isEditable ? HUNDRED_PERCENT : ZERO);
  return subtract(full, percentOf(full, largest));
}

/** The net price of a unit, with two decimals more than the smallest unit has. */
function unitPrice(net: Money, given: Quantity): Money {
  return roundTo(toMoney(divideRounded(net * QUANTITY_ONE, given)), toMoney(100n));
}
