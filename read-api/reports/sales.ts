/**
 * `GET reports/sales`: the sales of a period by day, month, weekday, hour, outlet, salesman, customer, category, item or
 * invoice, from the lines of the ledger; optionally with the items of each invoice. Returns are negative sales of their own
 * day. Cost, profit and margin require `items/show_cost`.
 */

import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { SALES_GROUPS } from '../../domain/registry/reports.ts';
import { keyedBy } from '../../domain/values/members.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, Flag, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames, type NameOf } from '../lists/names.ts';
import {
  COST,
  DISCOUNTS,
  earned,
  marginOf,
  movedForSale,
  ofSales,
  RETURNS,
  REVENUE,
  SALES,
  spent,
  TAX,
} from './item-sales.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { type Group, groupOf, keyOf, NARROWING, narrowed, orderOf, RECORD_OF } from './sales-groups.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const SoldItem = Type.Object({
  item_fk: Type.Union([Type.Integer(), Type.Null()]),
  item_name: Text(),
  quantity: Type.String(),
  gross: Type.String(),
  returns: Type.String(),
  discounts: Type.String(),
  revenue: Type.String(),
});
const SalesRow = Type.Object({
  /**
   * Day, month, day of the week (1 is Monday), hour, id of the outlet, salesman, category or item, stream of the customer or
   * of the invoice; empty when the line has none.
   */
  key: Type.String(),
  name: Text(),
  date: Text(),
  document_kind: Text(),
  document_id: Type.Union([Type.Integer(), Type.Null()]),
  party_name: Text(),
  /** The documents that the grouping by invoice lists: those with a figure that is not zero. */
  documents: Type.Integer(),
  gross: Type.String(),
  returns: Type.String(),
  discounts: Type.String(),
  revenue: Type.String(),
  delivery: Type.String(),
  tax: Type.String(),
  total: Type.String(),
  cost: Text(),
  profit: Text(),
  /** In percent of the revenue. */
  margin: Text(),
  items: Type.Array(SoldItem),
});
type SalesRow = Static<typeof SalesRow>;
type SoldItem = Static<typeof SoldItem>;
const FIGURES = ['gross', 'returns', 'discounts', 'revenue', 'delivery', 'tax', 'total', 'cost'] as const;
const SalesReport = RunningSchema(SalesRow, {
  totals: Type.Object({
    ...keyedBy(FIGURES, Text),
    profit: Text(),
    margin: Text(),
  }),
});

export const salesRoute = declareRead({
  url: '/reports/sales',
  permission: 'reports/sales',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    ...NARROWING,
    group: Type.Optional(Type.Enum([...SALES_GROUPS])),
    /** The items of each invoice. */
    details: Type.Optional(Flag()),
    ...Paging,
  }),
  answer: SalesReport,
  operationId: 'salesReport',
  tag: 'reports',
  summary: 'What was sold, by day, hour, outlet, salesman, customer, category, item or invoice',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => salesReport(snapshot, person, query)),
});

export const DELIVERY = [SYSTEM_ACCOUNTS['delivery-income'].code];
export const ALL_OF_SALES = [...REVENUE, ...DELIVERY, ...TAX];

/** The lines `j` of all figures. */
export const SALES_LINES: Condition = ofSales([...ALL_OF_SALES, ...COST]);
/** Whether the sums of these lines have a figure. Those of a cancelled document have none. */
export const HAS_FIGURE: RawBuilder<unknown> = sql.join(
  [SALES, RETURNS, DISCOUNTS, DELIVERY, TAX, COST].map((accounts) => sql`${earned(accounts)} <> 0`),
  sql` or `,
);

type Found = Omit<SalesRow, 'name' | 'party_name' | 'items' | 'profit' | 'margin' | 'cost'> & {
  readonly number: string | null;
  readonly party: string | null;
  readonly cost: string;
};

export async function salesReport(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const group = groupOf(query['group']);
  const lines = [
    ...inTimes(query['from'], query['as_at'], known),
    ...outletConditions(person, query['outlet_fk'], sql`j.outlet_fk`),
    ...narrowed(query),
  ];
  const rows = await rowsOf(snapshot, group, lines);
  const page = readPaging(query);
  const shown = rows.slice(page.offset, page.offset + page.perPage);
  const items = group === 'invoice' && query['details'] === '1' ? await itemsOf(snapshot, lines, shown) : new Map();
  const nameOf = await fetchNames(
    snapshot,
    shown.flatMap(({ key, party: of }) => [RECORD_OF[group] ? `${RECORD_OF[group]}-${key}` : key, of ?? '']),
  );
  const cost = seesCost(person);
  return {
    ...paged(page, rows.length),
    data: shown.map((row) => present(row, { group, cost, nameOf, items: items.get(row.key) ?? [] })),
    params: query,
    position: await shownPosition(snapshot, known),
    totals: totalsOf(rows, cost),
  };
}

async function rowsOf(snapshot: Snapshot, group: Group, conditions: readonly Condition[]): Promise<Found[]> {
  const ofInvoice =
    group === 'invoice'
      ? sql`min(s.date) as date, min(s.document_kind) as document_kind, min(s.document_id) as document_id,
          min(s.number) as number, min(s.party) as party`
      : sql`null as date, null as document_kind, null::int as document_id, null as number, null as party`;
  const sums = FIGURES.map((name) => sql`sum(${sql.ref(`s.${name}`)}) as ${sql.ref(name)}`);
  const { rows } = await sql<Found>`
    select s.key, ${ofInvoice}, count(*)::int as documents, ${sql.join(sums)}
    from (${documentsOf(group, conditions)}) s
    group by s.key order by ${orderOf(group)}`.execute(snapshot);
  return rows;
}

/** The figures of each document within each group, and for the invoices what their rows show. */
function documentsOf(group: Group, conditions: readonly Condition[]): RawBuilder<unknown> {
  const ofInvoice =
    group === 'invoice'
      ? sql`, min(j.effective_at) as effective_at, min(j.position) as position, min(j.effective_date) as date,
          min(j.document_kind) as document_kind, min(j.document_id) as document_id, min(d.number) as number,
          min(d.party) as party`
      : sql``;
  return sql`
    select ${keyOf(group)} as key, j.document, ${earned(SALES)} as gross, ${spent(RETURNS)} as returns,
      ${spent(DISCOUNTS)} as discounts, ${earned(REVENUE)} as revenue, ${earned(DELIVERY)} as delivery,
      ${earned(TAX)} as tax, ${earned(ALL_OF_SALES)} as total, ${spent(COST)} as cost ${ofInvoice}
    from read.journal_line j
    left join read.document d on d.kind = j.document_kind and d.id = j.document_id
    ${whereAll([SALES_LINES, ...conditions])}
    group by 1, j.document having ${HAS_FIGURE}`;
}

/** Keyed by invoice. */
async function itemsOf(
  snapshot: Snapshot,
  lines: readonly Condition[],
  invoices: readonly Found[],
): Promise<Map<string, SoldItem[]>> {
  const own = [...lines, sql<boolean>`j.document = any(${invoices.map(({ key }) => key)}::text[])`];
  const ids = sql<boolean>`j.document_id = any(${invoices.map(({ document_id }) => document_id)}::int[])`;
  const { rows } = await sql<SoldItem & { document: string }>`
    with goods as (
      select m.document, m.item_fk, -sum(m.quantity) as quantity from (${movedForSale([...own, ids])}) m group by 1, 2
    ), money as (
      select j.document, j.item_fk, ${earned(SALES)} as gross, ${spent(RETURNS)} as returns,
        ${spent(DISCOUNTS)} as discounts, ${earned(REVENUE)} as revenue
      from read.journal_line j ${whereAll([ofSales(REVENUE), ids, ...own])} group by 1, 2
    )
    select m.*, ${shownName('i')} as item_name, coalesce(g.quantity, 0) as quantity from money m
    left join goods g on g.document = m.document and g.item_fk = m.item_fk
    left join read.record i on i.kind = 'item' and i.id = m.item_fk
    where (m.gross, m.returns, m.discounts) <> (0, 0, 0) order by m.document, m.item_fk`.execute(snapshot);
  const items = new Map<string, SoldItem[]>();
  for (const { document, ...item } of rows) items.set(document, [...(items.get(document) ?? []), item]);
  return items;
}

interface Presented {
  readonly group: Group;
  readonly cost: boolean;
  readonly nameOf: NameOf;
  readonly items: readonly SoldItem[];
}

function present({ number, party, ...row }: Found, { group, cost, nameOf, items }: Presented): SalesRow {
  const kind = RECORD_OF[group];
  const named: Readonly<Partial<Record<Group, string | null>>> = {
    customer: nameOf(undefined, row.key),
    invoice: number,
  };
  const own = group in named ? (named[group] ?? null) : row.key || null;
  const profit = money(row.revenue) - money(row.cost);
  return {
    ...row,
    name: kind ? nameOf(kind, row.key) : own,
    party_name: party === null ? null : nameOf(undefined, party),
    cost: cost ? row.cost : null,
    profit: cost ? printMoney(toMoney(profit)) : null,
    margin: cost ? marginOf(profit, money(row.revenue)) : null,
    items: [...items],
  };
}

function totalsOf(rows: readonly Found[], cost: boolean) {
  const total = (name: (typeof FIGURES)[number]) => rows.reduce((sum, row) => sum + money(row[name]), 0n);
  const profit = total('revenue') - total('cost');
  const totals = keyedBy(FIGURES, (name) => printMoney(toMoney(total(name))));
  return {
    ...totals,
    cost: cost ? totals.cost : null,
    profit: cost ? printMoney(toMoney(profit)) : null,
    margin: cost ? marginOf(profit, total('revenue')) : null,
  };
}
