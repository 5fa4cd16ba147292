/**
 * How much of an open document an amount settles. What passes between the business and a person is a whole number of
 * the smallest unit of its currency; a document that was opened before amounts were such (decisions/0069) may be open with a fraction.
 * It is settled by the whole amount next to it, all of it, and what that leaves goes to rounding.
 */
import { type Money, magnitude, negate, roundTo, subtract, ZERO } from '../kernel/money.ts';

/** With the sign of what is due: a credit is below zero. `rounding` is what is taken from the payment beside the amount. */
export interface SettledPart {
  /** Of the document. */
  readonly amount: Money;
  readonly rounding: Money;
}

/** The whole amount that settles all of it; with its sign. */
export const wholeAmount = (open: Money, unit: Money): Money => roundTo(open, unit);

/** What `given` (never below zero) settles of a document; undefined where it is a whole unit or more above what is open. */
export function settledBy(given: Money, open: Money, unit: Money): SettledPart | undefined {
  const most = magnitude(open);
  const signed = open < 0n ? negate(given) : given;
  if (magnitude(subtract(given, most)) < unit) return { amount: open, rounding: subtract(signed, open) };
  return given > most ? undefined : { amount: signed, rounding: ZERO };
}

/** What of the documents is settled, the oldest first, as far as `left` (never below zero) goes. */
export function settledInOrder<Item>(
  left: Money,
  items: readonly Item[],
  open: (item: Item) => Money,
  unit: Money,
): { readonly item: Item; readonly part: SettledPart }[] {
  let rest = left;
  return items.flatMap((item) => {
    if (rest <= 0n) return [];
    const due = magnitude(wholeAmount(open(item), unit));
    const taken = rest < due ? rest : due;
    const part = settledBy(taken, open(item), unit);
    rest = subtract(rest, taken);
    return part ? [{ item, part }] : [];
  });
}
