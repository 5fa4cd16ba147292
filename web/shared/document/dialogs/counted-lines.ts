/** The lines of a dialog that counts goods of a document so far (`deliver`, `receive`), each in one of its item's units. */
import { type InUnit, inUnitOf } from '../../../../domain/pricing/returned-quantities.ts';
import { type Members, membersOf, objectsOf } from '../../../../domain/values/members.ts';
import {
  inBaseUnits,
  NO_QUANTITY,
  printQuantity,
  type Quantity,
  quantity,
  toQuantity,
} from '../../../../domain/values/quantity.ts';
import { readQuantity } from '../model/goods/quantities.ts';

export interface CountedLine {
  readonly line_id: number;
  /** In base units, with the bonus: all of the line, what came or was delivered before, and what there can be in all. */
  readonly whole: Quantity;
  readonly before: Quantity;
  readonly most: Quantity;
  /** The unit of the line, and that in which it was counted last. */
  readonly own: InUnit;
  readonly last: InUnit;
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

const inBase = (count: unknown, factor: string): Quantity =>
  inBaseUnits(quantity(textOf(count, '0')), quantity(factor));

/** `without` are base units of a line that will not come, or will not be delivered. */
export function countedLines(data: Members, name: string, without: (line: number) => bigint): CountedLine[] {
  const before = soFar(data, name);
  return objectsOf(data['lines']).map((line): CountedLine => {
    const line_id = Number(line['line_id']);
    const own = { unit_fk: Number(line['unit_fk']), unit_factor: textOf(line['unit_factor'], '1') };
    const came = before.find((of) => of['line_id'] === line_id);
    const factor = textOf(came?.['unit_factor'], own.unit_factor);
    const last = typeof came?.['unit_fk'] === 'number' ? { unit_fk: came['unit_fk'], unit_factor: factor } : own;
    const whole = toQuantity(
      inBase(line['quantity'], own.unit_factor) + inBase(line['bonus_quantity'], own.unit_factor),
    );
    const most = toQuantity(whole - without(line_id));
    return { line_id, whole, before: inBase(came?.['quantity'], factor), most, own, last };
  });
}

/** For a sale `delivered`; for goods that come the quantities after their last receipt. */
function soFar(data: Members, name: string): readonly Members[] {
  return objectsOf(name === 'deliver' ? data['delivered'] : membersOf(objectsOf(data['receipts']).at(-1))['after']);
}

export const shownIn = (base: Quantity, { unit_factor }: InUnit): string => printQuantity(inUnitOf(base, unit_factor));

/** Base units of a typed count; nothing while it is no number. */
const typedIn = (typed: string, { unit_factor }: InUnit): Quantity =>
  inBaseUnits(readQuantity(typed) ?? NO_QUANTITY, quantity(unit_factor));

/** What comes now, of a typed count in all; zero where it is less than before. */
export function comesNow({ before }: CountedLine, typed: string, unit: InUnit): Quantity {
  const now = typedIn(typed, unit) - before;
  return toQuantity(now > 0n ? now : 0n);
}

/** What is left of the line after a typed count in all. */
export function leftAfter({ most }: CountedLine, typed: string, unit: InUnit): Quantity {
  const left = most - typedIn(typed, unit);
  return toQuantity(left > 0n ? left : 0n);
}
