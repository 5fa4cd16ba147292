/**
 * The goods of counting rounds:
 * - `count_rounds/items`: the items for a new round;
 * - `count_rounds/{id}/goods`: the data with which a device counts them (names, units and barcodes, never a quantity);
 * - `count_rounds/{id}/unlisted`: the same data of an item that is not listed;
 * - `count_rounds/{id}/piece`: the same of a piece that is scanned by its serial number (`counted-piece.ts`);
 * - `count_rounds/{id}/moved`: items that moved between their first and their last entry, which may have to be recounted.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { countRoundDocument } from '../../domain/stock/count-round.document.ts';
import { COUNT_SCOPES } from '../../domain/stock/count-round.schema.ts';
import { LINES_MAX } from '../../domain/stock/goods-document.schema.ts';
import { serialsIn } from '../../domain/values/batch.ts';
import { listOf, membersOf, objectsOf } from '../../domain/values/members.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import { findDocument } from '../details/find.ts';
import { IdParams, IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { checkInventory } from '../http/scope.ts';
import { itemWithCode, ScannedText, scaleFormats } from './scanned-item.ts';

type Condition = RawBuilder<SqlBool>;

/** Returns at most one item more than a round may have, so that the page can report that there are too many. */
export const countItemsRoute = declareRead({
  url: '/count_rounds/items',
  permission: 'count_rounds/store',
  reads: ['records', 'books'],
  query: Query({
    inventory_fk: IdText(),
    count_scope: Type.Enum([...COUNT_SCOPES]),
    category_fk: Type.Optional(IdText()),
    shelf: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  answer: Type.Object({ items: Type.Array(Type.Object({ item_fk: Type.Integer() })), has_more: Type.Boolean() }),
  operationId: 'itemsToCount',
  tag: 'stock',
  summary: 'The items that a new counting round is to count',
  handle: async ({ reader, person, query }) => {
    const inventory = Number(query['inventory_fk']);
    checkInventory(person, inventory);
    const { rows } = await sql<{ item_fk: number }>`
      select i.id as item_fk from read.record i
      where i.kind = 'item' and i.active and i.data ->> 'item_type' is distinct from 'service'
        and ${inScope(query, inventory)}
      order by i.data ->> 'shelf' nulls last, i.name, i.id limit ${LINES_MAX + 1}`.execute(reader);
    return { items: rows.slice(0, LINES_MAX), has_more: rows.length > LINES_MAX };
  },
});

/** A movement `j` of what is counted: goods that are sold and delivered later stay where they are until then. */
const MOVED_ON_SHELF = sql<SqlBool>`(j.valued = 'count' or j.quantity + j.undelivered <> 0)`;

function inScope(query: Readonly<Record<string, string>>, inventory: number): Condition {
  const lines = sql`read.stock_line j where j.item_fk = i.id and j.inventory_fk = ${inventory}`;
  switch (query['count_scope']) {
    case 'category':
      return sql`array[(i.data ->> 'category_fk')::int, (i.data ->> 'sub_category_fk')::int] && array(
        with recursive below (id) as (
          select ${Number(query['category_fk'] ?? 0)}::int
          union select r.id from read.record r join below b on (r.data ->> 'parent_fk')::int = b.id
          where r.kind = 'category'
        ) select id from below)`;
    case 'shelf':
      return sql`lower(i.data ->> 'shelf') = lower(${(query['shelf'] ?? '').trim()})`;
    case 'moved':
      // A reversed count no longer applies, and its lines are no movements.
      return sql`exists (select from ${lines} and j.kind = 'movement' and j.valued is distinct from 'count'
        and ${MOVED_ON_SHELF}
        and j.effective_at > coalesce((
          select max(c.effective_at) from read.stock_line c
          where c.item_fk = i.id and c.inventory_fk = ${inventory} and c.valued = 'count' and not exists (
            select from read.stock_line r where r.item_fk = c.item_fk and r.inventory_fk = c.inventory_fk
              and r.effective_at = c.effective_at and r.move_position = c.move_position and r.move_line = c.move_line
              and r.kind = 'reversal')), '-infinity'))`;
    default:
      return sql`exists (select from ${lines})`;
  }
}

const Text = () => Nullable(Type.String());
const CountedUnit = Type.Object({
  unit_fk: Type.Integer(),
  unit_name: Text(),
  base_unit_qty: Type.String(),
  is_base: Type.Boolean(),
  is_default: Type.Boolean(),
  barcodes: Type.Array(Type.String()),
});

export const CountedGoods = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  shelf: Text(),
  has_batch_number: Type.Boolean(),
  has_expire: Type.Boolean(),
  /** A piece with a serial number is counted by it, as a batch of one. */
  serial_numbers: Type.Enum(['none', 'at_receipt', 'at_sale']),
  units: Type.Array(CountedUnit),
});

export const countGoodsRoute = declareRead({
  url: '/count_rounds/:id/goods',
  permission: 'count_rounds/show',
  reads: ['documents', 'records'],
  params: IdParams,
  answer: Type.Array(CountedGoods),
  operationId: 'goodsOfCountRound',
  tag: 'stock',
  summary: 'Names, units and barcodes of the items of a counting round, without any quantity',
  handle: async ({ reader, person, params }) => {
    const found = await findDocument(reader, countRoundDocument, Number(params['id']), person);
    const data = membersOf(found['data']);
    const ids = [...objectsOf(data['items']), ...objectsOf(data['entries'])].map(({ item_fk }) => Number(item_fk));
    return goodsOf(reader, [...new Set(ids)]);
  },
});

export const countUnlistedRoute = declareRead({
  url: '/count_rounds/:id/unlisted',
  permission: 'count_rounds/update',
  reads: ['documents', 'records'],
  params: IdParams,
  query: Query({ code: ScannedText() }),
  answer: Type.Array(CountedGoods),
  operationId: 'unlistedGoodsOfCountRound',
  tag: 'stock',
  summary: 'The items with a barcode or code that are not among those of a counting round, where it takes them',
  handle: async ({ reader, person, params, query }) => {
    const found = await findDocument(reader, countRoundDocument, Number(params['id']), person);
    const { takes_unlisted, items } = membersOf(found['data']);
    if (takes_unlisted === false) return [];
    const listed = objectsOf(items).map(({ item_fk }) => Number(item_fk));
    const isCounted = sql<boolean>`r.data ->> 'item_type' is distinct from 'service' and r.id <> all(${listed}::int[])`;
    const item = await itemWithCode(reader, query['code'] ?? '', isCounted);
    return goodsOf(reader, item ? [item.goods.id] : []);
  },
});

/** The formats of the scales' labels, for a device that reads codes without a connection. */
export const countScalesRoute = declareRead({
  url: '/count_rounds/scales',
  permission: 'count_rounds/show',
  reads: ['records'],
  answer: Type.Array(
    Type.Object({
      prefixes: Type.Array(Type.String()),
      holds: Type.String(),
      item_digits: Type.Integer(),
      decimals: Type.Integer(),
    }),
  ),
  operationId: 'scalesOfCountRounds',
  tag: 'stock',
  summary: 'The formats of the labels of the scales, which a counting device reads',
  handle: ({ reader }) => scaleFormats(reader),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export async function goodsOf(reader: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; item_name: string; data: unknown }>`
    select i.id, ${shownName('i')} as item_name, i.data from read.record i
    where i.kind = 'item' and i.id = any(${[...ids]}::int[])
    order by i.data ->> 'shelf' nulls last, item_name, i.id`.execute(reader);
  const { rows: units } = await sql<{ id: number; unit_name: string }>`
    select u.id, ${shownName('u')} as unit_name from read.record u where u.kind = 'unit'`.execute(reader);
  const names = new Map(units.map(({ id, unit_name }) => [id, unit_name]));
  return rows.map(({ id, item_name, data }) => {
    const kept = membersOf(data);
    const { item_code, shelf, has_batch_number, has_expire, item_units } = kept;
    return {
      item_fk: id,
      item_name,
      item_code: textOf(item_code),
      shelf: textOf(shelf),
      has_batch_number: has_batch_number === true,
      has_expire: has_expire === true,
      serial_numbers: serialsIn(kept).serial_numbers ?? 'none',
      units: objectsOf(item_units).map((unit) => ({
        unit_fk: Number(unit['unit_fk']),
        unit_name: names.get(Number(unit['unit_fk'])) ?? null,
        base_unit_qty: String(unit['base_unit_qty']),
        is_base: unit['is_base'] === true,
        is_default: unit['is_default'] === true,
        barcodes: listOf(unit['barcodes']).map(String),
      })),
    };
  });
}

const MovedItem = Type.Object({ item_fk: Type.Integer(), item_name: Text(), movements: Type.Integer() });

/** For each item with several entries: the change of its stock between the first and the last entry, in base units. */
export const countMovedRoute = declareRead({
  url: '/count_rounds/:id/moved',
  permission: 'count_rounds/complete',
  reads: ['documents', 'books', 'records'],
  params: IdParams,
  answer: Type.Array(MovedItem),
  operationId: 'movedWhileCounted',
  tag: 'stock',
  summary: 'The items of a counting round that moved between their first and their last entry',
  handle: async ({ reader, person, params }) => {
    const found = await findDocument(reader, countRoundDocument, Number(params['id']), person);
    const entries = objectsOf(membersOf(found['data'])['entries']);
    const times = [...Map.groupBy(entries, ({ item_fk }) => Number(item_fk))].map(([item_fk, own]) => {
      const at = own.map(({ counted_at }) => String(counted_at)).sort();
      return { item_fk, first: at[0], last: at.at(-1) };
    });
    const { rows } = await sql<Static<typeof MovedItem>>`
      select t.item_fk, ${shownName('i')} as item_name, count(distinct (j.move_position, j.move_line))::int as movements
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) t (item_fk int, first timestamp, last timestamp)
      join read.stock_line j on j.item_fk = t.item_fk and j.inventory_fk = ${Number(found['inventory_fk'])}
        and j.effective_at > t.first and j.effective_at <= t.last and j.kind = 'movement' and ${MOVED_ON_SHELF}
      join read.record i on i.kind = 'item' and i.id = t.item_fk
      group by 1, 2 order by 2, 1`.execute(reader);
    return rows;
  },
});
