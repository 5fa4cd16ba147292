/** Rows of the catalogue, as `GET till/catalogue` returns them and the device stores them. */
import type { Kits } from '../../../../domain/batches/batch-places.ts';
import type { ItemData } from '../../../../domain/catalogue/item.schema.ts';
import type { CustomerData } from '../../../../domain/parties/customer.record.ts';
import type { PromotionData } from '../../../../domain/sales/promotion.record.ts';
import type { BatchOnHand } from '../../../../domain/values/batch.ts';
import type { Shape } from '../../../shared/api/wire.ts';

/** A row of a small table: a record's data with its id. */
export interface TableRow {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** The item with the till's additional fields. */
export interface TillItem extends ItemData {
  readonly id: number;
  /** Its category and the categories above. */
  readonly categories: readonly number[];
  /** Name of its picture: `till/pictures/<name>`. */
  readonly image: string | null;
  /** Base units in the till's inventory when the row was created; null when not included. */
  readonly stock: string | null;
  /** For goods with batches: the quantity of each batch in that inventory. */
  readonly batches?: readonly BatchOnHand[];
  /** For kits: what is known to be inside of them, and how many there were in all inventories. */
  readonly kits?: Kits;
}

export interface TillCustomer extends CustomerData {
  readonly id: number;
  /** In the system currency; positive amounts are owed to us. */
  readonly balance: string | null;
  readonly overdue: string | null;
}

export interface TillPromotion extends PromotionData {
  readonly id: number;
}

export interface TillCategory extends TableRow {
  readonly category_name: string;
  readonly parent_fk: number | null;
}

export interface TillRate extends TableRow {
  readonly date: string;
  readonly time?: string | null;
  /** The out rate. */
  readonly rate: string;
  readonly in_rate: string;
}

export interface TillCashier {
  readonly id: number;
  readonly name: string;
  readonly code?: string | null;
  readonly language: string | null;
  /** The person's rights at a till. */
  readonly rights: readonly string[];
  readonly limits: Readonly<Record<string, unknown>>;
}

export const ITEM: Shape<TillItem> = { id: 'number', item_name: 'string', item_units: 'list', categories: 'list' };
export const CUSTOMER: Shape<TillCustomer> = { id: 'number', consumer_name: 'string' };
export const ROW: Shape<TableRow> = { id: 'number' };
