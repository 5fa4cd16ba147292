/** The rows of the report of sales. */
import type { Reads } from '../shared/api/read.ts';

type StoredRow = Reads['reports/sales']['data'][number];
export type SoldItem = StoredRow['items'][number];

/** An invoice, or another group; each item of an invoice has its own row. */
export type SalesRow = Omit<StoredRow, 'documents'> & {
  readonly documents: number | '';
  readonly item?: SoldItem;
};

/** The figures of an invoice that its items do not have. */
const OF_INVOICE = { delivery: '', tax: '', total: '', cost: '', profit: '', margin: '', documents: '' } as const;

/** Items are rows below their invoice with their own figures. */
export function withItems(data: readonly StoredRow[]): SalesRow[] {
  return data.flatMap((row) => [
    row,
    ...row.items.map(
      (item): SalesRow => ({ ...row, ...OF_INVOICE, ...item, items: [], item, key: `${row.key} ${item.item_fk}` }),
    ),
  ]);
}
