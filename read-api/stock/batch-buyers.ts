/**
 * `GET reports/batch_buyers`: who has goods of a batch, with the telephone: what each bought of it and did not bring back. It
 * is the list that is worked off when a batch is recalled.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { fetchNames } from '../lists/names.ts';
import { reportRoute } from '../reports/report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from '../reports/running.ts';
import { BUYER, MOBILE, madeOf, movedOfBatch, ofBatch, tracedBy, WITHIN } from './batch-recall.ts';
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
  /** Day of the last sale. */
  date: Text(),
  /** Number of sales. */
  sales: Type.Integer(),
  /** Whether they bought the batch itself, or goods that were made of it. */
  within: Type.Enum([...WITHIN]),
});
type Found = Omit<Static<typeof BuyerRow>, 'party_name'> & { readonly party: string | null };

export const batchBuyersRoute = declareRead({
  ...reportRoute('reports/batch_buyers'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    item_fk: Type.Optional(IdText()),
    /** As printed on the package; case, blanks, hyphens and the script of digits do not matter. */
    batch_number: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
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
  const known = await readKnownAt(snapshot, query['known_at']);
  const times = inTimes(undefined, query['as_at'], known);
  const traced = tracedBy(person, query, times, known);
  const before = await soldBefore(snapshot, traced, ofBatch(query['batch_number']));
  const made = await madeOf(snapshot, traced, query);
  const moved = movedOfBatch(traced, query['batch_number'], made, before);
  const page = readPaging(query);
  const all = sql`
    select ${BUYER} as party, ${MOBILE} as mobile, r.item_fk, r.batch_number, r.expire_date, -sum(r.quantity) as quantity,
      max(r.date) filter (where r.what <> 'came_back') as date,
      (count(distinct (r.document_kind, r.document_id)) filter (where r.what <> 'came_back'))::int as sales, r.within
    from (${moved}) r
    left join read.document d on d.kind = r.document_kind and d.id = r.document_id
    left join read.record c on c.kind = split_part(d.party, '-', 1) and c.id = nullif(split_part(d.party, '-', 2), '')::int
    where r.what in ('sold', 'came_back')
      or r.what = 'sold_before' and r.document_kind in ('sale', 'pos_sale', 'online_order')
    group by 1, 2, 3, 4, 5, r.within having sum(r.quantity) < 0`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${all}) b`.execute(snapshot);
  const { rows } = await sql<Found>`
    select b.party, b.mobile, b.item_fk, ${shownName('i')} as item_name, b.batch_number,
      b.expire_date::text as expire_date, b.quantity::text as quantity, b.date::text as date, b.sales, b.within
    from (${all}) b join read.record i on i.kind = 'item' and i.id = b.item_fk
    order by array_position(${[...WITHIN]}::text[], b.within), b.party is null, b.date desc, b.party, b.mobile, b.item_fk, b.batch_number, b.expire_date
    limit ${page.perPage} offset ${page.offset}`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ party }) => party ?? []),
  );
  return {
    ...paged(page, counted.rows[0]?.count ?? 0),
    data: rows.map(({ party, ...row }) => ({
      party_name: party === null ? null : nameOf(undefined, party),
      ...row,
      quantity: printQuantity(quantity(row.quantity)),
    })),
    params: query,
    position: await shownPosition(snapshot, known),
  };
}
