/**
 * `GET reports/inventory`: goods on hand as at a day and as known at a moment. Value and average cost require
 * `items/show_cost`.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { ItemData } from '../../domain/catalogue/item.schema.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { type Money, money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { booksPosition, readKnownAt } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { Flag, IdText, Paging, Query, SearchText, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { checkInventory, rowScope, seesCost } from '../http/scope.ts';
import { inOrder } from '../lists/fields.ts';
import { InUnits, inUnits } from '../lists/in-units.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { withNames } from '../lists/names.ts';
import { searchCondition } from '../lists/search.ts';
import { inTimes, paged, RunningSchema, readPaging } from '../reports/running.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const StockRow = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  quantity: Type.String(),
  /** The quantity in the units of the item, the largest first. */
  in_units: InUnits(),
  /** Null without the permission. */
  value: Text(),
  /** Value ÷ quantity; null when the quantity is zero. */
  average_cost: Text(),
});
/** What is sold and not delivered is in the inventory beside it. */
const InventoryRow = Type.Object({
  ...StockRow.properties,
  undelivered: Type.String(),
  undelivered_in_units: InUnits(),
});
const Inventory = RunningSchema(InventoryRow, {
  /** Not for those who may not see the cost. */
  footer: Type.Object({ quantity: Type.String(), undelivered: Type.String(), value: Text() }),
});

export const inventoryRoute = declareRead({
  url: '/reports/inventory',
  permission: 'reports/inventory',
  reads: ['books', 'events', 'records'],
  query: Query({
    ...TwoTimes,
    inventory_fk: Type.Optional(IdText()),
    item_fk: Type.Optional(IdText()),
    search: Type.Optional(SearchText()),
    /** Includes items with nothing on hand. */
    show_all: Type.Optional(Flag()),
    is_paginated: Type.Optional(Flag()),
    ...Paging,
  }),
  answer: Inventory,
  operationId: 'inventoryReport',
  tag: 'reports',
  summary: 'Goods on hand as at a day, as known at a moment',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => inventory(snapshot, person, query)),
});

type Found = Pick<
  Static<typeof StockRow>,
  'item_fk' | 'item_name' | 'item_code' | 'inventory_fk' | 'inventory_name'
> & {
  readonly quantity: string;
  readonly value: string;
};

export async function inventory(snapshot: Snapshot, person: Person, query: QueryValues) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const all = query['is_paginated'] === '0';
  const page = readPaging(query);
  const levels = levelsOf(
    inTimes(undefined, query['as_at'], known),
    placeConditions(person, query),
    query['show_all'] === '1',
    true,
  );
  const search = query['search'] ? [searchCondition(sql`i.search`, query['search'])] : [];
  const from = sql`(${levels}) s
    left join read.record i on i.kind = 'item' and i.id = s.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = s.inventory_fk ${whereAll(search)}`;
  const totals = await sql<{ count: number; quantity: string; value: string; undelivered: string }>`
    select count(*)::int as count, coalesce(sum(s.quantity), 0) as quantity, coalesce(sum(s.value), 0) as value,
      coalesce(sum(s.undelivered), 0) as undelivered
    from ${from}`.execute(snapshot);
  const { count = 0, quantity: total = '0', value = '0', undelivered = '0' } = totals.rows[0] ?? {};
  const order = sql`order by ${inOrder(shownName('i'))}, s.item_fk, s.inventory_fk`;
  const { rows } = await sql<
    Found & { readonly item_units: ItemData['item_units'] | null; readonly undelivered: string }
  >`
    select s.item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code, s.inventory_fk,
      ${shownName('p')} as inventory_name,
      s.quantity, s.undelivered, s.value, i.data -> 'item_units' as item_units
    from ${from} ${order}
    ${all ? sql`` : sql`limit ${page.perPage} offset ${page.offset}`}`.execute(snapshot);
  const cost = seesCost(person);
  return {
    ...paged(all ? { perPage: Math.max(1, count), page: 1, offset: 0 } : page, count),
    data: await withNames(
      snapshot,
      rows.map(({ item_units, undelivered: later, ...row }) => ({
        ...stockRow(row, cost),
        in_units: inUnits(quantity(row.quantity), item_units ?? []),
        undelivered: printQuantity(quantity(later)),
        undelivered_in_units: inUnits(quantity(later), item_units ?? []),
      })),
    ),
    params: query,
    position: String(known?.position ?? (await booksPosition(snapshot))),
    footer: { quantity: total, undelivered: printQuantity(quantity(undelivered)), value: cost ? value : null },
  };
}

export function placeConditions(person: Person, query: QueryValues): Condition[] {
  const [place, item] = [query['inventory_fk'], query['item_fk']];
  checkInventory(person, place === undefined ? undefined : Number(place));
  return [
    ...(place === undefined
      ? rowScope(person, { inventory: sql`j.inventory_fk` })
      : [sql<boolean>`j.inventory_fk = ${Number(place)}`]),
    ...(item === undefined ? [] : [sql<boolean>`j.item_fk = ${Number(item)}`]),
  ];
}

/**
 * Without times the levels come from the stored table; otherwise they are sums of the stock ledger. `withUndelivered` lists
 * places too where nothing is left but what is sold and not delivered.
 */
export function levelsOf(
  times: readonly Condition[],
  place: readonly Condition[],
  withNothing: boolean,
  withUndelivered = false,
): RawBuilder<unknown> {
  if (times.length === 0) {
    const present = withNothing
      ? []
      : [sql<boolean>`(j.quantity <> 0 or j.value <> 0 or (${withUndelivered} and j.undelivered <> 0))`];
    return sql`select j.item_fk, j.inventory_fk, j.quantity, j.value, j.undelivered
      from read.stock_level j ${whereAll([...place, ...present])}`;
  }
  const present = withNothing
    ? sql``
    : sql`having sum(j.quantity) <> 0 or sum(j.value) <> 0 or (${withUndelivered} and sum(j.undelivered) <> 0)`;
  return sql`select j.item_fk, j.inventory_fk, sum(j.quantity) as quantity, sum(j.value) as value,
      sum(j.undelivered) as undelivered
    from read.stock_line j ${whereAll([...times, ...place])} group by j.item_fk, j.inventory_fk ${present}`;
}

export function stockRow(row: Found, cost: boolean): Omit<Static<typeof StockRow>, 'in_units'> {
  const held = quantity(row.quantity);
  return {
    ...row,
    quantity: printQuantity(held),
    value: cost ? row.value : null,
    average_cost: cost ? averageCost(money(row.value), held) : null,
  };
}

/** Shown with four decimals, and stored nowhere. */
export function averageCost(value: Money, held: Quantity): string | null {
  return held === 0n ? null : printMoney(toMoney(divideRounded(value * QUANTITY_ONE, held)));
}
