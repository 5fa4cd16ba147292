/**
 * `GET items/{id}/overview`: what the page of an item answers beside its own fields: the stock of each inventory, its cost,
 * the last sale and purchase, and the unfinished documents that reserve the item or bring it.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { item } from '../../domain/catalogue/item.record.ts';
import type { DocumentBody } from '../../domain/documents/document-amounts.ts';
import { leftByItem, type OpenFigure } from '../../domain/purchasing/proposed-order.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { type Money, money, printMoney, sum } from '../../domain/values/money.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { findRecord } from '../details/find.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { allOf, documentScope, rowScope, seesCost } from '../http/scope.ts';
import { fetchNames } from '../lists/names.ts';
import { averageCost } from './inventory.ts';

const Text = () => Nullable(Type.String());

/** A line of the last document in force. */
const LastLine = Type.Object({
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  date: Type.String({ 'x-date': true }),
  party_name: Text(),
  unit_name: Text(),
  /** Price of that unit, before discounts, in that currency. */
  price: Type.String(),
  currency_fk: Type.Integer(),
});
type LastLine = Static<typeof LastLine>;

const OpenDocument = Type.Object({
  /** `reserved`, `undelivered`, `on_order` or `on_the_way`. */
  figure: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  date: Text(),
  party_name: Text(),
  /** What is left of it, in base units. */
  quantity: Type.String(),
});
type OpenDocument = Static<typeof OpenDocument>;

const Overview = Type.Object(
  {
    /** In base units, in all inventories of the person. */
    stock: Type.String(),
    /** Sold and not delivered: in the inventories beside the stock. */
    undelivered: Type.String(),
    /** Of a base unit, in the system currency. */
    average_cost: Text(),
    value: Text(),
    inventories: Type.Array(
      Type.Object({
        inventory_fk: Type.Integer(),
        inventory_name: Text(),
        quantity: Type.String(),
        undelivered: Type.String(),
        average_cost: Text(),
        value: Text(),
      }),
    ),
    last_sale: Nullable(LastLine),
    last_purchase: Nullable(LastLine),
    open: Type.Array(OpenDocument),
  },
  { title: 'ItemOverview' },
);

export const itemOverviewRoute = declareRead({
  url: '/items/:id/overview',
  permission: lookupPermission('items'),
  reads: ['books', 'documents', 'records'],
  params: IdParams,
  answer: Overview,
  operationId: 'showItemOverview',
  tag: 'catalogue',
  summary: 'Stock by inventory, cost, last sale and purchase, and open orders of an item',
  handle: ({ reader, person, params }) =>
    inSnapshot(reader, async (snapshot) => {
      const id = Number(params['id']);
      await findRecord(snapshot, item, id, person);
      const levels = await levelsIn(snapshot, id, person);
      return {
        ...levels,
        last_sale: await lastLine(snapshot, id, SALES, person),
        last_purchase: await lastLine(snapshot, id, PURCHASES, person),
        open: await openOf(snapshot, id, person),
      };
    }),
});

interface Level {
  readonly inventory_fk: number;
  readonly inventory_name: string | null;
  readonly quantity: string;
  readonly value: string;
  readonly undelivered: string;
}

async function levelsIn(snapshot: Snapshot, id: number, person: Person) {
  const { rows } = await sql<Level>`
    select l.inventory_fk, ${shownName('p')} as inventory_name, l.quantity::text as quantity, l.value::text as value,
      l.undelivered::text as undelivered
    from read.stock_level l left join read.record p on p.kind = 'inventory' and p.id = l.inventory_fk
    where l.item_fk = ${id} and (l.quantity <> 0 or l.value <> 0 or l.undelivered <> 0)
      and ${allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))}
    order by l.quantity desc, l.inventory_fk`.execute(snapshot);
  const cost = seesCost(person);
  const costs = (held: Quantity, value: Money) => ({
    average_cost: cost ? averageCost(value, held) : null,
    value: cost ? printMoney(value) : null,
  });
  const held = toQuantity(rows.reduce((total, row) => total + quantity(row.quantity), 0n));
  return {
    stock: printQuantity(held),
    undelivered: printQuantity(toQuantity(rows.reduce((total, row) => total + quantity(row.undelivered), 0n))),
    ...costs(held, sum(rows.map((row) => money(row.value)))),
    inventories: rows.map(({ inventory_fk, inventory_name, ...row }) => ({
      inventory_fk,
      inventory_name,
      quantity: printQuantity(quantity(row.quantity)),
      undelivered: printQuantity(quantity(row.undelivered)),
      ...costs(quantity(row.quantity), money(row.value)),
    })),
  };
}

type ListedKinds = readonly (readonly [kind: string, resource: string])[];
const SALES: ListedKinds = [
  ['sale', 'sales'],
  ['pos_sale', 'pos_sales'],
];
const PURCHASES: ListedKinds = [['purchase', 'purchases']];

const maySee = (person: Person, kinds: ListedKinds): readonly string[] =>
  kinds.filter(([, resource]) => person.can(`${resource}/index##${resource}/show`)).map(([kind]) => kind);

/** In documents in force, in the person's outlets, whose resource the person may list or show. */
async function lastLine(snapshot: Snapshot, id: number, of: ListedKinds, person: Person): Promise<LastLine | null> {
  const kinds = maySee(person, of);
  if (kinds.length === 0) return null;
  const { rows } = await sql<Omit<LastLine, 'party_name'> & { party: string | null }>`
    select l.kind as document_kind, l.id as document_id, d.number, l.date::text as date, l.party,
      ${shownName('u')} as unit_name, trim_scale(l.price)::text as price, l.currency_fk
    from read.document_line l
    join read.document d on d.kind = l.kind and d.id = l.id
    left join read.record u on u.kind = 'unit' and u.id = l.unit_fk
    where l.item_fk = ${id} and l.kind = any(${[...kinds]}::text[]) and l.status in ('complete', 'closed')
      and ${allOf(rowScope(person, { outlet: sql`d.outlet_fk`, inventory: sql`d.inventory_fk` }))}
    order by l.date desc, l.id desc, l.line_id limit 1`.execute(snapshot);
  const [last] = await withParties(snapshot, rows);
  return last ?? null;
}

async function withParties<Found extends { readonly party: string | null }>(
  snapshot: Snapshot,
  rows: readonly Found[],
) {
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ party }) => (party === null ? [] : [party])),
  );
  return rows.map(({ party, ...row }) => ({ ...row, party_name: party === null ? null : nameOf(undefined, party) }));
}

const TRANSFERS: ListedKinds = [
  ['stock_transfer', 'stock_transfers'],
  ['sale_transfer', 'sale_transfers'],
  ['sale_transfer_return', 'sale_transfer_returns'],
];

interface Unfinished {
  readonly figure: OpenFigure | 'undelivered';
  readonly of: ListedKinds;
  readonly isOpen: RawBuilder<boolean>;
}

const UNFINISHED: readonly Unfinished[] = [
  { figure: 'reserved', of: [['online_order', 'online_orders']], isOpen: sql<boolean>`d.status = 'confirmed'` },
  {
    figure: 'undelivered',
    of: [['sale', 'sales']],
    isOpen: sql<boolean>`d.status in ('complete', 'closed') and d.received_status <> 'received'
      and (d.data ->> 'awaits_delivery')::boolean`,
  },
  {
    figure: 'on_order',
    of: [['purchase_order', 'purchase_orders']],
    isOpen: sql<boolean>`d.status in ('draft', 'bill')`,
  },
  {
    figure: 'on_order',
    of: PURCHASES,
    isOpen: sql<boolean>`d.status = 'complete' and d.received_status <> 'received'`,
  },
  { figure: 'on_the_way', of: TRANSFERS, isOpen: sql<boolean>`d.status = 'sent'` },
];

const OPEN_MAX = 50;

interface Found extends Omit<OpenDocument, 'party_name' | 'quantity' | 'figure'> {
  readonly figure: Unfinished['figure'];
  readonly party: string | null;
  readonly data: DocumentBody;
}

/** The oldest first. */
async function openOf(snapshot: Snapshot, id: number, person: Person): Promise<readonly OpenDocument[]> {
  const seen = UNFINISHED.flatMap(({ figure, of, isOpen }) => {
    const kinds = maySee(person, of);
    return kinds.length === 0
      ? []
      : [
          sql<Found>`
      select ${figure} as figure, d.kind as document_kind, d.id as document_id, d.number, d.date::text as date, d.party,
        d.data
      from read.document d
      where d.kind = any(${[...kinds]}::text[]) and ${isOpen} and ${documentScope(person)}
        and exists (select from read.document_line l where l.kind = d.kind and l.id = d.id and l.item_fk = ${id})`,
        ];
  });
  if (seen.length === 0) return [];
  const { rows } = await sql<Found>`
    select * from (${sql.join(seen, sql` union all `)}) o
    order by o.date nulls last, o.document_kind, o.document_id limit ${OPEN_MAX}`.execute(snapshot);
  const left = rows.flatMap(({ data, ...row }) => {
    const goods = leftByItem(data).get(id);
    return goods === undefined ? [] : [{ ...row, quantity: printQuantity(toQuantity(goods)) }];
  });
  return withParties(snapshot, left);
}
