/**
 * The catalogue of a till for selling offline, as lines of JSON: a head, parts of tables, and an end. With a position
 * it contains the changes since then. Rows are read in pages, so that memory use is constant.
 */

import { onHandByName } from '../../domain/batches/batch-names.ts';
import { NO_NOTES, notesOf } from '../../domain/batches/batch-notes.ts';
import type { Kits } from '../../domain/batches/batch-places.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import { type BatchQuantity, batchOfKey } from '../../domain/values/batch.ts';
import { textsOf } from '../../domain/values/members.ts';
import type { SmallPicture } from '../attachments/uploads.ts';
import { clockOf } from '../handling/decision.ts';
import { DecisionReads } from '../handling/decision-reads.ts';
import { kitsOf, readKitLevels } from '../handling/facts/kit-levels.ts';
import { shopZone } from '../handling/shop-zone.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { cashiersOf } from '../identity/at-tills/cashier-routes.ts';
import { ask } from '../read-models/named-query.ts';
import {
  CATALOGUE_CHANGED,
  CATALOGUE_COUNTS,
  CATALOGUE_CUSTOMERS,
  CATALOGUE_ITEMS,
  CATALOGUE_POSITION,
  CATALOGUE_TABLE,
  type CatalogueRow,
  CHANGED_CUSTOMERS,
  CHANGED_ITEMS,
  type CustomerRow,
  type ItemRow,
} from '../read-models/till-catalogue.ts';
import type { EnrolledDevice } from './device-request.ts';

type Row = Readonly<Record<string, unknown>>;
type Routes = Pick<IdentityRoutes, 'identity' | 'commands'>;

/** Small tables that are sent completely, with their kinds of records. */
const SMALL: Readonly<Record<string, string>> = {
  outlets: 'outlet',
  inventories: 'inventory',
  currencies: 'currency',
  rates: 'currency_rate',
  units: 'unit',
  categories: 'category',
  taxes: 'tax',
  pricing_profiles: 'pricing_profile',
  promotions: 'promotion',
  expense_types: 'expense_type',
  accounts: 'cash',
  print_templates: 'print_template',
};
const CITY = 'city';
const SETTINGS = ['system_setting', 'system_profile', 'till_setting'] as const;
/** Fields of the system settings that a till needs. */
const SYSTEM_FIELDS = ['business_name', 'currency_fk', 'cash_rounding_step', 'quantity_decimals', 'sell_expired'];
const PAGE = 1000;

export interface CatalogueRequest {
  readonly device: EnrolledDevice;
  /** Undefined for the whole catalogue. */
  readonly after: string | undefined;
  /** The inventory of the quantities that the device has. */
  readonly inventory?: number | undefined;
  /** The moment of the answer that the device has: debts become overdue without an event. */
  readonly asOf?: Date | undefined;
  readonly now: Date;
}

export async function* catalogueLines(routes: Routes, request: CatalogueRequest): AsyncGenerator<string> {
  const { pool } = routes.commands;
  const { device, after, now } = request;
  const position = (await ask(pool, CATALOGUE_POSITION))[0]?.position ?? '0';
  const inventory = await inventoryOf(routes, device);
  const zone = await shopZone(routes.commands.handler.states);
  const head = { position, server_time: now.toISOString(), inventory_id: inventory ?? null };
  // The books are behind the till's position: they were restored from a backup, or are being rebuilt.
  const isBehind = after !== undefined && BigInt(after) > BigInt(position);
  if (isBehind || (request.inventory !== undefined && request.inventory !== inventory)) {
    yield line({ ...head, reset: true });
    yield line({ end: true });
    return;
  }
  const counted = after === undefined ? await ask(pool, CATALOGUE_COUNTS) : [];
  const counts = Object.fromEntries(counted.map(({ kind, count }) => [`${kind}s`, count]));
  yield line({ ...head, ...(after === undefined ? { counts } : {}) });
  const categories = await ask(pool, CATALOGUE_TABLE, SMALL['categories'] ?? '', device.outlet_fk);
  yield* smallTables(routes, request);
  yield line({ table: 'cashiers', rows: await cashierRows(routes, device.outlet_fk) });
  const pathOf = pathsIn(categories);
  yield* pages(itemPages(routes, inventory ?? 0, after), 'items', async (rows) => {
    const kits = await kitsIn(routes, rows);
    return rows.map((row) => {
      const batches = row.batches ? { batches: batchesOf(row.batches, row.noted ?? []) } : {};
      const item = { ...row.data, id: row.id, categories: pathOf(row.data ?? {}), stock: row.stock };
      return { ...item, ...batches, ...kits(row.id) };
    });
  });
  yield* pages(customerPages(routes, request, zone), 'customers', (rows) =>
    rows.map(({ id, data, balance, overdue }) => ({ ...data, id, balance, overdue })),
  );
  yield line({ end: true });
}

type Levels = NonNullable<ItemRow['batches']>;

/** Batches on hand by their names. */
function batchesOf(levels: Levels, noted: Levels): readonly BatchQuantity[] {
  const batches = levels.map(([key, quantity]) => ({ ...batchOfKey(key), quantity }));
  const notes = notesOf(noted.map(([key, total]) => ({ key, total })));
  return notes === NO_NOTES ? batches : onHandByName({ batches, onHand: '0' }, notes).batches;
}

/** What is known to be inside of the kits among the items. */
async function kitsIn({ commands }: Routes, rows: readonly ItemRow[]): Promise<(item: number) => { kits?: Kits }> {
  const { store, handler } = commands;
  const records = rows.map(({ id, data }) => ({ id, active: true, data: data ?? {} }));
  const sources = { store, states: handler.states, collections: handler.collections };
  const levels = await readKitLevels(sources, { recordsOf: () => records });
  return (item) => {
    const kits = kitsOf(levels, new DecisionReads(), item);
    return kits ? { kits } : {};
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The inventory from which a till sells: its own while that is active, otherwise the first active one of the outlet. */
export async function inventoryOf(
  { commands }: Routes,
  { outlet_fk, inventory_fk }: Pick<EnrolledDevice, 'outlet_fk' | 'inventory_fk'>,
): Promise<number | undefined> {
  const inventories = await ask(commands.pool, CATALOGUE_TABLE, 'inventory', outlet_fk);
  const usable = inventories.filter(({ data }) => data?.['outlet_fk'] === outlet_fk && data['is_active'] !== false);
  return (usable.find(({ id }) => id === inventory_fk) ?? usable[0])?.id;
}

async function* smallTables(
  { commands: { pool, uploads } }: Routes,
  { device, after }: CatalogueRequest,
): AsyncGenerator<string> {
  const kinds = [...Object.values(SMALL), ...SETTINGS, CITY];
  const changed =
    after === undefined ? kinds : (await ask(pool, CATALOGUE_CHANGED, kinds, after)).map(({ kind }) => kind);
  const isOther = (kind: string) => changed.includes(kind);
  const isPlaceOther = isOther(CITY);
  const hasPlaces = isPlaceOther || ['outlet', ...SETTINGS].some(isOther);
  const withCity = cityIn(hasPlaces ? await ask(pool, CATALOGUE_TABLE, CITY, device.outlet_fk) : []);
  for (const [table, kind] of Object.entries(SMALL)) {
    if (!isOther(kind) && !(isPlaceOther && kind === 'outlet')) continue;
    const rows = await ask(pool, CATALOGUE_TABLE, kind, device.outlet_fk);
    const rowOf = kind === 'outlet' ? withCity : (data: Row) => data;
    yield line({ table, rows: rows.map(({ id, data }) => ({ ...rowOf(data ?? {}), id })) });
  }
  if (!isPlaceOther && !SETTINGS.some(isOther)) return;
  const [system = {}, shop = {}, till = {}] = await Promise.all(
    SETTINGS.map(async (kind) => (await ask(pool, CATALOGUE_TABLE, kind, device.outlet_fk))[0]?.data ?? {}),
  );
  const fields = Object.fromEntries(SYSTEM_FIELDS.map((name) => [name, system[name] ?? null]));
  const [logo] = textsOf(shop['logo']);
  const logo_image = logo === undefined ? null : addressOf(await uploads.small(logo));
  yield line({ table: 'settings', rows: [{ id: 1, ...fields, ...withCity(shop), logo_image, ...till }] });
}

/** As a data URL, because papers are printed offline. */
const addressOf = (picture: SmallPicture | undefined): string | null =>
  picture ? `data:${picture.media_type};base64,${picture.bytes.toString('base64')}` : null;

/** Adds the city of a place in all languages, because papers are printed on the device. */
function cityIn(cities: readonly CatalogueRow[]): (place: Row) => Row {
  return (place) => {
    const { city_name, city_name_ar, city_name_ckb } = cities.find(({ id }) => id === place['city_fk'])?.data ?? {};
    return city_name === undefined ? place : { ...place, city_name, city_name_ar, city_name_ckb };
  };
}

/** Cashiers with their till rights only; rights of the back office are not needed. */
async function cashierRows(routes: Routes, outlet: number): Promise<readonly Row[]> {
  const cashiers = await cashiersOf(outlet, routes);
  const people = await Promise.all(cashiers.map(({ user_id }) => routes.identity.user(user_id)));
  return people.flatMap((person) => {
    if (!person) return [];
    const { user_id: id, user, permissions } = person;
    const rights = permissions.filter((permission) => TILL_PERMISSIONS.has(permission));
    const { user_name: name, user_code: code = null, lang: language = null } = user;
    return [{ id, name, code, language, rights, limits: {} }];
  });
}

/** The category of an item and its ancestors. */
function pathsIn(categories: readonly CatalogueRow[]): (item: Row) => readonly number[] {
  const parents = new Map(categories.map(({ id, data }) => [id, data?.['parent_fk']]));
  return ({ sub_category_fk, category_fk }) => {
    const path: number[] = [];
    for (let id = sub_category_fk ?? category_fk; typeof id === 'number' && !path.includes(id); id = parents.get(id)) {
      path.push(id);
    }
    return path;
  };
}

type NextPage<Found> = (after: number) => Promise<readonly Found[]>;

function itemPages({ commands: { pool } }: Routes, inventory: number, position: string | undefined): NextPage<ItemRow> {
  return (after) =>
    position === undefined
      ? ask(pool, CATALOGUE_ITEMS, inventory, after, PAGE)
      : ask(pool, CHANGED_ITEMS, inventory, after, PAGE, position);
}

function customerPages(
  { commands: { pool } }: Routes,
  { after: position, asOf, now }: CatalogueRequest,
  zone: string,
): NextPage<CustomerRow> {
  const { today } = clockOf(now, zone);
  const since = clockOf(asOf ?? now, zone).today;
  return (after) =>
    position === undefined
      ? ask(pool, CATALOGUE_CUSTOMERS, today, after, PAGE)
      : ask(pool, CHANGED_CUSTOMERS, today, after, PAGE, position, since);
}

async function* pages<Found extends CatalogueRow>(
  next: NextPage<Found>,
  table: string,
  rowsOf: (found: readonly Found[]) => readonly Row[] | Promise<readonly Row[]>,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const found = await next(after);
    if (found.length === 0) return;
    const there = found.filter(({ data }) => data !== null);
    const removed = found.filter(({ data }) => data === null).map(({ id }) => id);
    yield line({ table, rows: await rowsOf(there), ...(removed.length === 0 ? {} : { removed }) });
    after = found.at(-1)?.id ?? after;
    if (found.length < PAGE) return;
  }
}
