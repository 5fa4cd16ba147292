/**
 * The catalogue of the device: items by barcode, name and category, customers, and price data. Rows are read from the
 * database on demand; search texts are in memory. A load in another window takes effect at once.
 */
import { keyOfCode } from '../../../../domain/catalogue/code.ts';
import type { Facts } from '../../../../domain/deciding/facts.ts';
import { ApiError } from '../../../shared/api/error.ts';
import type { TillDatabase } from '../database.ts';
import { type CataloguePointer, OWN, type TillIdentity } from '../database-schema.ts';
import { inState } from '../journal.ts';
import { SoldBatches } from '../sold-batches.ts';
import type { TabChannel } from '../tab-channel.ts';
import { Watchable, type Watched } from '../watched.ts';
import { writeChanges } from './catalogue-changes.ts';
import { factsOf, type TillActor } from './catalogue-facts.ts';
import { barcodeBucket, bestPlace, findIn, inCategories, type NameBucket, rowBucket } from './catalogue-index.ts';
import type { TillCustomer, TillItem } from './catalogue-rows.ts';
import { type CatalogueTables, categoryWithin, tablesOf } from './catalogue-tables.ts';
import { requestCatalogue } from './catalogue-wire.ts';
import { writeSnapshot } from './catalogue-writer.ts';

export interface FoundItem {
  readonly item: TillItem;
  /** The unit of the barcode. */
  readonly unit_fk: number;
  /** Where the code is the serial number of a piece. */
  readonly serial?: string;
}

export interface CatalogueState {
  /** `ready` also while a newer one loads. */
  readonly status: 'none' | 'loading' | 'ready';
  readonly items: number;
  /** Server time of the local data, ISO. */
  readonly as_of: string | null;
  readonly loading: { readonly items: number; readonly total: number | null } | null;
}

const LOADER = 'daftar-till-catalogue';
const SEARCHED_MAX = 50;
const NOTHING: CatalogueState = { status: 'none', items: 0, as_of: null, loading: null };

export interface CatalogueParts {
  readonly database: TillDatabase;
  readonly channel: TabChannel;
  readonly identity: Watched<TillIdentity | undefined>;
  moment(): { readonly date: string; readonly time: string };
  /** Called in every window when another catalogue takes effect. */
  onOpened(): void;
}

export class Catalogue {
  readonly state = new Watchable<CatalogueState>(NOTHING);
  readonly sold = new SoldBatches();
  readonly #parts: CatalogueParts;
  #pointer: CataloguePointer | undefined;
  #tables = tablesOf(new Map());
  /** By number of the bucket; a promise until they are loaded. */
  #names: Promise<readonly NameBucket[]> = Promise.resolve([]);
  #customerNames: Promise<readonly NameBucket[]> = Promise.resolve([]);
  /** Loaded rows of this generation. */
  readonly #items = new Map<number, TillItem>();
  readonly #customers = new Map<number, TillCustomer>();

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
    parts.channel.when('catalogue', () => void this.open());
  }

  /** Loads the stored catalogue. */
  async open(): Promise<void> {
    const { database } = this.#parts;
    const pointer = await database.use((db) => db.get('catalogue', OWN));
    if (pointer === undefined) return;
    const range = generationRange(pointer.generation);
    const tables = await database.use(async (db) => {
      const { store } = db.transaction('tables');
      const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return new Map(keys.map(([, name], index) => [name, rows[index] ?? []] as const));
    });
    const read = tablesOf(tables);
    const renew = await this.#readAgain(pointer.generation, rewardsOf(read));
    this.#pointer = pointer;
    this.#tables = read;
    this.#names = database.use((db) => db.getAll('names', range));
    this.#customerNames = database.use((db) => db.getAll('customer_names', range));
    const waiting = await database.use((db) => db.getAllFromIndex('entries', 'state', inState('waiting')));
    renew();
    this.sold.begin(waiting);
    this.state.set({ status: 'ready', items: pointer.items, as_of: pointer.as_of, loading: null });
    this.#parts.onOpened();
  }

  /**
   * Reloads the rows in memory from a generation, and loads the rewards of promotions; the returned function swaps them
   * in at once. A sale on the screen reads `facts` synchronously, so its goods must never be missing.
   */
  async #readAgain(generation: number, rewards: readonly number[]): Promise<() => void> {
    const { database } = this.#parts;
    const [items, customers] = await Promise.all([
      readRows([...new Set([...this.#items.keys(), ...rewards])], (bucket) =>
        database.use((db) => db.get('items', [generation, bucket])),
      ),
      readRows([...this.#customers.keys()], (bucket) =>
        database.use((db) => db.get('customers', [generation, bucket])),
      ),
    ]);
    return () => {
      replaceRows(this.#items, items);
      replaceRows(this.#customers, customers);
    };
  }

  tables(): CatalogueTables {
    return this.#tables;
  }

  /** By the key of a barcode, otherwise of the code of an item; of several, the one that is spelled like the text. */
  async byBarcode(text: string, key = keyOfCode(text)): Promise<FoundItem | undefined> {
    const places = await this.#inGeneration((generation) =>
      this.#parts.database.use((db) => db.get('barcodes', [generation, barcodeBucket(key)])),
    );
    const found = bestPlace(places ?? [], key, text);
    const item = found && (await this.item(found.item));
    const piece = found?.isPiece ? { serial: found.spelled ?? found.code } : {};
    return item && { item, unit_fk: found.unit, ...piece };
  }

  async item(id: number): Promise<TillItem | undefined> {
    const known = this.#items.get(id);
    if (known) return known;
    const rows = await this.#inGeneration((generation) =>
      this.#parts.database.use((db) => db.get('items', [generation, rowBucket(id)])),
    );
    const found = rows?.find((row) => row.id === id);
    if (found) this.#items.set(id, found);
    return found;
  }

  /**
   * Adds goods of a sale that another till or an earlier page scanned: items missing in the catalogue are used with the data
   * of their scan.
   */
  async know({
    items,
    customers,
  }: {
    readonly items: readonly TillItem[];
    readonly customers: readonly TillCustomer[];
  }): Promise<void> {
    for (const item of items) if (!(await this.item(item.id))) this.#items.set(item.id, item);
    for (const customer of customers)
      if (!(await this.customer(customer.id))) this.#customers.set(customer.id, customer);
  }

  /** In the order of the given ids, without missing ones. */
  async items(ids: readonly number[]): Promise<readonly TillItem[]> {
    const found = await Promise.all(ids.map((id) => this.item(id)));
    return found.filter((item) => item !== undefined);
  }

  /** Every word must occur in a name of any language, the code or a barcode; best match first. */
  async search(text: string, limit = SEARCHED_MAX): Promise<readonly TillItem[]> {
    return this.items(findIn(await this.#names, text, limit));
  }

  /** Items of a category and those below it, sorted by name. */
  async inCategory(category: number, { limit = SEARCHED_MAX, after = 0 } = {}): Promise<readonly TillItem[]> {
    const within = categoryWithin(this.#tables.categories, category);
    return this.items(inCategories(await this.#names, within).slice(after, after + limit));
  }

  async customer(id: number): Promise<TillCustomer | undefined> {
    const known = this.#customers.get(id);
    if (known) return known;
    const rows = await this.#inGeneration((generation) =>
      this.#parts.database.use((db) => db.get('customers', [generation, rowBucket(id)])),
    );
    const found = rows?.find((row) => row.id === id);
    if (found) this.#customers.set(id, found);
    return found;
  }

  /** A customer of a sale, with the terms of the catalogue and the balance after this till's own entries. */
  standing(customer: TillCustomer): TillCustomer {
    return this.sold.standing(this.#customers.get(customer.id) ?? customer);
  }

  /** By name, code and mobile. */
  async searchCustomers(text: string, limit = SEARCHED_MAX): Promise<readonly TillCustomer[]> {
    const ids = findIn(await this.#customerNames, text, limit);
    const found = await Promise.all(ids.map((id) => this.customer(id)));
    // An index of an earlier version names inactive customers too.
    return found.flatMap((customer) => (customer && customer.is_active !== false ? [customer] : []));
  }

  /** For the domain's functions. Contains the small tables, and the items and customers loaded here. */
  facts(actor: TillActor): Facts {
    const identity = this.#parts.identity.current();
    const place = { outlet: identity?.outlet_id ?? 0, inventory: identity?.inventory_id ?? null };
    const row = (kind: 'item' | 'customer', id: number) =>
      kind === 'item' ? this.#items.get(id) : this.#customers.get(id);
    const batches = (id: number) => this.sold.left(this.#items.get(id));
    return factsOf({ tables: this.#tables, moment: this.#parts.moment(), place, row, batches }, actor);
  }

  /** Requests changes, or the whole catalogue; one window does it for all. Throws ApiError. */
  async refresh(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await navigator.locks.request(LOADER, { signal }, () => this.#load(signal));
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { database } = this.#parts;
    const before = await database.use((db) => db.get('catalogue', OWN));
    if (before !== undefined) {
      const answer = await requestCatalogue(before, signal);
      if (!answer.head.reset) {
        const { pointer, isOther } = await writeChanges(database, answer, before);
        if (isOther) await this.#openEverywhere();
        else this.state.set({ ...this.state.current(), as_of: pointer.as_of });
        return;
      }
    }
    const answer = await requestCatalogue(undefined, signal);
    if (answer.head.reset) throw new ApiError(0, { code: 'unreadable' });
    const total = Number(answer.head.counts['items'] ?? 0) || null;
    await writeSnapshot(database, answer, (items) => this.#showLoading({ items, total }));
    await this.#openEverywhere();
  }

  async #openEverywhere(): Promise<void> {
    this.#parts.channel.tellOthers('catalogue');
    await this.open();
  }

  #showLoading(loading: CatalogueState['loading']): void {
    const now = this.state.current();
    this.state.set({ ...now, status: now.status === 'none' ? 'loading' : now.status, loading });
  }

  /** Repeats a failed search once, because another window may have replaced the catalogue meanwhile. */
  async #inGeneration<Row>(read: (generation: number) => Promise<Row | undefined>): Promise<Row | undefined> {
    if (this.#pointer === undefined) return undefined;
    const { generation } = this.#pointer;
    const found = await read(generation);
    if (found !== undefined) return found;
    const now = await this.#parts.database.use((db) => db.get('catalogue', OWN));
    if (now === undefined || now.generation === generation) return undefined;
    await this.open();
    return read(now.generation);
  }
}

/** The items that promotions give for free. */
const rewardsOf = ({ promotions }: CatalogueTables): readonly number[] =>
  promotions.flatMap(({ reward_items }) => reward_items.map(({ item_fk }) => item_fk));

const generationRange = (generation: number): IDBKeyRange =>
  IDBKeyRange.bound([generation], [generation + 1], false, true);

/** The rows of the ids, reading each bucket once; undefined for missing ones. */
async function readRows<Row extends { readonly id: number }>(
  ids: readonly number[],
  bucketOf: (bucket: number) => Promise<readonly Row[] | undefined>,
): Promise<ReadonlyMap<number, Row | undefined>> {
  const buckets = [...Map.groupBy(ids, rowBucket)];
  const read = await Promise.all(
    buckets.map(async ([bucket, own]) => {
      const rows = (await bucketOf(bucket)) ?? [];
      return own.map((id) => [id, rows.find((row) => row.id === id)] as const);
    }),
  );
  return new Map(read.flat());
}

function replaceRows<Row>(known: Map<number, Row>, read: ReadonlyMap<number, Row | undefined>): void {
  for (const [id, row] of read) {
    if (row === undefined) known.delete(id);
    else known.set(id, row);
  }
}
