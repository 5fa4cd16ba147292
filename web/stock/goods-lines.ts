/** Lines of documents about goods without prices: item, quantity, and their totals. */
import { printQuantity, readQuantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Tone } from '../shared/controls/status-chip.tsx';
import type { ColumnDeclaration, ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, textOf } from '../shared/document/model/draft.ts';

export const goodsColumns: readonly ColumnDeclaration<'item_fk' | 'quantity' | 'unit_fk'>[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(220px, 1fr)' },
  { field: 'quantity', kind: 'quantity', required: true, width: '130px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '130px' },
];

/** The cost of found goods is that of a base unit, whatever the unit of the line is. */
export const foundAtColumn: ColumnDeclaration<'unit_cost'> = {
  field: 'unit_cost',
  kind: 'amount',
  label: 'fields:base_unit_cost',
  width: '130px',
};

/** Approved documents are posted: the final status. */
export const APPROVED: Readonly<Record<string, Tone>> = { approved: 'success' };

/** The sum of quantities regardless of units, less missing ones; lines without an item do not count. */
export function quantityTotals({ lines }: Draft): ShownTotals {
  const counts = lines
    .filter(({ fields }) => typeof fields['item_fk'] === 'number')
    .map(({ fields }) => signed(fields));
  return {
    lines: new Map(),
    rows: [],
    total: printQuantity(toQuantity(counts.reduce<bigint>((sum, count) => sum + count, 0n))),
    totalLabel: 'document:totals.quantity',
  };
}

function signed(line: Fields): bigint {
  const count = readQuantity(textOf(line, 'quantity') ?? '0') ?? 0n;
  return line['direction'] === 'missing' ? -count : count;
}
