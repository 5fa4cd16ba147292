/**
 * Facts for the domain's decisions and prices from the device's catalogue: a till uses the server's functions
 * (`customerPrice`, `checkPrices`, `promotionResults`) on its last known data.
 */

import type { Actor, Facts, KnownRecord, RateInForce } from '../../../../domain/deciding/facts.ts';
import { validDate } from '../../../../domain/values/effective-date.ts';
import { newestRateFirst } from '../../../../domain/values/rate-order.ts';
import type { LeftGoods } from '../sold-batches.ts';
import type { CatalogueTables } from './catalogue-tables.ts';

/** The table of each kind of record. */
const TABLES = {
  category: 'categories',
  unit: 'units',
  promotion: 'promotions',
  tax: 'taxes',
  pricing_profile: 'pricing_profiles',
  currency: 'currencies',
  currency_rate: 'rates',
  expense_type: 'expense_types',
  cash: 'accounts',
  outlet: 'outlets',
  inventory: 'inventories',
  user: 'cashiers',
} as const;

const isTable = (kind: string): kind is keyof typeof TABLES => Object.hasOwn(TABLES, kind);

export interface TillActor {
  readonly user_id: number;
  readonly rights: readonly string[];
}

export interface FactsSource {
  readonly tables: CatalogueTables;
  readonly moment: { readonly date: string; readonly time: string };
  readonly place: { readonly outlet: number; readonly inventory: number | null };
  /** An item or a customer that is in memory. */
  row(kind: 'item' | 'customer', id: number): { readonly id: number } | undefined;
  /** The remaining quantities of the batches of a loaded item, and what is known of kits. */
  batches(item: number): LeftGoods;
}

export function factsOf(source: FactsSource, { user_id, rights }: TillActor): Facts {
  const { tables, moment, place } = source;
  const held = new Set(rights);
  const actor: Actor = {
    user_id,
    can: (permission) => permission.split('##').some((alternative) => held.has(alternative)),
    hasOutlet: (outlet) => outlet === place.outlet,
    hasInventory: (inventory) => inventory === place.inventory,
    hasAllOutlets: false,
    hasRecentProof: false,
  };
  return {
    today: validDate(moment.date),
    now: moment.time,
    actor,
    record: (kind, id) => recordOf(source, kind, id),
    document: () => undefined,
    level: () => '0',
    openItems: [],
    batchesOnHand: (item) => source.batches(item),
    kits: (item) => source.batches(item).kits,
    rateOn: (day) => rateOn(tables, day),
  };
}

/** The caller determines the type, as for the server's facts: the row is the record's data. */
function recordOf<Data>({ tables, row }: FactsSource, kind: string, id: number): KnownRecord<Data> | undefined {
  if (kind === 'system_setting') return known<Data>(id, tables.settings);
  const found =
    kind === 'item' || kind === 'customer'
      ? row(kind, id)
      : isTable(kind)
        ? tables[TABLES[kind]].find((entry) => entry.id === id)
        : undefined;
  return found && known<Data>(id, found);
}

const holds = <Data>(row: object): row is object & Data => row !== null;

function known<Data>(id: number, row: object): KnownRecord<Data> | undefined {
  if (!holds<Data>(row)) return undefined;
  return { id, active: !('is_active' in row && row.is_active === false), data: row };
}

/** The newest rate whose day has come, as on the server. */
const rateOn = ({ rates }: CatalogueTables, day: string): RateInForce | undefined =>
  rates.filter(({ date }) => date <= day).toSorted(newestRateFirst)[0];
