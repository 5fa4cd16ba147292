/** The event store in PostgreSQL: the default, and the only one that stores claims and events in one transaction. */
import pg from 'pg';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { StoredCommand } from '../batch.ts';
import { encodeBatch } from '../batch.ts';
import { follow } from '../follow.ts';
import { IdBlocks } from '../id-blocks.ts';
import type { Append, Appended, EventStore, LevelTotal, Position, StreamRequest, SubscribeOptions } from '../port.ts';
import { clientConfig, isStatementError, unavailable } from './connection.ts';
import { AppendLane } from './lane.ts';
import type { EventRow } from './rows.ts';
import { EVENT_COLUMNS, readEvent } from './rows.ts';
import { WakeUp } from './wake-up.ts';

export interface PostgresStoreOptions {
  /** `postgres://user@host:port/database`, migrated. */
  readonly url: string;
  /** Limit of every append and read; default 10 s. */
  readonly timeoutMs?: number;
  /** How long a subscription sleeps at most; default 200 ms. */
  readonly pollMs?: number;
  /** Connections for reads; default 6. */
  readonly poolSize?: number;
}

export async function openPostgresStore(options: PostgresStoreOptions): Promise<EventStore> {
  const store = new PostgresStore(options);
  try {
    await store.head();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class PostgresStore implements EventStore {
  readonly #pool: pg.Pool;
  readonly #lane: AppendLane;
  readonly #wakeUp: WakeUp;
  readonly #ids: IdBlocks;
  readonly #pollMs: number;
  readonly #closing = new AbortController();

  constructor({ url, timeoutMs = 10_000, pollMs = 200, poolSize = 6 }: PostgresStoreOptions) {
    this.#pool = new pg.Pool({ ...clientConfig({ url, timeoutMs }), query_timeout: timeoutMs, max: poolSize });
    // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
    this.#pool.on('error', () => {});
    this.#lane = new AppendLane({ url, timeoutMs });
    this.#wakeUp = new WakeUp({ url, timeoutMs });
    this.#ids = new IdBlocks((kind, count) => this.#takeIds(kind, count));
    this.#pollMs = pollMs;
  }

  async append(batch: Append): Promise<Appended> {
    return this.#lane.append(encodeBatch(batch));
  }

  async findCommand(commandId: string): Promise<StoredCommand | undefined> {
    const [row] = await this.#query<[answer: string, streams: string, digest: string | null]>(
      'find_command',
      `select log.answer(position, revisions, numbers, recorded_at), to_json(streams), digest
       from log.command where command_id = $1`,
      [commandId],
    );
    if (!row) return undefined;
    const answer = JSON.parse(row[0]) as {
      position: string;
      revisions: number[];
      numbers: string[];
      recorded_at: string;
    };
    return {
      position: BigInt(answer.position),
      revisions: answer.revisions,
      numbers: answer.numbers,
      recordedAt: answer.recorded_at,
      repeated: true,
      streams: JSON.parse(row[1]) as string[],
      digest: row[2],
    };
  }

  async readStreams(requests: readonly StreamRequest[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
    const streams = new Map<string, RecordedEvent[]>(requests.map(({ stream }) => [stream, []]));
    const rows = await this.#query<EventRow>(
      'read_streams',
      `select ${EVENT_COLUMNS} from unnest($1::text[], $2::int[]) r (stream, after)
       join lateral (select * from log.event where stream = r.stream and revision > r.after) e on true
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
    const rows = await this.#query<EventRow>(
      'read_all',
      `select ${EVENT_COLUMNS} from log.event e where e.position > $1 order by e.position limit $2`,
      [after, limit],
    );
    return rows.map(readEvent);
  }

  async head(): Promise<Position> {
    const [row] = await this.#query<[string]>('head', 'select position from log.head', []);
    return BigInt(row?.[0] ?? '0');
  }

  subscribe({ after, batchSize = 500, signal }: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]> {
    let seen = -1;
    return follow({
      after,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      read: (position) => {
        seen = this.#wakeUp.count;
        return this.readAll(position, batchSize);
      },
      wait: (stop) => this.#wakeUp.wait(seen, this.#pollMs, stop),
    });
  }

  nextId(kind: string): Promise<number> {
    return this.#ids.next(kind);
  }

  async levels(prefix: string, limit: number): Promise<readonly LevelTotal[]> {
    const rows = await this.#query<[key: string, total: string]>(
      'levels',
      `select key, trim_scale(total) from claim.level where open and key ^@ $1 order by key limit $2`,
      [prefix, limit],
    );
    return rows.map(([key, total]) => ({ key, total }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#lane.close(), this.#wakeUp.close()]);
    await this.#pool.end();
  }

  async #takeIds(kind: string, count: number): Promise<number> {
    const [row] = await this.#query<[string]>(
      'take_ids',
      `insert into claim.counter as c (kind, value) values ($1, $2)
       on conflict (kind) do update set value = c.value + $2 returning value`,
      [kind, count],
    );
    return Number(row?.[0]) - count + 1;
  }

  async #query<Row extends readonly unknown[]>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query({ name, text, values, rowMode: 'array' });
      return rows as unknown as Row[];
    } catch (error) {
      throw isStatementError(error) ? error : unavailable(error);
    }
  }
}
