/** Minimum and maximum of items in single inventories, and where less than the minimum may be sold. */
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../../identity/person.ts';
import { allOf, rowScope } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { goodsNotForSale } from './goods-not-for-sale.ts';

/** Of item `i`, for `from` and `join lateral`: rows `lv` of `inventory_fk`, `minimum` and `maximum`. */
export const LEVELS = sql`jsonb_to_recordset(coalesce(nullif(i.data -> 'inventory_levels', 'null'), '[]'))
  lv (inventory_fk int, minimum numeric, maximum numeric)`;

/** True of an inventory that is in use. */
export const isInUse = (inventory: RawBuilder<unknown>): Condition => sql`exists (select from read.record v
  where v.kind = 'inventory' and v.id = ${inventory} and v.active and v.data ->> 'is_active' is distinct from 'false')`;

const HAS_LEVELS = sql`(i.kind = 'item' and i.active and i.data ->> 'item_type' is distinct from 'service'
  and i.data ->> 'is_active' is distinct from 'false' and i.data -> 'inventory_levels' <> '[]')`;

/** Rows `item_fk, inventory_fk`: where less of an item may be sold than the inventory keeps, in the person's inventories. */
export function shortLevels(person: Person): RawBuilder<unknown> {
  const kept = goodsNotForSale([sql`j.item_fk in (select i.id from read.record i where ${HAS_LEVELS})`]);
  const inventory = sql.ref('lv.inventory_fk');
  return sql`
    select i.id as item_fk, lv.inventory_fk
    from read.record i cross join lateral ${LEVELS}
    left join read.stock_level l on l.item_fk = i.id and l.inventory_fk = lv.inventory_fk
    left join (${kept}) x on x.item_fk = i.id and x.inventory_fk = lv.inventory_fk
    where ${HAS_LEVELS} and ${isInUse(inventory)} and ${allOf(rowScope(person, { inventory }))}
      and lv.minimum > coalesce(l.quantity, 0) - coalesce(x.quantity, 0)`;
}
