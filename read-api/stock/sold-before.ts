/** The sales that had sold goods of a batch before these came in, as rows of its recall. */
import { type RawBuilder, sql } from 'kysely';
import { settledSales } from '../../domain/batches/settled-sales.ts';
import type { Batch } from '../../domain/values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { calledLines } from '../batches/called-batches.ts';
import type { Snapshot } from '../database/reader.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import type { Traced } from './batch-report.ts';

interface Move extends Batch {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly document_kind: string;
  readonly document_id: number;
  readonly date: string;
  readonly change: string;
  readonly is_settled: boolean;
  /** What a count left without a batch. */
  readonly counted: string | null;
}

export interface SoldBefore extends Omit<Move, 'change' | 'is_settled' | 'counted'> {
  /** In base units, negative. */
  readonly quantity: string;
}

/** `of` are conditions on the lines `b` of batches by their names. */
export async function soldBefore(
  snapshot: Snapshot,
  traced: Traced,
  of: readonly Condition[],
): Promise<readonly SoldBefore[]> {
  const settled = sql`select b.* from (${settledLines(traced)}) b ${whereAll(of)}`;
  const { rows: places } = await sql<Pick<Move, 'item_fk' | 'inventory_fk'>>`
    select distinct s.item_fk, s.inventory_fk from (${settled}) s`.execute(snapshot);
  const found: SoldBefore[] = [];
  for (const { item_fk, inventory_fk } of places) {
    const own: Traced = { ...traced, goods: [sql`j.item_fk = ${item_fk}`, sql`j.inventory_fk = ${inventory_fk}`] };
    const { rows } = await sql<Move & { readonly is_traced: boolean }>`
      select m.document_kind, m.document_id, m.date, m.batch_number, m.expire_date, m.change::text as change, m.is_settled,
        m.counted::text as counted, m.is_traced, ${item_fk}::int as item_fk, ${inventory_fk}::int as inventory_fk
      from (${unnamedMoves(own, of)}) m
      where m.change <> 0 or m.counted is not null
      order by m.position, m.is_settled, m.document_kind, m.document_id, m.batch_number, m.expire_date`.execute(
      snapshot,
    );
    const moves = rows.map((row) => ({
      document: row,
      change: quantity(row.change),
      isSettled: row.is_settled,
      ...(row.counted === null ? {} : { counted: quantity(row.counted) }),
    }));
    for (const { by, sold, quantity: count } of settledSales(moves)) {
      if (!by.document.is_traced) continue;
      const { document_kind, document_id, date } = sold ?? by.document;
      const { batch_number, expire_date } = by.document;
      const batch = { item_fk, inventory_fk, batch_number, expire_date };
      found.push({ ...batch, document_kind, document_id, date, quantity: printQuantity(toQuantity(-count)) });
    }
  }
  return found;
}

const settledLines = ({ times, goods, known }: Traced): RawBuilder<unknown> =>
  calledLines([sql`j.kind = 'settled'`, ...times, ...goods], known);

/**
 * What each standing document changed of the goods of no batch: what moved in the stock less what moved of named batches. What
 * was taken back has its sign turned, so that both are nothing.
 */
function unnamedMoves(traced: Traced, of: readonly Condition[]): RawBuilder<unknown> {
  const { times, goods, known } = traced;
  return sql`
    with stock as (
      select j.document_kind, j.document_id, max(j.effective_date) as date, max(j.position) as position,
        sum(j.quantity) as quantity, max(j.counted) as counted
      from read.stock_line j ${whereAll([...times, ...goods])} group by 1, 2
    ), named as (
      select b.document_kind, b.document_id,
        coalesce(sum(b.quantity) filter (where b.kind in ('movement', 'named')), 0) as quantity,
        coalesce(sum(b.quantity) filter (where b.kind = 'counted'), 0) as counted,
        coalesce(sum(b.quantity) filter (where b.kind = 'count'), 0) as counts
      from (${calledLines([...times, ...goods], known)}) b group by 1, 2
    )
    select s.document_kind, s.document_id, s.date::text as date, s.position, null::text as batch_number,
      null::text as expire_date, s.quantity - coalesce(n.quantity, 0) as change, false as is_settled,
      case when n.counts > 0 then s.counted - n.counted end as counted, false as is_traced
    from stock s left join named n using (document_kind, document_id)
    union all
    select b.document_kind, b.document_id, max(b.effective_date)::text, max(b.position), b.batch_number,
      b.expire_date::text, -sum(b.quantity), true, null, ${of.length === 0 ? sql`true` : sql.join([...of], sql` and `)}
    from (${settledLines(traced)}) b group by b.document_kind, b.document_id, b.batch_number, b.expire_date
    having sum(b.quantity) <> 0`;
}

/** Rows of the recall: the batch itself was sold, by the document that sold it. */
export const soldBeforeRows = (before: readonly SoldBefore[]): RawBuilder<unknown> => sql`
  select 'sold_before' as what, s.item_fk, s.batch_number, s.expire_date, s.inventory_fk, sum(s.quantity) as quantity, s.date,
    s.document_kind, s.document_id, 'itself' as within
  from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) s (item_fk int, inventory_fk int, batch_number text,
    expire_date date, date date, document_kind text, document_id int, quantity numeric)
  group by s.item_fk, s.batch_number, s.expire_date, s.inventory_fk, s.date, s.document_kind, s.document_id`;
