/**
 * The clock of the demonstration. While it is entered, the log records each command at the moment in which a clerk
 * would have entered it, so that the books can be asked what was known in any week of the half-year. Only the owner
 * of an empty log can do this, and the clock of the machine is back when the demonstration is done.
 */
import type pg from 'pg';

export interface DemoState {
  readonly seed: number;
  /** Last day of trade, `YYYY-MM-DD`. */
  readonly until: string;
  readonly days: number;
  readonly finished: boolean;
}

/** Undefined when this database holds no demonstration. */
export async function demoState(client: pg.Pool | pg.Client): Promise<DemoState | undefined> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('log.demo') is not null as there`);
  if (!rows[0]?.there) return undefined;
  const state = await client.query<DemoState>(
    `select seed, until::text, days, finished_at is not null as finished from log.demo`,
  );
  return state.rows[0];
}

/** Of a database whose log is empty. */
export async function beginDemo(
  client: pg.Pool | pg.Client,
  { seed, until, days }: Omit<DemoState, 'finished'>,
  firstMoment: string,
): Promise<void> {
  await client.query(`create table log.demo (
    seed int not null, until date not null, days int not null, now timestamptz not null, finished_at timestamptz)`);
  await client.query('insert into log.demo (seed, until, days, now) values ($1, $2, $3, $4)', [
    seed,
    until,
    days,
    firstMoment,
  ]);
  await client.query(
    `create or replace function log.clock() returns timestamptz language sql volatile as 'select now from log.demo'`,
  );
}

export class DemoClock {
  readonly #pool: pg.Pool;
  #now: Date;

  constructor(pool: pg.Pool, firstMoment: string) {
    this.#pool = pool;
    this.#now = new Date(firstMoment);
  }

  readonly now = (): Date => this.#now;

  /** `HH:MM` of a day, in the shop's own time. Moments only go forward. */
  async setTo(date: string, time: string): Promise<void> {
    const at = new Date(`${date}T${time}:00`);
    if (at <= this.#now) return;
    this.#now = at;
    await this.#pool.query('update log.demo set now = greatest(now, $1)', [at]);
  }

  async finish(): Promise<void> {
    await this.#pool.query(
      `create or replace function log.clock() returns timestamptz language sql volatile as 'select clock_timestamp()'`,
    );
    await this.#pool.query('update log.demo set finished_at = clock_timestamp()');
  }
}
