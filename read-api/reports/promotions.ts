/**
 * `GET reports/promotions`: sales under each promotion in a period, its discounts, and the cost of the goods, in total
 * or by month, outlet or document. Cost and profit require `items/show_cost`. A sale may have several promotions, so only
 * the discounts may be summed across promotions.
 */

import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { isOneOf } from '../../domain/values/members.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { fetchNames, readStream } from '../lists/names.ts';
import { marginOf } from './item-sales.ts';
import { PROMOTION_PARTS, type PromotionSales, promotionSales } from './promotion-sales.ts';
import { reportRoute } from './report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const PromotionRow = Type.Object({
  promotion_fk: Type.Integer(),
  promotion_name: Text(),
  /** Month (`2026-03`), id of the outlet or stream of the document; empty for the whole promotion. */
  key: Type.String(),
  /** The name; for a document its number. */
  name: Text(),
  document_kind: Text(),
  document_id: Type.Union([Type.Integer(), Type.Null()]),
  documents: Type.Integer(),
  /** In base units. */
  quantity: Type.String(),
  free_quantity: Type.String(),
  /** Before discounts; less `given` and `other_discounts` it is `revenue`. */
  gross: Type.String(),
  given: Type.String(),
  other_discounts: Type.String(),
  revenue: Type.String(),
  /** The cost of the free goods, and of all goods. */
  cost_of_free: Text(),
  cost: Text(),
  profit: Text(),
  margin: Text(),
});
type PromotionRow = Static<typeof PromotionRow>;

export const promotionsRoute = declareRead({
  ...reportRoute('reports/promotions'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    promotion_fk: Type.Optional(IdText()),
    group: Type.Optional(Type.Enum([...PROMOTION_PARTS])),
    ...Paging,
  }),
  answer: RunningSchema(PromotionRow, {
    totals: Type.Object({ free_quantity: Type.String(), given: Type.String(), cost_of_free: Text() }),
  }),
  operationId: 'promotionsReport',
  summary: 'What was sold under each promotion, and what it gave',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => promotionsReport(snapshot, person, query)),
});

export async function promotionsReport(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const group = isOneOf(PROMOTION_PARTS, query['group']) ? query['group'] : 'promotion';
  const found = await promotionSales(snapshot, group, [
    ...inTimes(query['from'], query['as_at'], known),
    ...outletConditions(person, query['outlet_fk'], sql`j.outlet_fk`),
  ]);
  const promotion = query['promotion_fk'];
  const rows = promotion === undefined ? found : found.filter((row) => row.promotion_fk === Number(promotion));
  const page = readPaging(query);
  const shown = rows.slice(page.offset, page.offset + page.perPage);
  const nameOf = await fetchNames(
    snapshot,
    shown.flatMap(({ promotion_fk, key }) => [
      `promotion-${promotion_fk}`,
      ...(group === 'outlet' ? [`outlet-${key}`] : []),
    ]),
  );
  const numbers = group === 'document' ? await numbersOf(snapshot, shown) : new Map<string, string | null>();
  const nameIn = (key: string) => {
    if (group === 'outlet') return nameOf('outlet', key);
    return group === 'document' ? (numbers.get(key) ?? null) : key || null;
  };
  const cost = seesCost(person);
  return {
    ...paged(page, rows.length),
    data: shown.map(
      (row): PromotionRow => ({
        ...figures(row, cost),
        promotion_name: nameOf('promotion', row.promotion_fk),
        name: nameIn(row.key),
        ...documentOf(group === 'document' ? row.key : ''),
      }),
    ),
    params: query,
    position: await shownPosition(snapshot, known),
    totals: totalsOf(rows, cost),
  };
}

/** Numbers of documents by their streams. */
async function numbersOf(snapshot: Snapshot, rows: readonly PromotionSales[]) {
  const streams = rows.map(({ key }) => readStream(key)).filter((stream) => stream !== undefined);
  const { rows: found } = await sql<{ stream: string; number: string | null }>`
    select d.kind || '-' || d.id as stream, d.number from read.document d
    join unnest(${streams.map(({ kind }) => kind)}::text[], ${streams.map(({ id }) => id)}::int[]) w (kind, id)
      on d.kind = w.kind and d.id = w.id`.execute(snapshot);
  return new Map(found.map(({ stream, number }) => [stream, number]));
}

function documentOf(key: string) {
  const stream = readStream(key);
  return { document_kind: stream?.kind ?? null, document_id: stream?.id ?? null };
}

function figures({ cost_of_sold: sold, cost_of_free: free, ...row }: PromotionSales, cost: boolean) {
  if (!cost) return { ...row, cost_of_free: null, cost: null, profit: null, margin: null };
  const whole = money(sold) + money(free);
  const revenue = money(row.revenue);
  return {
    ...row,
    cost_of_free: free,
    cost: printMoney(toMoney(whole)),
    profit: printMoney(toMoney(revenue - whole)),
    margin: marginOf(revenue - whole, revenue),
  };
}

function totalsOf(rows: readonly PromotionSales[], cost: boolean) {
  const total = (name: 'given' | 'cost_of_free') =>
    printMoney(toMoney(rows.reduce((sum, row) => sum + money(row[name]), 0n)));
  const free = rows.reduce((sum, row) => sum + quantity(row.free_quantity), 0n);
  return {
    free_quantity: printQuantity(toQuantity(free)),
    given: total('given'),
    cost_of_free: cost ? total('cost_of_free') : null,
  };
}
