/** The event store in KurrentDB, one node or a cluster; claims, answers and counters are in PostgreSQL. */

import type { Claim } from '../../domain/deciding/claim.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { encodeBatch } from '../batch.ts';
import { LogGuard, seenInTables } from '../claims/log-guard.ts';
import type { RecordedAt } from '../claims/stated-time.ts';
import { LogTables } from '../claims/tables.ts';
import { onlyReads, throwTried } from '../claims/tried-append.ts';
import type { DecisionRead } from '../decision-read.ts';
import { follow } from '../polling-subscription.ts';
import type {
  Append,
  Appended,
  CommandStore,
  LevelChangeOfDay,
  LevelMoment,
  LevelTotal,
  LevelWith,
  Period,
  Position,
  StoredCommand,
  StoredEvent,
  StreamRequest,
  SubscribeOptions,
} from '../port.ts';
import { LogDisagrees, NO_STREAM, START } from '../port.ts';
import { Appender } from './appender.ts';
import { isDefinite } from './calls.ts';
import { Intents, type StuckIntent } from './intents.ts';
import { Recovery } from './recovery.ts';
import { type Log, openLog, storedText } from './restored-log.ts';
import { LiveWakeUp } from './wake-listener.ts';

export interface KurrentStoreOptions {
  /** `esdb://user:password@host:2113?tls=false`, or the URL of a cluster. */
  readonly url: string;
  /** URL of a migrated PostgreSQL database. */
  readonly databaseUrl: string;
  /** Limit of every append and read; default 10 s. */
  readonly timeoutMs?: number;
  /** Longest pause of a subscription; default 1 s. */
  readonly pollMs?: number;
  /** Connections to PostgreSQL; default 8. */
  readonly poolSize?: number;
  /**
   * True for the command side: completes commands left by a crash between PostgreSQL and KurrentDB, at the start and
   * on a timer.
   */
  readonly recovers?: boolean;
  /** Interval of the recovery, and minimum age of its intents; default 10 s. */
  readonly recoverMs?: number;
  /** See StoreOptions. */
  readonly compares?: boolean;
  /** See StoreOptions. */
  readonly recordedAt?: RecordedAt | undefined;
}

export interface KurrentStore extends CommandStore {
  /** Sends again commands left by a crash or an unknown outcome; runs in one process at a time. */
  recoverIntents(olderThanMs: number): Promise<void>;
  stuckIntents(): Promise<readonly StuckIntent[]>;
  /** Stores the rest of a stuck command and records who decided it; undefined when it is not stuck. */
  resolveStuck(commandId: string, by: string, reason: string): Promise<Appended | undefined>;
}

const PARALLEL_READS = 16;

/** Throws StoreUnavailable when KurrentDB or PostgreSQL is unreachable. */
export async function openKurrentStore(options: KurrentStoreOptions): Promise<KurrentStore> {
  const { url, databaseUrl, timeoutMs = 10_000 } = options;
  const store = new KurrentEventStore(await openLog(url, databaseUrl, timeoutMs), { ...options, timeoutMs });
  try {
    await store.head();
    // A log that disagrees is told by the start and by every command; nothing is completed in it.
    if (options.recovers && (await store.isTrusted())) await store.recoverIntents(0);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class KurrentEventStore implements KurrentStore {
  readonly #log: Log;
  readonly #tables: LogTables;
  readonly #intents: Intents;
  readonly #guard: LogGuard | undefined;
  readonly #appender: Appender;
  readonly #recovery: Recovery;
  readonly #wakeUp: LiveWakeUp;
  readonly #pollMs: number;
  readonly #closing = new AbortController();

  constructor(
    log: Log,
    {
      databaseUrl,
      timeoutMs,
      pollMs = 1_000,
      poolSize = 8,
      recovers = false,
      recoverMs = 10_000,
      compares,
      recordedAt,
    }: KurrentStoreOptions & { readonly timeoutMs: number },
  ) {
    this.#log = log;
    this.#tables = new LogTables({ url: databaseUrl, timeoutMs, poolSize, recordedAt });
    this.#intents = new Intents(this.#tables);
    const lasts = (onLost: () => void) => this.#log.lasts(onLost);
    this.#guard = compares ? new LogGuard(this, seenInTables(this.#tables), lasts) : undefined;
    this.#appender = new Appender(this.#log, this.#intents, timeoutMs, async () => this.#guard?.trust());
    this.#recovery = new Recovery(this.#appender, { url: databaseUrl, timeoutMs });
    this.#wakeUp = new LiveWakeUp(this.#log);
    this.#pollMs = pollMs;
    if (recovers) this.#recovery.start(recoverMs);
  }

  /** False when the log is not the one that was seen. Throws StoreUnavailable. */
  async isTrusted(): Promise<boolean> {
    try {
      await this.#guard?.trust();
      return true;
    } catch (error) {
      if (error instanceof LogDisagrees) return false;
      throw error;
    }
  }

  async append(batch: Append): Promise<Appended> {
    return this.#appender.append(encodeBatch(batch));
  }

  async tryAppend(batch: Append): Promise<void> {
    throwTried(await this.#appender.tried(encodeBatch(batch).batch));
  }

  async readsHold(reads: readonly DecisionRead[]): Promise<boolean> {
    const [outcome] = await this.#appender.tried(onlyReads(reads));
    return outcome === 'accepted';
  }

  completePending(streams: readonly string[], reads: readonly DecisionRead[]): Promise<boolean> {
    return this.#appender.completePending(streams, reads);
  }

  recoverIntents(olderThanMs: number): Promise<void> {
    return this.#recovery.run(olderThanMs);
  }

  stuckIntents(): Promise<readonly StuckIntent[]> {
    return this.#intents.stuck();
  }

  resolveStuck(commandId: string, by: string, reason: string): Promise<Appended | undefined> {
    return this.#appender.resolve(commandId, by, reason);
  }

  /** A reserved command that is not settled is completed first; a permanently refused one counts as never stored. */
  async findCommand(commandId: string): Promise<StoredCommand | undefined> {
    await this.#guard?.trust();
    await this.#appender.settled();
    const found = await this.#tables.findCommand(commandId);
    if (found) return found;
    try {
      await this.#appender.resume(commandId);
    } catch (error) {
      if (!isDefinite(error)) throw error;
    }
    return this.#tables.findCommand(commandId);
  }

  /**
   * KurrentDB is read one stream at a time, and not at all for a stream whose last revision in PostgreSQL the caller
   * already has.
   */
  async readStreams(requests: readonly StreamRequest[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
    const streams = new Map<string, readonly RecordedEvent[]>(requests.map(({ stream }) => [stream, []]));
    const own = new Map(this.#appender.unsettledRevisions);
    const requested = requests.filter(({ stream, after }) => after === NO_STREAM || own.get(stream) !== after);
    const known = requested.filter(({ after }) => after !== NO_STREAM);
    const settled = await this.#tables.streamRevisions(known.map(({ stream }) => stream));
    const queue = requested.filter(({ stream, after }) => after === NO_STREAM || settled.get(stream) !== after);
    const reader = async () => {
      for (let request = queue.shift(); request; request = queue.shift()) {
        streams.set(request.stream, await this.#log.readStream(request.stream, request.after));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, queue.length) }, reader));
    return streams;
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return (await this.#log.readAll(after, limit)).events;
  }

  async readStored(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    return (await this.#log.readAll(after, limit)).events.map(storedText);
  }

  async eventAt(position: Position): Promise<StoredEvent | undefined> {
    const event = await this.#log.eventAt(position);
    return event && storedText(event);
  }

  head(): Promise<Position> {
    return this.#log.head(() => this.#intents.settledPosition());
  }

  subscribe({ after, batchSize = 500, signal, onError }: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]> {
    const { alarm } = this.#wakeUp;
    let seen = -1;
    // Further than Daftar's last event, so that events of others are not read again in every round.
    let scanned = START;
    return follow({
      after,
      onError,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      read: async (position) => {
        seen = alarm.count;
        await this.#guard?.trust();
        if (position > scanned) scanned = position;
        const page = await this.#log.readAll(scanned, batchSize);
        scanned = page.scanned;
        return page.events;
      },
      wait: (stop) => alarm.wait(seen, this.#pollMs, stop),
    });
  }

  nextId(kind: string): Promise<number> {
    return this.#tables.nextId(kind);
  }

  peekId(kind: string, ahead?: number): Promise<number> {
    return this.#tables.peekId(kind, ahead);
  }

  passId(kind: string, id: number): Promise<void> {
    return this.#tables.passId(kind, id);
  }

  async ownersOf(set: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await this.#appender.settled();
    return this.#tables.ownersOf(set, keys);
  }

  async records(prefix: string): Promise<readonly string[]> {
    await this.#appender.settled();
    return this.#tables.records(prefix);
  }

  async levels(prefix: string, limit?: number): Promise<readonly LevelTotal[]> {
    await this.#appender.settled();
    return this.#tables.levels(prefix, limit);
  }

  async levelsBefore(moments: readonly LevelMoment[]): Promise<readonly string[]> {
    await this.#appender.settled();
    return this.#tables.levelsBefore(moments);
  }

  async changesAfter(prefix: string, after: EffectiveTime): Promise<readonly LevelChangeOfDay[]> {
    await this.#appender.settled();
    return this.#tables.changesAfter(prefix, after);
  }

  async levelsWith(claims: readonly Claim[]): Promise<readonly LevelWith[]> {
    await this.#appender.settled();
    return this.#tables.levelsWith(claims);
  }

  async periods(): Promise<readonly Period[]> {
    await this.#appender.settled();
    return this.#tables.periods();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#appender.settled();
    await this.#guard?.close();
    await Promise.all([this.#wakeUp.close(), this.#recovery.close()]);
    await Promise.all([this.#log.close(), this.#tables.close()]);
  }
}
