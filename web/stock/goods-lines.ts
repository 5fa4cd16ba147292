/** Lines of documents that are about goods and not about money: an item, how many of it, and what they come to. */
import { printQuantity, type Quantity, readQuantity } from '../../domain/kernel/quantity.ts';
import type { ColumnDeclaration, ShownTotals } from '../shared/document/declaration.ts';
import { type Draft, textOf } from '../shared/document/draft.ts';

export const goodsColumns: readonly ColumnDeclaration[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(220px, 1fr)' },
  { field: 'quantity', kind: 'quantity', required: true, width: '130px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '130px' },
];

/** The quantities as they stand, whatever their units; lines without an item do not count. */
export function quantityTotals({ lines }: Draft): ShownTotals {
  const counts = lines
    .filter(({ fields }) => typeof fields['item_fk'] === 'number')
    .map(({ fields }) => readQuantity(textOf(fields, 'quantity') ?? '0') ?? 0n);
  return {
    lines: new Map(),
    rows: [],
    total: printQuantity(counts.reduce<bigint>((sum, count) => sum + count, 0n) as Quantity),
    totalLabel: 'document:totals.quantity',
  };
}
