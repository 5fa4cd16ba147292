/**
 * The deliveries of a driver: `GET drivers/{user}` lists the undelivered orders assigned to the driver, the goods to
 * carry, and the amounts to collect; `GET drivers/{user}/paper` prints them as a route sheet or a loading list.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { ROUTE_PAPERS } from '../../domain/paper/goods-papers.ts';
import { layoutOf } from '../../domain/paper/layout.ts';
import { PaperAnswer } from '../../domain/paper/paper.schema.ts';
import { collectedOf } from '../../domain/sales/collected.ts';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { add, money, printMoney, ZERO } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdParams, Query } from '../http/query.schema.ts';
import { declareRead, type Services } from '../http/route.ts';
import { documentScope } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { fetchNames } from '../lists/names.ts';
import { businessOf } from '../paper/business.ts';
import { currencyOf } from '../paper/paper-documents.ts';
import { templatesOf } from '../paper/templates.ts';
import { CarriedGoods, carriedGoods, printedGoods } from '../stock/carried-goods.ts';

const Text = () => Nullable(Type.String());

const RoundOrder = Type.Object({
  order_id: Type.Integer(),
  revision: Type.Integer(),
  number: Text(),
  customer_name: Text(),
  mobile: Text(),
  address: Text(),
  zone_name: Text(),
  note: Text(),
  currency_fk: Nullable(Type.Integer()),
  account_fk: Nullable(Type.Integer()),
  outlet_fk: Nullable(Type.Integer()),
  payment_type: Text(),
  total: Type.String(),
  unpaid: Type.String(),
  /** What is unpaid, unless the order is on account. */
  to_collect: Type.String(),
  items: Type.Array(CarriedGoods),
});
export const Round = Type.Object(
  {
    driver_fk: Type.Integer(),
    driver_name: Text(),
    orders: Type.Array(RoundOrder),
    /** The goods of all orders. */
    items: Type.Array(CarriedGoods),
    /** For the orders that are paid in cash. */
    to_collect: Type.Array(Type.Object({ currency_fk: Type.Integer(), currency_name: Text(), amount: Type.String() })),
  },
  { title: 'DriversRound' },
);

const PERMISSION = `${onlineOrderDocument.resource}/home_delivery`;
const READS = ['books', 'documents', 'events', 'records'] as const;
const NAMES = ROUTE_PAPERS.map(({ name }) => name);

interface OrderRow {
  readonly id: number;
  readonly revision: number;
  readonly number: string | null;
  readonly outlet_fk: number | null;
  readonly currency_fk: number | null;
  readonly payment_type: string | null;
  readonly total: string;
  readonly unpaid: string;
  readonly note: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** In order of confirmation. */
async function roundOf(snapshot: Snapshot, driver: number, person: Person) {
  const { rows } = await sql<OrderRow>`
    select d.id, d.revision, d.number, d.outlet_fk, d.currency_fk, d.payment_type, trim_scale(d.total)::text as total,
      trim_scale(d.unpaid)::text as unpaid, d.note, d.data
    from read.document d
    where d.kind = ${onlineOrderDocument.kind} and d.status = 'confirmed' and (d.data ->> 'driver_fk')::int = ${driver}
      and ${documentScope(person, onlineOrderDocument)}
    order by d.data ->> 'confirmed_at', d.id`.execute(snapshot);
  const { ofOrders, inAll } = await carriedGoods(
    snapshot,
    rows.map(({ data }) => data),
  );
  const named = rows.flatMap(({ data }) =>
    ['online_customer_fk', 'customer_fk', 'delivery_zone_fk'].map(
      (field) => `${field.slice(0, -3)}-${String(data[field])}`,
    ),
  );
  const nameOf = await fetchNames(snapshot, [
    `user-${driver}`,
    ...named,
    ...rows.map(({ currency_fk }) => `currency-${currency_fk}`),
  ]);
  return {
    driver_fk: driver,
    driver_name: nameOf('user', driver),
    orders: rows.map(({ id, data, ...row }, index) => ({
      ...row,
      order_id: id,
      to_collect: collectedOf(row),
      customer_name: nameOf('online_customer', data['online_customer_fk']) ?? nameOf('customer', data['customer_fk']),
      mobile: text(data['customer_mobile']),
      address: text(data['customer_address']),
      zone_name: nameOf('delivery_zone', data['delivery_zone_fk']),
      account_fk: numberOrNull(data['account_fk']),
      items: ofOrders[index] ?? [],
    })),
    items: inAll,
    to_collect: toCollect(rows).map((sum) => ({ ...sum, currency_name: nameOf('currency', sum.currency_fk) })),
  };
}

function toCollect(rows: readonly OrderRow[]) {
  const inCash = rows.filter(({ payment_type }) => payment_type !== 'on_account');
  const currencies = [...new Set(inCash.flatMap(({ currency_fk }) => (currency_fk === null ? [] : [currency_fk])))];
  return currencies.map((currency_fk) => {
    const own = inCash.filter((row) => row.currency_fk === currency_fk);
    return { currency_fk, amount: printMoney(own.reduce((sum, { unpaid }) => add(sum, money(unpaid)), ZERO)) };
  });
}

type DriversRound = Awaited<ReturnType<typeof roundOf>>;

type PrintedRows = Pick<PaperAnswer['documents'][number], 'lines' | 'line_goods' | 'goods'>;

function rowsOf(round: DriversRound, paper: string): PrintedRows {
  if (paper === 'loading_list') return { lines: printedGoods(round.items) };
  const currencies = new Map(round.to_collect.map(({ currency_fk, currency_name }) => [currency_fk, currency_name]));
  const currencyOf = (currency: number | null) =>
    currencies.size > 1 && currency !== null ? (currencies.get(currency) ?? null) : null;
  return {
    lines: round.orders.map((order) => ({
      number: order.number,
      online_customer_fk: order.customer_name,
      customer_mobile: order.mobile,
      customer_address: order.address,
      delivery_zone_fk: order.zone_name,
      note: order.note,
      currency_fk: currencyOf(order.currency_fk),
      to_collect: order.to_collect,
    })),
    line_goods: round.orders.map(({ items }) => printedGoods(items)),
    goods: printedGoods(round.items),
  };
}

/** The sum of the amounts below the table; for several currencies, each of them. */
async function sumsOf(snapshot: Snapshot, round: DriversRound) {
  const sums = await Promise.all(
    round.to_collect.map(async ({ currency_fk, amount }) => ({
      amount,
      currency: await currencyOf(snapshot, currency_fk),
    })),
  );
  const [first, second] = sums;
  if (!first) return {};
  const ofCurrency = ({ currency }: typeof first) => (currency ? { currency } : {});
  if (!second) return { ...ofCurrency(first), total: first.amount };
  return {
    figures: sums.map((sum) => ({
      ...ofCurrency(sum),
      rows: [{ field: 'to_collect', kind: 'amount' as const, value: sum.amount }],
    })),
  };
}

export const driversRoundRoutes = ({ dataDir }: Pick<Services, 'dataDir'>) =>
  [
    declareRead({
      url: '/drivers/:id',
      permission: PERMISSION,
      reads: READS,
      params: IdParams,
      answer: Round,
      operationId: 'showDriversRound',
      tag: 'sales',
      summary: 'What a driver brings: the orders, what to carry in all, what to collect',
      handle: ({ reader, person, params }) =>
        inSnapshot(reader, (snapshot) => roundOf(snapshot, Number(params['id']), person)),
    }),
    declareRead({
      url: '/drivers/:id/paper',
      permission: PERMISSION,
      reads: READS,
      params: IdParams,
      query: Query({ paper: Type.Optional(Type.Enum(NAMES)) }),
      answer: PaperAnswer,
      operationId: 'showDriversRoundPaper',
      tag: 'sales',
      summary: 'What is printed of a driver’s round: the route sheet, or the list to load by',
      handle: ({ reader, person, params, query }) =>
        inSnapshot(reader, async (snapshot): Promise<PaperAnswer> => {
          const round = await roundOf(snapshot, Number(params['id']), person);
          const paper = ROUTE_PAPERS.find(({ name }) => name === query['paper']) ?? ROUTE_PAPERS[0];
          const document = {
            layout: layoutOf(paper),
            number: round.driver_name,
            status: 'confirmed',
            date: await shopToday(snapshot),
            facts: [],
            totals: [],
            ...rowsOf(round, paper.name),
            ...(paper.totals === 'amount' ? await sumsOf(snapshot, round) : {}),
          };
          return {
            papers: NAMES,
            documents: [document],
            business: await businessOf(snapshot, round.orders[0]?.outlet_fk, dataDir),
            templates: await templatesOf(snapshot, paper.name),
          };
        }),
    }),
  ] as const;
