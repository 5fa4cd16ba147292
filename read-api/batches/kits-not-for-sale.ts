/**
 * Kits that all contain goods that may not be sold (docs/decisions/0221): the rule of domain/batches/kits-for-sale.ts in the
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

/** Conversions that counted the batches inside of their kits. */
const CONVERSIONS = sql`array(select d.id from read.document d
  where d.kind = 'conversion' and d.data ->> 'is_counted_inside' = 'true')`;

/** Goods inside of the kits of each collection, by the names of their batches. */
const INSIDE = sql`
  select (d.data ->> 'collection_fk')::int as collection_fk, b.item_fk, b.batch_number, b.expire_date, -sum(b.quantity) as quantity
  from (${calledLines(
    [sql<boolean>`j.document_id = any(${CONVERSIONS}) and j.document_kind = 'conversion' and j.kind <> 'count'`],
    undefined,
  )}) b join read.document d on d.kind = 'conversion' and d.id = b.document_id
  group by 1, 2, 3, 4 having sum(b.quantity) < 0`;

/**
 * Rows `item_fk, inventory_fk, quantity`, all that is on hand of kits of which none may be sold; the conditions are on the
 * lines `j` of the kits' stock.
 */
export function kitsNotForSale(
  goods: readonly Condition[],
  { today, sellsExpired }: { readonly today: RawBuilder<unknown>; readonly sellsExpired: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const kept = sql`(h.hold_type is not null or i.expire_date < ${today} and not ${sellsExpired})`;
  // Of each part of a collection in how many kits it is at most, in base units of the kit, where all of it may not be sold.
  const parts = sql`
    select c.id, (c.data ->> 'item_fk')::int as kit_fk, case when bool_and(${kept}) then
      ceil(sum(i.quantity) / ((l ->> 'quantity')::numeric * ${factor(sql`p.data`, sql`l -> 'unit_fk'`)}))
        * ${factor(sql`k.data`, sql`c.data -> 'unit_fk'`)} end as kits
    from read.record c
    join read.record k on k.kind = 'item' and k.id = (c.data ->> 'item_fk')::int
    cross join lateral jsonb_array_elements(c.data -> 'lines') l
    join read.record p on p.kind = 'item' and p.id = (l ->> 'item_fk')::int
    join (${INSIDE}) i on i.collection_fk = c.id and i.item_fk = p.id
    left join (${heldBatches(undefined)}) h on h.item_fk = i.item_fk
      and h.batch_number is not distinct from i.batch_number and h.expire_date is not distinct from i.expire_date
    where c.kind = 'collection' group by c.id, c.data, k.data, p.data, l`;
  const refused = sql`
    select s.kit_fk from (select kit_fk, id, max(kits) as kits from (${parts}) p group by 1, 2) s
    group by 1 having bool_and(s.kits is not null) and sum(s.kits)
      >= (select sum(l.quantity) from read.stock_level l where l.item_fk = s.kit_fk)`;
  return sql`select s.item_fk, s.inventory_fk, s.quantity from (select j.* from read.stock_level j ${whereAll(goods)}) s
    where s.quantity > 0 and s.item_fk in (${refused})`;
}
