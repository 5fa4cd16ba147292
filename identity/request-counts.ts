/**
 * Counts of requests by key and window over all processes: the store of `@fastify/rate-limit`. Each process counts
 * locally and exchanges its counts with the database once a second, and before answering for a new key or after many
 * requests. A request rarely waits for the database, and only briefly: when it does not answer in time, the local
 * count decides.
 */
import type rateLimit from '@fastify/rate-limit';
import type pg from 'pg';
import { CoalescingLoader } from './machine/coalescing-loader.ts';

export interface Counted {
  readonly current: number;
  /** Milliseconds until the window of the key ends. */
  readonly ttl: number;
}

interface Known {
  /** Count of all processes, as last read from the database. */
  shared: number;
  /** Local count being sent to the database. */
  sending: number;
  /** Local count since then. */
  unsent: number;
  endsAt: number;
}

const EXCHANGE_EVERY_MS = 1000;
/** A process counts this fraction of a limit locally before it reads the counts of others. */
const PARTS = 20;
const WAIT_MS_MAX = 500;
/** Above this number, keys with an ended window are removed. */
const KEYS_MAX = 10_000;

export interface RequestCountsOptions {
  readonly pool: pg.Pool;
  readonly windowMs: number;
  /** Monotonic milliseconds. */
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

  /** Counts one request; `max` is the limit of the key in a window. */
  async add(key: string, max: number): Promise<Counted> {
    const found = this.#known.get(key);
    const isNew = !found || found.endsAt <= this.#now();
    const known = isNew ? this.#begin(key) : found;
    known.unsent += 1;
    if (isNew || known.unsent >= max / PARTS) await this.#inTime(this.#exchange.get('all'));
    // Without the database, local counting continues.
    else if (this.#now() - this.#exchangedAt >= EXCHANGE_EVERY_MS) this.#exchange.get('all').catch(() => undefined);
    const { shared, sending, unsent, endsAt } = known;
    return { current: shared + sending + unsent, ttl: Math.max(0, endsAt - this.#now()) };
  }

  /** The constructor that the plugin expects. */
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
    // Too many keys at once: counts are read from the database again.
    if (this.#known.size >= KEYS_MAX) this.#known.clear();
  }

  async #inTime(exchange: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS_MAX);
    });
    // Without the database, local counting continues.
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

  /**
   * Uses the database's clock. A window that ends more than one window length from now was stored before the clock was
   * set back.
   */
  async #send(counts: readonly (readonly [string, number])[]): Promise<ReadonlyMap<string, CountRow>> {
    if (counts.length === 0) return new Map();
    const { rows } = await this.#pool.query<CountRow>(
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

interface CountRow {
  readonly key: string;
  readonly count: number;
  readonly ms_left: number;
}

const IS_OPEN = 'c.ends_at between clock_timestamp() and excluded.ends_at';
