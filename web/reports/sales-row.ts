/** The rows of the report of sales. */
import type { Row } from '../shared/api/list.ts';

export interface SoldItem {
  readonly item_fk: number | null;
  readonly item_name: string | null;
  readonly quantity: string;
  readonly gross: string;
  readonly returns: string;
  readonly discounts: string;
  readonly revenue: string;
}

export interface SalesRow extends Row {
  readonly key: string;
  readonly name: string | null;
  readonly date: string | null;
  readonly document_kind: string | null;
  readonly document_id: number | null;
  readonly party_name: string | null;
  readonly revenue: string;
  readonly items: readonly SoldItem[];
  /** Each item of an invoice has its own row. */
  readonly item?: SoldItem;
}

/** The figures of an invoice that its items do not have. */
const OF_INVOICE = { delivery: '', tax: '', total: '', cost: '', profit: '', margin: '', documents: '' };

/** Items are rows below their invoice with their own figures. */
export function withItems(data: readonly SalesRow[]): SalesRow[] {
  return data.flatMap((row) => [
    row,
    ...row.items.map(
      (item): SalesRow => ({ ...row, ...OF_INVOICE, ...item, items: [], item, key: `${row.key} ${item.item_fk}` }),
    ),
  ]);
}
