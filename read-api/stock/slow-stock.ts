/**
 * `GET reports/slow_stock`: goods on hand that were not issued for a number of days, with their value. The days are
 * counted from the last issue that is not reversed, or, without one, from the first receipt of the goods; where nothing was
 * left after that issue, from the first receipt after it. For the whole
 * business an issue is a sale or a use in production; for some of its places it is whatever left them, transfers
 * included, beside the last sale of the item anywhere (docs/decisions/0136).
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { inCategories } from '../lists/category-filter.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { isMovedForSale, isNoCount, isUsed } from '../reports/item-sales.ts';
import { reportRoute } from '../reports/report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from '../reports/running.ts';
import { levelsOf, placeConditions } from './inventory.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const DaysText = () => Type.String({ pattern: '^[1-9]\\d{0,3}$', examples: ['120'] });
/** Days without an issue. */
const [SLOW_DAYS, DEAD_DAYS] = ['90', '180'];
const STATES = ['slow', 'dead'] as const;

const SlowRow = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  category_name: Text(),
  /** Day of the last sale of the item, in all inventories that the person may see. */
  last_sale: Text(),
  /** Day of the last issue from the selected places. */
  last_issue: Text(),
  /** Day of the last receipt of goods: a purchase, a count, a transfer or a return. */
  last_receipt: Text(),
  days: Type.Integer(),
  state: Type.Enum([...STATES]),
  /** In base units. */
  quantity: Type.String(),
  in_units: InUnits(),
  value: Text(),
});
type SlowRow = Static<typeof SlowRow>;

export const slowStockRoute = declareRead({
  ...reportRoute('reports/slow_stock'),
  reads: ['books', 'events', 'records'],
  query: Query({
    ...TwoTimes,
    inventory_fk: Type.Optional(IdText()),
    category_fk: Type.Optional(IdText()),
    slow_days: Type.Optional(DaysText()),
    dead_days: Type.Optional(DaysText()),
    state: Type.Optional(Type.Enum(['all', ...STATES])),
    ...Paging,
  }),
  answer: RunningSchema(SlowRow, { totals: Type.Object({ quantity: Type.String(), value: Text() }) }),
  operationId: 'slowStock',
  summary: 'Goods on hand that were not issued for so many days',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => slowStock(snapshot, person, query)),
});

type Found = Omit<SlowRow, 'state' | 'value' | 'in_units'> & { readonly value: string };

export async function slowStock(snapshot: Snapshot, person: Person, query: QueryValues) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const found = await lying(snapshot, person, query, inTimes(undefined, query['as_at'], known));
  const dead = Number(query['dead_days'] ?? DEAD_DAYS);
  const wanted = found
    .map((row) => ({ ...row, state: row.days >= dead ? STATES[1] : STATES[0] }))
    .filter(({ state }) => query['state'] === undefined || query['state'] === 'all' || query['state'] === state);
  const cost = seesCost(person);
  const page = readPaging(query);
  const held = wanted.reduce((sum, row) => sum + quantity(row.quantity), 0n);
  const value = wanted.reduce((sum, row) => sum + money(row.value), 0n);
  return {
    ...paged(page, wanted.length),
    data: await withUnits(
      snapshot,
      wanted.slice(page.offset, page.offset + page.perPage).map((row) => ({
        ...row,
        quantity: printQuantity(quantity(row.quantity)),
        value: cost ? row.value : null,
      })),
      (row) => row,
    ),
    params: query,
    position: await shownPosition(snapshot, known),
    totals: { quantity: printQuantity(toQuantity(held)), value: cost ? printMoney(toMoney(value)) : null },
  };
}

/**
 * The quantity of each item that a document moved on each day, and on all days. A reversal takes back what was moved on
 * its own day, so a document that was completed again for another day counts on that day only.
 */
const daysOf = (conditions: readonly Condition[]): RawBuilder<unknown> => sql`
  select j.item_fk, j.effective_date as day, sum(j.quantity) as on_day,
    sum(sum(j.quantity)) over (partition by j.item_fk, j.document) as on_all_days
  from read.stock_line j ${whereAll(conditions)} group by j.item_fk, j.document, j.effective_date`;

/** Those that lie longest first. */
async function lying(snapshot: Snapshot, person: Person, query: QueryValues, times: ReturnType<typeof inTimes>) {
  const day = query['as_at'] ?? (await shopToday(snapshot));
  const place = placeConditions(person, query);
  const anywhere = placeConditions(person, {});
  // A transfer leaves a place, and not the business.
  const isIssued = place.length === 0 ? isUsed : isNoCount;
  // What came after the place was empty does not lie since its predecessors left.
  const since = sql`case when h.quantity <= a.quantity then a.first_receipt else o.last_issue end`;
  const days = sql`${day}::date - coalesce(${since}, o.last_issue, c.first_receipt)`;
  const inCategory = query['category_fk'] === undefined ? [] : [inCategories([Number(query['category_fk'])])];
  const { rows } = await sql<Found>`
    with held as (
      select l.item_fk, sum(l.quantity) as quantity, sum(l.value) as value
      from (${levelsOf(times, place, false)}) l group by 1 having sum(l.quantity) > 0
    ), sold as (
      select m.item_fk, max(m.day) as last_sale from (${daysOf([isMovedForSale, ...times, ...anywhere])}) m
      where m.on_day < 0 and m.on_all_days < 0 group by 1
    ), issued as (
      select m.item_fk, max(m.day) as last_issue from (${daysOf([isIssued, ...times, ...place])}) m
      where m.on_day < 0 and m.on_all_days < 0 group by 1
    ), came as (
      select m.item_fk, min(m.day) as first_receipt, max(m.day) as last_receipt
      from (${daysOf([...times, ...place])}) m
      where m.on_day > 0 and m.on_all_days > 0 group by 1
    ), after_it as (
      select m.item_fk, sum(m.on_day) as quantity,
        min(m.day) filter (where m.on_day > 0 and m.on_all_days > 0) as first_receipt
      from (${daysOf([...times, ...place])}) m join issued q on q.item_fk = m.item_fk and m.day > q.last_issue
      group by 1
    )
    select h.item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code,
      ${shownName('k')} as category_name, s.last_sale::text as last_sale,
      o.last_issue::text as last_issue, c.last_receipt::text as last_receipt,
      ${days} as days, h.quantity, h.value
    from held h
    left join sold s on s.item_fk = h.item_fk
    left join issued o on o.item_fk = h.item_fk
    left join came c on c.item_fk = h.item_fk
    left join after_it a on a.item_fk = h.item_fk
    left join read.record i on i.kind = 'item' and i.id = h.item_fk
    left join read.record k on k.kind = 'category' and k.id = (i.data ->> 'category_fk')::int
    ${whereAll([sql`${days} >= ${Number(query['slow_days'] ?? SLOW_DAYS)}`, ...inCategory])}
    order by ${days} desc, h.item_fk`.execute(snapshot);
  return rows;
}
