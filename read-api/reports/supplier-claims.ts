/**
 * `GET reports/supplier_claims`: the goods that were sent back to each supplier and whose credit is awaited, as it is now
 * (docs/decisions/0207): how many returns, since when, what they are to be credited, and what they cost in the books.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { checkOutlet, documentScope, seesCost } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { reportRoute } from './report-route.ts';
import { paged, RunningSchema, readPaging } from './running.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const ClaimRow = Type.Object({
  supplier_fk: Type.Union([Type.Integer(), Type.Null()]),
  supplier_name: Text(),
  /** The status of the returns, by which their list is opened. */
  status: Type.String(),
  /** How many returns. */
  documents: Type.Integer(),
  /** The day on which the first of them was sent. */
  sent_since: Type.String(),
  days_waiting: Type.Integer(),
  /** Their totals with tax at the rates of the returns, in the system currency. */
  total: Type.String(),
  /** What the goods cost in the books; null without the permission for costs. */
  value: Text(),
});
type ClaimRow = Static<typeof ClaimRow>;

export const supplierClaimsRoute = declareRead({
  ...reportRoute('reports/supplier_claims'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({ outlet_fk: Type.Optional(IdText()), supplier_fk: Type.Optional(IdText()), ...Paging }),
  answer: RunningSchema(ClaimRow, { totals: Type.Object({ total: Type.String(), value: Text() }) }),
  operationId: 'supplierClaims',
  summary: 'Goods that were sent back and whose credit is awaited, by supplier',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => supplierClaims(snapshot, person, query)),
});

type Found = Omit<ClaimRow, 'value'> & { readonly value: string };

async function supplierClaims(snapshot: Snapshot, person: Person, query: QueryValues) {
  const { outlet_fk, supplier_fk } = query;
  checkOutlet(person, outlet_fk === undefined ? undefined : Number(outlet_fk));
  const conditions: Condition[] = [
    sql`d.kind = 'purchase_return' and d.status = 'credit_awaited'`,
    documentScope(person),
  ];
  if (outlet_fk !== undefined) conditions.push(sql`d.outlet_fk = ${Number(outlet_fk)}`);
  if (supplier_fk !== undefined) conditions.push(sql`d.party = ${`supplier-${supplier_fk}`}`);
  const today = await shopToday(snapshot);
  // Those that wait longest first.
  const { rows } = await sql<Found>`
    with sent as (
      select d.party, count(*)::int as documents, min(d.date) as since, sum(d.total_base) as total, sum(c.value) as value
      from read.document d
      cross join lateral (
        select coalesce(sum(j.base), 0) as value from read.journal_line j
        join read.account a on a.account = j.account and a.key = 'supplier-claims'
        where j.document = 'purchase_return-' || d.id
      ) c
      ${whereAll(conditions)}
      group by 1
    )
    select p.id as supplier_fk, ${shownName('p')} as supplier_name, 'credit_awaited' as status, s.documents,
      s.since::text as sent_since, ${today}::date - s.since as days_waiting, s.total::text as total, s.value::text as value
    from sent s left join read.record p on p.kind = 'supplier' and s.party = 'supplier-' || p.id
    order by s.since, p.id`.execute(snapshot);
  const cost = seesCost(person);
  const page = readPaging(query);
  const sumOf = (name: 'total' | 'value') => printMoney(toMoney(rows.reduce((sum, row) => sum + money(row[name]), 0n)));
  return {
    ...paged(page, rows.length),
    data: rows.slice(page.offset, page.offset + page.perPage).map((row) => ({
      ...row,
      total: printMoney(money(row.total)),
      value: cost ? printMoney(money(row.value)) : null,
    })),
    params: query,
    position: await shownPosition(snapshot, undefined),
    totals: { total: sumOf('total'), value: cost ? sumOf('value') : null },
  };
}
