/**
 * Quantities on hand of each batch of an item in an inventory. A count states every batch of its stock, so a batch
 * holds its last counted quantity plus later movements, less what of it was sold and not delivered when it was counted. The rest of the stock belongs to no named batch
 * (docs/decisions/0083); both together always equal the stock.
 */
import { type RawBuilder, sql } from 'kysely';
import { calledLines, heldBatches } from '../batches/called-batches.ts';
import type { Known } from '../books/known-at.ts';
import type { Condition } from '../lists/list-source.ts';
import { levelsOf } from './inventory.ts';

/** Conditions on `j`, a line of batches or of stock: its time, and the goods. */
interface Asked {
  readonly times: readonly Condition[];
  readonly goods: readonly Condition[];
  /** What the names of the batches are known at; everything when left out. */
  readonly known?: Known | undefined;
}

/**
 * Rows `item_fk, inventory_fk, batch_number, expire_date, quantity, hold_type` of named batches with a quantity other than
 * zero; `hold_type` is null unless the batch is held.
 */
export function namedBatchLevels({ times, goods, known }: Asked): RawBuilder<unknown> {
  return sql`
    with lines as materialized (${calledLines([...times, ...goods], known)}),
    counts as (
      select item_fk, inventory_fk, max(effective_at) as last from (
        select item_fk, inventory_fk, effective_at from lines where kind = 'count' group by 1, 2, 3 having sum(quantity) > 0
      ) standing group by 1, 2
    )
    select s.*, h.hold_type from (
      select * from (
        select l.item_fk, l.inventory_fk, l.batch_number, l.expire_date,
          coalesce(sum(l.quantity) filter (where c.last is null or l.effective_at >= c.last), 0)
            - coalesce(sum(l.undelivered) filter (where l.effective_at < c.last), 0) as quantity
        from lines l left join counts c using (item_fk, inventory_fk)
        where l.kind <> 'count' group by 1, 2, 3, 4
      ) held where quantity <> 0
    ) s left join (${heldBatches(known)}) h on h.item_fk = s.item_fk
      and h.batch_number is not distinct from s.batch_number and h.expire_date is not distinct from s.expire_date`;
}

/** The same, and a row without a batch for the rest of the stock of items that have batches. */
export function batchLevels({ times, goods, known }: Asked): RawBuilder<unknown> {
  return sql`
    with named as materialized (${namedBatchLevels({ times, goods, known })}),
    stock as (${levelsOf(times, goods, true)})
    select item_fk, inventory_fk, batch_number, expire_date::text as expire_date, quantity,
      hold_type, hold_type is not null as is_held from named
    union all
    select s.item_fk, s.inventory_fk, null, null, s.quantity - coalesce(n.quantity, 0), null, false
    from stock s
    left join (select item_fk, inventory_fk, sum(quantity) as quantity from named group by 1, 2) n
      using (item_fk, inventory_fk)
    join read.record i on i.kind = 'item' and i.id = s.item_fk
      and ((i.data ->> 'has_expire')::boolean or (i.data ->> 'has_batch_number')::boolean
        or i.data ->> 'serial_numbers' <> 'none')
    where s.quantity <> coalesce(n.quantity, 0)`;
}
