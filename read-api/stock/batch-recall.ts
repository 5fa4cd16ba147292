/**
 * `GET reports/batch_recall`: the trace of a batch: the inventories of the rest, its receipts, the customers who bought it
 * with their telephone, and its other movements; the same of kits and products that were made of it.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { calledLines } from '../batches/called-batches.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { reportRoute } from '../reports/report-route.ts';
import { RunningSchema } from '../reports/running.ts';
import { namedBatchLevels } from './batch-levels.ts';
import {
  BUYER,
  countOf,
  MOBILE,
  ofBatch,
  openReport,
  PrintedNumber,
  pageOfReport,
  type Traced,
  withPartyNames,
} from './batch-report.ts';
import { linesOfMade, type MadeGoods, madeOfBatch, onHandOfMade, TRACED_LINE } from './made-of-batch.ts';
import { type SoldBefore, soldBefore, soldBeforeRows } from './sold-before.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const WHAT = ['on_hand', 'came_in', 'sold', 'came_back', 'moved', 'gone', 'sold_before', 'counted'] as const;
export const WITHIN = ['itself', 'contains', 'may_contain'] as const;
const RecallRow = Type.Object({
  what: Type.Enum([...WHAT]),
  item_fk: Type.Integer(),
  item_name: Text(),
  batch_number: Text(),
  expire_date: Text(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  /** In base units; negative for outgoing goods. */
  quantity: Type.String(),
  in_units: InUnits(),
  /** Date of the movement; null for goods on hand. */
  date: Text(),
  document_kind: Text(),
  document_id: Type.Union([Type.Integer(), Type.Null()]),
  number: Text(),
  party_name: Text(),
  mobile: Text(),
  /** Whether the goods are of the batch itself, or were made of it; `may_contain` for goods without batches. */
  within: Type.Enum([...WITHIN]),
});
type RecallRow = Static<typeof RecallRow>;
type Found = Omit<RecallRow, 'party_name' | 'in_units'> & { readonly party: string | null };

export const batchRecallRoute = declareRead({
  ...reportRoute('reports/batch_recall'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    item_fk: Type.Optional(IdText()),
    batch_number: PrintedNumber(),
    inventory_fk: Type.Optional(IdText()),
    show: Type.Optional(Type.Enum(['all', ...WHAT])),
    ...TwoTimes,
    ...Paging,
  }),
  answer: RunningSchema(RecallRow, {}),
  operationId: 'batchRecall',
  summary: 'Where a batch came from, to whom it was sold, and where the rest of it is',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => batchRecall(snapshot, person, query)),
});

/** By the document of the movement and its direction. */
export const WHAT_MOVED = sql`case
  when j.kind = 'counted' then 'counted'
  when j.kind = 'settled' then 'sold_before'
  when j.document_kind in ('sale', 'pos_sale', 'online_order') then case when j.quantity < 0 then 'sold' else 'came_back' end
  when j.document_kind = 'warranty_claim' and j.quantity < 0 then 'sold'
  when j.document_kind = 'sale_return' then 'came_back'
  when j.document_kind in ('stock_transfer', 'sale_transfer', 'sale_transfer_return') then 'moved'
  when j.quantity > 0 then 'came_in' else 'gone' end`;

export async function batchRecall(snapshot: Snapshot, person: Person, query: QueryValues) {
  const opened = await openReport(snapshot, person, query);
  const of = ofBatch(query['batch_number']);
  const made = await madeOf(snapshot, opened, query);
  const before = await soldBefore(snapshot, opened, of);
  const show = query['show'] ?? 'all';
  const all = sql`(${onHand(opened, of, made)}) union all (${moved(opened, of, made, before)})`;
  const wanted = whereAll(show === 'all' ? [] : [sql<boolean>`r.what = ${show}`]);
  const { rows } = await sql<Found>`
    select r.what, r.item_fk, ${shownName('i')} as item_name, r.batch_number, r.expire_date::text as expire_date,
      r.inventory_fk, ${shownName('p')} as inventory_name, r.quantity::text as quantity, r.date::text as date,
      r.document_kind, r.document_id, d.number, ${BUYER} as party,
      ${MOBILE} as mobile, r.within
    from (${all}) r
    join read.record i on i.kind = 'item' and i.id = r.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = r.inventory_fk
    left join read.document d on d.kind = r.document_kind and d.id = r.document_id
    left join read.record c on c.kind = split_part(d.party, '-', 1) and c.id = nullif(split_part(d.party, '-', 2), '')::int
    ${wanted}
    order by array_position(${[...WHAT]}::text[], r.what), array_position(${[...WITHIN]}::text[], r.within), r.item_fk, r.expire_date, r.batch_number, r.date, r.document_kind,
      r.document_id, r.inventory_fk, r.quantity
    limit ${opened.page.perPage} offset ${opened.page.offset}`.execute(snapshot);
  const named = await withPartyNames(snapshot, rows);
  return pageOfReport(snapshot, opened, {
    total: await countOf(snapshot, sql`(${all}) r ${wanted}`),
    data: await withUnits(
      snapshot,
      named.map((row) => ({ ...row, quantity: printQuantity(quantity(row.quantity)) })),
      (row) => row,
    ),
  });
}

/** What was made of the batch, where one is named. */
export function madeOf(snapshot: Snapshot, traced: Traced, query: QueryValues): Promise<readonly MadeGoods[]> | [] {
  if (query['batch_number'] === undefined) return [];
  const ofItem = query['item_fk'] === undefined ? [] : [sql<boolean>`b.item_fk = ${Number(query['item_fk'])}`];
  return madeOfBatch(snapshot, traced, [...ofBatch(query['batch_number']), ...ofItem]);
}

function onHand(traced: Traced, of: readonly Condition[], made: readonly MadeGoods[]): RawBuilder<unknown> {
  const own = sql`select b.item_fk, b.batch_number, b.expire_date, b.inventory_fk, b.quantity, 'itself' as within
    from (${namedBatchLevels(traced)}) b ${whereAll(of)}`;
  const others = onHandOfMade(made, traced);
  return sql`select 'on_hand' as what, b.item_fk, b.batch_number, b.expire_date, b.inventory_fk, b.quantity,
      null::date as date, null as document_kind, null::int as document_id, b.within
    from (${others ? sql`(${own}) union all (${others})` : own}) b`;
}

function linesOf(traced: Traced, of: readonly Condition[], made: readonly MadeGoods[]): RawBuilder<unknown> {
  const { times, goods, known } = traced;
  const own = sql`select ${TRACED_LINE}, 'itself' as within
    from (${calledLines([sql`j.kind not in ('count', 'named', 'settled', 'delivered')`, ...times, ...goods], known)}) b ${whereAll(of)}`;
  const others = linesOfMade(made, traced);
  return others ? sql`(${own}) union all (${others})` : own;
}

/** What moved of a batch and of what was made of it; without reversed movements and their reversals. */
export const moved = (
  traced: Traced,
  of: readonly Condition[],
  made: readonly MadeGoods[],
  before: readonly SoldBefore[],
): RawBuilder<unknown> => sql`
  (select ${WHAT_MOVED} as what, j.item_fk, j.batch_number, j.expire_date, j.inventory_fk, sum(j.quantity) as quantity,
    j.effective_date as date, j.document_kind, j.document_id, j.within
  from (
    select b.item_fk, b.batch_number, b.expire_date, b.inventory_fk, b.effective_date, b.document_kind, b.document_id,
      b.kind, b.move_line, b.within, sum(b.quantity) as quantity
    from (${linesOf(traced, of, made)}) b
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(b.quantity) <> 0
  ) j group by 1, 2, 3, 4, 5, 7, 8, 9, 10)
  union all (${soldBeforeRows(before)})`;
