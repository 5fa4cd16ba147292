/**
 * Writes the catalogue into the database. A snapshot is written under a new generation, which replaces the current one
 * in one transaction.
 */

import type { TillDatabase } from '../database.ts';
import { type CataloguePointer, OWN } from '../database-schema.ts';
import {
  type BarcodePlace,
  barcodeBucket,
  barcodesOf,
  type NameBucket,
  nameBucket,
  rowBucket,
  textOfCustomer,
  textOfItem,
} from './catalogue-index.ts';
import { CUSTOMER, ITEM, ROW, type TableRow, type TillCustomer, type TillItem } from './catalogue-rows.ts';
import { type CatalogueAnswer, rowsThatFit } from './catalogue-wire.ts';

/** Stores whose keys start with a generation. */
export const GENERATION_STORES = ['items', 'names', 'barcodes', 'customers', 'customer_names', 'tables'] as const;

/** Number of buckets collected before writing. */
const BUCKETS_AT_ONCE = 128;

export interface NamedRow {
  readonly id: number;
  readonly text: string;
  readonly category: number;
}

/** A retired item is found only by its barcode, so that a till can report it. */
export const namedItem = (item: TillItem): NamedRow | undefined =>
  item.is_active === false
    ? undefined
    : { id: item.id, text: textOfItem(item), category: item.sub_category_fk ?? item.category_fk ?? 0 };

/** An inactive customer is found only by id: for parked sales and refunds. */
export const namedCustomer = (customer: TillCustomer): NamedRow | undefined =>
  customer.is_active === false ? undefined : { id: customer.id, text: textOfCustomer(customer), category: 0 };

export const bucketOfNames = (names: readonly NamedRow[]): NameBucket => ({
  ids: names.map(({ id }) => id),
  texts: names.map(({ text }) => text),
  categories: names.map(({ category }) => category),
});

type Bucket<Row> = readonly [bucket: number, rows: readonly Row[]];

/** A large table: its buckets until they are written, and the search texts of its rows. */
class RowBuckets<Row extends { readonly id: number }> {
  readonly #rows = new Map<number, Row[]>();
  readonly names = new Map<number, NamedRow[]>();
  readonly #named: (row: Row) => NamedRow | undefined;
  count = 0;

  constructor(named: (row: Row) => NamedRow | undefined) {
    this.#named = named;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      pushTo(this.#rows, rowBucket(row.id), row);
      const named = this.#named(row);
      if (named) pushTo(this.names, nameBucket(row.id), named);
    }
    this.count += rows.length;
  }

  /** The buckets to write now: none until there are enough, and all at the end. */
  take(isEnd: boolean): readonly Bucket<Row>[] {
    if (!isEnd && this.#rows.size < BUCKETS_AT_ONCE) return [];
    const taken = [...this.#rows];
    this.#rows.clear();
    return taken;
  }
}

function pushTo<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Loads a whole snapshot and replaces the current catalogue. `onItems` receives the number of items so far. */
export async function writeSnapshot(
  database: TillDatabase,
  { head, parts }: CatalogueAnswer,
  onItems: (items: number) => void,
): Promise<CataloguePointer> {
  const before = await database.use((db) => db.get('catalogue', OWN));
  const generation = (before?.generation ?? 0) + 1;
  await removeGenerations(database, before?.generation);
  const items = new RowBuckets(namedItem);
  const customers = new RowBuckets(namedCustomer);
  const barcodes = new Map<number, BarcodePlace[]>();
  const tables = new Map<string, readonly TableRow[]>();
  const flush = async (isEnd: boolean) => {
    await putItems(database, generation, items.take(isEnd));
    await putCustomers(database, generation, customers.take(isEnd));
  };
  for await (const { table, rows } of parts) {
    if (table === 'items') {
      const fitting = rowsThatFit(rows, ITEM);
      items.add(fitting);
      for (const place of fitting.flatMap(barcodesOf)) pushTo(barcodes, barcodeBucket(place.code), place);
      onItems(items.count);
    } else if (table === 'customers') customers.add(rowsThatFit(rows, CUSTOMER));
    else tables.set(table, [...(tables.get(table) ?? []), ...rowsThatFit(rows, ROW)]);
    await flush(false);
  }
  await flush(true);
  const of = head.inventory === undefined ? {} : { inventory: head.inventory };
  const pointer = { generation, position: head.position, as_of: head.server_time, items: items.count, ...of };
  await putIndexes(database, pointer, { barcodes, items: items.names, customers: customers.names, tables });
  return pointer;
}

interface Indexes {
  readonly barcodes: ReadonlyMap<number, readonly BarcodePlace[]>;
  readonly items: ReadonlyMap<number, readonly NamedRow[]>;
  readonly customers: ReadonlyMap<number, readonly NamedRow[]>;
  readonly tables: ReadonlyMap<string, readonly TableRow[]>;
}

/** In one transaction with the pointer, which makes the new generation current. */
function putIndexes(database: TillDatabase, pointer: CataloguePointer, indexes: Indexes): Promise<void> {
  const { generation } = pointer;
  return database.use(async (db) => {
    const writing = db.transaction(['barcodes', 'names', 'customer_names', 'tables', 'catalogue'], 'readwrite');
    const [barcodes, names] = [writing.objectStore('barcodes'), writing.objectStore('names')];
    const [customers, tables] = [writing.objectStore('customer_names'), writing.objectStore('tables')];
    await Promise.all([
      ...[...indexes.barcodes].map(([bucket, places]) => barcodes.put(places, [generation, bucket])),
      ...[...indexes.items].map(([bucket, rows]) => names.put(bucketOfNames(rows), [generation, bucket])),
      ...[...indexes.customers].map(([bucket, rows]) => customers.put(bucketOfNames(rows), [generation, bucket])),
      ...[...indexes.tables].map(([name, rows]) => tables.put(rows, [generation, name])),
      writing.objectStore('catalogue').put(pointer, OWN),
      writing.done,
    ]);
  });
}

/** Completes a bucket whose rows arrived in several parts. */
async function putItems(database: TillDatabase, generation: number, buckets: readonly Bucket<TillItem>[]) {
  if (buckets.length === 0) return;
  await database.use(async (db) => {
    const { store, done } = db.transaction('items', 'readwrite');
    const put = async ([bucket, rows]: Bucket<TillItem>) =>
      store.put(withRows(await store.get([generation, bucket]), rows), [generation, bucket]);
    await Promise.all([...buckets.map(put), done]);
  });
}

async function putCustomers(database: TillDatabase, generation: number, buckets: readonly Bucket<TillCustomer>[]) {
  if (buckets.length === 0) return;
  await database.use(async (db) => {
    const { store, done } = db.transaction('customers', 'readwrite');
    const put = async ([bucket, rows]: Bucket<TillCustomer>) =>
      store.put(withRows(await store.get([generation, bucket]), rows), [generation, bucket]);
    await Promise.all([...buckets.map(put), done]);
  });
}

/** The rows of a bucket with the given ones replaced or added. */
export function withRows<Row extends { readonly id: number }>(
  before: readonly Row[] | undefined,
  rows: readonly Row[],
  removed: ReadonlySet<number> = new Set(),
): readonly Row[] {
  const replaced = new Set(rows.map(({ id }) => id));
  const kept = (before ?? []).filter(({ id }) => !replaced.has(id) && !removed.has(id));
  return [...kept, ...rows];
}

/** Removes the data of interrupted loads and of the previous generation. */
async function removeGenerations(database: TillDatabase, current: number | undefined): Promise<void> {
  const others =
    current === undefined
      ? [IDBKeyRange.lowerBound([0])]
      : [IDBKeyRange.upperBound([current], true), IDBKeyRange.lowerBound([current + 1])];
  await database.use(async (db) => {
    const writing = db.transaction(GENERATION_STORES, 'readwrite');
    const removals = GENERATION_STORES.flatMap((name) =>
      others.map((range) => writing.objectStore(name).delete(range)),
    );
    await Promise.all([...removals, writing.done]);
  });
}
