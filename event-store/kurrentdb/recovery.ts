/**
 * Resolves what a crash or an unknown outcome left between PostgreSQL and KurrentDB: at the start and on a timer, by one
 * process at a time. Only the command side does this; every other process that opens the store reads and nothing else.
 */
import pg from 'pg';
import type { ConnectionOptions } from '../claims/connection.ts';
import { clientConfig, unavailable } from '../claims/connection.ts';
import type { Appender } from './appender.ts';

const TRY_LOCK = 'select pg_try_advisory_lock(20, 3) as mine';

export class Recovery {
  readonly #appender: Appender;
  readonly #connection: ConnectionOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(appender: Appender, connection: ConnectionOptions) {
    this.#appender = appender;
    this.#connection = connection;
  }

  /** From now on, so often, intents of that age. */
  start(everyMs: number): void {
    this.#timer = setInterval(() => {
      // What could not be resolved this time is found again the next time.
      this.run(everyMs).catch(() => {});
    }, everyMs);
    this.#timer.unref();
  }

  /** Returns at once when another process is at it. Throws StoreUnavailable. */
  run(olderThanMs: number): Promise<void> {
    this.#running ??= this.#run(olderThanMs).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Its caller was told of the error; closing only waits for its end.
    await this.#running?.catch(() => {});
  }

  /** The lock is the session's: it is free again when the process is gone, however it went. */
  async #run(olderThanMs: number): Promise<void> {
    const client = new pg.Client(clientConfig(this.#connection));
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ mine: string }>(TRY_LOCK);
      if (rows[0]?.mine === 't') await this.#appender.recover(olderThanMs);
    } catch (error) {
      throw unavailable(error);
    } finally {
      // The connection is given up either way.
      await client.end().catch(() => {});
    }
  }
}
