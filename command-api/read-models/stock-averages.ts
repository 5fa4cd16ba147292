/** Stock and its present value. */
import type { LaggingQuery } from './named-query.ts';

export interface StockRow {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly quantity: string;
  readonly value: string;
}

/** For previews only; the projector calculates the postings of a commit. */
export const STOCK_LEVELS: LaggingQuery<[items: readonly number[], inventories: readonly number[]], StockRow> = {
  name: 'quantity and value of items in inventories',
  staleness: 'whatever is there',
  sql: `select l.item_fk, l.inventory_fk, l.quantity::text, l.value::text
       from unnest($1::int[], $2::int[]) p (item, inventory)
       cross join lateral (
         select * from read.stock_level where item_fk = p.item and inventory_fk = p.inventory offset 0) l`,
};
