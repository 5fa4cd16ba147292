/** The event store in KurrentDB, one node or a cluster; claims, answers and counters are in PostgreSQL. */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { StoredCommand } from '../batch.ts';
import { encodeBatch } from '../batch.ts';
import { follow } from '../follow.ts';
import type {
  Append,
  Appended,
  EventStore,
  LevelMoment,
  LevelTotal,
  Period,
  Position,
  StoredEvent,
  StreamRequest,
  SubscribeOptions,
} from '../port.ts';
import { START } from '../port.ts';
import { LogTables } from '../postgres/tables.ts';
import { Appender } from './appender.ts';
import { Intents } from './intents.ts';
import { type Log, openLog, storedText } from './restored-log.ts';
import { LiveWakeUp } from './wake-up.ts';

export interface KurrentStoreOptions {
  /** `esdb://user:password@host:2113?tls=false`, or a cluster's. */
  readonly url: string;
  /** PostgreSQL, migrated. */
  readonly databaseUrl: string;
  /** Limit of every append and read; default 10 s. */
  readonly timeoutMs?: number;
  /** How long a subscription sleeps at most; default 1 s. */
  readonly pollMs?: number;
  /** Connections to PostgreSQL; default 8. */
  readonly poolSize?: number;
  /** How often, and after which age, intents that nobody resolved are sent again; default 30 s. */
  readonly recoverMs?: number;
}

export interface KurrentStore extends EventStore {
  /** Resolves what a crash left between PostgreSQL and KurrentDB; done at the start and on a timer. */
  recoverIntents(olderThanMs: number): Promise<void>;
}

const PARALLEL_READS = 16;

/** Throws StoreUnavailable when KurrentDB or PostgreSQL is not reachable. */
export async function openKurrentStore(options: KurrentStoreOptions): Promise<KurrentStore> {
  const { url, databaseUrl, timeoutMs = 10_000 } = options;
  const store = new KurrentEventStore(await openLog(url, databaseUrl, timeoutMs), { ...options, timeoutMs });
  try {
    await store.head();
    await store.recoverIntents(0);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class KurrentEventStore implements KurrentStore {
  readonly #log: Log;
  readonly #tables: LogTables;
  readonly #appender: Appender;
  readonly #wakeUp: LiveWakeUp;
  readonly #pollMs: number;
  readonly #closing = new AbortController();
  readonly #recovery: NodeJS.Timeout;
  #recovering: Promise<void> | undefined;

  constructor(
    log: Log,
    {
      databaseUrl,
      timeoutMs,
      pollMs = 1_000,
      poolSize = 8,
      recoverMs = 30_000,
    }: KurrentStoreOptions & { readonly timeoutMs: number },
  ) {
    this.#log = log;
    this.#tables = new LogTables({ url: databaseUrl, timeoutMs, poolSize });
    this.#appender = new Appender(this.#log, new Intents(this.#tables), timeoutMs);
    this.#wakeUp = new LiveWakeUp(this.#log);
    this.#pollMs = pollMs;
    this.#recovery = setInterval(() => {
      // What could not be resolved this time is found again the next time.
      this.recoverIntents(recoverMs).catch(() => {});
    }, recoverMs);
    this.#recovery.unref();
  }

  async append(batch: Append): Promise<Appended> {
    return this.#appender.append(encodeBatch(batch));
  }

  recoverIntents(olderThanMs: number): Promise<void> {
    this.#recovering ??= this.#appender.recover(olderThanMs).finally(() => {
      this.#recovering = undefined;
    });
    return this.#recovering;
  }

  findCommand(commandId: string): Promise<StoredCommand | undefined> {
    return this.#tables.findCommand(commandId);
  }

  async readStreams(requests: readonly StreamRequest[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
    const streams = new Map<string, readonly RecordedEvent[]>(requests.map(({ stream }) => [stream, []]));
    const queue = [...requests];
    const reader = async () => {
      for (let request = queue.shift(); request; request = queue.shift()) {
        streams.set(request.stream, await this.#log.readStream(request.stream, request.after));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, requests.length) }, reader));
    return streams;
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return (await this.#log.readAll(after, limit)).events;
  }

  async readStored(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    return (await this.#log.readAll(after, limit)).events.map(storedText);
  }

  head(): Promise<Position> {
    return this.#log.head();
  }

  subscribe({ after, batchSize = 500, signal, onError }: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]> {
    const { alarm } = this.#wakeUp;
    let seen = -1;
    // Further than the last event of ours, so that others' events are not read again at every look.
    let scanned = START;
    return follow({
      after,
      onError,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      read: async (position) => {
        seen = alarm.count;
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

  levels(prefix: string, limit?: number): Promise<readonly LevelTotal[]> {
    return this.#tables.levels(prefix, limit);
  }

  levelsBefore(moments: readonly LevelMoment[]): Promise<readonly string[]> {
    return this.#tables.levelsBefore(moments);
  }

  periods(): Promise<readonly Period[]> {
    return this.#tables.periods();
  }

  async close(): Promise<void> {
    clearInterval(this.#recovery);
    this.#closing.abort();
    await this.#wakeUp.close();
    await this.#recovering?.catch(() => {});
    await Promise.all([this.#log.close(), this.#tables.close()]);
  }
}
