/**
 * Sends the journal's entries to the server: one window sends for the whole device, in the order of the chain, until
 * the server has answered each entry. A lost answer does no harm: the same entries are sent again, and get the same
 * answers.
 */

import type { ChainedEntry, EntryAnswer } from '../../../domain/till/device-entry.ts';
import { ApiError } from '../../shared/api/error.ts';
import type { TillDatabase } from './database.ts';
import { type KeptEntry, type KeptSending, OWN, type SendingReason } from './database-schema.ts';
import { inState } from './journal.ts';
import { type Attempt, batchOf, pauseMs, reasonOf } from './sending-rules.ts';
import { sendEntries } from './server.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable } from './watched.ts';

export interface SenderState {
  readonly waiting: number;
  /** Creation time of the oldest, ISO. */
  readonly oldest: string | null;
  readonly refused: number;
  /** Why entries are pending; null when none are. */
  readonly reason: SendingReason | 'refused' | null;
  readonly retry_at: string | null;
}

const LEADER = 'daftar-till-sender';
/** Interval of checks for pending entries without a wake-up. */
const IDLE_MS = 60_000;
const AFTER_FAULT_MS = 5_000;
const NOTHING: SenderState = { waiting: 0, oldest: null, refused: 0, reason: null, retry_at: null };

export class Sender {
  readonly state = new Watchable<SenderState>(NOTHING);
  readonly #database: TillDatabase;
  readonly #channel: TabChannel;
  readonly #onAnswered: (isReached: boolean) => void;
  #wake: () => void = () => undefined;
  /** `wake` was called while it was sending. */
  #isWoken = false;

  constructor(database: TillDatabase, channel: TabChannel, onAnswered: (isReached: boolean) => void) {
    this.#database = database;
    this.#channel = channel;
    this.#onAnswered = onAnswered;
    for (const part of ['journal', 'sending'] as const) channel.when(part, () => void this.look());
    for (const part of ['journal', 'wake'] as const) channel.when(part, () => this.#wakeUp());
  }

  /** Sends, or waits until the sending window closes; ends with the signal. */
  async run(signal: AbortSignal): Promise<void> {
    globalThis.addEventListener('online', () => this.wake(), { signal });
    signal.addEventListener('abort', () => this.#wakeUp());
    while (!signal.aborted) {
      try {
        await navigator.locks.request(LEADER, { signal }, () => this.#lead(signal));
      } catch {
        // The database was closed or is full: pending entries are in it, and are tried again.
        if (!signal.aborted) await this.#pause(AFTER_FAULT_MS);
      }
    }
  }

  /** Starts sending now, in whichever window. */
  wake(): void {
    this.#channel.changed('wake');
  }

  /** Counts pending entries. */
  async look(): Promise<void> {
    const found = await this.#database.use(async (db) => {
      const reading = db.transaction(['entries', 'sending']);
      const index = reading.objectStore('entries').index('state');
      const [waiting, first, refused, sending] = await Promise.all([
        index.count(inState('waiting')),
        index.get(inState('waiting')),
        index.count(inState('refused')),
        reading.objectStore('sending').get(OWN),
      ]);
      return { waiting, oldest: first?.entry.made_at ?? null, refused, sending };
    });
    const { waiting, oldest, refused, sending } = found;
    const ofSending = waiting > 0 ? (sending?.reason ?? 'sending') : null;
    const reason = ofSending ?? (refused > 0 ? 'refused' : null);
    this.state.set({ waiting, oldest, refused, reason, retry_at: waiting > 0 ? (sending?.retry_at ?? null) : null });
  }

  async #lead(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      this.#isWoken = false;
      const problem = await this.#sendAll();
      if (problem === undefined) {
        await this.#note({ reason: null, retry_at: null });
        failures = 0;
        await this.#pause(IDLE_MS);
        continue;
      }
      failures += 1;
      const waitMs = pauseMs(problem, failures);
      const retry_at = new Date(Date.now() + waitMs).toISOString();
      await this.#note({ reason: reasonOf(problem), retry_at });
      await this.#pause(waitMs);
    }
  }

  /** Returns when nothing is pending; otherwise the problem. */
  async #sendAll(): Promise<ApiError | undefined> {
    for (;;) {
      const batch = await this.#nextBatch();
      if (batch.length === 0) return undefined;
      const { problem } = await this.#send(batch);
      this.#onAnswered(problem === undefined || problem.status > 0);
      if (problem) return problem;
    }
  }

  /** The next entries of the oldest enrolment with pending ones, in the order of its chain. */
  async #nextBatch(): Promise<readonly ChainedEntry[]> {
    const waiting = await this.#database.use((db) => db.getAllFromIndex('entries', 'state', inState('waiting'), 500));
    return batchOf(waiting.map(({ entry }) => entry));
  }

  /** A batch that is refused as a whole is halved until the faulty entry is alone. */
  async #send(batch: readonly ChainedEntry[]): Promise<Attempt> {
    try {
      const answers = await sendEntries(batch);
      await this.#keep(answers);
      // An answer without any of these entries would be repeated endlessly.
      const isAnswered = answers.some(({ uuid }) => batch.some((entry) => entry.uuid === uuid));
      return isAnswered ? {} : { problem: new ApiError(502, {}) };
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (![400, 413, 422].includes(problem.status)) return { problem };
      if (batch.length === 1) return this.#refuse(batch, problem);
      const half = Math.ceil(batch.length / 2);
      const first = await this.#send(batch.slice(0, half));
      return first.problem ? first : this.#send(batch.slice(half));
    }
  }

  async #refuse(batch: readonly ChainedEntry[], { errors, message }: ApiError): Promise<Attempt> {
    const listed = Object.entries(errors).flatMap(([field, sentences]) =>
      sentences.map((sentence) => ({ field, message: sentence })),
    );
    const said = listed.length > 0 ? listed : [{ field: '', message }];
    await this.#keep(batch.map(({ uuid }) => ({ uuid, state: 'refused', errors: said })));
    return {};
  }

  async #keep(answers: readonly EntryAnswer[]): Promise<void> {
    await this.#database.use(async (db) => {
      const { store, done } = db.transaction('entries', 'readwrite');
      for (const answer of answers) {
        const kept = await store.index('uuid').get(answer.uuid);
        if (kept) await store.put(answered(kept, answer));
      }
      await done;
    });
    this.#channel.changed('journal');
  }

  async #note(sending: KeptSending): Promise<void> {
    await this.#database.use((db) => db.put('sending', sending, OWN));
    this.#channel.changed('sending');
  }

  #wakeUp(): void {
    this.#isWoken = true;
    this.#wake();
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isWoken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}

function answered(kept: KeptEntry, { state, id, number, review, errors }: EntryAnswer): KeptEntry {
  const answer = { id: id ?? null, number: number ?? null, review: review ?? [], errors: errors ?? [] };
  return { ...kept, state: state === 'refused' ? 'refused' : 'stored', answer };
}
