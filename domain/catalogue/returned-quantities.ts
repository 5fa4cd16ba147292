/**
 * Returned quantities of another document's lines: a return takes no more than was sold (or bought) and is not
 * returned yet, and its amounts are differences of two cumulative shares, so that parts add up exactly.
 */
import type { Claim } from '../kernel/claim.ts';
import { validDate } from '../kernel/effective-date.ts';
import { divideRounded } from '../kernel/fixed-point.ts';
import { type Money, smallestUnit, subtract, toMoney, ZERO } from '../kernel/money.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import { BONUS_LINE } from '../sales/totals.ts';

/** The level claim of the returned quantity of a line: `returned:sale-12:3`. */
export function returnedKey(document: string, line: number): string {
  return `${returnedPrefix(document)}${line}`;
}

export function returnedPrefix(document: string): string {
  return `returned:${document}:`;
}

/** Lines of a return as they are entered, each with the number of the line that is returned. */
export interface TypedReturn {
  readonly line_id?: number;
  readonly quantity: string;
  readonly bonus_quantity?: string | null;
  readonly note?: string | null;
}

/** Every line with a number of its own, given after the highest where it has none. A note that is left out is that of the line. */
export function numberedReturns<Line extends TypedReturn>(lines: readonly Line[]) {
  let highest = Math.max(0, ...lines.map((line) => line.line_id ?? 0));
  return lines.map((line) => {
    highest += line.line_id === undefined ? 1 : 0;
    const { bonus_quantity = null } = line;
    return { ...line, line_id: line.line_id ?? highest, bonus_quantity };
  });
}

/** Adds the issue when more comes back than is left: `message` says of what, and how much. */
export function checkLeft(count: string, left: Quantity, field: string, message: string, issues: Issues): void {
  if (quantity(count) > left) issues.add(field, message, { value: printQuantity(left) });
}

/**
 * The share of `amount`, the amount of quantity `whole`, that is returned with `count` after `before` was returned,
 * in multiples of `unit`: one dinar, a cent, or the fourth decimal of amounts that are never paid.
 */
export function shareOf(
  amount: Money,
  before: string,
  count: string,
  whole: string,
  unit = smallestUnit(undefined),
): Money {
  const [from, all] = [quantity(before), quantity(whole)];
  const to = toQuantity(from + quantity(count));
  return subtract(partOf(amount, to, all, unit), partOf(amount, from, all, unit));
}

/** The share of `amount` for `part` of `whole`, in multiples of `unit`; all of it for the whole. */
export function partOf(amount: Money, part: Quantity, whole: Quantity, unit: Money): Money {
  if (whole === 0n) return ZERO;
  return part === whole ? amount : toMoney(divideRounded(amount * part, whole * unit) * unit);
}

export interface Returned {
  /** The line of the other document. */
  readonly line: number;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly returned_before: string;
  readonly bonus_returned_before: string;
}

const ANY_DAY = validDate('1900-01-01');

/**
 * The claims of the returned quantity of each line of `document`. Shares depend on the quantity returned before, so
 * the ceiling refuses a return when another one was completed in between.
 */
export function returnedClaims(
  document: string,
  lines: readonly Returned[],
  direction: 'returned' | 'given_back',
): Claim[] {
  const claim = (line: number, count: Quantity, before: Quantity, field: string): Claim[] => {
    if (count === 0n) return [];
    const common = { kind: 'level', key: returnedKey(document, line), day: ANY_DAY, field } as const;
    const ceiling = printQuantity(toQuantity(before + count));
    return direction === 'returned'
      ? [{ ...common, delta: printQuantity(count), ceiling, message: 'returned_meanwhile' }]
      : [{ ...common, delta: printQuantity(toQuantity(-count)), message: 'protected' }];
  };
  return lines.flatMap(({ line, ...of }, index) => [
    ...claim(line, quantity(of.quantity), quantity(of.returned_before), `lines.${index}.quantity`),
    ...claim(
      line + BONUS_LINE,
      quantity(of.bonus_quantity ?? '0'),
      quantity(of.bonus_returned_before),
      `lines.${index}.bonus_quantity`,
    ),
  ]);
}

interface ReturnOf<Line> {
  /** The kind of document that is returned, and the number of that of this return; null without one. */
  readonly origin: string;
  readonly id: number | null;
  readonly lines: readonly Line[];
}

type ReturnedQuantities = Omit<Returned, 'line'>;

/**
 * The claims of a return that is completed or reversed. `completeIn` reads the return of a state that has it in the
 * books, `lineOf` the line of the origin that a line returns.
 */
export function claimsOfReturn<State, Line extends ReturnedQuantities>(
  completeIn: (state: State) => ReturnOf<Line> | undefined,
  lineOf: (line: Line) => number | null,
) {
  const claims = (of: ReturnOf<Line> | undefined, direction: 'returned' | 'given_back'): Claim[] => {
    if (!of || of.id === null) return [];
    const lines = of.lines.map((line) => ({ ...line, line: lineOf(line) ?? 0 }));
    return returnedClaims(`${of.origin}-${of.id}`, lines, direction);
  };
  return (before: State, after: State): readonly Claim[] => [
    ...claims(completeIn(before), 'given_back'),
    ...claims(completeIn(after), 'returned'),
  ];
}
