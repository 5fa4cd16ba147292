/**
 * Health of the database and stopped read models, for /readyz: one statement through one kept connection, for any
 * number of callers.
 */
import pg from 'pg';
import { durationOf, LEAP_SECONDS_MAX } from '../../identity/log-clock.ts';

const TIMEOUT_MS = 2_000;

export interface Health {
  /** The problem of the database, or undefined. */
  readonly database: string | undefined;
  /** Names of the models that cannot process an event. */
  readonly stopped: readonly string[];
  /** Seconds by which the log is ahead of the database's clock; not positive when it is not. */
  readonly aheadSeconds: number;
}

export type Check = () => Promise<string | undefined>;

export class DatabaseHealth {
  readonly #url: string;
  #client: pg.Client | undefined;
  #running: Promise<Health> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Callers during a running statement share its result. Never throws. */
  look(): Promise<Health> {
    this.#running ??= this.#ask().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  readonly database: Check = async () => (await this.look()).database;

  readonly models: Check = async () => {
    const { database, stopped } = await this.look();
    if (database !== undefined) return 'unknown';
    return stopped.length === 0 ? undefined : `stopped: ${stopped.join(', ')}`;
  };

  readonly clock: Check = async () => {
    const { aheadSeconds } = await this.look();
    return aheadSeconds > LEAP_SECONDS_MAX ? `the log is ${durationOf(aheadSeconds)} ahead of this clock` : undefined;
  };

  async close(): Promise<void> {
    await this.#running;
    await this.#leave();
  }

  async #ask(): Promise<Health> {
    try {
      const client = await this.#connected();
      const { rows } = await client.query<{ stopped: string[]; ahead: number }>(
        `select array(select model from read.checkpoint where status = 'stopped' order by model) as stopped,
           coalesce(extract(epoch from t.last - t.server), 0)::float as ahead
         from log.last_time() t`,
      );
      return { database: undefined, stopped: rows[0]?.stopped ?? [], aheadSeconds: rows[0]?.ahead ?? 0 };
    } catch {
      // The check returns its outcome as text; details are in the server's log.
      await this.#leave();
      return { database: 'does not answer', stopped: [], aheadSeconds: 0 };
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'daftar health',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    // A connection that breaks between two checks is replaced at the next one.
    client.on('error', () => void this.#leave());
    this.#client = client;
    await client.connect();
    return client;
  }

  async #leave(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // The connection is discarded either way.
    await client?.end().catch(() => undefined);
  }
}
