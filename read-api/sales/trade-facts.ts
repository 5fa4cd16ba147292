/**
 * `GET items/trade_facts`: facts about an item while a line is entered: quantity on hand, average cost, and the last
 * price for this customer or from this supplier.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { money } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdsText, IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { checkInventory, rowScope, seesCost } from '../http/scope.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { goodsNotAvailable } from '../stock/goods-not-for-sale.ts';
import { averageCost } from '../stock/inventory.ts';

/** A line of the last document with the item and the party. */
const LastTrade = Type.Object({
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Nullable(Type.String()),
  date: Type.String({ 'x-date': true }),
  currency_fk: Type.Integer(),
  unit_fk: Type.Integer(),
  unit_name: Nullable(Type.String()),
  /** Price of that unit, before discounts, in that currency. */
  price: Type.String(),
});
type LastTrade = Static<typeof LastTrade>;

const TradeFacts = Type.Object({
  item_fk: Type.Integer(),
  item_type: Type.String(),
  units: Type.Array(
    Type.Object({ unit_fk: Type.Integer(), unit_name: Nullable(Type.String()), base_unit_qty: Type.String() }),
  ),
  /** On hand, in base units. */
  stock: Type.String(),
  /** Of it what may be sold and is not reserved for an order. */
  available_stock: Type.String(),
  /** Cost of a base unit in the system currency; null without `items/show_cost`, or when unknown. */
  unit_cost: Nullable(Type.String()),
  last_sale: Nullable(LastTrade),
  last_purchase: Nullable(LastTrade),
});

const ITEMS_MAX = 200;

export const tradeFactsRoute = declareRead({
  url: '/items/trade_facts',
  permission: lookupPermission('items'),
  reads: ['books', 'documents', 'events', 'records'],
  query: Query({
    items: IdsText(ITEMS_MAX),
    inventory_fk: Type.Optional(IdText()),
    customer_fk: Type.Optional(IdText()),
    supplier_fk: Type.Optional(IdText()),
  }),
  answer: Type.Array(TradeFacts),
  operationId: 'showTradeFacts',
  tag: 'catalogue',
  summary: 'Stock, cost, and last prices of a party, of the items of a document',
  handle: ({ reader, person, query }) =>
    inSnapshot(reader, async (snapshot) => {
      const inventory = query['inventory_fk'] === undefined ? undefined : Number(query['inventory_fk']);
      checkInventory(person, inventory);
      const items = [...new Set((query['items'] ?? '').split(',').map(Number))];
      const known = await itemsOf(snapshot, items);
      const levels = await levelsOf(snapshot, items, inventory, person);
      const sales = await lastTrades(snapshot, items, partyOf('customer', query['customer_fk']), person);
      const purchases = await lastTrades(snapshot, items, partyOf('supplier', query['supplier_fk']), person);
      return known.map((item) => ({
        ...item,
        ...levelOf(levels.get(item.item_fk), person),
        last_sale: sales.get(item.item_fk) ?? null,
        last_purchase: purchases.get(item.item_fk) ?? null,
      }));
    }),
});

const partyOf = (kind: 'customer' | 'supplier', id: string | undefined) =>
  id === undefined ? undefined : ({ kind, party: `${kind}-${id}` } as const);

async function itemsOf(snapshot: Snapshot, items: readonly number[]) {
  const { rows } = await sql<Pick<Static<typeof TradeFacts>, 'item_fk' | 'item_type' | 'units'>>`
    select r.id as item_fk, coalesce(r.data ->> 'item_type', 'goods') as item_type, coalesce((
        select jsonb_agg(jsonb_build_object('unit_fk', n.id, 'unit_name', ${shownName('n')},
          'base_unit_qty', u.unit ->> 'base_unit_qty') order by u.place)
        from jsonb_array_elements(r.data -> 'item_units') with ordinality u (unit, place)
        join read.record n on n.kind = 'unit' and n.id = (u.unit ->> 'unit_fk')::int), '[]') as units
    from read.record r where r.kind = 'item' and r.id = any(${[...items]}::int[]) order by r.id`.execute(snapshot);
  return rows;
}

interface Level {
  readonly item_fk: number;
  readonly quantity: string;
  readonly value: string;
  readonly kept: string;
  /** The cost that applies when nothing is on hand; null across several inventories, or without any movement. */
  readonly last_quantity: string | null;
  readonly last_value: string | null;
}

async function levelsOf(
  snapshot: Snapshot,
  items: readonly number[],
  inventory: number | undefined,
  person: Person,
): Promise<ReadonlyMap<number, Level>> {
  const place =
    inventory === undefined
      ? rowScope(person, { inventory: sql`l.inventory_fk` })
      : [sql<boolean>`l.inventory_fk = ${inventory}`];
  const { rows } = await sql<Level>`
    select l.item_fk, sum(l.quantity) as quantity, sum(l.value) as value,
      coalesce(sum(k.quantity), 0) as kept,
      case when count(*) = 1 then max(l.last_cost_quantity) end as last_quantity,
      case when count(*) = 1 then max(l.last_cost_value) end as last_value
    from read.stock_level l
    left join (${goodsNotAvailable(items)}) k on k.item_fk = l.item_fk and k.inventory_fk = l.inventory_fk
    ${whereAll([sql`l.item_fk = any(${[...items]}::int[])`, ...place])}
    group by l.item_fk`.execute(snapshot);
  return new Map(rows.map((row) => [row.item_fk, row]));
}

function levelOf(level: Level | undefined, person: Person) {
  if (!level) return { stock: '0', available_stock: '0', unit_cost: null };
  return {
    stock: level.quantity,
    available_stock: printQuantity(toQuantity(quantity(level.quantity) - quantity(level.kept))),
    unit_cost: seesCost(person) ? costOf(level) : null,
  };
}

function costOf({ quantity: held, value, last_quantity, last_value }: Level): string | null {
  if (quantity(held) > 0n) return averageCost(money(value), quantity(held));
  if (last_quantity === null || last_value === null || quantity(last_quantity) === 0n) return null;
  return averageCost(money(last_value), quantity(last_quantity));
}

/** By kind of party: the kinds of documents that trade with it, and the resource of each. */
const TRADES = {
  customer: [
    ['sale', 'sales'],
    ['pos_sale', 'pos_sales'],
  ],
  supplier: [['purchase', 'purchases']],
} as const;

/** In documents in force, in the person's outlets, whose resource the person may list or show. */
async function lastTrades(
  snapshot: Snapshot,
  items: readonly number[],
  of: { readonly kind: 'customer' | 'supplier'; readonly party: string } | undefined,
  person: Person,
): Promise<ReadonlyMap<number, LastTrade>> {
  const kinds = of ? TRADES[of.kind].filter(([, name]) => person.can(`${name}/index##${name}/show`)) : [];
  if (!of || kinds.length === 0) return new Map();
  const conditions: Condition[] = [
    sql`l.party = ${of.party}`,
    sql`l.item_fk = any(${[...items]}::int[])`,
    sql`l.kind = any(${kinds.map(([kind]) => kind)}::text[])`,
    sql`l.status in ('complete', 'closed')`,
    sql`l.unit_fk is not null`,
    ...rowScope(person, { outlet: sql`d.outlet_fk`, inventory: sql`d.inventory_fk` }),
  ];
  const { rows } = await sql<LastTrade & { item_fk: number }>`
    select distinct on (l.item_fk) l.item_fk, l.kind as document_kind, l.id as document_id, d.number, l.date,
      l.currency_fk, l.unit_fk, ${shownName('u')} as unit_name, l.price
    from read.document_line l
    join read.document d on d.kind = l.kind and d.id = l.id
    left join read.record u on u.kind = 'unit' and u.id = l.unit_fk
    ${whereAll(conditions)}
    order by l.item_fk, l.date desc, l.id desc, l.line_id`.execute(snapshot);
  return new Map(rows.map(({ item_fk, ...trade }) => [item_fk, trade]));
}
