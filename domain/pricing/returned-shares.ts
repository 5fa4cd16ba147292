/**
 * The part of a line that a return takes, and its amounts: differences of two cumulative shares, so that all returns add
 * up exactly to the line.
 */
import { divideRounded } from '../values/fixed-point.ts';
import { type Money, smallestUnit, subtract, toMoney, ZERO } from '../values/money.ts';
import {
  inBaseUnits,
  NO_QUANTITY,
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  quantity,
  toQuantity,
} from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { type InUnit, inUnitOf, type ReturnPosition } from './returned-quantities.ts';

/** A part of a line, with what was returned before it: three quantities in one unit. */
export interface Part {
  readonly before: Quantity;
  readonly count: Quantity;
  readonly whole: Quantity;
}

interface Counts extends Pick<InUnit, 'unit_factor'> {
  readonly quantity: string;
  readonly bonus_quantity?: string | null;
}

/** The part of `own` that a line of a return takes: of its paid goods, of its bonus goods, and of both together. */
export function returnedPart(
  back: Counts & ReturnPosition,
  own: Counts,
): { readonly paid: Part; readonly bonus: Part; readonly all: Part } {
  const count = (text: string | null | undefined, factor: string) =>
    back.counted_in ? inBaseUnits(quantity(text ?? '0'), quantity(factor)) : quantity(text ?? '0');
  const paid = {
    before: quantity(back.returned_before),
    count: count(back.quantity, back.unit_factor),
    whole: count(own.quantity, own.unit_factor),
  };
  const bonus = {
    before: quantity(back.bonus_returned_before),
    count: count(back.bonus_quantity, back.unit_factor),
    whole: count(own.bonus_quantity, own.unit_factor),
  };
  const both = (of: keyof Part) => toQuantity(paid[of] + bonus[of]);
  return { paid, bonus, all: { before: both('before'), count: both('count'), whole: both('whole') } };
}

/** The bonus goods that came with `count` of the paid goods of a line, in whole units (docs/decisions/0217). */
export function bonusOf(count: Quantity, paid: Quantity, bonus: Quantity): Quantity {
  if (paid <= 0n) return NO_QUANTITY;
  const inProportion = (bonus * count) / paid;
  return toQuantity(inProportion - (inProportion % QUANTITY_ONE));
}

/** Adds an issue when more of a part is returned than is left of it. */
export function checkPartLeft(
  { before, count, whole }: Part,
  { unit_factor, counted_in }: Pick<InUnit, 'unit_factor'> & Pick<ReturnPosition, 'counted_in'>,
  field: string,
  message: string,
  issues: Issues,
): void {
  const left = toQuantity(whole - before);
  if (count <= left) return;
  issues.add(field, message, { value: printQuantity(counted_in ? inUnitOf(left, unit_factor) : left) });
}

/** The share of `amount`, the amount of the whole line, for this part of it. */
export function partShare(amount: Money, { before, count, whole }: Part, unit = smallestUnit(undefined)): Money {
  return subtract(partOf(amount, toQuantity(before + count), whole, unit), partOf(amount, before, whole, unit));
}

/** Adds an issue when `count` exceeds `left`; `message` is the code of the issue. */
export function checkLeft(count: string, left: Quantity, field: string, message: string, issues: Issues): void {
  if (quantity(count) > left) issues.add(field, message, { value: printQuantity(left) });
}

/**
 * The share of `amount`, the amount of quantity `whole`, for returning `count` after `before` was returned, in
 * multiples of `unit`: one dinar, one cent, or the fourth decimal of amounts that are never paid.
 */
export function shareOf(
  amount: Money,
  before: string,
  count: string,
  whole: string,
  unit = smallestUnit(undefined),
): Money {
  return partShare(amount, { before: quantity(before), count: quantity(count), whole: quantity(whole) }, unit);
}

/** The share of `amount` for `part` of `whole`, in multiples of `unit`; exactly `amount` when `part` equals `whole`. */
export function partOf(amount: Money, part: bigint, whole: bigint, unit: Money): Money {
  if (whole === 0n) return ZERO;
  return part === whole ? amount : toMoney(divideRounded(amount * part, whole * unit) * unit);
}
