/**
 * Returned quantities of another document's lines. A return cannot exceed the sold (or bought) quantity less earlier
 * returns. Its amounts are differences of two cumulative shares, so that all returns add up exactly.
 */
import type { Claim } from '../kernel/claim.ts';
import { validDate } from '../kernel/effective-date.ts';
import { divideRounded } from '../kernel/fixed-point.ts';
import { type Money, negate, printMoney, smallestUnit, subtract, toMoney, ZERO } from '../kernel/money.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import { BONUS_LINE } from '../sales/totals.ts';
import { type Batch, batchCode, type ReturnedBatch } from '../stock/batch.ts';

/** The key of the level claim for the returned quantity of a line: `returned:sale-12:3`. */
export function returnedKey(document: string, line: number): string {
  return `${returnedPrefix(document)}${line}`;
}

export function returnedPrefix(document: string): string {
  return `returned:${document}:`;
}

/** The keys of the level claims for the money that the returns of a document paid back, and for its rounding. */
export const refundedKey = (document: string): string => `${returnedPrefix(document)}refunded`;
export const refundRoundingKey = (document: string): string => `${returnedPrefix(document)}rounding`;

/** The key of the level claim for the returned quantity of a batch of a line: `returned:sale-12:3:2027-01-31:B7`. */
export function returnedBatchKey(document: string, line: number, batch: Batch): string {
  return `${returnedKey(document, line)}:${batchCode(batch)}`;
}

/** Entered lines of a return, each with the number of the line that it returns. */
export interface TypedReturn {
  readonly line_id?: number;
  readonly quantity: string;
  readonly bonus_quantity?: string | null;
  readonly note?: string | null;
}

/**
 * Assigns a number after the highest to each line without one. A note that is left out is copied from the returned
 * line.
 */
export function numberedReturns<Line extends TypedReturn>(lines: readonly Line[]) {
  let highest = Math.max(0, ...lines.map((line) => line.line_id ?? 0));
  return lines.map((line) => {
    highest += line.line_id === undefined ? 1 : 0;
    const { bonus_quantity = null } = line;
    return { ...line, line_id: line.line_id ?? highest, bonus_quantity };
  });
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
  const [from, all] = [quantity(before), quantity(whole)];
  const to = toQuantity(from + quantity(count));
  return subtract(partOf(amount, to, all, unit), partOf(amount, from, all, unit));
}

/** The share of `amount` for `part` of `whole`, in multiples of `unit`; exactly `amount` when `part` equals `whole`. */
export function partOf(amount: Money, part: Quantity, whole: Quantity, unit: Money): Money {
  if (whole === 0n) return ZERO;
  return part === whole ? amount : toMoney(divideRounded(amount * part, whole * unit) * unit);
}

export interface Returned {
  /** The number of the returned line. */
  readonly line: number;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly returned_before: string;
  readonly bonus_returned_before: string;
}

const ANY_DAY = validDate('1900-01-01');

type Direction = 'returned' | 'given_back';

interface ReturnedLevel {
  readonly key: string;
  readonly field: string;
  readonly count: Quantity;
  /** The quantity that was returned before. */
  readonly before: Quantity;
}

function returnedClaim({ key, field, count, before }: ReturnedLevel, direction: Direction): Claim {
  const common = { kind: 'level', key, day: ANY_DAY, field } as const;
  const ceiling = printQuantity(toQuantity(before + count));
  return direction === 'returned'
    ? { ...common, delta: printQuantity(count), ceiling, message: 'returned_meanwhile' }
    : { ...common, delta: printQuantity(toQuantity(-count)), message: 'protected' };
}

/**
 * The claims of the returned quantity of each line of `document`. Shares depend on the quantity returned before, so
 * the ceiling refuses a return when another one was completed in between.
 */
export function returnedClaims(document: string, lines: readonly Returned[], direction: Direction): Claim[] {
  const claim = (line: number, count: Quantity, before: Quantity, field: string): Claim[] =>
    count === 0n ? [] : [returnedClaim({ key: returnedKey(document, line), field, count, before }, direction)];
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

/** The claims of the returned quantity of each batch of the lines of `document`. */
export function returnedBatchClaims(
  document: string,
  batches: readonly ReturnedBatch[] | undefined,
  direction: Direction,
): Claim[] {
  return (batches ?? []).map(({ origin_line_id, quantity: count, returned_before, ...batch }) => {
    const key = returnedBatchKey(document, origin_line_id, batch);
    const counts = { count: quantity(count), before: quantity(returned_before) };
    return returnedClaim({ key, field: 'lines', ...counts }, direction);
  });
}

/** Money that a return paid back, rounding included. */
export interface Refunded {
  readonly total: Money;
  readonly rounding: Money;
}

/**
 * The claims of the refunded money. They have no limit: the next return reads both levels, and what a decision read is
 * a condition of its append.
 */
function refundedClaims(document: string, { total, rounding }: Refunded, direction: Direction): Claim[] {
  const claim = (key: string, amount: Money): Claim[] => {
    const delta = printMoney(direction === 'returned' ? amount : negate(amount));
    return amount === 0n ? [] : [{ kind: 'level', key, day: ANY_DAY, field: 'lines', message: 'protected', delta }];
  };
  return [...claim(refundedKey(document), total), ...claim(refundRoundingKey(document), rounding)];
}

interface ReturnOf<Line> {
  /**
   * Stream kind of the returned document, and the number of the document that this return refers to; null without one.
   */
  readonly origin: string;
  readonly id: number | null;
  readonly lines: readonly Line[];
  readonly returned_batches?: readonly ReturnedBatch[] | undefined;
  /** Where returns of a document in parts are rounded together. */
  readonly refunded?: Refunded | undefined;
}

type ReturnedQuantities = Omit<Returned, 'line'>;

/**
 * The claims of a return that is completed or reversed. `completeIn` reads the posted return from a state; `lineOf`
 * reads the number of the returned line.
 */
export function claimsOfReturn<State, Line extends ReturnedQuantities>(
  completeIn: (state: State) => ReturnOf<Line> | undefined,
  lineOf: (line: Line) => number | null,
) {
  const claims = (of: ReturnOf<Line> | undefined, direction: Direction): Claim[] => {
    if (!of || of.id === null) return [];
    const lines = of.lines.map((line) => ({ ...line, line: lineOf(line) ?? 0 }));
    const origin = `${of.origin}-${of.id}`;
    return [
      ...returnedClaims(origin, lines, direction),
      ...returnedBatchClaims(origin, of.returned_batches, direction),
      ...(of.refunded ? refundedClaims(origin, of.refunded, direction) : []),
    ];
  };
  return (before: State, after: State): readonly Claim[] => [
    ...claims(completeIn(before), 'given_back'),
    ...claims(completeIn(after), 'returned'),
  ];
}
