/**
 * Finds the records named in a spreadsheet: active ones of a resource, by name in any language, code or barcode, as far as
 * they are shown to the person (docs/decisions/0170), compared by folded text. One query for each resource, which includes everything stored before.
 */

import type { Pool } from 'pg';
import { keyOfCode } from '../../domain/catalogue/code.ts';
import { keysIn } from '../../domain/catalogue/scanned-code.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { lookedUpFields } from '../../domain/registry/lookup-permission.ts';
import { records } from '../../domain/registry/records.ts';
import { defined } from '../../domain/values/defined.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import { foldForSearch } from '../../domain/values/folding.ts';
import type { EventStore } from '../../event-store/port.ts';
import { askCurrent, type ModelsAt, modelsAt } from '../read-models/models-at.ts';
import { type NamedRow, RECORDS_BY_NAME, type UnitOfItem } from '../read-models/records-by-name.ts';

export type { UnitOfItem };

interface NamedResource {
  readonly kind: string;
  readonly names: readonly string[];
  readonly codes?: readonly string[];
}

const RESOURCES: Readonly<Record<string, NamedResource>> = {
  categories: {
    kind: 'category',
    names: ['category_name', 'category_name_ar', 'category_name_ckb'],
    codes: ['category_code'],
  },
  old_accounts: { kind: 'old_account', names: ['old_account_name'], codes: ['old_account_code'] },
  inventories: { kind: 'inventory', names: ['inventory_name', 'inventory_name_ar', 'inventory_name_ckb'] },
  brands: { kind: 'brand', names: ['brand_name', 'brand_name_ar', 'brand_name_ckb'] },
  units: { kind: 'unit', names: ['unit_name', 'unit_name_ar', 'unit_name_ckb'] },
  items: { kind: 'item', names: ['item_name', 'item_name_ar', 'item_name_ckb'], codes: ['item_code'] },
  cities: { kind: 'city', names: ['city_name', 'city_name_ar', 'city_name_ckb'] },
  countries: { kind: 'country', names: ['country_name', 'country_name_ar', 'country_name_ckb'] },
  customer_groups: {
    kind: 'customer_group',
    names: ['customer_group_name', 'customer_group_name_ar', 'customer_group_name_ckb'],
  },
  fixed_assets: {
    kind: 'fixed_asset',
    names: ['asset_name', 'asset_name_ar', 'asset_name_ckb'],
    codes: ['serial_number'],
  },
  customers: { kind: 'customer', names: ['consumer_name', 'consumer_name_ar', 'consumer_name_ckb'], codes: ['code'] },
  suppliers: { kind: 'supplier', names: ['consumer_name', 'consumer_name_ar', 'consumer_name_ckb'], codes: ['code'] },
  roles: { kind: 'role', names: ['role_name', 'role_name_ar', 'role_name_ckb'] },
  outlets: { kind: 'outlet', names: ['outlet_name', 'outlet_name_ar', 'outlet_name_ckb'] },
  cashes: { kind: 'cash', names: ['account_name', 'account_name_ar', 'account_name_ckb'] },
  promotions: { kind: 'promotion', names: ['title', 'title_ar', 'title_ckb'] },
  users: { kind: 'user', names: ['user_name', 'user_full_name'], codes: ['user_code', 'email'] },
  currencies: {
    kind: 'currency',
    names: ['currency_name', 'currency_name_ar', 'currency_name_ckb'],
    codes: ['symbol'],
  },
  pricing_profiles: { kind: 'pricing_profile', names: ['profile_name', 'profile_name_ar', 'profile_name_ckb'] },
};

export type Meant = { readonly id: number; readonly unit_fk?: number } | 'unknown' | 'ambiguous';

export interface Names {
  meant(resource: string, name: string): Meant;
  isThere(resource: string, id: number): boolean;
  unitsOf(item: number): readonly UnitOfItem[];
  /** The name of a record as a cell may have it; undefined for one that is not there. */
  nameOf(resource: string, id: number): string | undefined;
  /** The active records of a resource that was asked for. */
  rowsOf(resource: string): ReadonlyMap<number, NamedRow>;
}

/** Throws StoreUnavailable while the read models are behind. */
export async function readNames(
  { pool, store }: { readonly pool: Pool; readonly store: Pick<EventStore, 'head'> },
  resources: Iterable<string>,
  actor: Actor,
  waitMs: number,
): Promise<Names> {
  const wanted = new Set(resources);
  if (wanted.has('items')) wanted.add('units');
  const at = await modelsAt(pool, await store.head(), waitMs);
  const found = await Promise.all(
    [...wanted].map(async (name) => [name, new NamesOf(await rowsOf(pool, at, name, actor))] as const),
  );
  const all = new Map(found);
  return {
    meant: (resource, name) => all.get(resource)?.meant(name) ?? 'unknown',
    isThere: (resource, id) => all.get(resource)?.rows.has(id) ?? false,
    nameOf: (resource, id) =>
      all
        .get(resource)
        ?.rows.get(id)
        ?.names.find((name) => name !== null) ?? undefined,
    rowsOf: (resource) => all.get(resource)?.rows ?? new Map(),
    unitsOf: (item) => all.get('items')?.rows.get(item)?.units ?? [],
  };
}

/** Empty when there are no read models yet. */
async function rowsOf(
  pool: Pool,
  at: ModelsAt | undefined,
  resource: string,
  actor: Actor,
): Promise<readonly NamedRow[]> {
  const { kind, names, codes = [] } = defined(RESOURCES[resource]);
  const shown = lookedUpFields(defined(records.find((record) => record.kind === kind)), actor);
  const seen = codes.filter((field) => shown?.includes(field) ?? true);
  const rows = at ? await askCurrent(pool, RECORDS_BY_NAME, at, kind, names, seen) : [];
  const isOwn = (id: number) => kind !== 'inventory' || actor.hasInventory(id);
  return rows.filter(({ id, outlet_fk }) => (outlet_fk === null || actor.hasOutlet(outlet_fk)) && isOwn(id));
}

/** Compares codes and barcodes first, then exact names, then folded names. */
class NamesOf {
  readonly rows: ReadonlyMap<number, NamedRow>;
  readonly #codes = new Map<string, Set<number>>();
  readonly #barcodes = new Map<string, { readonly id: number; readonly unit_fk: number }>();
  readonly #names = new Map<string, Set<number>>();
  readonly #alike = new Map<string, Set<number>>();

  constructor(rows: readonly NamedRow[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
    for (const { id, names, codes, units } of rows) {
      for (const code of codes) if (code) put(this.#codes, foldName(code), id);
      for (const { unit_fk, barcodes } of units ?? []) {
        for (const barcode of barcodes) this.#barcodes.set(keyOfCode(barcode), { id, unit_fk });
      }
      for (const name of names) {
        if (!name) continue;
        put(this.#names, foldName(name), id);
        put(this.#alike, foldForSearch(name), id);
      }
    }
  }

  meant(name: string): Meant {
    const folded = foldName(name);
    const [whole, ...further] = keysIn(name).map((key) => this.#barcodes.get(key));
    if (whole) return whole;
    for (const ids of [this.#codes.get(folded), this.#names.get(folded), this.#alike.get(foldForSearch(name))]) {
      const [id] = ids ?? [];
      if (id !== undefined) return ids?.size === 1 ? { id } : 'ambiguous';
    }
    return further.find((place) => place !== undefined) ?? 'unknown';
  }
}

function put(map: Map<string, Set<number>>, key: string, id: number): void {
  const ids = map.get(key);
  if (ids) ids.add(id);
  else map.set(key, new Set([id]));
}
