/**
 * How many requests each key has had in its window, over all processes: the store of `@fastify/rate-limit`. A process counts
 * by itself, and exchanges with the database what it counted: once a second, and before it answers when the key is new to
 * it or much was counted since. So a request rarely waits for the database, and never long: where the database does not answer
 * in time, what the process knows decides.
 */
import type rateLimit from '@fastify/rate-limit';
import type pg from 'pg';
import { CoalescingLoader } from './coalescing-loader.ts';

export interface Counted {
  readonly current: number;
  /** Milliseconds until the window of the key ends. */
  readonly ttl: number;
}

interface Known {
  /** By every process, as the database last said. */
  shared: number;
  /** By this process, on the way to the database. */
  sending: number;
  /** By this process since then. */
  unsent: number;
  endsAt: number;
}

const EXCHANGE_EVERY_MS = 1000;
/** So many parts of a limit a process counts by itself before it asks what the others counted. */
const PARTS = 20;
const WAIT_MS_MAX = 500;
/** Beyond so many, keys whose window is over are forgotten. */
const KEYS_MAX = 10_000;

export interface RequestCountsOptions {
  readonly pool: pg.Pool;
  readonly windowMs: number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

export class RequestCounts {
  readonly #pool: pg.Pool;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  readonly #exchange = new CoalescingLoader<'all', void>(() => this.#exchangeNow());
  #exchangedAt: number;
  #sweptAt: number;

  constructor({ pool, windowMs, now }: RequestCountsOptions) {
    this.#pool = pool;
    this.#windowMs = windowMs;
    this.#now = now;
    this.#exchangedAt = now();
    this.#sweptAt = now();
  }

  /** One request more; `max` is the limit of the key in a window. */
  async add(key: string, max: number): Promise<Counted> {
    const found = this.#known.get(key);
    const isNew = !found || found.endsAt <= this.#now();
    const known = isNew ? this.#begin(key) : found;
    known.unsent += 1;
    if (isNew || known.unsent >= max / PARTS) await this.#inTime(this.#exchange.get('all'));
    // Without the other processes this one counts on by itself.
    else if (this.#now() - this.#exchangedAt >= EXCHANGE_EVERY_MS) this.#exchange.get('all').catch(() => undefined);
    const { shared, sending, unsent, endsAt } = known;
    return { current: shared + sending + unsent, ttl: Math.max(0, endsAt - this.#now()) };
  }

  /** As the plugin makes its store. */
  get store(): rateLimit.FastifyRateLimitStoreCtor {
    const add = (key: string, max: number) => this.add(key, max);
    return class Store implements rateLimit.FastifyRateLimitStore {
      incr(...[key, callback, , max]: Parameters<rateLimit.FastifyRateLimitStore['incr']>): void {
        void add(key, max).then((counted) => callback(null, counted), callback);
      }

      child(): Store {
        return this;
      }
    };
  }

  #begin(key: string): Known {
    if (this.#known.size >= KEYS_MAX) this.#forget();
    const known = { shared: 0, sending: 0, unsent: 0, endsAt: this.#now() + this.#windowMs };
    this.#known.set(key, known);
    return known;
  }

  #forget(): void {
    for (const [key, { endsAt }] of this.#known) if (endsAt <= this.#now()) this.#known.delete(key);
    // More keys at once than there are people and offices: what the database counted is asked for anew.
    if (this.#known.size >= KEYS_MAX) this.#known.clear();
  }

  async #inTime(exchange: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS_MAX);
    });
    // Without the other processes this one counts on by itself.
    await Promise.race([exchange.catch(() => undefined), late]);
    clearTimeout(timer);
  }

  async #exchangeNow(): Promise<void> {
    this.#exchangedAt = this.#now();
    const sent = [...this.#known].filter(([, { unsent }]) => unsent > 0);
    for (const [, known] of sent) {
      known.sending = known.unsent;
      known.unsent = 0;
    }
    try {
      const shown = await this.#send(sent.map(([key, { sending }]) => [key, sending]));
      for (const [key, known] of sent) {
        const { count = known.shared + known.sending, ms_left = this.#windowMs } = shown.get(key) ?? {};
        known.shared = count;
        known.endsAt = this.#now() + ms_left;
        known.sending = 0;
      }
      if (this.#now() - this.#sweptAt >= this.#windowMs) await this.#sweep();
    } finally {
      for (const [, known] of sent) {
        known.unsent += known.sending;
        known.sending = 0;
      }
    }
  }

  /** The clock is that of the database. A window that ends later than a window from now is of before it was set back. */
  async #send(counts: readonly (readonly [string, number])[]): Promise<ReadonlyMap<string, Told>> {
    if (counts.length === 0) return new Map();
    const { rows } = await this.#pool.query<Told>(
      `insert into identity.request_count as c (key, count, ends_at)
       select key, count, clock_timestamp() + make_interval(secs => $3)
       from unnest($1::text[], $2::int[]) as given (key, count) order by key
       on conflict (key) do update set
         count = excluded.count + case when ${IS_OPEN} then c.count else 0 end,
         ends_at = case when ${IS_OPEN} then c.ends_at else excluded.ends_at end
       returning key, count, greatest(0, extract(epoch from ends_at - clock_timestamp()) * 1000)::float as ms_left`,
      [counts.map(([key]) => key), counts.map(([, count]) => count), this.#windowMs / 1000],
    );
    return new Map(rows.map((row) => [row.key, row]));
  }

  async #sweep(): Promise<void> {
    this.#sweptAt = this.#now();
    await this.#pool.query(
      'delete from identity.request_count where ends_at < clock_timestamp() - make_interval(secs => $1)',
      [this.#windowMs / 1000],
    );
  }
}

interface Told {
  readonly key: string;
  readonly count: number;
  readonly ms_left: number;
}

const IS_OPEN = 'c.ends_at between clock_timestamp() and excluded.ends_at';
