/** A row of the report of sales. */
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
