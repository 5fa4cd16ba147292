/**
 * Returned quantities of another document's lines. A return cannot exceed the sold (or bought) quantity less earlier
 * returns.
 *
 * Goods come back in any unit of their item: pieces of a box that was sold. What came back in the unit of the line is
 * counted in it; everything else is counted in base units, of which every unit is a whole number
 * (docs/decisions/0129-goods-come-back-in-any-unit.md).
 */
import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { type Batch, batchCode, type ReturnedBatch } from '../values/batch.ts';
import { validDate } from '../values/effective-date.ts';
import { type Money, negate, printMoney } from '../values/money.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { BONUS_LINE } from './totals.ts';

/** The key of the level claim for the returned quantity of a line: `returned:sale-12:3`. */
export function returnedKey(document: string, line: number): string {
  return `${returnedPrefix(document)}${line}`;
}

/** The key of the level claim for what came back of a line in other units, in base units: `returned:sale-12:base:3`. */
const returnedBaseKey = (document: string, line: number): string => `${returnedPrefix(document)}base:${line}`;

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

/** A line that is returned, or a line of a return: a quantity in a unit. */
export interface InUnit {
  readonly unit_fk: number;
  /** Number of base units in one unit. */
  readonly unit_factor: string;
}

/** Where the line of a return begins in the line that it returns. */
export interface ReturnPosition {
  readonly returned_before: string;
  readonly bonus_returned_before: string;
  /** Present when the positions are in base units; otherwise they are in the unit of the returned line. */
  readonly counted_in?: 'base_units';
}

type Levels = Pick<Facts, 'level'>;

interface OriginOfReturn {
  /** Stream of the returned document. */
  readonly document: string;
  readonly line: number;
  readonly unit_factor: string;
  readonly facts: Levels;
}

/** Base units of a line that earlier returns took, in whatever unit. */
export function returnedInBase({ document, line, unit_factor, facts }: OriginOfReturn): Quantity {
  const own = inBaseUnits(quantity(facts.level(returnedKey(document, line))), quantity(unit_factor));
  return toQuantity(own + quantity(facts.level(returnedBaseKey(document, line))));
}

/** The quantity of a line that earlier returns took, in the unit of the line. */
export function returnedInUnit(of: OriginOfReturn): Quantity {
  const own = quantity(of.facts.level(returnedKey(of.document, of.line)));
  const base = quantity(of.facts.level(returnedBaseKey(of.document, of.line)));
  return base === 0n ? own : inUnitOf(returnedInBase(of), of.unit_factor);
}

/** Base units in another unit, rounded down to the sixth decimal. */
export const inUnitOf = (base: Quantity, factor: string): Quantity =>
  toQuantity((base * QUANTITY_ONE) / quantity(factor));

/** The position of a return of `own`, a line of `document`, in the unit of `back`. */
export function returnPosition(
  document: string,
  own: InUnit & { readonly line_id: number },
  back: InUnit,
  facts: Levels,
): ReturnPosition {
  const origin = (line: number) => ({ document, line, unit_factor: own.unit_factor, facts });
  const [line, bonus] = [own.line_id, own.line_id + BONUS_LINE];
  const isMixed = [line, bonus].some((each) => quantity(facts.level(returnedBaseKey(document, each))) !== 0n);
  if (own.unit_fk === back.unit_fk && !isMixed)
    return {
      returned_before: facts.level(returnedKey(document, line)),
      bonus_returned_before: facts.level(returnedKey(document, bonus)),
    };
  return {
    returned_before: printQuantity(returnedInBase(origin(line))),
    bonus_returned_before: printQuantity(returnedInBase(origin(bonus))),
    counted_in: 'base_units',
  };
}

/** The position of a line of a return, copied from it. */
export const positionOf = ({ returned_before, bonus_returned_before, counted_in }: ReturnPosition): ReturnPosition => ({
  returned_before,
  bonus_returned_before,
  ...(counted_in ? { counted_in } : {}),
});

export interface Returned extends ReturnPosition {
  /** The number of the returned line. */
  readonly line: number;
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
}

const ANY_DAY = validDate('1900-01-01');

type Direction = 'returned' | 'given_back';

interface ReturnedLevel {
  readonly key: string;
  readonly field: string;
  readonly count: Quantity;
  /**
   * The quantity that was returned before; undefined where two levels count one line, both of which the decision read.
   */
  readonly before: Quantity | undefined;
}

function returnedClaim({ key, field, count, before }: ReturnedLevel, direction: Direction): Claim {
  const common = { kind: 'level', key, day: ANY_DAY, field } as const;
  const ceiling = before === undefined ? {} : { ceiling: printQuantity(toQuantity(before + count)) };
  return direction === 'returned'
    ? { ...common, delta: printQuantity(count), ...ceiling, message: 'returned_meanwhile' }
    : { ...common, delta: printQuantity(toQuantity(-count)), message: 'protected' };
}

/**
 * The claims of the returned quantity of each line of `document`. Shares depend on the quantity returned before, so
 * the ceiling refuses a return when another one was completed in between.
 */
export function returnedClaims(document: string, lines: readonly Returned[], direction: Direction): Claim[] {
  return lines.flatMap((of, index) => {
    const claim = (line: number, text: string | null, position: string, name: string): Claim[] => {
      const count = quantity(text ?? '0');
      if (count === 0n) return [];
      const field = `lines.${index}.${name}`;
      const level = of.counted_in
        ? {
            key: returnedBaseKey(document, line),
            count: inBaseUnits(count, quantity(of.unit_factor)),
            before: undefined,
          }
        : { key: returnedKey(document, line), count, before: quantity(position) };
      return [returnedClaim({ ...level, field }, direction)];
    };
    return [
      ...claim(of.line, of.quantity, of.returned_before, 'quantity'),
      ...claim(of.line + BONUS_LINE, of.bonus_quantity, of.bonus_returned_before, 'bonus_quantity'),
    ];
  });
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
