/**
 * `GET stocks`: the current quantity of every item in every inventory, in base and default units, with its selling
 * price. An item without stock history is listed once, without an inventory. Value and cost require `items/show_cost`.
 * `shortage=1` selects active items whose total quantity, without what may not be sold, is below their alert, and inventories that have less of an
 * item than their own minimum; `out_of_stock=1` selects items with their minimum or less. When inventories are chosen too, an item that is short as
 * a whole or out of stock is listed in each of them, also where it never was.
 */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { ItemData } from '../../domain/catalogue/item.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { money } from '../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { IdText } from '../http/query.schema.ts';
import type { Asked } from '../http/route.ts';
import { allOf, rowScope, seesCost } from '../http/scope.ts';
import { inCategories } from '../lists/category-filter.ts';
import { byName, inOrder } from '../lists/fields.ts';
import { figureInUnits, InUnits, inUnits } from '../lists/in-units.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Column, Condition, ListSource } from '../lists/list-source.ts';
import { type Row, withNames } from '../lists/names.ts';
import { searchCondition } from '../lists/search.ts';
import { goodsNotForSale } from './goods-not-for-sale.ts';
import { averageCost } from './inventory.ts';
import { shortLevels } from './inventory-levels.ts';

/** Combines item and inventory into one integer, because table rows need a numeric id. */
const INVENTORIES_MAX = 100_000;

const field = (name: string, cast: string): RawBuilder<unknown> => sql`(i.data ->> ${sql.lit(name)})::${sql.raw(cast)}`;
const reference = (kind: string, value: RawBuilder<unknown>): Column => ({
  kind: 'id',
  value,
  ...byName(kind, sql`named.id = ${value}`),
});

const COLUMNS: ListSource['columns'] = {
  id: { kind: 'long_id', value: sql`s.stock_id`, sort: null },
  stock_id: { kind: 'amount', value: sql`s.stock_id` },
  item_fk: { kind: 'id', value: sql`i.id`, sort: inOrder(shownName('i')) },
  item_code: { kind: 'text', value: sql`(i.data ->> 'item_code')`, sort: inOrder(sql`i.data ->> 'item_code'`) },
  category_fk: {
    ...reference('category', field('category_fk', 'int')),
    filter: (given) => inCategories(given.split(',').map(Number)),
  },
  brand_fk: reference('brand', field('brand_fk', 'int')),
  inventory_fk: reference('inventory', sql`s.inventory_fk`),
  quantity: { kind: 'amount', value: sql`s.quantity` },
  undelivered: { kind: 'amount', value: sql`s.undelivered` },
  shortage_alert: { kind: 'amount', value: field('shortage_alert', 'numeric') },
};

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());
const StockRow = Type.Object(
  {
    stock_id: Type.Integer(),
    item_fk: Type.Integer(),
    item_name: Text(),
    item_code: Text(),
    category_fk: Whole(),
    category_name: Text(),
    brand_fk: Whole(),
    brand_name: Text(),
    inventory_fk: Whole(),
    inventory_name: Text(),
    quantity: Type.String(),
    /** Sold and not delivered: in the inventory beside the quantity. */
    undelivered: Type.String(),
    undelivered_in_units: InUnits(),
    unit_fk: Whole(),
    unit_name: Text(),
    /** The quantity in the units of the item, the largest first. */
    in_units: InUnits(),
    default_quantity: Text(),
    default_unit_fk: Whole(),
    default_unit_name: Text(),
    sale_price: Text(),
    currency_fk: Whole(),
    currency_name: Text(),
    /** Without an alert, a minimum or a maximum there are no units. */
    shortage_alert: Text(),
    shortage_alert_in_units: InUnits(),
    /** What the inventory keeps of the item; null without a row of its own. */
    minimum: Text(),
    minimum_in_units: InUnits(),
    maximum: Text(),
    maximum_in_units: InUnits(),
    is_short: Type.Boolean(),
    images: Type.Array(Type.String()),
    value: Text(),
    average_cost: Text(),
  },
  { title: 'StockRow' },
);

export const stocksRoute = listRoute({
  url: '/stocks',
  permission: 'stocks/index',
  reads: ['books', 'documents', 'events', 'records'],
  operationId: 'listStocks',
  tag: 'reports',
  summary: 'What is on hand of every item in every inventory, with prices',
  row: StockRow,
  columns: COLUMNS,
  extra: {
    shortage: Type.Optional(Type.Enum(['1'])),
    out_of_stock: Type.Optional(Type.Enum(['1'])),
    inventory: Type.Optional(IdText()),
  },
  source: stockSource,
});

/** In the person's inventories, or in all for the sum that is compared with the alert. */
const onHand = (person: Person): RawBuilder<unknown> => sql`
  ${stockOf(sql`l.inventory_fk`)}
  from read.record i left join read.stock_level l on l.item_fk = i.id
    and (l.quantity <> 0 or l.value <> 0 or l.undelivered <> 0)
    and ${allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))}
  where ${IS_GOODS}`;

/** The same, and inventories without any stock of an item of which they have less than their own minimum. */
const onHandAndMissing = (person: Person): RawBuilder<unknown> => sql`
  ${onHand(person)} union all
  ${stockOf(sql`sl.inventory_fk`)}
  from (${shortLevels(person)}) sl join read.record i on i.kind = 'item' and i.id = sl.item_fk
  left join read.stock_level l on false
  where not exists (select from read.stock_level k where k.item_fk = i.id and k.inventory_fk = sl.inventory_fk
    and (k.quantity <> 0 or k.value <> 0 or k.undelivered <> 0))`;

/** In each of these inventories that is the person's. */
const onHandInEach = (person: Person, inventories: readonly number[]): RawBuilder<unknown> => sql`
  ${stockOf(sql`v.id`)}
  from read.record i join read.record v on v.kind = 'inventory' and v.id = any(${[...inventories]}::int[])
    and ${allOf(rowScope(person, { inventory: sql`v.id` }))}
  left join read.stock_level l on l.item_fk = i.id and l.inventory_fk = v.id
  where ${IS_GOODS}`;

const stockOf = (inventory: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select i.id as item_fk, ${inventory} as inventory_fk, coalesce(l.quantity, 0) as quantity,
    coalesce(l.value, 0) as value, coalesce(l.undelivered, 0) as undelivered, i.id::bigint * ${sql.lit(INVENTORIES_MAX)} + coalesce(${inventory}, 0) as stock_id`;
const IS_GOODS = sql`i.kind = 'item' and i.active and i.data ->> 'item_type' is distinct from 'service'`;

const IS_ACTIVE = sql<boolean>`i.data ->> 'is_active' is distinct from 'false'`;
/** What may be sold of item `i` in all inventories; `x` is `kept`. */
const IN_ALL = sql`(coalesce((select sum(t.quantity) from read.stock_level t where t.item_fk = i.id), 0)
  - coalesce(x.quantity, 0))`;
/** For `left join`: goods in all inventories that may not be sold, of item `i`. */
export const kept =
  (): RawBuilder<unknown> => sql`(select b.item_fk, sum(b.quantity) as quantity from (${goodsNotForSale()}) b group by 1) x
  on x.item_fk = i.id`;
const minimumOf = (field: 'shortage_alert' | 'out_of_stock_minimum') =>
  sql`coalesce((i.data ->> ${sql.lit(field)})::numeric, 0)`;

/** True when what may be sold of active item `i` in all inventories is below its alert, which is above zero. Needs `kept`. */
export const BELOW_ALERT = sql<boolean>`(${IS_ACTIVE}
  and ${minimumOf('shortage_alert')} > 0 and ${minimumOf('shortage_alert')} > ${IN_ALL})`;
/** True when active item `i` has its minimum or less in all inventories, as customers who order online see it. Needs `kept`. */
export const OUT_OF_STOCK = sql<boolean>`(${IS_ACTIVE} and ${minimumOf('out_of_stock_minimum')} >= ${IN_ALL})`;

/** `sl` is the row of `shortLevels` of the item and inventory. */
const IS_SHORT: Condition = sql`(${BELOW_ALERT} or sl.item_fk is not null)`;

function stockSource({ person, query }: Asked): ListSource {
  const cost = seesCost(person);
  const isSelected = query['shortage'] === '1' || query['out_of_stock'] === '1';
  const inventories = (query['filter[inventory_fk]'] ?? '').split(',').filter(Boolean).map(Number);
  const whole = query['shortage'] === '1' ? onHandAndMissing(person) : onHand(person);
  const stock = isSelected && inventories.length > 0 ? onHandInEach(person, inventories) : whole;
  return {
    model: 'stocks',
    from: sql`(${stock}) s join read.record i on i.kind = 'item' and i.id = s.item_fk left join ${kept()}
      left join (${shortLevels(person)}) sl on sl.item_fk = s.item_fk and sl.inventory_fk = s.inventory_fk`,
    select: sql`s.stock_id::text, s.item_fk, s.inventory_fk, s.quantity, s.undelivered, s.value, ${shownName('i')} as item_name, i.data,
      ${IS_SHORT} as is_short`,
    id: sql`s.stock_id`,
    columns: COLUMNS,
    search: (typed) => searchCondition(sql`i.search`, typed),
    footer: {
      quantity: sql`sum(s.quantity)`,
      undelivered: sql`sum(s.undelivered)`,
      ...(cost ? { value: sql`sum(s.value)` } : {}),
    },
    sortedBy: { column: 'item_fk', dir: 'asc' },
    conditions: () => [
      ...(query['shortage'] === '1' ? [IS_SHORT] : []),
      ...(query['out_of_stock'] === '1' ? [OUT_OF_STOCK] : []),
    ],
    present: (reader, rows) =>
      withNames(
        reader,
        rows.map((row) => stockRow(row, cost)),
      ),
  };
}

function stockRow({ data, ...row }: Row, cost: boolean): Row {
  const item = data as ItemData;
  const held = quantity(String(row['quantity']));
  const base = item.item_units.find((unit) => unit.is_base);
  const shown = item.item_units.find((unit) => unit.is_default) ?? base;
  const level = item.inventory_levels?.find(({ inventory_fk }) => inventory_fk === row['inventory_fk']);
  const value = String(row['value']);
  const undelivered = printQuantity(quantity(String(row['undelivered'])));
  const told = (figure: string | null | undefined) => figureInUnits(figure, item.item_units);
  return {
    stock_id: Number(row['stock_id']),
    item_fk: row['item_fk'],
    item_name: row['item_name'],
    item_code: item.item_code ?? null,
    category_fk: item.category_fk ?? null,
    brand_fk: item.brand_fk ?? null,
    inventory_fk: row['inventory_fk'],
    quantity: printQuantity(held),
    undelivered,
    undelivered_in_units: told(undelivered),
    unit_fk: base?.unit_fk ?? null,
    in_units: inUnits(held, item.item_units),
    default_quantity: shown ? printQuantity(inUnit(held, quantity(shown.base_unit_qty))) : null,
    default_unit_fk: shown?.unit_fk ?? null,
    sale_price: shown?.sale_price ?? null,
    currency_fk: item.price_currency_fk ?? null,
    shortage_alert: item.shortage_alert ?? null,
    shortage_alert_in_units: told(item.shortage_alert),
    minimum: level?.minimum ?? null,
    minimum_in_units: told(level?.minimum),
    maximum: level?.maximum ?? null,
    maximum_in_units: told(level?.maximum),
    is_short: row['is_short'] === true,
    images: item.images ?? [],
    value: cost ? value : null,
    average_cost: cost ? averageCost(money(value), held) : null,
  };
}

const inUnit = (held: Quantity, size: Quantity): Quantity => toQuantity(divideRounded(held * QUANTITY_ONE, size));
