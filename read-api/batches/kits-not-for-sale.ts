/**
 * Kits that all contain goods that may not be sold (docs/decisions/0221): the rule of domain/batches/judged-kits.ts in the
 * database, for answers that say what of the goods on hand is available.
 */
import { type RawBuilder, sql } from 'kysely';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { calledLines, heldBatches } from './called-batches.ts';

/** Base units of a unit of an item, both as expressions: `unit` is JSON. */
const factor = (item: RawBuilder<unknown>, unit: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select (u ->> 'base_unit_qty')::numeric from jsonb_array_elements(${item} -> 'item_units') u
    where u -> 'unit_fk' = ${unit})`;

/**
 * Rows `id, data` of the collections of kits, or of those of some stock: a question about one item does not add up
 * the conversions of all others.
 */
const collections = (goods: readonly Condition[]): RawBuilder<unknown> => sql`
  select c.id, c.data from read.record c where c.kind = 'collection' and (c.data ->> 'item_fk')::int in (
    select j.item_fk from read.stock_level j ${whereAll(goods)})`;

/** Goods inside of the kits of each collection, by the names of their batches. */
function inside(goods: readonly Condition[]): RawBuilder<unknown> {
  // Conversions that counted what they put into kits.
  const conversions = sql`array(select d.id from read.document d
    where d.kind = 'conversion' and d.data ->> 'is_counted_inside' = 'true'
      and (d.data ->> 'collection_fk')::int = any(array(select c.id from (${collections(goods)}) c)))`;
  const lines = sql<boolean>`j.document_id = any(${conversions}) and j.document_kind = 'conversion' and j.kind <> 'count'`;
  return sql`
    select (d.data ->> 'collection_fk')::int as collection_fk, b.item_fk, b.batch_number, b.expire_date,
      -sum(b.quantity) as quantity
    from (${calledLines([lines], undefined)}) b join read.document d on d.kind = 'conversion' and d.id = b.document_id
    group by 1, 2, 3, 4 having sum(b.quantity) < 0`;
}

/**
 * Rows `item_fk, inventory_fk, quantity`, all that is on hand of kits of which none may be sold; the conditions are on the
 * item and the inventory of `j`.
 */
export function kitsNotForSale(
  goods: readonly Condition[],
  { today, sellsExpired }: { readonly today: RawBuilder<unknown>; readonly sellsExpired: RawBuilder<unknown> },
): RawBuilder<unknown> {
  // Of each item inside of a collection how much there is, and whether none of it may be sold.
  const kept = sql`
    select i.collection_fk, i.item_fk, sum(i.quantity) as quantity,
      bool_and(h.hold_type is not null or coalesce(i.expire_date < ${today}, false) and not ${sellsExpired}) as is_kept
    from (${inside(goods)}) i left join (${heldBatches(undefined)}) h on h.item_fk = i.item_fk
      and h.batch_number is not distinct from i.batch_number and h.expire_date is not distinct from i.expire_date
    group by 1, 2`;
  // In how many kits it is at most, in base units of the kit.
  const parts = sql`
    select c.id, k.id as kit_fk, case when i.is_kept then
      ceil(i.quantity / ((l ->> 'quantity')::numeric * ${factor(sql`p.data`, sql`l -> 'unit_fk'`)}))
        * ${factor(sql`k.data`, sql`c.data -> 'unit_fk'`)} end as kits
    from (${kept}) i join (${collections(goods)}) c on c.id = i.collection_fk
    cross join lateral jsonb_array_elements(c.data -> 'lines') l
    join read.record k on k.kind = 'item' and k.id = (c.data ->> 'item_fk')::int
    join read.record p on p.kind = 'item' and p.id = i.item_fk
    where (l ->> 'item_fk')::int = i.item_fk`;
  const refused = sql`
    select s.kit_fk from (select kit_fk, id, max(kits) as kits from (${parts}) p group by 1, 2) s
    group by 1 having bool_and(s.kits is not null) and sum(s.kits)
      >= (select sum(l.quantity) from read.stock_level l where l.item_fk = s.kit_fk)`;
  return sql`select s.item_fk, s.inventory_fk, s.quantity from (select j.* from read.stock_level j ${whereAll(goods)}) s
    where s.quantity > 0 and s.item_fk in (${refused})`;
}
