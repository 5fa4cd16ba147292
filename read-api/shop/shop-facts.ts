/**
 * The facts for answers to the application: the shop's settings, categories and prices, read once for each request.
 * Prices come from the function that prices an order (`domain/catalogue/customer-price.ts`).
 */
import { sql } from 'kysely';
import type { PriceFacts } from '../../domain/catalogue/customer-price.ts';
import type { KnownRecord, RateInForce } from '../../domain/deciding/facts.ts';
import { isShownOnline } from '../../domain/mobile/shown-online.ts';
import { isObject, listOf } from '../../domain/values/members.ts';
import type { Shopper } from '../../identity/shopper.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import { shopNow } from '../http/today.ts';

interface KnownRow {
  readonly kind: string;
  readonly id: number;
  readonly active: boolean;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Null means not set. */
export interface ShopSettings {
  readonly outlet_fk: number | null;
  readonly inventory_fk: number | null;
  readonly account_fk: number | null;
  readonly customer_fk: number | null;
  readonly takes_orders: boolean;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  readonly accepted_time_minutes: number | null;
  readonly section_arrangement: readonly number[];
}

export interface ShopFacts extends PriceFacts {
  readonly settings: ShopSettings;
  readonly today: string;
  readonly now: string;
  /** The customer of the orders in the books, whose pricing list applies; null means general prices. */
  readonly customer_fk: number | null;
  /** Visible categories, and all categories above them. */
  readonly categories: readonly KnownRow[];
  /** The active records of a loaded kind, with names in the reader's language. */
  rows(kind: string): readonly KnownRow[];
  nameOf(kind: string, id: unknown): string | null;
}

/** Loaded completely: there are few records of each. */
const KINDS = [
  'app_setting',
  'system_setting',
  'currency',
  'category',
  'pricing_profile',
  'unit',
  'tax',
  'promotion',
  'delivery_zone',
  'city',
];

/** `shopper` is undefined for the office, which sees the prices of a shopper without a customer account. */
export async function shopFacts(reader: Reader, shopper: Shopper | undefined): Promise<ShopFacts> {
  const rows = await recordsOf(reader, KINDS);
  const known = new Map(rows.map((row) => [`${row.kind}-${row.id}`, row]));
  const settings = settingsIn(known.get('app_setting-1')?.data ?? {});
  const customer_fk = shopper?.customer.customer_fk ?? settings.customer_fk;
  const [customer, rates, moment] = await Promise.all([
    customerOf(reader, customer_fk),
    ratesOf(reader),
    shopNow(reader),
  ]);
  if (customer) known.set(`customer-${customer.id}`, customer);
  const record = <Data>(kind: string, id: number) => {
    const row = known.get(`${kind}-${id}`);
    return holds<Data>(row) ? row : undefined;
  };
  const rowsOf = (kind: string) => rows.filter((row) => row.kind === kind && row.active);
  return {
    ...moment,
    settings,
    customer_fk,
    record,
    categories: shownOnline(rows),
    rows: rowsOf,
    nameOf: (kind, id) => known.get(`${kind}-${String(id)}`)?.name ?? null,
    rateOn: (day) => rates.find(({ date }) => date <= day),
  };
}

const recordsOf = async (reader: Reader, kinds: readonly string[]): Promise<readonly KnownRow[]> => {
  const { rows } = await sql<KnownRow>`
    select r.kind, r.id, r.active, ${shownName('r')} as name, r.data from read.record r where r.kind = any(${kinds}::text[])
    order by r.id`.execute(reader);
  return rows;
};

/** The ids of the visible categories. */
export async function shownCategories(reader: Reader): Promise<ReadonlySet<number>> {
  return new Set(shownOnline(await recordsOf(reader, ['category'])).map(({ id }) => id));
}

function shownOnline(rows: readonly KnownRow[]): readonly KnownRow[] {
  const categories = new Map(rows.flatMap((row) => (row.kind === 'category' ? [[row.id, row]] : [])));
  const category = (id: number) => categories.get(id)?.data;
  return [...categories.values()].filter(({ id, active }) => active && isShownOnline({ category_fk: id }, category));
}

async function customerOf(reader: Reader, id: number | null): Promise<KnownRow | undefined> {
  if (id === null) return undefined;
  const { rows } = await sql<KnownRow>`
    select r.kind, r.id, r.active, r.name, r.data from read.record r where r.kind = 'customer' and r.id = ${id}`.execute(
    reader,
  );
  return rows[0];
}

/** Newest first. */
async function ratesOf(reader: Reader): Promise<readonly RateInForce[]> {
  const { rows } = await sql<{ id: number; data: unknown }>`
    select r.id, r.data from read.record r where r.kind = 'currency_rate' and r.active
    order by r.data ->> 'date' desc, coalesce(r.data ->> 'time', '00:00:00') desc, r.id desc limit 400`.execute(reader);
  return rows.flatMap(({ id, data }) => {
    if (!isObject(data)) return [];
    return [{ id, date: String(data['date']), rate: String(data['rate']), in_rate: String(data['in_rate']) }];
  });
}

/** The data of a record was validated when it was entered. */
export const holds = <Data>(row: object | undefined): row is KnownRecord<Data> => row !== undefined;

function settingsIn(data: Readonly<Record<string, unknown>>): ShopSettings {
  const number = (field: string) => (typeof data[field] === 'number' ? data[field] : null);
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : null);
  return {
    outlet_fk: number('outlet_fk'),
    inventory_fk: number('inventory_fk'),
    account_fk: number('account_fk'),
    customer_fk: number('customer_fk'),
    accepted_time_minutes: number('accepted_time_minutes'),
    opens_at: text('opens_at'),
    closes_at: text('closes_at'),
    takes_orders: data['takes_orders'] !== false,
    section_arrangement: listOf(data['section_arrangement']).filter((id) => typeof id === 'number'),
  };
}
