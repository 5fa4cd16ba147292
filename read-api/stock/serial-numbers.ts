/**
 * `GET reports/serial_numbers`: with a number, the life of the pieces that have it: where they came from, were moved and
 * counted, to whom they were sold, and where they are; without one, all pieces with serial numbers on hand.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { warrantyOfLine } from '../../domain/sales/warranty.ts';
import type { Person } from '../../identity/person.ts';
import { calledLines } from '../batches/called-batches.ts';
import type { Known } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { reportRoute } from '../reports/report-route.ts';
import { RunningSchema } from '../reports/running.ts';
import { namedBatchLevels } from './batch-levels.ts';
import { WHAT_MOVED } from './batch-recall.ts';
import {
  BUYER,
  countOf,
  MOBILE,
  ofBatch,
  openReport,
  PrintedNumber,
  pageOfReport,
  withPartyNames,
} from './batch-report.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const WholeNumber = () => Type.Union([Type.Integer(), Type.Null()]);
const PieceRow = Type.Object({
  what: Type.Enum(['on_hand', 'came_in', 'sold', 'came_back', 'moved', 'gone', 'counted', 'claimed', 'given']),
  item_fk: Type.Integer(),
  item_name: Text(),
  serial_number: Type.String(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  /** Null for a piece on hand. */
  date: Text(),
  document_kind: Text(),
  document_id: WholeNumber(),
  move_line: WholeNumber(),
  number: Text(),
  /** The customer of the document in the books. */
  customer_fk: WholeNumber(),
  party_name: Text(),
  mobile: Text(),
  /** The last day of the warranty of a sale. */
  warranty_until: Text(),
});
type PieceRow = Static<typeof PieceRow>;
type Found = Omit<PieceRow, 'party_name' | 'warranty_until'> & {
  readonly party: string | null;
  readonly warranty_months: number | null;
  /** Of a piece that a warranty claim received or gave: that of its first sale. */
  readonly claimed_until: string | null;
  readonly brought_by: string | null;
};

export const serialNumbersRoute = declareRead({
  ...reportRoute('reports/serial_numbers'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    serial_number: PrintedNumber(),
    item_fk: Type.Optional(IdText()),
    inventory_fk: Type.Optional(IdText()),
    ...TwoTimes,
    ...Paging,
  }),
  answer: RunningSchema(PieceRow, {}),
  operationId: 'serialNumbers',
  summary: 'The life of a piece by its serial number, or all pieces on hand',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => serialNumbers(snapshot, person, query)),
});

export async function serialNumbers(snapshot: Snapshot, person: Person, query: QueryValues) {
  const opened = await openReport(snapshot, person, query);
  const { times, goods, known, page } = opened;
  const { serial_number: typed } = query;
  const all = sql`
    select 'on_hand' as what, b.item_fk, b.batch_number, b.inventory_fk, null::date as effective_date,
      null::timestamp as effective_at, null::bigint as position, null as document_kind, null::int as document_id,
      null::bigint as move_line
    from (${namedBatchLevels(opened)}) b ${whereAll([sql<boolean>`b.quantity > 0`, ...ofBatch(typed)])}
    ${typed === undefined ? sql`` : sql`union all ${moved([...times, ...goods], known, typed)} union all ${claims([...times, ...goods], typed)}`}`;
  const pieces = sql`(${all}) r join read.record i on i.kind = 'item' and i.id = r.item_fk
    and i.data ->> 'serial_numbers' <> 'none'`;
  const { rows } = await sql<Found>`
    select r.what, r.item_fk, ${shownName('i')} as item_name, r.batch_number as serial_number, r.inventory_fk,
      ${shownName('p')} as inventory_name, r.effective_date::text as date, r.document_kind, r.document_id,
      r.move_line::float8 as move_line, d.number, ${BUYER} as party,
      case when c.kind = 'customer' then c.id end as customer_fk,
      ${MOBILE} as mobile, d.data ->> 'warranty_until' as claimed_until, d.data ->> 'brought_by' as brought_by,
      case when r.what = 'sold' then (
        select max((l ->> 'warranty_months')::int) from jsonb_array_elements(d.data -> 'lines') l
        where (l ->> 'item_fk')::int = r.item_fk) end as warranty_months
    from ${pieces}
    left join read.record p on p.kind = 'inventory' and p.id = r.inventory_fk
    left join read.document d on d.kind = r.document_kind and d.id = r.document_id
    left join read.record c on c.kind = split_part(d.party, '-', 1) and c.id = nullif(split_part(d.party, '-', 2), '')::int
    order by r.item_fk, r.batch_number, r.effective_at nulls last, r.position, r.move_line, r.inventory_fk
    limit ${page.perPage} offset ${page.offset}`.execute(snapshot);
  const named = await withPartyNames(snapshot, rows);
  return pageOfReport(snapshot, opened, {
    total: await countOf(snapshot, pieces),
    data: named.map(({ warranty_months, claimed_until, brought_by, ...row }) => ({
      ...row,
      party_name: row.party_name ?? brought_by,
      warranty_until: row.what === 'sold' ? warrantyOfLine(row.date, warranty_months) : claimed_until,
    })),
  });
}

/** Excludes reversed movements together with their reversals; a count of zero is a piece that was not found. */
const moved = (wanted: readonly Condition[], known: Known | undefined, number: string): RawBuilder<unknown> => sql`
    select case when j.kind = 'counted' and j.quantity = 0 then 'gone'
        when j.document_kind = 'warranty_claim' and j.quantity < 0 then 'given' else ${WHAT_MOVED} end as what, j.item_fk,
      j.batch_number, j.inventory_fk, j.effective_date, j.effective_at, j.position, j.document_kind, j.document_id,
      j.move_line
    from (
      select b.item_fk, b.batch_number, b.inventory_fk, b.effective_date, b.document_kind, b.document_id, b.move_line,
        b.kind, sum(b.quantity) as quantity, min(b.effective_at) as effective_at, min(b.position) as position
      from (${calledLines([sql`j.kind not in ('count', 'named', 'delivered')`, ...wanted], known)}) b ${whereAll(ofBatch(number))}
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(b.quantity) <> 0 or (b.kind = 'counted' and count(*) % 2 = 1)
    ) j`;

/**
 * Warranty claims of the pieces that have the number: handed in, and those that the supplier gave to the customer, which never
 * were in stock. They are shown as they stand now.
 */
const claims = (wanted: readonly Condition[], number: string): RawBuilder<unknown> => sql`
    select b.* from (
      select j.what, j.item_fk, j.batch_number, j.inventory_fk, j.effective_date, j.effective_at, j.position,
        'warranty_claim' as document_kind, j.id as document_id, null::bigint as move_line
      from (
        select c.what, c.batch_number, c.effective_date, c.effective_date::timestamp as effective_at, d.position, d.id,
          d.inventory_fk, (d.data ->> 'item_fk')::int as item_fk
        from read.document d cross join lateral (values
          ('claimed', d.data ->> 'serial_number', d.date),
          ('given', case when d.data -> 'answer' ->> 'piece' is not null then d.data -> 'answer' ->> 'serial_number' end,
            (d.data -> 'answer' ->> 'date')::date)
        ) c (what, batch_number, effective_date)
        where d.kind = 'warranty_claim' and d.status not in ('draft', 'discarded', 'reversed')
      ) j ${whereAll(wanted)}
    ) b ${whereAll(ofBatch(number))}`;
