/**
 * Completes commands left between PostgreSQL and KurrentDB by a crash or an unknown outcome: at the start and on a
 * timer, by one process at a time. Only the command side runs it.
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

  /** Runs every `everyMs` for intents of at least that age. */
  start(everyMs: number): void {
    this.#timer = setInterval(() => {
      // Intents that were not completed are found again in the next run.
      this.run(everyMs).catch(() => {});
    }, everyMs);
    this.#timer.unref();
  }

  /** Returns at once when another process is running it. Throws StoreUnavailable. */
  run(olderThanMs: number): Promise<void> {
    this.#running ??= this.#run(olderThanMs).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // The caller of `run` received the error; closing only waits for its end.
    await this.#running?.catch(() => {});
  }

  /** A session lock: it is released when the process ends in any way. */
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
      // The connection is closed either way.
      await client.end().catch(() => {});
    }
  }
}
