/**
 * `GET purchase_orders/proposal`: the goods that an inventory lacks, each with the quantities in hand, reserved, on order,
 * on the way and sold in the last weeks, its minimum, the proposed quantity, and the supplier and price of its last
 * purchase. What an inventory with a minimum of its own lacks is proposed as transfers first, and only the rest as an order.
 */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { ItemData } from '../../domain/catalogue/item.schema.ts';
import type { DocumentBody } from '../../domain/documents/document-amounts.ts';
import {
  OPEN_FIGURES,
  type OpenFigure,
  type OrderNeed,
  openGoods,
  proposedQuantity,
  proposedTransfers,
  type TransferSource,
} from '../../domain/purchasing/proposed-order.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchaseOrderDocument } from '../../domain/purchasing/purchase-order.document.ts';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import { LINES_MAX } from '../../domain/stock/goods-document.schema.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Query } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { allOf, checkInventory, rowScope } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { inOrder } from '../lists/fields.ts';
import { figureInUnits } from '../lists/in-units.ts';
import type { Condition } from '../lists/list-source.ts';
import { withNames } from '../lists/names.ts';
import { movedForSale } from '../reports/item-sales.ts';
import { goodsNotForSale } from '../stock/goods-not-for-sale.ts';
import { isInUse, LEVELS } from '../stock/inventory-levels.ts';
import { ProposedItem } from './proposed-item.ts';
import { TRANSFERS, transferSources } from './transfer-sources.ts';

const WEEKS = '4';

const Proposal = Type.Object({
  /** First day of the counted sales; the last is `as_at`. */
  from: Type.String(),
  as_at: Type.String(),
  items: Type.Array(ProposedItem),
  has_more: Type.Boolean(),
});

export const proposedOrdersRoute = declareRead({
  url: '/purchase_orders/proposal',
  permission: `${purchaseOrderDocument.resource}/store`,
  reads: ['books', 'documents', 'events', 'records'],
  query: Query({
    inventory_fk: IdText(),
    supplier_fk: Type.Optional(IdText()),
    weeks: Type.Optional(Type.String({ pattern: '^([1-9]|[1-4]\\d|5[0-2])$', examples: [WEEKS] })),
    /** Whether the stock and sales of the inventory are counted, or those of all inventories of the person. */
    counted_in: Type.Optional(Type.Enum(['inventory', 'all'])),
    as_at: Type.Optional(DayText()),
  }),
  answer: Proposal,
  operationId: 'proposePurchaseOrders',
  tag: 'purchasing',
  summary: 'The goods that an inventory lacks, for purchase orders: quantity, last supplier and last price of each',
  isHeavy: () => true,
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => proposal(snapshot, person, query)),
});

interface Found extends OrderNeed {
  readonly elsewhere: string;
  readonly has_own_minimum: boolean;
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly item_code: string | null;
  readonly item_units: ItemData['item_units'];
  readonly supplier_fk: number | null;
  readonly unit_fk: number | null;
  readonly price: string | null;
  readonly currency_fk: number | null;
  readonly last_purchase: string | null;
  readonly tax_fk: number | null;
}

async function proposal(snapshot: Snapshot, person: Person, query: QueryValues) {
  const as_at = query['as_at'] ?? (await shopToday(snapshot));
  const from = dayBefore(as_at, 7 * Number(query['weeks'] ?? WEEKS) - 1);
  const found = await neededItems(snapshot, person, query, { from, as_at });
  const shown = found.slice(0, LINES_MAX);
  const own = shown.filter(({ has_own_minimum }) => has_own_minimum).map(({ item_fk }) => item_fk);
  const sources = await transferSources(snapshot, person, Number(query['inventory_fk']), own);
  const items = await withNames(
    snapshot,
    shown.flatMap((item) => proposed(item, sources.get(item.item_fk) ?? [])),
  );
  return { from, as_at, items, has_more: found.length > LINES_MAX };
}

function dayBefore(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - days);
  return moment.toISOString().slice(0, 10);
}

/**
 * In the unit of the last purchase; in the default unit, without a price, when the item no longer has that unit. An item
 * without units can not be ordered.
 */
function proposed({ item_units, unit_fk, price, ...found }: Found, sources: readonly TransferSource[]) {
  const base = item_units.find(({ is_base }) => is_base);
  const bought = item_units.find((unit) => unit.unit_fk === unit_fk);
  const unit = bought ?? item_units.find(({ is_default }) => is_default) ?? base;
  if (!unit) return [];
  const unit_factor = unit.base_unit_qty;
  const plain = (text: string) => printQuantity(quantity(text));
  const elsewhere = plain(found.elsewhere);
  const need = {
    in_hand: plain(found.in_hand),
    reserved: plain(found.reserved),
    on_order: plain(found.on_order),
    on_the_way: plain(found.on_the_way),
    minimum: plain(found.minimum),
    maximum: found.maximum === null ? null : plain(found.maximum),
    sold: plain(found.sold),
  };
  const transfers = proposedTransfers(need, sources);
  const told = (figure: string | null) => figureInUnits(figure, item_units);
  return [
    {
      ...found,
      ...need,
      elsewhere,
      elsewhere_in_units: told(elsewhere),
      in_units: told(need.in_hand),
      reserved_in_units: told(need.reserved),
      on_order_in_units: told(need.on_order),
      on_the_way_in_units: told(need.on_the_way),
      minimum_in_units: told(need.minimum),
      maximum_in_units: told(need.maximum),
      sold_in_units: told(need.sold),
      base_unit_fk: base?.unit_fk ?? null,
      unit_fk: unit.unit_fk,
      unit_factor,
      transfers: transfers.map((transfer) => ({ ...transfer, spare_in_units: told(transfer.spare) })),
      quantity: proposedQuantity(need, unit_factor, printQuantity(transferred(transfers))),
      price: bought ? price : null,
    },
  ];
}

const transferred = (transfers: readonly { readonly quantity: string }[]): Quantity =>
  toQuantity(transfers.reduce((total, transfer) => total + quantity(transfer.quantity), 0n));

async function neededItems(
  snapshot: Snapshot,
  person: Person,
  query: QueryValues,
  days: { readonly from: string; readonly as_at: string },
): Promise<readonly Found[]> {
  const inventory = Number(query['inventory_fk']);
  checkInventory(person, inventory);
  const isAll = query['counted_in'] === 'all';
  const place: Place = (column) =>
    isAll ? allOf(rowScope(person, { inventory: column })) : sql`${column} = ${inventory}`;
  const others: Place = (column) =>
    isAll ? sql`false` : allOf([...rowScope(person, { inventory: column }), sql`${column} <> ${inventory}`]);
  const open = openGoods(await openDocuments(snapshot, place));
  const sold = movedForSale([
    place(sql.ref('j.inventory_fk')),
    sql`j.effective_date between ${days.from}::date and ${days.as_at}::date`,
  ]);
  const supplier = query['supplier_fk'];
  const { rows } = await sql<Found>`
    with held as (
      select l.item_fk, sum(l.quantity) filter (where ${place(sql.ref('l.inventory_fk'))}) as here,
        sum(l.quantity) filter (where ${others(sql.ref('l.inventory_fk'))}) as elsewhere
      from (select item_fk, inventory_fk, quantity from read.stock_level union all
        select b.item_fk, b.inventory_fk, -b.quantity from (${goodsNotForSale()}) b) l group by 1
    ), need as (
      select i.id, coalesce(h.here, 0) as in_hand, greatest(coalesce(h.elsewhere, 0), 0) as elsewhere,
        ${sql.join(OPEN_FIGURES.map((figure) => sql`coalesce(${sql.ref(`o.${figure}`)}, 0) as ${sql.ref(figure)}`))},
        ${isAll ? OVER_ALL : IN_ONE},
        greatest(coalesce(s.quantity, 0), 0) as sold
      from read.record i
      left join held h on h.item_fk = i.id
      cross join lateral (select sum(lv.minimum) as minimum, max(lv.maximum) as maximum from ${LEVELS}
        where ${place(sql.ref('lv.inventory_fk'))} and ${isInUse(sql.ref('lv.inventory_fk'))}) own
      left join jsonb_to_recordset(${JSON.stringify(open)}::jsonb)
        o (item_fk int, reserved numeric, on_order numeric, on_the_way numeric) on o.item_fk = i.id
      left join (select m.item_fk, -sum(m.quantity) as quantity from (${sold}) m group by 1) s on s.item_fk = i.id
      where i.kind = 'item' and i.active and i.data ->> 'item_type' is distinct from 'service'
        and i.data ->> 'is_active' is distinct from 'false'
    )
    select i.id as item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code,
      i.data -> 'item_units' as item_units, n.in_hand, n.reserved, n.on_order, n.on_the_way, n.elsewhere, n.has_own_minimum,
      n.minimum, n.maximum, n.sold,
      split_part(p.party, '-', 2)::int as supplier_fk, p.unit_fk, p.price, p.currency_fk, p.date as last_purchase,
      (i.data ->> 'tax_fk')::int as tax_fk
    from need n join read.record i on i.kind = 'item' and i.id = n.id
    left join lateral (${lastPurchase(person)}) p on true
    where case when n.maximum is null then n.sold else 0 end + n.minimum + n.reserved > n.in_hand + n.on_order + n.on_the_way
      and ${supplier === undefined ? sql`true` : sql`p.party = ${`supplier-${supplier}`}`}
    order by ${inOrder(shownName('i'))}, i.id limit ${LINES_MAX + 1}`.execute(snapshot);
  return rows;
}

const ALERT = sql`coalesce((i.data ->> 'shortage_alert')::numeric, 0)`;
/** Of item `i` with stock `h` and `own` minimum and maximum: those of the inventory, else what others lack of its alert. */
const IN_ONE = sql`coalesce(own.minimum, greatest(${ALERT} - greatest(coalesce(h.elsewhere, 0), 0), 0)) as minimum,
  own.maximum, own.minimum is not null as has_own_minimum`;
/** Over all inventories: the alert, or together what single ones keep at least. */
const OVER_ALL = sql`greatest(${ALERT}, coalesce(own.minimum, 0)) as minimum, null::numeric as maximum,
  false as has_own_minimum`;

/** The last purchase of item `i` in force, in the person's outlets; requires a permission to list or show purchases. */
function lastPurchase(person: Person) {
  const { kind, resource } = purchaseDocument;
  const conditions = [
    person.can(`${resource}/index##${resource}/show`) ? sql<boolean>`true` : sql<boolean>`false`,
    ...rowScope(person, { outlet: sql`l.outlet_fk`, inventory: sql`l.inventory_fk` }),
  ];
  return sql`
    select l.party, l.unit_fk, trim_scale(l.price)::text as price, l.currency_fk, l.date::text as date
    from read.document_line l
    where l.kind = ${kind} and l.item_fk = i.id and l.status in ('complete', 'closed') and l.price > 0
      and ${allOf(conditions)}
    order by l.date desc, l.id desc, l.line_id limit 1`;
}

/** A condition on the inventory in a column. */
type Place = (column: RawBuilder<unknown>) => Condition;

/** The unfinished documents whose goods come to, or leave, the inventories of `place`. */
async function openDocuments(snapshot: Snapshot, place: Place) {
  const own = place(sql.ref('d.inventory_fk'));
  const { rows } = await sql<{ figure: OpenFigure; data: DocumentBody }>`
    select 'on_order' as figure, d.data from read.document d
    where ${own} and (d.kind = ${purchaseOrderDocument.kind} and d.status in ('draft', 'bill')
      or d.kind = ${purchaseDocument.kind} and d.status = 'complete' and d.received_status <> 'received')
    union all
    select 'reserved', d.data from read.document d
    where ${own} and d.kind = ${onlineOrderDocument.kind} and d.status = 'confirmed'
    union all
    select 'on_the_way', d.data from read.document d
    where ${place(sql`(d.data ->> 'to_inventory_fk')::int`)} and d.kind = any(${TRANSFERS})
      and (d.status = 'sent' or d.status = 'pending' and not ${own})
    `.execute(snapshot);
  return rows;
}
