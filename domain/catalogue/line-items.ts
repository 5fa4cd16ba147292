/**
 * Fields that document lines copy from their items: the kind of item, the size of the unit, and the line's own number.
 */

import type { Facts } from '../deciding/facts.ts';
import { known } from '../documents/document-rules.ts';
import type { Issues } from '../values/refusal.ts';
import type { ItemData } from './item.schema.ts';

export interface ItemLineInput {
  readonly line_id?: number;
  readonly item_fk: number;
  readonly unit_fk: number;
}

export interface LineItem<Line> {
  readonly line: Line;
  /** Assigned when the input has none: the next number after the highest of the document. */
  readonly line_id: number;
  readonly item: ItemData | undefined;
  readonly item_type: 'goods' | 'service';
  /** Number of base units in one unit. */
  readonly unit_factor: string;
}

/** A line as it was written before: in the draft that is changed, in the quotation or the order that is followed. */
export interface WrittenLine extends ItemLineInput {
  readonly line_id: number;
  readonly unit_factor: string;
}

/** The size that the unit had when the line was written, for as long as it is of the same item and unit. */
export const sizeIn = (
  written: readonly WrittenLine[],
  line_id: number | null | undefined,
  { item_fk, unit_fk }: Pick<ItemLineInput, 'item_fk' | 'unit_fk'>,
): string | undefined =>
  written.find((own) => own.line_id === line_id && own.item_fk === item_fk && own.unit_fk === unit_fk)?.unit_factor;

/** Lines with a number of `written` keep their sizes. */
export const asWritten =
  (written: readonly WrittenLine[] | undefined = []) =>
  (line: ItemLineInput, line_id: number): string | undefined =>
    sizeIn(written, line_id, line);

/** Adds issues for unknown items, units that the item does not have, and repeated line numbers. */
export function lineItems<Line extends ItemLineInput>(
  lines: readonly Line[],
  facts: Facts,
  issues: Issues,
  sizeOf: (line: Line, line_id: number) => string | undefined = () => undefined,
): LineItem<Line>[] {
  let highest = Math.max(0, ...lines.map((line) => line.line_id ?? 0));
  const seen = new Set<number>();
  return lines.map((line, index) => {
    const item = known<ItemData>(facts, issues, `lines.${index}.item_fk`, 'item', line.item_fk)?.data;
    const unit = item?.item_units.find((itemUnit) => itemUnit.unit_fk === line.unit_fk);
    if (item && !unit) issues.add(`lines.${index}.unit_fk`, 'not_a_unit_of_the_item');
    highest += line.line_id === undefined ? 1 : 0;
    const lineId = line.line_id ?? highest;
    if (seen.has(lineId)) issues.add(`lines.${index}.line_id`, 'unique');
    seen.add(lineId);
    return {
      line,
      line_id: lineId,
      item,
      item_type: item?.item_type ?? 'goods',
      // A pack that changes its size leaves open papers as they were.
      unit_factor: (unit && sizeOf(line, lineId)) ?? unit?.base_unit_qty ?? '1',
    };
  });
}
