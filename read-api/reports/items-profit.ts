/**
 * `GET reports/items_profits`: revenue net of discounts, cost, profit and margin of each item in a period; their sum
 * equals sales less cost in the ledger. `GET reports/most_active_items`: the items sold most.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Person } from '../../identity/person.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { type ItemSales, itemSales, marginOf, profitOf } from './item-sales.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const OfItem = {
  /** Null for lines without an item. */
  item_fk: Type.Union([Type.Integer(), Type.Null()]),
  item_name: Text(),
  item_code: Text(),
  quantity: Type.String(),
  gross: Type.String(),
  returns: Type.String(),
  discounts: Type.String(),
  revenue: Type.String(),
};
const ItemProfit = Type.Object({ ...OfItem, cost: Type.String(), profit: Type.String(), margin: Text() });
const ActiveItem = Type.Object({ ...OfItem, documents: Type.Integer() });
const Totals = { quantity: Type.String(), revenue: Type.String() };
const ItemProfits = RunningSchema(ItemProfit, {
  totals: Type.Object({ ...Totals, cost: Type.String(), profit: Type.String(), margin: Text() }),
});
const ActiveItems = RunningSchema(ActiveItem, { totals: Type.Object(Totals) });
type ItemProfit = Static<typeof ItemProfit>;

const Period = {
  from: Type.Optional(DayText()),
  ...TwoTimes,
  outlet_fk: Type.Optional(IdText()),
  ...Paging,
};
const PROFIT_ORDERS = ['profit', 'revenue', 'margin', 'quantity'] as const;
const ACTIVE_ORDERS = ['quantity', 'documents', 'revenue'] as const;

export const itemsProfitRoutes = [
  declareRead({
    url: '/reports/items_profits',
    permission: 'reports/items_profits',
    reads: ['books', 'events', 'records'],
    query: Query({ ...Period, order: Type.Optional(Type.Enum([...PROFIT_ORDERS])) }),
    answer: ItemProfits,
    operationId: 'itemsProfits',
    tag: 'reports',
    summary: 'Revenue, cost and profit of each item',
    handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => itemsProfit(snapshot, person, query)),
  }),
  declareRead({
    url: '/reports/most_active_items',
    permission: 'reports/most_active_items',
    reads: ['books', 'events', 'records'],
    query: Query({ ...Period, order: Type.Optional(Type.Enum([...ACTIVE_ORDERS])) }),
    answer: ActiveItems,
    operationId: 'mostActiveItems',
    tag: 'reports',
    summary: 'What was sold most',
    handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => activeItems(snapshot, person, query)),
  }),
] as const;

export async function itemsProfit(snapshot: Snapshot, person: Person, query: QueryValues) {
  if (!seesCost(person)) throw forbidden('items/show_cost');
  const { sales, ...answer } = await asked(snapshot, person, query);
  const order = PROFIT_ORDERS.find((name) => name === query['order']) ?? 'profit';
  const rows = sales
    .map(({ documents: _documents, ...row }): ItemProfit => {
      const profit = profitOf(row);
      return { ...row, profit: printMoney(toMoney(profit)), margin: marginOf(profit, money(row.revenue)) };
    })
    .sort((a, b) => descending(figure(a[order]), figure(b[order])));
  const [revenue, cost] = [sumOf(rows, 'revenue'), sumOf(rows, 'cost')];
  return {
    ...answer,
    ...pageOf(rows, query),
    totals: {
      ...answer.totals,
      cost: printMoney(toMoney(cost)),
      profit: printMoney(toMoney(revenue - cost)),
      margin: marginOf(revenue - cost, revenue),
    },
  };
}

export async function activeItems(snapshot: Snapshot, person: Person, query: QueryValues) {
  const { sales, ...answer } = await asked(snapshot, person, query);
  const order = ACTIVE_ORDERS.find((name) => name === query['order']) ?? 'quantity';
  const rows = sales
    .filter(isActive)
    .map(({ cost: _cost, ...row }) => row)
    .sort((a, b) => descending(figure(String(a[order])), figure(String(b[order]))));
  return { ...answer, ...pageOf(rows, query) };
}

/** Leaves out rows that have only a cost, which this report does not show: the totals are the sums of the others. */
const isActive = ({ quantity: sold, gross, returns, discounts }: ItemSales): boolean =>
  quantity(sold) !== 0n || [gross, returns, discounts].some((amount) => money(amount) !== 0n);

async function asked(snapshot: Snapshot, person: Person, query: QueryValues) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const times = inTimes(query['from'], query['as_at'], known);
  const sales = await itemSales(snapshot, times, outletConditions(person, query['outlet_fk'], sql`j.outlet_fk`));
  const sold = sales.reduce((sum, row) => sum + quantity(row.quantity), 0n);
  return {
    sales,
    params: query,
    position: await shownPosition(snapshot, known),
    totals: { quantity: printQuantity(toQuantity(sold)), revenue: printMoney(toMoney(sumOf(sales, 'revenue'))) },
  };
}

function pageOf<Row>(rows: readonly Row[], query: QueryValues) {
  const page = readPaging(query);
  return {
    ...paged(page, rows.length),
    data: rows.slice(page.offset, page.offset + page.perPage),
  };
}

const sumOf = (rows: readonly Pick<ItemSales, 'revenue' | 'cost'>[], of: 'revenue' | 'cost'): bigint =>
  rows.reduce((sum, row) => sum + money(row[of]), 0n);

/** Quantities have more decimals than amounts; a margin may be null. */
const figure = (text: string | null): bigint => quantity(text ?? '0');
const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? 1 : -1);
