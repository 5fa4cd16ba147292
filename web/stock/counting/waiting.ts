/**
 * Entries that were counted on this device and that the page has not read from the server yet. Unsent entries are stored in
 * the browser, so that they survive a lost connection and a reload, and are sent in their order. Each entry has a unique
 * identifier, so that an entry that is sent twice is stored once. A refused entry remains until the person removes it.
 */

import { type IDBPDatabase, openDB } from 'idb';
import { v4 as uuid } from 'uuid';
import { ENTRIES_OF_COMMAND_MAX } from '../../../domain/stock/count-round.schema.ts';
import { command } from '../../shared/api/command.ts';
import { ApiError } from '../../shared/api/error.ts';

export interface WaitingEntry {
  readonly entry_uuid: string;
  readonly round: number;
  readonly user_id: number;
  readonly item_fk: number;
  readonly item_name: string;
  readonly unit_fk: number;
  readonly unit_name: string;
  readonly quantity: string;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  /** Time of the device's clock, from which only the elapsed time is computed. */
  readonly counted_ms: number;
  /** It may have reached the server. */
  readonly is_tried?: boolean;
  /** Removed after it may have reached the server: it is sent, and then removed there. */
  readonly is_removed?: boolean;
  /** Stored on the server, and no longer in the browser; shown until the page reads it from the server. */
  readonly is_stored?: boolean;
  /** The message with which the server refused it. */
  readonly problem?: string;
}

export type NewEntry = Omit<WaitingEntry, 'entry_uuid' | 'counted_ms'>;

interface Kept {
  entries: { key: string; value: WaitingEntry };
}

const RETRY_MS = 3_000;

export class WaitingEntries {
  readonly #round: number;
  readonly #user: number;
  readonly #onSent: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #database: Promise<IDBPDatabase<Kept>>;
  #entries: readonly WaitingEntry[] = [];
  #isSending = false;
  #timer: number | undefined;

  constructor(round: number, user: number, onSent: () => void) {
    this.#round = round;
    this.#user = user;
    this.#onSent = onSent;
    this.#database = openDB<Kept>('daftar-counting', 1, {
      upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'entry_uuid' }),
    });
  }

  /** Loads unsent entries of earlier visits. Rejects when the browser has no storage. */
  async open(): Promise<void> {
    const kept = await (await this.#database).getAll('entries');
    const own = kept.filter(({ round, user_id }) => round === this.#round && user_id === this.#user);
    const known = new Set(this.#entries.map(({ entry_uuid }) => entry_uuid));
    const before = own.filter(({ entry_uuid }) => !known.has(entry_uuid)).sort((a, b) => a.counted_ms - b.counted_ms);
    this.#show([...before, ...this.#entries]);
    void this.send();
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): readonly WaitingEntry[] => this.#entries;

  async add(entry: NewEntry): Promise<string> {
    const added: WaitingEntry = { ...entry, entry_uuid: uuid(), counted_ms: Date.now() };
    this.#show([...this.#entries, added]);
    await (await this.#database).put('entries', added);
    void this.send();
    return added.entry_uuid;
  }

  /** Removes an entry here, and on the server if it is stored there. An entry that may be stored there is sent first. */
  async remove(entry_uuid: string): Promise<void> {
    const entry = this.#entries.find((one) => one.entry_uuid === entry_uuid);
    if (!entry) return;
    if (entry.is_stored) {
      await command('count_rounds/:id/remove_entry', { params: { id: this.#round }, body: { entry_uuid } });
      await this.#forget([entry_uuid]);
    } else if (entry.is_tried && entry.problem === undefined) await this.#change([{ ...entry, is_removed: true }]);
    else await this.#forget([entry_uuid]);
    void this.send();
  }

  /** The page has read these entries from the server, and shows them as stored. */
  read(ids: readonly string[]): void {
    const known = new Set(ids);
    const left = this.#entries.filter(({ entry_uuid, is_stored }) => !is_stored || !known.has(entry_uuid));
    if (left.length < this.#entries.length) this.#show(left);
  }

  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    window.clearTimeout(this.#timer);
    try {
      await this.#sendAll();
    } catch (problem) {
      if (!isUnreachable(problem)) throw problem;
    } finally {
      this.#isSending = false;
      if (this.#unsent().length > 0) this.#timer = window.setTimeout(() => void this.send(), RETRY_MS);
    }
  }

  async #sendAll(): Promise<void> {
    for (let unsent = this.#unsent(); unsent.length > 0; unsent = this.#unsent()) {
      const batch = unsent.slice(0, ENTRIES_OF_COMMAND_MAX);
      await this.#change(batch.map((entry) => ({ ...entry, is_tried: true })));
      await this.#sendBatch(batch.map(({ entry_uuid }) => entry_uuid));
      this.#onSent();
    }
  }

  /** A refused batch is sent entry by entry, so that only the wrong entries remain. */
  async #sendBatch(ids: readonly string[]): Promise<void> {
    const batch = this.#entries.filter(({ entry_uuid }) => ids.includes(entry_uuid));
    try {
      await command('count_rounds/:id/count', {
        params: { id: this.#round },
        body: { entries: batch.map(bodyOf) },
      });
    } catch (problem) {
      if (isUnreachable(problem) || !(problem instanceof ApiError)) throw problem;
      if (ids.length > 1) {
        for (const id of ids) await this.#sendBatch([id]);
        return;
      }
      const sentence = Object.values(problem.errors).flat()[0] ?? problem.message;
      await this.#change(batch.map((entry) => ({ ...entry, problem: sentence })));
      return;
    }
    await this.#removeStored(ids);
    await this.#keepStored(ids);
  }

  /** Repeats its search, because a person may remove entries while others are sent or removed. */
  async #removeStored(ids: readonly string[]): Promise<void> {
    const done = new Set<string>();
    const next = () =>
      this.#entries.find(
        ({ entry_uuid, is_removed }) => is_removed && ids.includes(entry_uuid) && !done.has(entry_uuid),
      );
    for (let entry = next(); entry; entry = next()) {
      await command('count_rounds/:id/remove_entry', {
        params: { id: this.#round },
        body: { entry_uuid: entry.entry_uuid },
      });
      done.add(entry.entry_uuid);
    }
  }

  /** Shows the entries as stored, and deletes them from the browser. */
  async #keepStored(ids: readonly string[]): Promise<void> {
    const left = this.#entries.filter(({ entry_uuid, is_removed }) => !is_removed || !ids.includes(entry_uuid));
    this.#show(left.map((entry) => (ids.includes(entry.entry_uuid) ? { ...entry, is_stored: true } : entry)));
    await this.#delete(ids);
  }

  #unsent(): readonly WaitingEntry[] {
    return this.#entries.filter(({ problem, is_stored }) => problem === undefined && !is_stored);
  }

  async #change(changed: readonly WaitingEntry[]): Promise<void> {
    const byId = new Map(changed.map((entry) => [entry.entry_uuid, entry]));
    this.#show(this.#entries.map((entry) => byId.get(entry.entry_uuid) ?? entry));
    const store = (await this.#database).transaction('entries', 'readwrite');
    for (const entry of changed) void store.store.put(entry);
    await store.done;
  }

  async #forget(ids: readonly string[]): Promise<void> {
    this.#show(this.#entries.filter(({ entry_uuid }) => !ids.includes(entry_uuid)));
    await this.#delete(ids);
  }

  async #delete(ids: readonly string[]): Promise<void> {
    const store = (await this.#database).transaction('entries', 'readwrite');
    for (const id of ids) void store.store.delete(id);
    await store.done;
  }

  #show(entries: readonly WaitingEntry[]): void {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}

/** The server accepts no more. */
const WEEK_S = 604_800;

/** True when the same request may succeed later: without a connection, with a busy server, or after a new sign-in. */
const isUnreachable = (problem: unknown): boolean =>
  problem instanceof ApiError && (!problem.definite || problem.status === 401);

function bodyOf({ entry_uuid, item_fk, unit_fk, quantity, batch_number, expire_date, counted_ms }: WaitingEntry) {
  // The clock of the device may have been set meanwhile.
  const seconds_ago = Math.min(WEEK_S, Math.max(0, Math.round((Date.now() - counted_ms) / 1000)));
  return { entry_uuid, item_fk, unit_fk, quantity, batch_number, expire_date, seconds_ago };
}
