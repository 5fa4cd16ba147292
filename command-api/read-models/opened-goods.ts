/** The goods of an inventory that opening balances in draft or in force contain. */
import type { CurrentQuery } from './named-query.ts';

export interface OpenedGoods {
  readonly item_fk: number;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  /** The number of the opening balance; of a draft its stream. */
  readonly document: string;
}

export const OPENED_GOODS: CurrentQuery<[inventory: number], OpenedGoods> = {
  name: 'goods of opening balances',
  staleness: 'position of the decision',
  sql: `select (l ->> 'item_fk')::int as item_fk, l ->> 'batch_number' as batch_number, l ->> 'expire_date' as expire_date,
      coalesce(d.number, 'opening_balance-' || d.id) as document
    from read.document d cross join lateral jsonb_array_elements((d.data -> 'stock')::jsonb) l
    where d.kind = 'opening_balance' and d.status in ('draft', 'finished') and (l ->> 'inventory_fk')::int = $1
    order by d.id`,
};
