/** Goods in the application: in the customer's language, at the customer's prices, with availability. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { customerPrice } from '../../domain/catalogue/customer-price.ts';
import { systemCurrency } from '../../domain/documents/document-rules.ts';
import { percentageOn } from '../../domain/pricing/tax-percentage.ts';
import type { PromotionData } from '../../domain/sales/promotion.record.ts';
import { notFor } from '../../domain/sales/promotion-result.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { objectsOf, textsOf } from '../../domain/values/members.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import { allOf } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { goodsNotForSale, kitsKept } from '../stock/goods-not-for-sale.ts';
import { holds, type ShopFacts } from './shop-facts.ts';

export const ShopItem = Type.Object(
  {
    item_id: Type.Integer(),
    item_name: Type.String(),
    item_type: Type.String(),
    category_fk: Nullable(Type.Integer()),
    description: Nullable(Type.String()),
    images: Type.Array(Type.String()),
    /** Added to the price. */
    tax_percent: Nullable(Type.String()),
    in_stock: Type.Boolean(),
    units: Type.Array(
      Type.Object({
        unit_fk: Type.Integer(),
        unit_name: Nullable(Type.String()),
        is_default: Type.Boolean(),
        /** In the system currency; null when no rate converts it today. */
        price: Nullable(Type.String()),
      }),
    ),
    /** Today's promotions with the item among their required or free goods. */
    promotions: Type.Array(Type.Integer()),
  },
  { title: 'ShopItem' },
);

interface ItemRow {
  readonly id: number;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly stock: string;
}

interface Wanted {
  readonly conditions: readonly Condition[];
  readonly limit: number;
  readonly offset?: number;
}

/** Goods of an item on hand that may not be sold, so they are not delivered. */
const NOT_FOR_SALE = (inventory: number) => {
  const goods = [sql<boolean>`j.item_fk = r.id`, sql<boolean>`j.inventory_fk = ${inventory}`];
  return sql`case when (r.data ->> 'has_expire')::boolean or (r.data ->> 'has_batch_number')::boolean
    or r.data ->> 'serial_numbers' <> 'none' then coalesce((
    select sum(b.quantity) from (${goodsNotForSale(goods)}) b), 0)
    else coalesce((select sum(b.quantity) from (${kitsKept(goods)}) b), 0) end`;
};

/** Stock of the inventory that orders are filled from, less goods that may not be sold and those that confirmed orders reserve. */
const LEFT = (inventory: number) => sql`
  coalesce((select sum(l.quantity) from read.stock_level l where l.item_fk = r.id and l.inventory_fk = ${inventory}), 0)
  - coalesce((select sum(o.quantity) from read.document_line o
      join read.document d on d.kind = o.kind and d.id = o.id and d.data ->> 'reserves' = 'true'
      where o.kind = 'online_order' and o.status = 'confirmed' and o.item_fk = r.id and o.inventory_fk = ${inventory}), 0)
  - ${NOT_FOR_SALE(inventory)}`;

/** The items that the application may show, whatever the request. */
const shown = ({ categories }: ShopFacts): Condition => sql`(r.kind = 'item' and r.active
  and r.data ->> 'is_active' is distinct from 'false'
  and coalesce((r.data ->> 'sub_category_fk')::int, (r.data ->> 'category_fk')::int)
    = any(${categories.map(({ id }) => id)}::int[]))`;

const BY_NAME = sql`${shownName('r')} collate "und-x-icu", r.id`;

export async function shopItems(reader: Reader, facts: ShopFacts, { conditions, limit, offset = 0 }: Wanted) {
  const { rows } = await sql<ItemRow>`
    select r.id, ${shownName('r')} as name, r.data, (${LEFT(facts.settings.inventory_fk ?? 0)})::text as stock
    from read.record r where ${allOf([shown(facts), ...conditions])}
    order by ${BY_NAME} limit ${limit} offset ${offset}`.execute(reader);
  return rows.map((row) => itemOf(row, facts));
}

/** Items of the first page whose prices are read; each further page is twice as large. */
const PAGE = 200;
/** Bound for a shop with many items and few of the price. */
const PRICES_READ_MAX = 10_000;

/** The first items, by name, whose default price is wanted; null is an unknown price. */
export async function shopItemsPriced(
  reader: Reader,
  facts: ShopFacts,
  { conditions, limit }: Pick<Wanted, 'conditions' | 'limit'>,
  isWanted: (price: string | null) => boolean,
) {
  const found: number[] = [];
  for (let [offset, page] = [0, PAGE]; offset < PRICES_READ_MAX; [offset, page] = [offset + page, page * 2]) {
    const { rows } = await sql<Pick<ItemRow, 'id' | 'data'>>`
      select r.id, r.data from read.record r where ${allOf([shown(facts), ...conditions])}
      order by ${BY_NAME} limit ${page} offset ${offset}`.execute(reader);
    found.push(...rows.filter((row) => isWanted(defaultPrice(unitsOf(row, facts)))).map(({ id }) => id));
    if (found.length >= limit || rows.length < page) break;
  }
  return shopItems(reader, facts, { conditions: [sql<boolean>`r.id = any(${found}::int[])`], limit });
}

export async function countShopItems(reader: Reader, facts: ShopFacts, conditions: readonly Condition[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from read.record r where ${allOf([shown(facts), ...conditions])}`.execute(reader);
  return rows[0]?.count ?? 0;
}

export type ShownItem = ReturnType<typeof itemOf>;

function itemOf({ id, name, data, stock }: ItemRow, facts: ShopFacts) {
  const { description, tax_fk, item_type, out_of_stock_minimum } = data;
  const own = data['sub_category_fk'] ?? data['category_fk'];
  const least = quantity(typeof out_of_stock_minimum === 'string' ? out_of_stock_minimum : '0');
  const tax = typeof tax_fk === 'number' ? facts.record('tax', tax_fk)?.data : undefined;
  return {
    item_id: id,
    item_name: name,
    item_type: String(item_type ?? 'goods'),
    category_fk: typeof own === 'number' ? own : null,
    description: typeof description === 'string' ? description : null,
    images: textsOf(data['images']),
    tax_percent: percentageOn(tax, facts.today),
    in_stock: item_type === 'service' || (quantity(stock) > 0n && quantity(stock) > least),
    units: unitsOf({ id, data }, facts),
    promotions: facts
      .rows('promotion')
      .filter((promotion) => isForOrders(promotion.id, facts) && names(promotion.data, id))
      .map((promotion) => promotion.id),
  };
}

function unitsOf({ id, data }: Pick<ItemRow, 'id' | 'data'>, facts: ShopFacts) {
  const buyer = { customer_fk: facts.customer_fk, date: facts.today, currency_fk: systemCurrency(facts) };
  const withItem = { ...facts, record: itemBeside(facts, id, data) };
  return objectsOf(data['item_units']).map((unit) => {
    const unit_fk = Number(unit['unit_fk']);
    return {
      unit_fk,
      unit_name: facts.nameOf('unit', unit_fk),
      is_default: unit['is_default'] === true,
      price: customerPrice({ item_fk: id, unit_fk }, buyer, withItem) ?? null,
    };
  });
}

const defaultPrice = (units: ReturnType<typeof unitsOf>): string | null =>
  (units.find(({ is_default }) => is_default) ?? units[0])?.price ?? null;

/** Items are loaded page by page, separately from the other records. */
function itemBeside(facts: ShopFacts, item: number, data: ItemRow['data']): ShopFacts['record'] {
  const own = { id: item, active: true, data };
  return <Data>(kind: string, id: number) => {
    if (kind !== 'item' || id !== item) return facts.record<Data>(kind, id);
    return holds<Data>(own) ? own : undefined;
  };
}

/** True if orders of today can earn the promotion: they are of the outlet of the settings, in the system currency. */
export function isForOrders(id: number, facts: ShopFacts): boolean {
  const promotion = facts.record<PromotionData>('promotion', id)?.data;
  const currency = systemCurrency(facts);
  const order = { outlet_fk: facts.settings.outlet_fk ?? 0, date: facts.today };
  return (
    promotion !== undefined &&
    notFor(promotion, { ...order, currency_fk: currency, system_currency_fk: currency }) === undefined
  );
}

const names = (promotion: Readonly<Record<string, unknown>>, item: number): boolean =>
  [...objectsOf(promotion['items']), ...objectsOf(promotion['reward_items'])].some(({ item_fk }) => item_fk === item);
