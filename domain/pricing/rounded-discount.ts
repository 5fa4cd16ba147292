/** The rounded discount: an amount off the whole document that makes its total round. */
import { type Money, money, printMoney, readMoney, smallestUnit, toMoney, ZERO } from '../values/money.ts';
import { documentTotals, type PricedDocument } from './totals.ts';

/** The field of a document with a rounded discount; empty when it is zero. */
export function roundedDiscount({ rounded_discount }: { readonly rounded_discount?: string | null }): {
  readonly rounded_discount?: string;
} {
  return rounded_discount && readMoney(rounded_discount) !== 0n ? { rounded_discount } : {};
}

/**
 * The smallest rounded discount with which the total of `document` is at most `wanted`, in multiples of the smallest
 * unit. With taxes the total may not reach `wanted` exactly; then it is the nearest one below. Undefined when the
 * total is below `wanted` without a discount.
 */
export function discountToReach(document: PricedDocument, wanted: Money): Money | undefined {
  const unit = smallestUnit(document.decimals);
  const totalWith = (discount: Money) => documentTotals({ ...document, rounded_discount: printMoney(discount) }).total;
  const without = documentTotals({ ...document, rounded_discount: null });
  if (without.total <= wanted) return without.total === wanted ? ZERO : undefined;
  // Totals decrease monotonically with the discount: binary search finds the smallest sufficient one.
  let [least, most] = [0n, without.net / unit];
  while (least < most) {
    const middle = (least + most) / 2n;
    if (totalWith(toMoney(middle * unit)) <= wanted) most = middle;
    else least = middle + 1n;
  }
  return toMoney(least * unit);
}

/** The next lower multiple of `step`: 43,650 by steps of 250 is 43,500. */
export const roundedDown = (total: Money, step: string): Money => {
  const size = money(step);
  return size <= 0n || total <= 0n ? total : toMoney(total - (total % size));
};
