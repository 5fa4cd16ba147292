/** The event store in PostgreSQL: the default, which stores claims and events in one transaction. */
import type { Claim } from '../../domain/deciding/claim.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { encodeBatch } from '../batch.ts';
import { LogGuard, seenInTables } from '../claims/log-guard.ts';
import type { RecordedAt } from '../claims/stated-time.ts';
import { LogTables } from '../claims/tables.ts';
import { onlyReads, throwTried, triedAppend } from '../claims/tried-append.ts';
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
import { GroupCommitter } from './group-committer.ts';
import type { EventRow } from './rows.ts';
import { EVENT_COLUMNS, readEvent, storedEvent } from './rows.ts';
import { WakeListener } from './wake-listener.ts';

export interface PostgresStoreOptions {
  /** `postgres://user@host:port/database` of a migrated database. */
  readonly url: string;
  /** Limit of every append and read; default 10 s. */
  readonly timeoutMs?: number;
  /** Longest pause of a subscription; default 200 ms. */
  readonly pollMs?: number;
  /** Connections for reads; default 6. */
  readonly poolSize?: number;
  /** See StoreOptions. */
  readonly compares?: boolean;
  /** See StoreOptions. */
  readonly recordedAt?: RecordedAt | undefined;
}

const ANNOUNCE_EVERY_MS = 20;

export async function openPostgresStore(options: PostgresStoreOptions): Promise<CommandStore> {
  const store = new PostgresStore(options);
  try {
    await store.head();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class PostgresStore implements CommandStore {
  readonly #tables: LogTables;
  readonly #guard: LogGuard | undefined;
  readonly #committer: GroupCommitter;
  readonly #wakeUp: WakeListener;
  readonly #pollMs: number;
  readonly #closing = new AbortController();
  #announcement: NodeJS.Timeout | undefined;
  #announcedMs = 0;

  constructor({ url, timeoutMs = 10_000, pollMs = 200, poolSize = 6, compares, recordedAt }: PostgresStoreOptions) {
    this.#tables = new LogTables({ url, timeoutMs, poolSize });
    this.#wakeUp = new WakeListener({ url, timeoutMs });
    this.#guard = compares ? new LogGuard(this, seenInTables(this.#tables)) : undefined;
    this.#committer = new GroupCommitter(
      { url, timeoutMs, recordedAt },
      { onStored: () => this.#announce(), onConnected: async () => this.#guard?.anew() },
    );
    this.#pollMs = pollMs;
  }

  async append(batch: Append): Promise<Appended> {
    return this.#committer.append(encodeBatch(batch));
  }

  async tryAppend(batch: Append): Promise<void> {
    throwTried(await triedAppend(this.#tables, encodeBatch(batch).batch, 'log'));
  }

  async readsHold(reads: readonly DecisionRead[]): Promise<boolean> {
    const [outcome] = await triedAppend(this.#tables, onlyReads(reads), 'log');
    return outcome === 'accepted';
  }

  async findCommand(commandId: string): Promise<StoredCommand | undefined> {
    await this.#guard?.trust();
    return this.#tables.findCommand(commandId);
  }

  /** Events are stored together with their claims, so nothing is ever pending. */
  async completePending(): Promise<boolean> {
    return false;
  }

  async readStreams(requests: readonly StreamRequest[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
    const streams = new Map<string, RecordedEvent[]>(requests.map(({ stream }) => [stream, []]));
    // `offset 0` keeps the look-ups of streams separate: joined, a log without statistics would be scanned.
    const rows = await this.#tables.query<EventRow>(
      'read_streams',
      `select ${EVENT_COLUMNS} from unnest($1::text[], $2::int[]) r (stream, after)
       join lateral (
         select * from log.event where stream = r.stream and revision > r.after offset 0) e on true
       order by e.stream, e.revision`,
      [requests.map(({ stream }) => stream), requests.map(({ after }) => after)],
    );
    for (const row of rows) {
      const event = readEvent(row);
      streams.get(event.stream)?.push(event);
    }
    return streams;
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return (await this.#page(after, limit)).map(readEvent);
  }

  async readStored(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    return (await this.#page(after, limit)).map(storedEvent);
  }

  async eventAt(position: Position): Promise<StoredEvent | undefined> {
    const [event] = await this.readStored(position - 1n, 1);
    return event?.position === position ? event : undefined;
  }

  async head(): Promise<Position> {
    const [row] = await this.#tables.query<[string]>('head', 'select coalesce(max(position), 0) from log.event', []);
    return BigInt(row?.[0] ?? '0');
  }

  subscribe({ after, batchSize = 500, signal, onError }: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]> {
    const { alarm } = this.#wakeUp;
    let seen = -1;
    return follow({
      after,
      onError,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      read: async (position) => {
        seen = alarm.count;
        await this.#guard?.trust();
        return this.readAll(position, batchSize);
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

  ownersOf(set: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#tables.ownersOf(set, keys);
  }

  records(prefix: string): Promise<readonly string[]> {
    return this.#tables.records(prefix);
  }

  levels(prefix: string, limit?: number): Promise<readonly LevelTotal[]> {
    return this.#tables.levels(prefix, limit);
  }

  levelsBefore(moments: readonly LevelMoment[]): Promise<readonly string[]> {
    return this.#tables.levelsBefore(moments);
  }

  changesAfter(prefix: string, after: EffectiveTime): Promise<readonly LevelChangeOfDay[]> {
    return this.#tables.changesAfter(prefix, after);
  }

  levelsWith(claims: readonly Claim[]): Promise<readonly LevelWith[]> {
    return this.#tables.levelsWith(claims);
  }

  periods(): Promise<readonly Period[]> {
    return this.#tables.periods();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#announcement);
    await this.#guard?.close();
    await Promise.all([this.#committer.close(), this.#wakeUp.close()]);
    await this.#tables.close();
  }

  #page(after: Position, limit: number): Promise<EventRow[]> {
    return this.#tables.query<EventRow>(
      'read_all',
      `select ${EVENT_COLUMNS} from log.event e where e.position > $1 order by e.position limit $2`,
      [after, limit],
    );
  }

  /**
   * Wakes readers of this process immediately; other processes are notified immediately after a quiet period, else
   * shortly afterwards, without delaying the append.
   */
  #announce(): void {
    this.#wakeUp.notify();
    if (this.#announcement) return;
    const dueMs = this.#announcedMs + ANNOUNCE_EVERY_MS - performance.now();
    this.#announcement = setTimeout(
      () => {
        this.#announcement = undefined;
        this.#announcedMs = performance.now();
        // A lost notification costs a reader one polling interval.
        this.#tables.query('announce', "select pg_notify('daftar_log', '')", []).catch(() => {});
      },
      Math.max(0, dueMs),
    );
  }
}
