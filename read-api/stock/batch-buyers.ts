/**
 * `GET reports/batch_buyers`: who has goods of a batch, with the telephone: what each bought of it and did not bring back. It
 * is the list that is worked off when a batch is recalled.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { reportRoute } from '../reports/report-route.ts';
import { RunningSchema } from '../reports/running.ts';
import { madeOf, moved, WITHIN } from './batch-recall.ts';
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
import { soldBefore } from './sold-before.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const BuyerRow = Type.Object({
  /** Null for sales without a customer. */
  party_name: Text(),
  mobile: Text(),
  item_fk: Type.Integer(),
  item_name: Text(),
  batch_number: Text(),
  expire_date: Text(),
  /** What was sold and did not come back, in base units. */
  quantity: Type.String(),
  in_units: InUnits(),
  /** Day of the last sale. */
  date: Text(),
  /** Number of sales. */
  sales: Type.Integer(),
  /** Whether they bought the batch itself, or goods that were made of it. */
  within: Type.Enum([...WITHIN]),
});
type Found = Omit<Static<typeof BuyerRow>, 'party_name' | 'in_units'> & { readonly party: string | null };

export const batchBuyersRoute = declareRead({
  ...reportRoute('reports/batch_buyers'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    item_fk: Type.Optional(IdText()),
    batch_number: PrintedNumber(),
    inventory_fk: Type.Optional(IdText()),
    ...TwoTimes,
    ...Paging,
  }),
  answer: RunningSchema(BuyerRow, {}),
  operationId: 'batchBuyers',
  summary: 'Who bought a batch and did not bring it back, with the telephone',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => batchBuyers(snapshot, person, query)),
});

export async function batchBuyers(snapshot: Snapshot, person: Person, query: QueryValues) {
  const opened = await openReport(snapshot, person, query);
  const of = ofBatch(query['batch_number']);
  const before = await soldBefore(snapshot, opened, of);
  const made = await madeOf(snapshot, opened, query);
  const all = sql`
    select ${BUYER} as party, ${MOBILE} as mobile, r.item_fk, r.batch_number, r.expire_date, -sum(r.quantity) as quantity,
      max(r.date) filter (where r.what <> 'came_back') as date,
      (count(distinct (r.document_kind, r.document_id)) filter (where r.what <> 'came_back'))::int as sales, r.within
    from (${moved(opened, of, made, before)}) r
    left join read.document d on d.kind = r.document_kind and d.id = r.document_id
    left join read.record c on c.kind = split_part(d.party, '-', 1) and c.id = nullif(split_part(d.party, '-', 2), '')::int
    where r.what in ('sold', 'came_back')
      or r.what = 'sold_before' and r.document_kind in ('sale', 'pos_sale', 'online_order')
    group by 1, 2, 3, 4, 5, r.within having sum(r.quantity) < 0`;
  const { rows } = await sql<Found>`
    select b.party, b.mobile, b.item_fk, ${shownName('i')} as item_name, b.batch_number,
      b.expire_date::text as expire_date, b.quantity::text as quantity, b.date::text as date, b.sales, b.within
    from (${all}) b join read.record i on i.kind = 'item' and i.id = b.item_fk
    order by array_position(${[...WITHIN]}::text[], b.within), b.party is null, b.date desc, b.party, b.mobile, b.item_fk, b.batch_number, b.expire_date
    limit ${opened.page.perPage} offset ${opened.page.offset}`.execute(snapshot);
  const named = await withPartyNames(snapshot, rows);
  return pageOfReport(snapshot, opened, {
    total: await countOf(snapshot, sql`(${all}) b`),
    data: await withUnits(
      snapshot,
      named.map((row) => ({ ...row, quantity: printQuantity(quantity(row.quantity)) })),
      (row) => row,
    ),
  });
}
