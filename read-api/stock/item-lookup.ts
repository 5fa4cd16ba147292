/**
 * `GET items/list`: items with the data that document lines need: units with names, prices and barcodes, and the
 * quantity on hand. An exact match of a barcode or code comes first.
 */

import { sql } from 'kysely';
import { Type } from 'typebox';
import { category } from '../../domain/catalogue/category.record.ts';
import { item } from '../../domain/catalogue/item.record.ts';
import { recordAnswer } from '../../domain/registry/answers.schema.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { foldForSearch } from '../../domain/values/folding.ts';
import { membersOf } from '../../domain/values/members.ts';
import { money } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { inSnapshot } from '../database/reader.ts';
import { listOfDay, namedOn, OF_DAY } from '../details/record-of-day.ts';
import { showRecordRoute } from '../details/show.ts';
import { IdText } from '../http/query.schema.ts';
import type { Asked, ReadRoute } from '../http/route.ts';
import { allOf, checkInventory, rowScope, seesCost } from '../http/scope.ts';
import { inCategories } from '../lists/category-filter.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Condition, ListSource } from '../lists/list-source.ts';
import type { Row } from '../lists/names.ts';
import { recordList } from '../lists/record-list.ts';
import { hasCode, hasKey } from '../lists/search.ts';
import { goodsNotAvailable } from './goods-not-for-sale.ts';
import { averageCost } from './inventory.ts';
import { ScannedText } from './scanned-item.ts';

export function itemLookupRoute(): ReadRoute {
  return listRoute({
    url: '/items/list',
    permission: lookupPermission('items'),
    reads: ['records', 'books', 'documents', 'events'],
    operationId: 'lookUpItems',
    tag: 'catalogue',
    summary: 'Items for a line: by name, code or barcode, with units, prices and stock on hand',
    extra: {
      inventory_fk: Type.Optional(IdText()),
      barcode: Type.Optional(ScannedText()),
      /** Items of the category, of its sub-categories and of those below them. */
      within_category: Type.Optional(IdText()),
      ...OF_DAY,
    },
    row: recordAnswer(item),
    columns: recordList(item, 'look-up').columns,
    source: ({ person, query }) => {
      const inventory = query['inventory_fk'] === undefined ? undefined : Number(query['inventory_fk']);
      const { barcode, within_category } = query;
      const only = [
        ...(barcode === undefined ? [] : [hasKey(sql`r.search`, barcode)]),
        ...(within_category === undefined ? [] : [inCategories([Number(within_category)], 'r')]),
      ];
      const source = itemSource({ person, query, inventory, only: only.length === 0 ? undefined : allOf(only) });
      return listOfDay(source, item, query['of_day']);
    },
  });
}

/** One item as `items/{id}` answers, with its category path for pricing lists. */
export function showItemRoute(): ReadRoute {
  const route = showRecordRoute(item);
  return {
    ...route,
    handle: async (requested) => {
      const row = membersOf(await route.handle(requested));
      const { of_day: day } = requested.query;
      if (day !== undefined)
        return inSnapshot(requested.reader, async (snapshot) => ({
          ...row,
          category_path: await categoryPathOn(snapshot, row, day),
        }));
      const paths = await categoryPaths(requested.reader, [row]);
      return { ...row, category_path: paths(row) };
    },
  };
}

interface ItemsQuery extends Pick<Asked, 'person' | 'query'> {
  /** The inventory of the quantity on hand; undefined means all of the person's. */
  readonly inventory: number | undefined;
  readonly only: Condition | undefined;
}

/** Throws 404 for an inventory that was not given to the person. */
export function itemSource({ person, query, inventory, only }: ItemsQuery): ListSource {
  checkInventory(person, inventory);
  const { search = '', of_day: day } = query;
  const list = recordList(item, 'look-up', only);
  const exactFirst = foldForSearch(search) === '' ? [] : [sql`${hasCode(search)} desc`];
  return {
    ...list,
    first: exactFirst,
    present: async (reader, rows, who) => {
      const named = await list.present(reader, rows, who);
      const levels = await onHand(
        reader,
        rows.map((row) => Number(row['id'])),
        who,
        inventory,
      );
      const paths = day === undefined ? await categoryPaths(reader, rows) : await categoryPathsOn(reader, rows, day);
      return named.map((row) => ({ ...row, ...levels(Number(row['item_id'])), category_path: paths(row) }));
    },
  };
}

type Level = { readonly stock: string; readonly available_stock: string; readonly average_cost: string | null };

/** In the requested inventory, or in all of the person's. */
async function onHand(
  reader: Parameters<ListSource['present']>[0],
  items: readonly number[],
  person: Asked['person'],
  inventory: number | undefined,
): Promise<(item: number) => Level & Row> {
  const place: Condition =
    inventory === undefined
      ? allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))
      : sql`l.inventory_fk = ${inventory}`;
  const { rows } = await sql<{ item_fk: number; quantity: string; value: string; kept: string }>`
    select l.item_fk, sum(l.quantity) as quantity, sum(l.value) as value,
      coalesce(sum(k.quantity), 0) as kept
    from read.stock_level l
    left join (${goodsNotAvailable(items)}) k on k.item_fk = l.item_fk and k.inventory_fk = l.inventory_fk
    where l.item_fk = any(${[...items]}::int[]) and ${place} group by l.item_fk`.execute(reader);
  const levels = new Map(rows.map((row) => [row.item_fk, row]));
  const cost = seesCost(person);
  return (id) => {
    const { quantity: held, value, kept: unsaleable } = levels.get(id) ?? { quantity: '0', value: '0', kept: '0' };
    const available = printQuantity(toQuantity(quantity(held) - quantity(unsaleable)));
    return {
      stock: held,
      available_stock: available,
      average_cost: cost ? averageCost(money(value), quantity(held)) : null,
    };
  };
}

/** The category of an item and those above it, as they were on a day. */
async function categoryPathOn(
  reader: Parameters<ListSource['present']>[0],
  row: Row,
  day: string,
): Promise<readonly number[]> {
  const path: number[] = [];
  let next = row['sub_category_fk'] ?? row['category_fk'];
  while (typeof next === 'number' && !path.includes(next)) {
    path.push(next);
    next = (await namedOn(reader, category, next, day))?.['parent_fk'];
  }
  return path;
}

/** The same for the items of a page, each category once. */
async function categoryPathsOn(reader: Parameters<ListSource['present']>[0], items: readonly Row[], day: string) {
  const paths = new Map<number, readonly number[]>();
  for (const item of items) {
    const own = ownCategory(item);
    if (!paths.has(own)) paths.set(own, await categoryPathOn(reader, { category_fk: own || null }, day));
  }
  return (item: Row) => paths.get(ownCategory(item)) ?? [];
}

function ownCategory(row: Row): number {
  const { category_fk = null, sub_category_fk = null } = membersOf(row['data'] ?? row);
  return Number(sub_category_fk ?? category_fk ?? 0);
}

/** The category of each item and the categories above it: a pricing list may name any of them. */
async function categoryPaths(
  reader: Parameters<ListSource['present']>[0],
  items: readonly Row[],
): Promise<(item: Row) => readonly number[]> {
  const { rows } = await sql<{ from: number; path: number[] }>`
    with recursive up (start, id, step) as (
      select c, c, 0 from unnest(${[...new Set(items.map(ownCategory))]}::int[]) c
      union all
      select u.start, (r.data ->> 'parent_fk')::int, u.step + 1 from up u
      join read.record r on r.kind = 'category' and r.id = u.id
      where r.data ->> 'parent_fk' is not null and u.step < 16
    ) select start as from, array_agg(id order by step) as path from up group by start`.execute(reader);
  const paths = new Map(rows.map((row) => [row.from, row.path]));
  return (item) => paths.get(ownCategory(item)) ?? [];
}
