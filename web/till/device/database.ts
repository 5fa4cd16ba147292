/**
 * The database of a till's device over IndexedDB: opened when it is first used, and again when the browser has closed it in
 * the middle (Safari does, and every browser that empties its storage).
 */
import { type IDBPDatabase, openDB } from 'idb';
import type { TillSchema } from './database-schema.ts';

const NAME = 'daftar-till';
export const DATABASE_VERSION = 1;
/** Connections that one piece of work may lose. */
const ATTEMPTS = 5;

export type Connection = IDBPDatabase<TillSchema>;

/** There is no space on the device; nothing was stored. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('the storage of this device is full', { cause });
    this.name = 'StorageFull';
  }
}

function upgrade(db: Connection, from: number): void {
  if (from < 1) createStores(db);
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

/** The connection was closed by the browser, not the work refused. */
const isClosed = (problem: unknown): boolean =>
  problem instanceof DOMException && /^(InvalidStateError|AbortError|UnknownError)$/.test(problem.name);

const isFull = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'QuotaExceededError';

export class TillDatabase {
  #opened: Promise<Connection> | undefined;
  readonly #onOutdated: () => void;

  /** `onOutdated` is called when another window brings a newer version of the database: this page has to be loaded again. */
  constructor(onOutdated: () => void) {
    this.#onOutdated = onOutdated;
  }

  /**
   * Runs `work`, and again over a new connection when the browser closed the one before in the middle: work must come to the same when it is done
   * twice. Throws StorageFull, and what the browser says.
   */
  async use<Result>(work: (db: Connection) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = this.#open();
      try {
        return await work(await opened);
      } catch (problem) {
        if (isFull(problem)) throw new StorageFull(problem);
        if (!isClosed(problem) || attempt === ATTEMPTS) throw problem;
        // Somebody else may have opened another one meanwhile.
        if (this.#opened === opened) this.#opened = undefined;
      }
    }
  }

  close(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    // A connection that was never made has nothing to close.
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
