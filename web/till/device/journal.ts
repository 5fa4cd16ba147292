/**
 * What this device has entered in money: a chain of entries without a gap, each stored with its paper in one transaction. An entry
 * stays until the server has answered and its drawer is closed, and for thirty days at least.
 */
import { v7 as uuidv7 } from 'uuid';
import {
  type ChainedEntry,
  type Digest,
  type EntryContent,
  entryHash,
  NO_ENTRY,
  paperNumber,
} from '../../../domain/till/device-entry.ts';
import type { DeviceClock } from './clock.ts';
import type { Connection, TillDatabase } from './database.ts';
import type { ChainHead, KeptEntry, PrintedForm, TillIdentity } from './database-schema.ts';
import { isClosedBy, whenRemovable } from './journal-retention.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable, type Watched } from './watched.ts';

/** Where an entry stands, before its content is made. */
export interface Place {
  readonly uuid: string;
  readonly sequence: number;
  readonly number: string;
  /** Of the device's clock, ISO. */
  readonly made_at: string;
}

export interface NewEntry {
  /** Pure, because it may be called again: a receipt carries its number. */
  content(place: Place): EntryContent;
  /** Left out of entries without paper. */
  printed?(place: Place): PrintedForm;
  readonly cashier_fk: number;
  readonly approved_by_fk?: number | null;
  /** The kept sale that is paid with it: a tab that is killed now does not offer the same goods again. */
  readonly settles?: string | undefined;
}

/** This device is no till, or does not know yet which one it is. */
export class NotEnrolled extends Error {}

export interface JournalParts {
  readonly database: TillDatabase;
  readonly channel: TabChannel;
  readonly clock: DeviceClock;
  readonly identity: Watched<TillIdentity | undefined>;
  onWritten(kept: KeptEntry): void;
  /** Called when the browser has emptied the storage while the page was open. */
  onLost(): void;
}

const WRITER = 'daftar-till-journal';
const ON_THEIR_WAY_MS = 600_000;
const digest: Digest = (bytes) => crypto.subtle.digest('SHA-256', bytes);
const NONE: ChainHead = { sequence: 0, hash: NO_ENTRY };

export class Journal {
  readonly changes = new Watchable(0);
  readonly #parts: JournalParts;
  /** The last entry that this window wrote, by enrolment: an emptied database does not begin a second chain. */
  readonly #written = new Map<string, ChainHead>();

  constructor(parts: JournalParts) {
    this.#parts = parts;
    parts.channel.when('journal', () => this.changes.set(this.changes.current() + 1));
  }

  /**
   * Resolves when the entry and its paper are on the disk; then, and only then, a screen says that it is paid. Throws
   * NotEnrolled, StorageFull, and what the browser says: then nothing is stored and no number is used.
   */
  async append(entry: NewEntry): Promise<KeptEntry> {
    const identity = this.#parts.identity.current();
    if (identity === undefined) throw new NotEnrolled('this device is not enrolled');
    const uuid = uuidv7();
    const kept = await navigator.locks.request(WRITER, () =>
      this.#parts.database.use((db) => this.#write(db, identity, uuid, entry)),
    );
    this.#parts.onWritten(kept);
    this.#parts.channel.changed('journal');
    return kept;
  }

  /** Takes up where the server is, when it knows of entries that this device does not: its storage was emptied. */
  async adoptHead(enrolment: string, head: ChainHead): Promise<void> {
    const isBehind = await navigator.locks.request(WRITER, () =>
      this.#parts.database.use(async (db) => {
        const own = await db.get('heads', enrolment);
        if ((own?.sequence ?? 0) >= head.sequence) return false;
        await db.put('heads', head, enrolment);
        return true;
      }),
    );
    if (isBehind) this.#parts.onLost();
  }

  /**
   * Entries that the server had and does not know any more, because it was restored from a backup, wait again. Gives how many. Those of the last minutes
   * may be on their way.
   */
  async sendAgain(enrolment: string, afterSequence: number): Promise<number> {
    const { database, clock, channel } = this.#parts;
    const before = new Date(clock.deviceMs() - ON_THEIR_WAY_MS).toISOString();
    const found = await database.use(async (db) => {
      const { store, done } = db.transaction('entries', 'readwrite');
      const later = await store.getAll(IDBKeyRange.bound([enrolment, afterSequence + 1], [enrolment, []]));
      const unknown = later.filter(({ state, entry }) => state === 'stored' && entry.made_at < before);
      for (const kept of unknown) await store.put({ ...kept, state: 'waiting' });
      await done;
      return unknown.length;
    });
    if (found > 0) channel.changed('journal');
    return found;
  }

  async entry(uuid: string): Promise<KeptEntry | undefined> {
    return this.#parts.database.use((db) => db.getFromIndex('entries', 'uuid', uuid));
  }

  /** By what is on the paper. */
  async byNumber(number: string): Promise<KeptEntry | undefined> {
    return this.#parts.database.use((db) => db.getFromIndex('entries', 'number', number));
  }

  async printed(uuid: string): Promise<PrintedForm | undefined> {
    return this.#parts.database.use((db) => db.get('printed', uuid));
  }

  /** The paper once more; counted, because every copy says that it is one. */
  async reprint(uuid: string): Promise<PrintedForm | undefined> {
    const form = await this.#parts.database.use(async (db) => {
      const writing = db.transaction(['entries', 'printed'], 'readwrite');
      const entries = writing.objectStore('entries');
      const kept = await entries.index('uuid').get(uuid);
      if (kept) await entries.put({ ...kept, reprints: kept.reprints + 1 });
      const printed = await writing.objectStore('printed').get(uuid);
      await writing.done;
      return printed;
    });
    this.#parts.channel.changed('journal');
    return form;
  }

  /** The newest first. `drawer` is the UUID of its opening, or its number at the server as a text. */
  async ofDrawer(drawer: string): Promise<readonly KeptEntry[]> {
    const all = await this.#parts.database.use((db) => db.getAllFromIndex('entries', 'drawer', drawer));
    return all.toSorted((a, b) => b.entry.sequence - a.entry.sequence);
  }

  async recent(limit: number): Promise<readonly KeptEntry[]> {
    return this.#parts.database.use(async (db) => {
      const found: KeptEntry[] = [];
      const index = db.transaction('entries').store.index('made_at');
      for (let at = await index.openCursor(null, 'prev'); at && found.length < limit; at = await at.continue()) {
        found.push(at.value);
      }
      return found;
    });
  }

  async refused(): Promise<readonly KeptEntry[]> {
    return this.#parts.database.use((db) => db.getAllFromIndex('entries', 'state', inState('refused')));
  }

  /** The drawer that this device knows the cashier to have open: its opening, and everything since, the oldest first. */
  async openDrawer(
    cashier: number,
  ): Promise<{ readonly opening: KeptEntry; readonly entries: readonly KeptEntry[] } | undefined> {
    const openings = await this.#parts.database.use((db) => db.getAllFromIndex('entries', 'kind', 'open_drawer'));
    const own = openings.filter(({ entry }) => entry.cashier_fk === cashier);
    for (const opening of own.toSorted((a, b) => (a.entry.made_at < b.entry.made_at ? 1 : -1))) {
      const entries = await this.ofDrawer(opening.drawer);
      if (!entries.some(isClosedBy)) return { opening, entries: entries.toReversed() };
    }
    return undefined;
  }

  /** Removes what is older than thirty days, answered, and of a drawer that is closed. `openAtServer`: numbers of drawers. */
  async clean(openAtServer: ReadonlySet<string>): Promise<number> {
    const { database, clock } = this.#parts;
    return database.use(async (db) => {
      const writing = db.transaction(['entries', 'printed'], 'readwrite');
      const entries = writing.objectStore('entries');
      const removable = await whenRemovable(entries, clock.now(), openAtServer);
      const printed = writing.objectStore('printed');
      for (const { entry } of removable) {
        await Promise.all([entries.delete([entry.enrolment, entry.sequence]), printed.delete(entry.uuid)]);
      }
      await writing.done;
      return removable.length;
    });
  }

  async #write(db: Connection, identity: TillIdentity, uuid: string, wanted: NewEntry): Promise<KeptEntry> {
    // A connection that was lost in the middle may have stored it all the same.
    const before = await db.getFromIndex('entries', 'uuid', uuid);
    if (before) return before;
    const head = await this.#head(db, identity.enrolment);
    const place = this.#place(identity, uuid, head.sequence + 1);
    const unsealed = {
      uuid,
      enrolment: identity.enrolment,
      sequence: place.sequence,
      previous: head.hash,
      made_at: place.made_at,
      clock_offset: this.#parts.clock.state.current().offset_ms,
      cashier_fk: wanted.cashier_fk,
      approved_by_fk: wanted.approved_by_fk ?? null,
      content: wanted.content(place),
    };
    const entry: ChainedEntry = { ...unsealed, hash: await entryHash(unsealed, digest) };
    const kept = keptOf(entry, place.number);
    const printed = wanted.printed?.(place);
    const next = { sequence: entry.sequence, hash: entry.hash };
    const writing = db.transaction(['entries', 'printed', 'heads', 'parked'], 'readwrite', { durability: 'strict' });
    await Promise.all([
      // Two entries with one number are refused by the key, whatever wrote the other one.
      writing.objectStore('entries').add(kept),
      ...(printed ? [writing.objectStore('printed').put(printed, uuid)] : []),
      writing.objectStore('heads').put(next, identity.enrolment),
      ...(wanted.settles === undefined ? [] : [writing.objectStore('parked').delete(wanted.settles)]),
      writing.done,
    ]);
    this.#written.set(identity.enrolment, next);
    return kept;
  }

  async #head(db: Connection, enrolment: string): Promise<ChainHead> {
    const stored = (await db.get('heads', enrolment)) ?? NONE;
    const written = this.#written.get(enrolment) ?? NONE;
    if (written.sequence <= stored.sequence) return stored;
    this.#parts.onLost();
    return written;
  }

  #place({ number_prefix }: TillIdentity, uuid: string, sequence: number): Place {
    const made_at = new Date(this.#parts.clock.deviceMs()).toISOString();
    return { uuid, sequence, number: paperNumber(number_prefix, sequence), made_at };
  }
}

/** Of the index `state`: all entries in it, in the order in which they were made. */
export const inState = (state: KeptEntry['state']): IDBKeyRange => IDBKeyRange.bound([state, ''], [state, '\uffff']);

function keptOf(entry: ChainedEntry, number: string): KeptEntry {
  const { content, uuid } = entry;
  const drawer =
    content.kind === 'open_drawer' ? uuid : 'uuid' in content.drawer ? content.drawer.uuid : String(content.drawer.id);
  return { entry, number, kind: content.kind, state: 'waiting', drawer, answer: null, reprints: 0 };
}
