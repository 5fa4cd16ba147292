/** Applies changes of the catalogue to the current generation, in one transaction. */
import type { IDBPTransaction } from 'idb';
import type { TillDatabase } from '../database.ts';
import { type CataloguePointer, OWN, type TillSchema } from '../database-schema.ts';
import {
  type BarcodePlace,
  barcodeBucket,
  barcodesOf,
  type NameBucket,
  nameBucket,
  rowBucket,
} from './catalogue-index.ts';
import { CUSTOMER, ITEM, ROW, type TableRow, type TillCustomer, type TillItem } from './catalogue-rows.ts';
import { type CatalogueAnswer, rowsThatFit } from './catalogue-wire.ts';
import {
  bucketOfNames,
  GENERATION_STORES,
  type NamedRow,
  namedCustomer,
  namedItem,
  withRows,
} from './catalogue-writer.ts';

const STORES = [...GENERATION_STORES, 'catalogue'] as const;
type Writing = IDBPTransaction<TillSchema, typeof STORES, 'readwrite'>;

interface Change<Row> {
  readonly rows: Map<number, Row>;
  readonly removed: Set<number>;
}

interface Changes {
  readonly items: Change<TillItem>;
  readonly customers: Change<TillCustomer>;
  readonly tables: Map<string, readonly TableRow[]>;
}

export interface WrittenChanges {
  readonly pointer: CataloguePointer;
  /** False when the stored rows are those of before: debts become overdue at the same position. */
  readonly isOther: boolean;
}

/** Throws ApiError when the answer is incomplete; then nothing is written. */
export async function writeChanges(
  database: TillDatabase,
  { head, parts }: CatalogueAnswer,
  before: CataloguePointer,
): Promise<WrittenChanges> {
  const changes = await collect(parts);
  const isOther = head.position !== before.position || changedIds(changes.customers).length > 0;
  return database.use(async (db) => {
    const writing = db.transaction(STORES, 'readwrite');
    const added = await changeItems(writing, before.generation, changes.items);
    await changeCustomers(writing, before.generation, changes.customers);
    for (const [name, rows] of changes.tables) await writing.objectStore('tables').put(rows, [before.generation, name]);
    const pointer = {
      ...before,
      position: head.position,
      as_of: head.server_time,
      items: before.items + added,
    };
    await writing.objectStore('catalogue').put(pointer, OWN);
    await writing.done;
    return { pointer, isOther };
  });
}

async function collect(parts: CatalogueAnswer['parts']): Promise<Changes> {
  const items: Change<TillItem> = { rows: new Map(), removed: new Set() };
  const customers: Change<TillCustomer> = { rows: new Map(), removed: new Set() };
  const tables = new Map<string, readonly TableRow[]>();
  for await (const { table, rows, removed } of parts) {
    if (table === 'items') note(items, rowsThatFit(rows, ITEM), removed);
    else if (table === 'customers') note(customers, rowsThatFit(rows, CUSTOMER), removed);
    else tables.set(table, [...(tables.get(table) ?? []), ...rowsThatFit(rows, ROW)]);
  }
  return { items, customers, tables };
}

function note<Row extends { readonly id: number }>(
  { rows, removed }: Change<Row>,
  changed: readonly Row[],
  gone: readonly number[],
): void {
  for (const row of changed) rows.set(row.id, row);
  for (const id of gone) removed.add(id);
}

const changedIds = <Row>({ rows, removed }: Change<Row>): readonly number[] => [...rows.keys(), ...removed];

/** The ids grouped by bucket. */
const byBucket = (ids: readonly number[], bucketOf: (id: number) => number) => Map.groupBy(ids, bucketOf);

/** Returns the increase in the number of items. */
async function changeItems(writing: Writing, generation: number, change: Change<TillItem>): Promise<number> {
  const store = writing.objectStore('items');
  const ids = changedIds(change);
  const former: BarcodePlace[] = [];
  let added = 0;
  for (const [bucket, inBucket] of byBucket(ids, rowBucket)) {
    const before = (await store.get([generation, bucket])) ?? [];
    const rows = inBucket.flatMap((id) => change.rows.get(id) ?? []);
    former.push(...before.filter(({ id }) => inBucket.includes(id)).flatMap(barcodesOf));
    const after = withRows(before, rows, change.removed);
    added += after.length - before.length;
    await store.put(after, [generation, bucket]);
  }
  await changeNames(writing.objectStore('names'), generation, ids, (id) => {
    const item = change.rows.get(id);
    return item && namedItem(item);
  });
  await changeBarcodes(writing, generation, { ids, former, now: [...change.rows.values()].flatMap(barcodesOf) });
  return added;
}

async function changeCustomers(writing: Writing, generation: number, change: Change<TillCustomer>): Promise<void> {
  const store = writing.objectStore('customers');
  const ids = changedIds(change);
  for (const [bucket, inBucket] of byBucket(ids, rowBucket)) {
    const rows = inBucket.flatMap((id) => change.rows.get(id) ?? []);
    await store.put(withRows(await store.get([generation, bucket]), rows, change.removed), [generation, bucket]);
  }
  await changeNames(writing.objectStore('customer_names'), generation, ids, (id) => {
    const customer = change.rows.get(id);
    return customer && namedCustomer(customer);
  });
}

interface NameStore {
  get(key: [number, number]): Promise<NameBucket | undefined>;
  put(value: NameBucket, key: [number, number]): Promise<unknown>;
}

async function changeNames(
  store: NameStore,
  generation: number,
  ids: readonly number[],
  named: (id: number) => NamedRow | undefined,
): Promise<void> {
  for (const [bucket, inBucket] of byBucket(ids, nameBucket)) {
    const before = await store.get([generation, bucket]);
    const kept = (before?.ids ?? []).flatMap((id, at) =>
      inBucket.includes(id) ? [] : [{ id, text: before?.texts[at] ?? '', category: before?.categories[at] ?? 0 }],
    );
    const now = inBucket.flatMap((id) => named(id) ?? []);
    await store.put(bucketOfNames([...kept, ...now]), [generation, bucket]);
  }
}

interface ChangedBarcodes {
  readonly ids: readonly number[];
  readonly former: readonly BarcodePlace[];
  readonly now: readonly BarcodePlace[];
}

async function changeBarcodes(writing: Writing, generation: number, { ids, former, now }: ChangedBarcodes) {
  const store = writing.objectStore('barcodes');
  const changed = new Set(ids);
  const buckets = new Set([...former, ...now].map(({ code }) => barcodeBucket(code)));
  for (const bucket of buckets) {
    const kept = ((await store.get([generation, bucket])) ?? []).filter(({ item }) => !changed.has(item));
    const added = now.filter(({ code }) => barcodeBucket(code) === bucket);
    await store.put([...kept, ...added], [generation, bucket]);
  }
}
