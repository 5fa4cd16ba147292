/**
 * How much of an open document an amount settles. Payments are multiples of the smallest unit of their currency;
 * documents from before this rule (decisions/0069) may be open with a fraction. Such a document is settled completely
 * by the nearest whole amount, and the difference is posted to rounding.
 */
import { type Money, magnitude, negate, roundTo, subtract, ZERO } from '../values/money.ts';

/** Signed like the open amount: a credit is negative. `rounding` is used from the payment in addition to the amount. */
export interface SettledPart {
  /** The settled amount of the document. */
  readonly amount: Money;
  readonly rounding: Money;
}

/** The whole amount that settles the document completely; signed. */
export const wholeAmount = (open: Money, unit: Money): Money => roundTo(open, unit);

/**
 * The part of a document that `given` (never below zero) settles; undefined when it exceeds the open amount by a whole unit or
 * more.
 */
export function settledBy(given: Money, open: Money, unit: Money): SettledPart | undefined {
  const most = magnitude(open);
  const signed = open < 0n ? negate(given) : given;
  if (magnitude(subtract(given, most)) < unit) return { amount: open, rounding: subtract(signed, open) };
  return given > most ? undefined : { amount: signed, rounding: ZERO };
}

/** Settles documents oldest first until `left` (never below zero) is used up; reads no further items then. */
export function settledInOrder<Item>(
  left: Money,
  items: Iterable<Item>,
  open: (item: Item) => Money,
  unit: Money,
): { readonly item: Item; readonly part: SettledPart }[] {
  const settled: { readonly item: Item; readonly part: SettledPart }[] = [];
  let rest = left;
  if (rest <= 0n) return settled;
  for (const item of items) {
    const due = magnitude(wholeAmount(open(item), unit));
    const taken = rest < due ? rest : due;
    const part = settledBy(taken, open(item), unit);
    if (part) settled.push({ item, part });
    rest = subtract(rest, taken);
    if (rest <= 0n) break;
  }
  return settled;
}

const ORDER = /^(purchase|online)_order-/;

/** Advances on orders are kept for the goods of the order: money back takes them only when they are named. */
export const isKeptForOrder = (document: string): boolean => ORDER.test(document);
