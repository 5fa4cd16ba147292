/**
 * The clock of the demonstration. While it is entered, the log records each command at the moment at which a clerk
 * would have entered it, so that reports can be known at any week of the half-year. The stores are opened with this
 * clock (`recordedAt`), which the log accepts from the owner of the database only.
 */
import type pg from 'pg';
import { BRANDS } from './goods/goods-words.ts';

export interface DemoState {
  readonly seed: number;
  /** Last day of trade, `YYYY-MM-DD`. */
  readonly until: string;
  readonly days: number;
  /** Brands of its goods: a shop of fewer brands has fewer items. */
  readonly brands: number;
  readonly finished: boolean;
}

/** Undefined when this database contains no demonstration. */
export async function demoState(client: pg.Pool | pg.Client): Promise<DemoState | undefined> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('log.demo') is not null as there`);
  if (!rows[0]?.there) return undefined;
  const state = await client.query<DemoState>(
    // Tables of earlier versions have no brands: their shops have all of them.
    `select seed, until::text, days, coalesce((to_jsonb(d) ->> 'brands')::int, $1) as brands,
       finished_at is not null as finished
     from log.demo d`,
    [BRANDS.length],
  );
  return state.rows[0];
}

/** For a database with an empty log. */
export async function beginDemo(
  client: pg.Pool | pg.Client,
  { seed, until, days, brands }: Omit<DemoState, 'finished'>,
): Promise<void> {
  await client.query(
    `create table log.demo
       (seed int not null, until date not null, days int not null, brands int not null, finished_at timestamptz)`,
  );
  await client.query('insert into log.demo (seed, until, days, brands) values ($1, $2, $3, $4)', [
    seed,
    until,
    days,
    brands,
  ]);
}

export async function finishDemo(client: pg.Pool | pg.Client): Promise<void> {
  await client.query('update log.demo set finished_at = clock_timestamp()');
}

export class DemoClock {
  #now: Date;

  constructor(firstMoment: string) {
    this.#now = new Date(firstMoment);
  }

  readonly now = (): Date => this.#now;

  /** `HH:MM` of a day, in the shop's local time. Time never goes back. */
  setTo(date: string, time: string): void {
    const at = new Date(`${date}T${time}:00`);
    if (at > this.#now) this.#now = at;
  }
}
