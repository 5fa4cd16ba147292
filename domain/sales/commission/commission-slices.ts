/** A commission by slices: each percentage applies to the part of the basis between its quota and the next one. */
import { add, type Money, money, percentOf, subtract, ZERO } from '../../values/money.ts';

export interface Slice {
  /** Start of the slice; it ends where the next one starts, and the last one has no end. */
  readonly above: string;
  readonly percentage: string;
}

/** A negative basis (returns exceed sales) gives a negative commission at the first percentage. */
export function commissionOf(basis: Money, slices: readonly Slice[]): Money {
  return slices.reduce((total, { above, percentage }, index) => {
    const [from, end] = [money(above), slices[index + 1]?.above];
    if (index > 0 && basis <= from) return total;
    const upTo = end !== undefined && money(end) < basis ? money(end) : basis;
    return add(total, percentOf(subtract(upTo, from), money(percentage)));
  }, ZERO);
}
