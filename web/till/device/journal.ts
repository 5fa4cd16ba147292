/**
 * The money entries of this device: a chain without gaps, each stored with its paper in one transaction. An entry stays
 * until the server has answered and its drawer is closed, and at least thirty days.
 */
import { v7 as uuidv7 } from 'uuid';
import type { EntryContent } from '../../../domain/till/device-entry.schema.ts';
import { type ChainedEntry, type Digest, entryHash, NO_ENTRY, paperNumber } from '../../../domain/till/device-entry.ts';
import { cleanedTexts } from '../../../domain/values/cleaned-texts.ts';
import type { DeviceClock } from './clock.ts';
import type { Connection, TillDatabase } from './database.ts';
import {
  type ChainHead,
  type KeptEntry,
  OWN,
  type ParkedSale,
  type PrintedForm,
  type TillIdentity,
} from './database-schema.ts';
import { isClosedBy, whenRemovable } from './journal-retention.ts';
import { lostEntries, missingAt, type StoredAtServer } from './sending-rules.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable, type Watched } from './watched.ts';

/** The place of an entry, before its content is created. */
export interface Place {
  readonly uuid: string;
  readonly sequence: number;
  readonly number: string;
  /** Device time, ISO. */
  readonly made_at: string;
}

export interface EntryApproval {
  readonly user_id: number;
  /** Absent in approvals of former versions, as the ticket is. */
  readonly entry?: string;
  readonly ticket?: string | undefined;
}

export interface NewEntry {
  /** Must be pure, because it may be called again: a receipt contains its number. */
  content(place: Place): EntryContent;
  /** Undefined for entries without a paper. */
  printed?(place: Place): PrintedForm;
  readonly cashier_fk: number;
  /** The supervisor who allowed the entry, whose UUID was chosen for the approval. */
  readonly approval?: EntryApproval | null;
  /** The stored sale that the entry pays: after a crash the same goods are not offered again. */
  readonly settles?: string | undefined;
  /** The sale of the window that the entry begins: it is stored in the same transaction. */
  keeps?(place: Place): ParkedSale | undefined;
}

/** This device is no till, or has not loaded its enrolment. */
export class NotEnrolled extends Error {}

export interface JournalParts {
  readonly database: TillDatabase;
  readonly channel: TabChannel;
  readonly clock: DeviceClock;
  readonly identity: Watched<TillIdentity | undefined>;
  /** Called for each entry that the server has not stored yet, of other windows too; also again for the same one. */
  onWritten(kept: KeptEntry): void;
  /** Called when the browser has emptied the storage while the page was open. */
  onLost(): void;
}

const WRITER = 'daftar-till-journal';
const digest: Digest = (bytes) => crypto.subtle.digest('SHA-256', bytes);
const NONE: ChainHead = { sequence: 0, hash: NO_ENTRY };

export class Journal {
  readonly changes = new Watchable(0);
  readonly #parts: JournalParts;
  /** The last entry written by this window, by enrolment: prevents a second chain after the storage was cleared. */
  readonly #written = new Map<string, ChainHead>();

  constructor(parts: JournalParts) {
    this.#parts = parts;
    parts.channel.when('journal', () => {
      this.changes.set(this.changes.current() + 1);
      void this.#noteWaiting();
    });
  }

  /**
   * Resolves when the entry and its paper are stored; only then may a screen show it as paid. Throws NotEnrolled,
   * StorageFull, and the browser's errors: then nothing is stored and no number is used.
   */
  async append(entry: NewEntry): Promise<KeptEntry> {
    const identity = this.#parts.identity.current();
    if (identity === undefined) throw new NotEnrolled('this device is not enrolled');
    const uuid = entry.approval?.entry ?? uuidv7();
    const kept = await navigator.locks.request(WRITER, () =>
      this.#parts.database.use((db) => this.#write(db, identity, uuid, entry)),
    );
    this.#parts.onWritten(kept);
    this.#parts.channel.changed('journal');
    return kept;
  }

  /**
   * Continues the server's chain when the server has entries that this device lacks, because its storage was cleared.
   */
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
   * Marks entries as pending that the server lost by a restore from a backup, also those before a newer one that it
   * has received since. Returns their number. Skips those of the last minutes, which may be in transit: a later call
   * finds them.
   */
  async sendAgain(enrolment: string, stored: StoredAtServer): Promise<number> {
    const { database, clock, channel } = this.#parts;
    const found = await database.use(async (db) => {
      const { store, done } = db.transaction('entries', 'readwrite');
      const ranges = missingAt(stored).map(({ from, to }) => IDBKeyRange.bound([enrolment, from], [enrolment, to]));
      const missing = await Promise.all(ranges.map((range) => store.getAll(range)));
      const lost = lostEntries(missing.flat(), clock.deviceMs());
      for (const kept of lost) await store.put({ ...kept, state: 'waiting' });
      await done;
      return lost.length;
    });
    if (found > 0) channel.changed('journal');
    return found;
  }

  async entry(uuid: string): Promise<KeptEntry | undefined> {
    return this.#parts.database.use((db) => db.getFromIndex('entries', 'uuid', uuid));
  }

  /** By the number on the paper. */
  async byNumber(number: string): Promise<KeptEntry | undefined> {
    return this.#parts.database.use((db) => db.getFromIndex('entries', 'number', number));
  }

  async printed(uuid: string): Promise<PrintedForm | undefined> {
    return this.#parts.database.use((db) => db.get('printed', uuid));
  }

  /** The paper for another print; counts it, because every copy is marked. */
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

  /** Newest first. `drawer` is the UUID of its opening, or its id at the server as text. */
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

  /** The cashier's open drawer, as known to this device: its opening, and all later entries, oldest first. */
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

  /**
   * Removes entries that are older than thirty days, answered, and of a closed drawer. `openAtServer`: ids of drawers.
   */
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
    // A lost connection may have stored the entry.
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
      approved_by_fk: wanted.approval?.user_id ?? null,
      ...(wanted.approval?.ticket === undefined ? {} : { approval: wanted.approval.ticket }),
      ...(await signInTicket(db, wanted.cashier_fk)),
      content: cleanedTexts(wanted.content(place)),
    };
    const entry: ChainedEntry = { ...unsealed, hash: await entryHash(unsealed, digest) };
    const kept = { ...keptOf(entry, place.number), written_at: this.#parts.clock.latest().toISOString() };
    const printed = wanted.printed?.(place);
    const begun = wanted.keeps?.(place);
    const next = { sequence: entry.sequence, hash: entry.hash };
    const writing = db.transaction(['entries', 'printed', 'heads', 'parked'], 'readwrite', { durability: 'strict' });
    await Promise.all([
      // The key refuses two entries with one number, whatever window wrote the other.
      writing.objectStore('entries').add(kept),
      ...(printed ? [writing.objectStore('printed').put(printed, uuid)] : []),
      writing.objectStore('heads').put(next, identity.enrolment),
      ...(wanted.settles === undefined ? [] : [writing.objectStore('parked').delete(wanted.settles)]),
      ...(begun ? [writing.objectStore('parked').put(begun)] : []),
      writing.done,
    ]);
    this.#written.set(identity.enrolment, next);
    return kept;
  }

  async #noteWaiting(): Promise<void> {
    const { database, onWritten } = this.#parts;
    const waiting = await database.use((db) => db.getAllFromIndex('entries', 'state', inState('waiting')));
    for (const kept of waiting) onWritten(kept);
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

/** The proof that the cashier of the session signed in without a network. */
async function signInTicket(db: Connection, cashier: number): Promise<Pick<ChainedEntry, 'sign_in'>> {
  const session = await db.get('session', OWN);
  return session?.ticket === undefined || session.cashier_id !== cashier ? {} : { sign_in: session.ticket };
}

/** Range of the index `state`: all entries in it, in their order. */
export const inState = (state: KeptEntry['state']): IDBKeyRange => IDBKeyRange.bound([state, ''], [state, '\uffff']);

function keptOf(entry: ChainedEntry, number: string): KeptEntry {
  const { content, uuid } = entry;
  const drawer =
    content.kind === 'open_drawer' ? uuid : 'uuid' in content.drawer ? content.drawer.uuid : String(content.drawer.id);
  return { entry, number, kind: content.kind, state: 'waiting', drawer, answer: null, reprints: 0 };
}
