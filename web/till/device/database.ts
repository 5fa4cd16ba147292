/**
 * The database of a till's device over IndexedDB: opened on first use, and again when the browser closed it (Safari
 * does so, and browsers that clear storage).
 */
import { type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { type BarcodePlace, barcodeBucket, barcodesOf } from './catalogue/catalogue-index.ts';
import type { TillSchema } from './database-schema.ts';

const NAME = 'daftar-till';
export const DATABASE_VERSION = 2;
/** Reconnections allowed for one unit of work. */
const ATTEMPTS = 5;

export type Connection = IDBPDatabase<TillSchema>;

/** The device has no storage space; nothing was stored. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('the storage of this device is full', { cause });
    this.name = 'StorageFull';
  }
}

type Upgrading = IDBPTransaction<TillSchema, StoreNames<TillSchema>[], 'versionchange'>;

async function upgrade(db: Connection, from: number, _to: number | null, upgrading: Upgrading): Promise<void> {
  if (from < 1) createStores(db);
  else if (from < 2) await indexByKeys(upgrading);
}

/** Version 1 found barcodes by their text. A till may be offline, so its catalogue is indexed again instead of loaded again. */
async function indexByKeys(upgrading: Upgrading): Promise<void> {
  const buckets = new Map<number, Map<number, BarcodePlace[]>>();
  let read = await upgrading.objectStore('items').openCursor();
  for (; read !== null; read = await read.continue()) {
    const [generation] = read.key;
    const own = buckets.get(generation) ?? new Map<number, BarcodePlace[]>();
    buckets.set(generation, own);
    for (const place of read.value.flatMap(barcodesOf)) {
      const bucket = barcodeBucket(place.code);
      own.set(bucket, [...(own.get(bucket) ?? []), place]);
    }
  }
  const barcodes = upgrading.objectStore('barcodes');
  await barcodes.clear();
  for (const [generation, own] of buckets) {
    for (const [bucket, places] of own) await barcodes.put(places, [generation, bucket]);
  }
}

function createStores(db: Connection): void {
  for (const name of ['identity', 'heads', 'catalogue', 'items', 'names', 'barcodes'] as const) {
    db.createObjectStore(name);
  }
  for (const name of ['customers', 'customer_names', 'tables', 'printed', 'keys'] as const) db.createObjectStore(name);
  for (const name of ['session', 'clock', 'sending'] as const) db.createObjectStore(name);
  db.createObjectStore('parked', { keyPath: 'uuid' });
  db.createObjectStore('rights', { keyPath: 'user_id' });
  const entries = db.createObjectStore('entries', { keyPath: ['entry.enrolment', 'entry.sequence'] });
  entries.createIndex('uuid', 'entry.uuid', { unique: true });
  entries.createIndex('number', 'number');
  entries.createIndex('state', ['state', 'entry.made_at']);
  entries.createIndex('drawer', 'drawer');
  entries.createIndex('kind', 'kind');
  entries.createIndex('made_at', 'entry.made_at');
}

/** The browser closed the connection; the work itself was not refused. */
const isClosed = (problem: unknown): boolean =>
  problem instanceof DOMException && /^(InvalidStateError|AbortError|UnknownError)$/.test(problem.name);

const isFull = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'QuotaExceededError';

export class TillDatabase {
  #opened: Promise<Connection> | undefined;
  readonly #onOutdated: () => void;

  /** `onOutdated` is called when another window opens a newer version of the database: this page must be reloaded. */
  constructor(onOutdated: () => void) {
    this.#onOutdated = onOutdated;
  }

  /**
   * Runs `work`, and repeats it over a new connection when the browser closed the first: `work` must be idempotent.
   * Throws StorageFull, and the browser's errors.
   */
  async use<Result>(work: (db: Connection) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = this.#open();
      try {
        return await work(await opened);
      } catch (problem) {
        if (isFull(problem)) throw new StorageFull(problem);
        if (!isClosed(problem) || attempt === ATTEMPTS) throw problem;
        // Another caller may have opened a new connection meanwhile.
        if (this.#opened === opened) this.#opened = undefined;
      }
    }
  }

  close(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    // A failed connection needs no closing.
    void opened?.then((db) => db.close()).catch(() => undefined);
  }

  #open(): Promise<Connection> {
    this.#opened ??= openDB<TillSchema>(NAME, DATABASE_VERSION, {
      upgrade,
      blocking: () => {
        this.close();
        this.#onOutdated();
      },
      terminated: () => {
        this.#opened = undefined;
      },
    }).catch((problem: unknown) => {
      this.#opened = undefined;
      throw problem;
    });
    return this.#opened;
  }
}
