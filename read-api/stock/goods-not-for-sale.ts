/**
 * Goods on hand that may not be sold: of held batches, of expired ones where the settings do not sell these, and kits that
 * all contain such goods. What may not be sold is not available: minimums, proposals, alerts and the shop count without it
 * (docs/decisions/0142, 0221).
 */
import { type RawBuilder, sql } from 'kysely';
import { inheritedZone } from '../../identity/shop-zone.ts';
import { ofItems } from '../batches/called-batches.ts';
import { kitsNotForSale } from '../batches/kits-not-for-sale.ts';
import type { Condition } from '../lists/list-source.ts';
import { namedBatchLevels } from './batch-levels.ts';

const setting = (name: string): RawBuilder<unknown> =>
  sql`(select s.data ->> ${sql.lit(name)} from read.record s where s.kind = 'system_setting' and s.id = 1)`;

/** The day of the shop, in the database: an SQL expression of a list cannot wait for it. */
const today = (): RawBuilder<unknown> =>
  sql`(now() at time zone coalesce(nullif(${setting('time_zone')}, ''), ${inheritedZone()}))::date`;

const SELLS_EXPIRED = sql`coalesce(${setting('sell_expired')}::boolean, false)`;

/** Items of which something is noted: their days of expiry may be others than those of the lines. */
const NOTED = sql`array(select (e.data ->> 'item_fk')::int from read.event e
  where e.type in ('batch_correction.completed', 'batch_hold.completed'))`;

/** Rows of kits alone, which have no batches, as `goodsNotForSale` has them. */
export const kitsKept = (goods: readonly Condition[]): RawBuilder<unknown> =>
  kitsNotForSale(goods, { today: today(), sellsExpired: SELLS_EXPIRED });

/** Rows `item_fk, inventory_fk, quantity`; the conditions are on the item and the inventory of `j`. */
export function goodsNotForSale(goods: readonly Condition[] = []): RawBuilder<unknown> {
  const near = sql<boolean>`(j.kind = 'count' or j.expire_date < ${today()} or j.item_fk = any(${NOTED}))`;
  return sql`
    select b.item_fk, b.inventory_fk, sum(b.quantity) as quantity
    from (${namedBatchLevels({ times: [], goods: [...goods, near] })}) b
    where b.quantity > 0 and (b.hold_type is not null or b.expire_date < ${today()} and not ${SELLS_EXPIRED})
    group by 1, 2 union all ${kitsKept(goods)}`;
}

/** Goods of items that confirmed orders reserve. */
const reserved = (items: readonly number[]): RawBuilder<unknown> => sql`
  select o.item_fk, o.inventory_fk, sum(o.quantity) as quantity from read.document_line o
  join read.document d on d.kind = o.kind and d.id = o.id and d.data ->> 'reserves' = 'true'
  where o.kind = 'online_order' and o.status = 'confirmed' and o.item_fk = any(${[...items]}::int[]) group by 1, 2`;

/** Rows `item_fk, inventory_fk, quantity` of items: what of the goods on hand is not available, for a sale or for another order. */
export function goodsNotAvailable(items: readonly number[]): RawBuilder<unknown> {
  return sql`select k.item_fk, k.inventory_fk, sum(k.quantity) as quantity
    from ((${goodsNotForSale([ofItems(items)])}) union all (${reserved(items)})) k group by 1, 2`;
}
