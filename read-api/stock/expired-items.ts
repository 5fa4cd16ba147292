/** `GET reports/expired_items`: batches on hand that have expired or soon will, each in its inventory. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { shopToday } from '../http/today.ts';
import { reportRoute } from '../reports/report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from '../reports/running.ts';
import { namedBatchLevels } from './batch-levels.ts';
import { placeConditions } from './inventory.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const ExpiringRow = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  /** Null for an item with expiry dates and no batch numbers. */
  batch_number: Text(),
  expire_date: Type.String(),
  /** Days until expiry; negative after it. */
  days_left: Type.Integer(),
  state: Type.Enum(['expired', 'expires_soon']),
  /** In base units. */
  quantity: Type.String(),
});
type ExpiringRow = Static<typeof ExpiringRow>;
const SHOWN = ['all', 'expired', 'expires_soon'] as const;

export const expiredItemsRoute = declareRead({
  ...reportRoute('reports/expired_items'),
  reads: ['books', 'events', 'records'],
  query: Query({
    ...TwoTimes,
    inventory_fk: Type.Optional(IdText()),
    item_fk: Type.Optional(IdText()),
    show: Type.Optional(Type.Enum([...SHOWN])),
    ...Paging,
  }),
  answer: RunningSchema(ExpiringRow, { day: Type.String() }),
  operationId: 'expiredItems',
  summary: 'Batches on hand that have expired or soon will, by inventory',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => expiredItems(snapshot, person, query)),
});

export async function expiredItems(snapshot: Snapshot, person: Person, query: QueryValues) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const day = query['as_at'] ?? (await shopToday(snapshot));
  const batches = await expiringBatches(snapshot, person, query, { day, known });
  const wanted = batches.filter(
    ({ state }) => query['show'] === undefined || query['show'] === 'all' || query['show'] === state,
  );
  const page = readPaging(query);
  return {
    ...paged(page, wanted.length),
    data: wanted.slice(page.offset, page.offset + page.perPage),
    params: query,
    position: await shownPosition(snapshot, known),
    day,
  };
}

interface Times {
  readonly day?: string;
  readonly known?: Awaited<ReturnType<typeof readKnownAt>>;
}

/** Without times today's, as they are known now. */
export async function expiringBatches(
  snapshot: Snapshot,
  person: Person,
  query: QueryValues,
  { day, known }: Times = {},
): Promise<ExpiringRow[]> {
  const at = day ?? (await shopToday(snapshot));
  const goods = placeConditions(person, query);
  const levels = namedBatchLevels({ times: inTimes(undefined, query['as_at'], known), goods, known });
  const { rows } = await sql<Omit<ExpiringRow, 'state'>>`
    select b.item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code, b.inventory_fk,
      ${shownName('p')} as inventory_name, b.batch_number, b.expire_date::text as expire_date,
      b.expire_date - ${at}::date as days_left, b.quantity::text as quantity
    from (${levels}) b
    join read.record i on i.kind = 'item' and i.id = b.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = b.inventory_fk
    where b.quantity > 0 and b.expire_date - ${at}::date < (case
      when (i.data ->> 'expire_alert_days')::int > 1 then (i.data ->> 'expire_alert_days')::int + 1 else 0 end)
    order by b.expire_date, b.item_fk, b.inventory_fk, b.batch_number`.execute(snapshot);
  return rows.map((row) => ({
    ...row,
    quantity: printQuantity(quantity(row.quantity)),
    state: stateOf(row.days_left),
  }));
}

/** Goods may be sold on their expiry date. */
const stateOf = (daysLeft: number): ExpiringRow['state'] => (daysLeft < 0 ? 'expired' : 'expires_soon');
