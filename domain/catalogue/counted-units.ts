/** Lines of a step of a document (an arrival, a delivery) that count in another unit of the item than the document's line. */
import type { Facts } from '../deciding/facts.ts';
import type { Issues } from '../values/refusal.ts';
import type { ItemData } from './item.schema.ts';

interface OwnLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor: string;
}

interface EnteredLine {
  readonly line_id: number;
  readonly quantity: string;
  /** Both are entered for another unit; an item is never another one than that of the line. */
  readonly item_fk?: number;
  readonly unit_fk?: number;
}

interface CountedLine {
  readonly line_id: number;
  readonly quantity: string;
  readonly unit_fk?: number;
  readonly unit_factor?: string;
}

/** The entered quantities, with the unit where it is another one; `differs` refuses the item of another line. */
export function countedInUnits(
  entered: readonly EnteredLine[],
  of: { readonly lines: readonly OwnLine[]; readonly differs: string },
  facts: Facts,
  issues: Issues,
): readonly CountedLine[] {
  return entered.map(({ line_id, quantity, item_fk, unit_fk }, index): CountedLine => {
    const own = of.lines.find((line) => line.line_id === line_id);
    const differs = own !== undefined && item_fk !== undefined && item_fk !== own.item_fk;
    if (differs) issues.add(`lines.${index}.item_fk`, of.differs);
    if (!own || !unit_fk || unit_fk === own.unit_fk) return { line_id, quantity };
    const units = facts.record<ItemData>('item', own.item_fk)?.data.item_units ?? [];
    const unit = units.find((known) => known.unit_fk === unit_fk);
    if (item_fk === undefined) issues.add(`lines.${index}.item_fk`, 'required');
    else if (!differs && !unit) issues.add(`lines.${index}.unit_fk`, 'not_a_unit_of_the_item');
    return { line_id, quantity, unit_fk, unit_factor: unit?.base_unit_qty ?? own.unit_factor };
  });
}
