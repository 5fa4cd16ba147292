/** The cost of goods where nothing is on hand: the last average, else the last purchase. */
import { type RawBuilder, sql } from 'kysely';
import { money } from '../../../domain/values/money.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { LastCost } from './reckoning.ts';

/** `lines` are those before the movement, of all inventories that share its average. Undefined when there was never one. */
export async function lastCostBefore(snapshot: Snapshot, lines: RawBuilder<unknown>): Promise<LastCost | undefined> {
  const { rows } = await sql<{ by: LastCost['by']; quantity: string; value: string }>`
    with m as (
      select j.effective_at, j.move_position, j.move_line, sum(j.quantity) as quantity, sum(j.value) as value,
        min(j.posted) filter (where j.valued = 'fact') as posted
      from ${lines} group by 1, 2, 3
    ), h as (
      select m.*, sum(m.quantity) over w as held, sum(m.value) over w as worth from m
      window w as (order by m.effective_at, m.move_position, m.move_line)
    )
    (select 'average' as by, h.held as quantity, h.worth as value from h where h.held > 0
      order by h.effective_at desc, h.move_position desc, h.move_line desc limit 1)
    union all
    (select 'purchase' as by, h.quantity, h.posted as value from h where h.posted <> 0 and h.quantity > 0
      order by h.effective_at desc, h.move_position desc, h.move_line desc limit 1)`.execute(snapshot);
  const found = rows.find(({ by }) => by === 'average') ?? rows[0];
  return found && { by: found.by, quantity: quantity(found.quantity), value: money(found.value) };
}
