/**
 * Figures of a collection: the quantity that stock allows, and the current cost of one, from the average costs of its
 * items; null when an item has no known cost.
 */
import { sql } from 'kysely';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { allOf, rowScope, seesCost } from '../http/scope.ts';
import { withUnits } from './in-units.ts';
import type { Row } from './names.ts';

interface Figures {
  readonly id: number;
  readonly stock: string;
  readonly cost: string | null;
}

export async function besideCollections(
  reader: Reader | Snapshot,
  rows: readonly Row[],
  person: Person,
): Promise<Row[]> {
  const { rows: found } = await sql<Figures>`
    with level as (
      select l.item_fk, sum(l.quantity) as quantity, sum(l.value) as value from read.stock_level l
      where ${allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))} group by l.item_fk
    )
    select r.id, coalesce(held.quantity, 0) as stock, made.cost
    from read.record r
    left join level held on held.item_fk = (r.data ->> 'item_fk')::int
    left join lateral (
      select case when bool_and(coalesce(s.quantity, 0) > 0)
        then round(sum((line ->> 'quantity')::numeric * unit.held * s.value / nullif(s.quantity, 0)), 4) end as cost
      from jsonb_array_elements(r.data -> 'lines') line
      left join level s on s.item_fk = (line ->> 'item_fk')::int
      left join lateral (
        select (each ->> 'base_unit_qty')::numeric as held
        from read.record i cross join jsonb_array_elements(i.data -> 'item_units') each
        where i.kind = 'item' and i.id = (line ->> 'item_fk')::int and each -> 'unit_fk' = line -> 'unit_fk'
      ) unit on true
    ) made on true
    where r.kind = 'collection' and r.id = any(${rows.map((row) => Number(row['id']))}::int[])`.execute(reader);
  const figures = new Map(found.map(({ id, ...each }) => [id, each]));
  const shown = rows.map((row) => {
    const { stock = '0', cost = null } = figures.get(Number(row['id'])) ?? {};
    return { ...row, item_fk: Number(row['item_fk']), stock, ...(seesCost(person) ? { cost } : {}) };
  });
  return withUnits(reader, shown, ({ item_fk, stock }) => ({ item_fk, quantity: stock }));
}
