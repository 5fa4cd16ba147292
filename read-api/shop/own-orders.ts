/** A customer's own orders: lines, progress, and the shop's messages. Orders of others are answered with 404. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { ownCancelRefusal } from '../../domain/sales/orders/online-order-rules.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import type { Language } from '../../domain/values/language.ts';
import { type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import type { Shopper } from '../../identity/shopper.ts';
import type { Reader } from '../database/reader-type.ts';
import { notFound } from '../http/scope.ts';
import { fetchNames } from '../lists/names.ts';

const Text = () => Nullable(Type.String());

const Step = Type.Object({ step: Type.String(), at: Type.String() });

export const ShopOrder = Type.Object(
  {
    order_id: Type.Integer(),
    number: Text(),
    status: Type.String(),
    date: Text(),
    received_type: Text(),
    address: Text(),
    mobile: Text(),
    delivery_charge: Text(),
    total: Type.String(),
    paid: Type.String(),
    unpaid: Type.String(),
    accepted_minutes: Nullable(Type.Integer()),
    /** False once the shop has confirmed it, and for an order that is paid in advance. */
    can_cancel: Type.Boolean(),
    note: Text(),
    steps: Type.Array(Step),
    /** The shop's message about a cancellation. */
    message: Text(),
    lines: Type.Array(
      Type.Object({
        item_fk: Type.Integer(),
        item_name: Text(),
        unit_fk: Type.Integer(),
        unit_name: Text(),
        quantity: Type.String(),
        bonus_quantity: Text(),
        price: Type.String(),
      }),
    ),
  },
  { title: 'ShopOrder' },
);

export const ShopMessage = Type.Object(
  { order_id: Type.Integer(), number: Text(), step: Type.String(), at: Type.String(), message: Text() },
  { title: 'ShopMessage' },
);

interface OrderRow {
  readonly id: number;
  readonly number: string | null;
  readonly status: string;
  readonly date: string | null;
  readonly total: string;
  readonly paid: string;
  readonly unpaid: string;
  readonly note: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const STEPS = ['ordered_at', 'confirmed_at', 'given_at', 'delivered_at', 'cancelled_at'] as const;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const OWN = ({ consumer_id }: Shopper) =>
  sql`d.kind = 'online_order' and (d.data ->> 'online_customer_fk')::int = ${consumer_id}`;

/** A customer, and the language of the answer. */
export interface Reading {
  readonly reader: Reader;
  readonly shopper: Shopper;
  readonly language: Language;
}

async function find({ reader, language }: Reading, where: ReturnType<typeof OWN>, limit: number, offset = 0) {
  const { rows } = await sql<OrderRow>`
    select d.id, d.number, d.status, d.date::text as date, trim_scale(d.total)::text as total,
      trim_scale(d.paid)::text as paid, trim_scale(d.unpaid)::text as unpaid, d.note, d.data
    from read.document d where ${where} order by d.id desc limit ${limit} offset ${offset}`.execute(reader);
  return shownOrders(reader, rows, language);
}

async function shownOrders(reader: Reader, rows: readonly OrderRow[], language: Language) {
  const lines = rows.flatMap(({ data }) => objectsOf(data['lines']));
  const nameOf = await fetchNames(
    reader,
    lines.flatMap(({ item_fk, unit_fk }) => [`item-${String(item_fk)}`, `unit-${String(unit_fk)}`]),
  );
  return rows.map(({ data, ...row }) => ({
    order_id: row.id,
    number: row.number,
    status: row.status,
    date: row.date,
    note: row.note,
    total: row.total,
    paid: row.paid,
    unpaid: row.unpaid,
    received_type: text(data['received_type']),
    address: text(data['customer_address']),
    mobile: text(data['customer_mobile']),
    delivery_charge: text(data['delivery_charge']),
    accepted_minutes: typeof data['accepted_minutes'] === 'number' ? data['accepted_minutes'] : null,
    can_cancel: ownCancelRefusal(row.status, { prepayment: data['prepayment'] }) === undefined,
    steps: STEPS.flatMap((step) => {
      const at = text(data[step]);
      return at === null ? [] : [{ step: step.slice(0, -3), at }];
    }).toSorted((a, b) => a.at.localeCompare(b.at)),
    message: messageOf(membersOf(data['cancelled']), language),
    lines: objectsOf(data['lines']).map((line) => ({
      item_fk: Number(line['item_fk']),
      item_name: nameOf('item', line['item_fk']),
      unit_fk: Number(line['unit_fk']),
      unit_name: nameOf('unit', line['unit_fk']),
      quantity: String(line['quantity']),
      bonus_quantity: text(line['bonus_quantity']),
      price: String(line['price']),
    })),
  }));
}

/** The text in the language; orders from before the translations, and messages without one, have the text only. */
const messageOf = (cancelled: Members, language: Language): string | null =>
  text(cancelled[`message_${language}`]) ?? text(cancelled['message']);

const PAGE = 20;

/** Newest first, one page. */
export const ownOrders = (reading: Reading, page: number) =>
  find(reading, OWN(reading.shopper), PAGE, (page - 1) * PAGE);

/** Throws Refusal `not_found` for another customer's order. */
export async function ownOrder(reading: Reading, id: number) {
  const [order] = await find(reading, sql`${OWN(reading.shopper)} and d.id = ${id}`, 1);
  if (!order) throw notFound();
  return order;
}

/** Status messages of the customer's latest orders, newest first. */
export async function ownMessages(reading: Reading) {
  const orders = await find(reading, OWN(reading.shopper), PAGE);
  return orders
    .flatMap(({ order_id, number, steps, message }) =>
      steps.map(({ step, at }) => ({ order_id, number, step, at, message: step === 'cancelled' ? message : null })),
    )
    .toSorted((a, b) => b.at.localeCompare(a.at));
}
