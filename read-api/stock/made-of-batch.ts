/**
 * Goods that were made of a batch: kits that it was put into, products of productions that used it, and what was made of
 * those. A recall goes on with them to their buyers (docs/decisions/0143). Goods that have batches themselves contain it for
 * certain; of goods without, whatever moved since may contain it.
 */
import { type RawBuilder, sql } from 'kysely';
import { BONUS_LINE } from '../../domain/pricing/totals.ts';
import { type Batch, batchOf, isNamed, mergedBatches, movedBatches, NO_BATCH } from '../../domain/values/batch.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { calledLines } from '../batches/called-batches.ts';
import { withCalledBatches } from '../batches/called-goods.ts';
import type { Snapshot } from '../database/reader.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { namedBatchLevels } from './batch-levels.ts';
import type { Traced } from './batch-report.ts';
import { levelsOf } from './inventory.ts';

const MAKING = ['conversion', 'production'] as const;
/** Kits of kits of kits; a longer way is a circle that was entered by mistake. */
const STEPS_MAX = 6;

/** Goods that contain the traced batch, or may contain it. */
export interface MadeGoods extends Batch {
  readonly item_fk: number;
  /** Day of the first document that made them. */
  readonly since: string;
}

/** `used` are conditions on the lines `b` of the traced batches, by their names. */
export async function madeOfBatch(
  snapshot: Snapshot,
  traced: Traced,
  used: readonly Condition[],
): Promise<readonly MadeGoods[]> {
  const found = new Map<string, MadeGoods>();
  let next: readonly RawBuilder<unknown>[] = [documentsThatUsed(traced, used)];
  for (let step = 0; step < STEPS_MAX && next.length > 0; step += 1) {
    const { rows } = await sql<Making>`
      select d.kind, d.id, d.date::text as date, d.data from read.document d
      where d.status = 'complete' and (d.kind, d.id) in (${sql.join([...next], sql` union `)})`.execute(snapshot);
    const made = (
      await withCalledBatches(
        snapshot,
        rows.map(({ data }) => membersOf(data)),
      )
    ).flatMap((data, index) => outputsOf(data, rows[index]?.date ?? ''));
    const fresh = made.filter((goods) => isEarlier(goods, found.get(keyOf(goods))));
    for (const goods of fresh) found.set(keyOf(goods), goods);
    next = fresh.map((goods) =>
      isNamed(goods)
        ? documentsThatUsed(traced, [ofGoods(goods)])
        : sql`select m.kind, m.id from read.document m
            where m.kind = any(${[...MAKING]}::text[]) and m.date >= ${goods.since}::date and m.data -> 'lines'
              @> jsonb_build_array(jsonb_build_object('role', 'input', 'item_fk', ${goods.item_fk}::int))`,
    );
  }
  return [...found.values()];
}

interface Making {
  readonly kind: string;
  readonly id: number;
  readonly date: string;
  readonly data: unknown;
}

const keyOf = ({ item_fk, batch_number, expire_date }: MadeGoods): string =>
  JSON.stringify([item_fk, batch_number, expire_date]);

const isEarlier = (goods: MadeGoods, known: MadeGoods | undefined): boolean =>
  known === undefined || goods.since < known.since;

/** A condition on the lines `b` of batches by their names. */
const ofGoods = ({ item_fk, batch_number, expire_date }: MadeGoods): Condition =>
  sql<boolean>`(b.item_fk = ${item_fk} and b.batch_number is not distinct from ${batch_number}::text
    and b.expire_date is not distinct from ${expire_date}::date)`;

/** Conversions and productions that used goods. */
const documentsThatUsed = ({ times, places, known }: Traced, used: readonly Condition[]): RawBuilder<unknown> => sql`
  select b.document_kind, b.document_id from (${calledLines(
    [sql<boolean>`j.document_kind = any(${[...MAKING]}::text[])`, sql<boolean>`j.quantity < 0`, ...times, ...places],
    known,
  )}) b ${whereAll(used)}`;

/** The goods that a conversion or a production made, by batch; those without one last. */
function outputsOf(data: unknown, since: string): MadeGoods[] {
  const moved = movedBatches(data);
  return objectsOf(membersOf(data)['lines'])
    .filter(({ role, item_fk }) => role === 'output' && typeof item_fk === 'number')
    .flatMap(({ line_id, item_fk, ...line }): MadeGoods[] => {
      const own = mergedBatches(moved.filter(({ move_line_id }) => move_line_id % BONUS_LINE === line_id));
      const named = own.reduce((sum, batch) => sum + quantity(batch.quantity), 0n);
      const factor = quantity(String(line['unit_factor'] ?? '1'));
      const isWhole = named * quantity('1') >= quantity(String(line['quantity'] ?? '0')) * factor;
      return [...own.map(batchOf), ...(isWhole ? [] : [NO_BATCH])].map((batch) => ({
        item_fk: Number(item_fk),
        since,
        ...batch,
      }));
    });
}

/** What a recall reads of a line `b`; lines of batches have further columns, which those of stock do not have. */
export const TRACED_LINE = sql`b.item_fk, b.batch_number, b.expire_date, b.inventory_fk, b.effective_date, b.document_kind,
  b.document_id, b.kind, b.move_line, b.quantity`;

/**
 * The lines of made goods, as traced lines with `within`: `contains` or `may_contain`. Undefined when nothing was made.
 */
export function linesOfMade(made: readonly MadeGoods[], traced: Traced): RawBuilder<unknown> | undefined {
  const { times, places, known } = traced;
  const [batched, others] = [made.filter(isNamed), made.filter((goods) => !isNamed(goods))];
  const parts = [
    ...(batched.length === 0
      ? []
      : [
          sql`select ${TRACED_LINE}, 'contains' as within from (${calledLines(
            [sql<boolean>`j.kind not in ('count', 'named', 'delivered')`, itemsOf(batched), ...times, ...places],
            known,
          )}) b where ${sql.join(batched.map(ofGoods), sql` or `)}`,
        ]),
    ...others.map(
      ({ item_fk, since }) => sql`
        select j.item_fk, null::text as batch_number, null::date as expire_date, j.inventory_fk, j.effective_date,
          j.document_kind, j.document_id, 'movement' as kind, j.move_line, j.quantity, 'may_contain' as within
        from read.stock_line j ${whereAll([
          sql<boolean>`j.item_fk = ${item_fk}`,
          sql<boolean>`j.effective_date >= ${since}::date`,
          sql<boolean>`j.quantity <> 0`,
          sql<boolean>`j.valued is distinct from 'count'`,
          ...times,
          ...places,
        ])}`,
    ),
  ];
  return parts.length === 0 ? undefined : sql.join(parts, sql` union all `);
}

/** Made goods on hand, with `within`. Undefined when nothing was made. */
export function onHandOfMade(made: readonly MadeGoods[], traced: Traced): RawBuilder<unknown> | undefined {
  const { times, places, known } = traced;
  const [batched, others] = [made.filter(isNamed), made.filter((goods) => !isNamed(goods))];
  const levels = namedBatchLevels({ times, goods: [itemsOf(batched), ...places], known });
  const parts = [
    ...(batched.length === 0
      ? []
      : [
          sql`select b.item_fk, b.batch_number, b.expire_date, b.inventory_fk, b.quantity, 'contains' as within
            from (${levels}) b where ${sql.join(batched.map(ofGoods), sql` or `)}`,
        ]),
    ...(others.length === 0
      ? []
      : [
          sql`select s.item_fk, null::text, null::date, s.inventory_fk, s.quantity, 'may_contain'
            from (${levelsOf(times, [itemsOf(others), ...places], false)}) s where s.quantity <> 0`,
        ]),
  ];
  return parts.length === 0 ? undefined : sql.join(parts, sql` union all `);
}

const itemsOf = (goods: readonly MadeGoods[]): Condition =>
  sql<boolean>`j.item_fk = any(${goods.map(({ item_fk }) => item_fk)}::int[])`;
