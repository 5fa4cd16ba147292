/** The item lines in the data of a document's event, found by the line number of a movement. */

import { BONUS_LINE } from '../pricing/totals.ts';
import { type Members, membersOf, objectsOf } from '../values/members.ts';
import { inBaseUnits, quantity } from '../values/quantity.ts';

export interface GoodsLine {
  /** Path in the body: `lines.3`. */
  readonly path: string;
  /** Counted from 1, for people. */
  readonly number: number;
  readonly fields: Members;
  /** Whether the event itself names the batches of what arrived of the line. */
  readonly isNamedNow: boolean;
  /** Number of base units of the movement. */
  countOf(moveLine: number): bigint;
  /** Number of base units of the origin's line returned before; `state` is the origin's state before the event. */
  returnedBefore(moveLine: number, state: Members): bigint;
  /** Number of base units of the line itself that earlier refunds in `state` returned. */
  refundedBefore(moveLine: number, state: Members): bigint;
}

export interface GoodsLines {
  readonly all: readonly GoodsLine[];
  of(moveLine: number, item: number): GoodsLine | undefined;
}

/** Lines are in the event's data itself, or in a copy of the document inside it. */
export function goodsLines(data: Members): GoodsLines {
  const holder = [data, data['purchase'], data['transfer'], data['sale'], data['receipt'], data['purchase_return']]
    .map(membersOf)
    .find((candidate) => candidate['lines'] !== undefined || candidate['stock'] !== undefined);
  const name = holder?.['lines'] === undefined ? 'stock' : 'lines';
  const named = new Map(objectsOf(data['named']).map(({ line_id, batches }) => [line_id, batches]));
  const lines = new Map<string, GoodsLine>();
  for (const [index, given] of objectsOf(holder?.[name]).entries()) {
    const isNamedNow = named.has(given['line_id']);
    const fields = isNamedNow ? { ...given, batches: named.get(given['line_id']) } : given;
    const line: GoodsLine = {
      path: `${name}.${index}`,
      number: index + 1,
      fields,
      isNamedNow,
      countOf: (moveLine) => inUnits([fields[quantityOf(isBonus(moveLine))]], fields),
      returnedBefore: (moveLine, state) => returnedBefore(fields, isBonus(moveLine), state),
      refundedBefore: (moveLine, state) => refundedBefore(fields, isBonus(moveLine), state),
    };
    lines.set(`${fields['line_id']} ${fields['item_fk']}`, line);
  }
  return { all: [...lines.values()], of: (moveLine, item) => lines.get(`${moveLine % BONUS_LINE} ${item}`) };
}

/** Movements with a number below `BONUS_LINE` belong to the line itself; odd multiples of it are bonus goods. */
const isBonus = (moveLine: number): boolean => Math.floor(moveLine / BONUS_LINE) % 2 === 1;

const quantityOf = (bonus: boolean) => (bonus ? 'bonus_quantity' : 'quantity');

function returnedBefore(fields: Members, bonus: boolean, state: Members): bigint {
  const before = fields[bonus ? 'bonus_returned_before' : 'returned_before'];
  if (typeof before !== 'string') return refundedBefore(fields, bonus, state);
  return fields['counted_in'] === 'base_units' ? quantity(before) : inUnits([before], fields);
}

/** Base units of the line that earlier refunds of the receipt returned, in whatever unit. */
const refundedBefore = (fields: Members, bonus: boolean, state: Members): bigint =>
  objectsOf(state['refunds'])
    .flatMap(({ lines }) => objectsOf(lines))
    .filter(({ line_id }) => line_id === fields['line_id'])
    .reduce((sum, line) => sum + inUnits([line[quantityOf(bonus)]], line), 0n);

/** The sum of quantities in the unit of a line, in base units. */
export function inUnits(counts: readonly unknown[], line: Members): bigint {
  const factor = quantity(String(line['unit_factor'] ?? '1'));
  return counts.reduce((sum: bigint, count) => sum + inBaseUnits(quantity(String(count ?? '0')), factor), 0n);
}
