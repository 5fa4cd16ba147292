/** `GET reports/expired_items`: goods on hand that have expired or soon will (`expiry.ts` says how that is known). */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { quantity } from '../../domain/kernel/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { type Lot, lotsOf, remainingLots } from './expiry.ts';
import { levelsOf, placeConditions } from './inventory.ts';
import { type Known, readKnownAt, shownPosition } from './known-at.ts';
import { reportRoute } from './report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const ExpiringRow = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  expire_date: Type.String(),
  /** Until it expires; below zero since it did. */
  days_left: Type.Integer(),
  state: Type.Enum(['expired', 'expires_soon']),
  /** In base units. */
  quantity: Type.String(),
});
type ExpiringRow = Static<typeof ExpiringRow>;
const SHOWN = ['all', 'expired', 'expires_soon'] as const;

export const expiredItemsRoute: ReadRoute = {
  ...reportRoute('expired_items'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    ...TwoTimes,
    inventory_fk: Type.Optional(IdText()),
    item_fk: Type.Optional(IdText()),
    show: Type.Optional(Type.Enum([...SHOWN])),
    ...Paging,
  }),
  answer: RunningSchema(ExpiringRow, { day: Type.String() }),
  operationId: 'expiredItems',
  summary: 'Goods on hand that have expired or soon will',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => expiredItems(snapshot, person, query)),
};

type Asked = Readonly<Record<string, string>>;

interface OnHand {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly item_code: string | null;
  /** So many days before it expires it is shown; null is when it has expired. */
  readonly alert_days: number | null;
  readonly quantity: string;
}

export async function expiredItems(snapshot: Snapshot, person: Person, query: Asked) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const day = query['as_at'] ?? (await today(snapshot));
  const ofItem = query['item_fk'] === undefined ? [] : [sql<boolean>`j.item_fk = ${Number(query['item_fk'])}`];
  const lots = await lotsOf(snapshot, [...inTimes(undefined, query['as_at'], known), ...ofItem]);
  const rows = (await onHand(snapshot, person, query, known)).flatMap((item) =>
    remainingLots(quantity(item.quantity), lots.get(item.item_fk) ?? []).flatMap((lot) => shownRow(item, lot, day)),
  );
  const wanted = rows
    .filter(({ state }) => query['show'] === undefined || query['show'] === 'all' || query['show'] === state)
    .sort((a, b) => a.days_left - b.days_left || a.item_fk - b.item_fk);
  const page = readPaging(query);
  return {
    ...paged(page, wanted.length),
    data: wanted.slice(page.offset, page.offset + page.perPage),
    params: query,
    position: await shownPosition(snapshot, known),
    day,
  };
}

async function onHand(
  snapshot: Snapshot,
  person: Person,
  query: Asked,
  known: Known | undefined,
): Promise<readonly OnHand[]> {
  const levels = levelsOf(inTimes(undefined, query['as_at'], known), placeConditions(person, query), false);
  const { rows } = await sql<OnHand>`
    select s.item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code,
      (i.data ->> 'expire_alert_days')::int as alert_days, sum(s.quantity)::text as quantity
    from (${levels}) s join read.record i on i.kind = 'item' and i.id = s.item_fk
    where (i.data ->> 'has_expire')::boolean
    group by 1, 2, 3, 4 having sum(s.quantity) > 0`.execute(snapshot);
  return rows;
}

const DAY_MS = 86_400_000;

function shownRow(item: OnHand, lot: Lot, day: string): ExpiringRow[] {
  const days_left = Math.round((Date.parse(lot.expire_date) - Date.parse(day)) / DAY_MS);
  if (days_left > (item.alert_days ?? 0)) return [];
  const { item_fk, item_name, item_code } = item;
  const state = days_left < 0 ? 'expired' : 'expires_soon';
  return [
    { ...{ item_fk, item_name, item_code }, expire_date: lot.expire_date, days_left, state, quantity: lot.quantity },
  ];
}

async function today(snapshot: Snapshot): Promise<string> {
  const { rows } = await sql<{ day: string }>`select current_date::text as day`.execute(snapshot);
  return rows[0]?.day ?? '';
}
