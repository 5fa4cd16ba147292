/**
 * What batches are called (docs/decisions/0141), and which are held (docs/decisions/0142): the lines of batches bear what documents told, and a correction gives a
 * told batch another name for everything that was ever told of it, from the moment at which the correction is known.
 */
import { type RawBuilder, sql } from 'kysely';
import { BatchNames } from '../../domain/batches/batch-names.ts';
import { type CalledBatch, NO_NOTES } from '../../domain/batches/batch-notes.ts';
import type { Known } from '../books/known-at.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';

/** Every correction of a batch that stands, as known at a position. */
function corrections(known: Known | undefined): RawBuilder<unknown> {
  return sql`select e.position, (e.data ->> 'item_fk')::int as item_fk, t ->> 'batch_number' as told_number,
      (t ->> 'expire_date')::date as told_day, (t ->> 'step')::int as step,
      e.data ->> 'new_batch_number' as batch_number, (e.data ->> 'new_expire_date')::date as expire_date
    from read.event e cross join lateral json_array_elements(e.data -> 'told') t
    where e.type = 'batch_correction.completed' ${until('e', known)} and not exists (
      select from read.event r where r.kind = 'batch_correction' and r.entity_id = e.entity_id
        and r.type = 'batch_correction.reversed' ${until('r', known)})`;
}

/** What was told of the batches that are held, as known at a position. */
function holds(known: Known | undefined): RawBuilder<unknown> {
  return sql`select (e.data ->> 'item_fk')::int as item_fk, t ->> 'batch_number' as told_number,
      (t ->> 'expire_date')::date as told_day, e.data ->> 'hold_type' as hold_type
    from read.event e cross join lateral json_array_elements(e.data -> 'told') t
    where e.type = 'batch_hold.completed' ${until('e', known)} and not exists (
      select from read.event r where r.kind = 'batch_hold' and r.entity_id = e.entity_id
        and r.type = 'batch_hold.reversed' ${until('r', known)})`;
}

const until = (event: string, known: Known | undefined): RawBuilder<unknown> =>
  known === undefined ? sql`` : sql`and ${sql.ref(`${event}.position`)} <= ${known.position}`;

/** The name that each told batch has, if it was corrected. */
const newest = (known: Known | undefined): RawBuilder<unknown> => sql`
  select distinct on (c.item_fk, c.told_number, c.told_day) c.* from (${corrections(known)}) c
  order by c.item_fk, c.told_number, c.told_day, c.position desc`;

/** The number and the day of what was told, of which `n` is the newest correction. */
const calledNumber = (told: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when n.item_fk is null then nullif(rtrim(${told}), '') else n.batch_number end`;
const calledDay = (told: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when n.item_fk is null then ${told} else n.expire_date end`;

/**
 * Rows `item_fk, batch_number, expire_date, hold_type` of the held batches by their names; all that is called so is held.
 */
export const heldBatches = (known: Known | undefined): RawBuilder<unknown> => sql`
  select h.item_fk, ${calledNumber(sql`h.told_number`)} as batch_number, ${calledDay(sql`h.told_day`)} as expire_date,
    max(h.hold_type) as hold_type
  from (${holds(known)}) h left join (${newest(known)}) n on n.item_fk = h.item_fk
    and n.told_number is not distinct from h.told_number and n.told_day is not distinct from h.told_day
  group by 1, 2, 3`;

/** A condition on `j`: lines of these items. */
export const ofItems = (items: readonly number[]): Condition => sql<boolean>`j.item_fk = any(${[...items]}::int[])`;

/** The lines of batches that meet conditions on `j`, with the names of their batches instead of what was told. */
export function calledLines(conditions: readonly Condition[], known: Known | undefined): RawBuilder<unknown> {
  return sql`
    select j.item_fk, j.inventory_fk, j.effective_date, j.effective_at, j.move_line, j.kind, j.quantity, j.undelivered, j.outlet_fk,
      j.document, j.document_kind, j.document_id, j.position,
      ${calledNumber(sql`j.batch_number`)} as batch_number, ${calledDay(sql`j.expire_date`)} as expire_date
    from read.batch_line j left join (${newest(known)}) n on n.item_fk = j.item_fk and n.told_number is not distinct from j.batch_number
      and n.told_day is not distinct from j.expire_date
    ${whereAll(conditions)}`;
}

interface Row {
  readonly item_fk: number;
  readonly step: number;
  readonly told_number: string | null;
  readonly told_day: string | null;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
}

/** The names of the batches of items, as they are now; undefined when none of them was corrected. */
export async function batchNames(reader: Reader | Snapshot, items: readonly number[]): Promise<BatchNames | undefined> {
  if (items.length === 0) return undefined;
  const { rows } = await sql<Row>`
    select c.item_fk, c.step, c.told_number, c.told_day::text as told_day, c.batch_number, c.expire_date::text as expire_date
    from (${corrections(undefined)}) c where c.item_fk = any(${[...items]}::int[])`.execute(reader);
  if (rows.length === 0) return undefined;
  const notes = Map.groupBy(rows, ({ item_fk }) => item_fk);
  return new BatchNames({
    batchNotes: (item) => {
      const called = (notes.get(item) ?? []).map(
        ({ told_number, told_day, batch_number, expire_date, step }): CalledBatch => ({
          told: { batch_number: told_number, expire_date: told_day },
          called: { batch_number, expire_date },
          step,
        }),
      );
      return called.length > 0 ? { called, held: [] } : NO_NOTES;
    },
  });
}
