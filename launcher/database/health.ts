/**
 * Health of the database, the read models and the clocks, for /readyz: one statement through one kept connection, for
 * any number of callers.
 */
import pg from 'pg';
import { durationOf, LEAP_SECONDS_MAX } from '../../identity/machine/log-clock.ts';
import { type ModelAge, ModelAges, type ModelRow } from '../../identity/machine/model-ages.ts';

const TIMEOUT_MS = 2_000;

export interface Health {
  /** The problem of the database, or undefined. */
  readonly database: string | undefined;
  /** Empty before the read models are built for the first time. */
  readonly models: readonly ModelAge[];
  /** Seconds by which the log is ahead of the database's clock; not positive when it is not. */
  readonly aheadSeconds: number;
  /** Seconds by which the clock of this machine is ahead of the database's. */
  readonly apartSeconds: number;
}

const SILENT = 'does not answer';
const UNKNOWN = { models: [], aheadSeconds: 0, apartSeconds: 0 };

interface Row {
  readonly models: readonly ModelRow[];
  readonly ahead: number;
  readonly server: number;
  readonly read_only: boolean;
}

const ASKED = `
  select coalesce((select json_agg(json_build_object('model', a.model, 'status', a.status, 'position', a.position::text,
      'head', a.head::text, 'waits', a.waits, 'stands', a.stands) order by a.model) from log.model_ages() a), '[]') as models,
    coalesce(extract(epoch from t.last - t.server), 0)::float as ahead, extract(epoch from t.server)::float as server,
    current_setting('transaction_read_only') = 'on' as read_only
  from log.last_time() t`;

export type Check = () => Promise<string | undefined>;

export class DatabaseHealth {
  readonly #url: string;
  readonly #now: () => number;
  readonly #ages: ModelAges;
  #client: pg.Client | undefined;
  #running: Promise<Health> | undefined;

  /** `now` is the clock of this machine, in milliseconds. */
  constructor(url: string, now: () => number = Date.now) {
    this.#url = url;
    this.#now = now;
    this.#ages = new ModelAges();
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
    const { database, models } = await this.look();
    if (database !== undefined) return 'unknown';
    if (models.length === 0) return 'not built yet';
    const stopped = models.filter(({ isStopped }) => isStopped).map(({ model }) => model);
    const still = models.filter(({ isStopped, isStill }) => isStill && !isStopped);
    const problems = [
      ...(stopped.length > 0 ? [`stopped: ${stopped.join(', ')}`] : []),
      ...still.map(({ model, age }) => `${model} stands still since ${Math.floor(age)} s`),
    ];
    return problems.length > 0 ? problems.join('; ') : undefined;
  };

  /** Seconds by which the clock of this machine is ahead of the database's; undefined while it does not answer. */
  readonly apart = async (): Promise<number | undefined> => {
    const { database, apartSeconds } = await this.look();
    return database === SILENT ? undefined : apartSeconds;
  };

  readonly clock: Check = async () => {
    const { aheadSeconds, apartSeconds } = await this.look();
    if (aheadSeconds > LEAP_SECONDS_MAX) return `the log is ${durationOf(aheadSeconds)} ahead of this clock`;
    if (Math.abs(apartSeconds) <= LEAP_SECONDS_MAX) return undefined;
    return `the clock of this machine is ${durationOf(Math.abs(apartSeconds))} ${apartSeconds > 0 ? 'ahead of' : 'behind'} that of the database`;
  };

  async close(): Promise<void> {
    await this.#running;
    await this.#leave();
  }

  async #ask(): Promise<Health> {
    try {
      const client = await this.#connected();
      const { rows } = await client.query<Row>(ASKED);
      const [row] = rows;
      if (!row) return { database: SILENT, ...UNKNOWN };
      return {
        database: row.read_only ? 'takes no writes' : undefined,
        models: this.#ages.take(row.models),
        aheadSeconds: row.ahead,
        apartSeconds: this.#now() / 1000 - row.server,
      };
    } catch {
      // The check returns its outcome as text; details are in the server's log.
      await this.#leave();
      return { database: SILENT, ...UNKNOWN };
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
