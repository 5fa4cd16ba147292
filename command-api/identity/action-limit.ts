/**
 * Limits of what devices and customers of the application do, exact over all processes: one statement counts an action
 * before it is done, or refuses it. The counts are stored beside those of requests (decisions/0057), so a crash of the
 * database empties them.
 */
import type pg from 'pg';
import { Refusal } from '../../domain/values/refusal.ts';
import { TooMany } from '../../identity/too-many.ts';

type Database = Pick<pg.Pool, 'query'>;

export interface ActionLimit {
  /** The counted actions: `orders in ten minutes`. */
  readonly name: string;
  /** Maximum number of actions of a subject in a window, which begins with the first of them. */
  readonly max: number;
  readonly seconds: number;
  /** Message of the refusal. */
  readonly message: string;
}

/**
 * Does an action that counts for each of the limits. A refused action does not count; one with another error does,
 * because it may have been done. Throws TooMany.
 */
export async function withinLimits<Result>(
  pool: Database,
  [limit, ...others]: readonly ActionLimit[],
  subject: string,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!limit) return act();
  const key = `${limit.name} of ${subject}`;
  const endsAt = await take(pool, limit, key);
  try {
    return await withinLimits(pool, others, subject, act);
  } catch (error) {
    const isRefused = error instanceof Refusal || error instanceof TooMany;
    // The first error is reported; an action that is not given back counts until its window ends.
    if (isRefused) await giveBack(pool, { key, endsAt }, 1).catch(() => undefined);
    throw error;
  }
}

/** Counts `amount` at once, and returns how to give a part of it back. Throws TooMany, and then counts nothing. */
export async function counted(
  pool: Database,
  limit: ActionLimit,
  subject: string,
  amount: number,
): Promise<(unused: number) => Promise<void>> {
  const key = `${limit.name} of ${subject}`;
  const endsAt = await take(pool, limit, key, amount);
  return (unused) => giveBack(pool, { key, endsAt }, unused);
}

/**
 * The window has begun and not ended. One that ends later than twice its length from now was stored before the clock
 * was set back.
 */
const IS_OPEN = '(c.ends_at between clock_timestamp() and clock_timestamp() + 2 * make_interval(secs => $2))';

/** Returns the end of the window in which the action counts. */
async function take(pool: Database, { max, seconds, message }: ActionLimit, key: string, amount = 1): Promise<string> {
  const { rows } = await pool.query<{ ends_at: string }>(
    `insert into identity.request_count as c (key, count, ends_at)
     values ($1, $4, clock_timestamp() + make_interval(secs => $2))
     on conflict (key) do update set
       count = $4 + case when ${IS_OPEN} then c.count else 0 end,
       ends_at = case when ${IS_OPEN} then c.ends_at else clock_timestamp() + make_interval(secs => $2) end
     where c.count + $4 <= $3 or not ${IS_OPEN}
     returning ends_at::text`,
    [key, seconds, max, amount],
  );
  if (rows[0]) return rows[0].ends_at;
  throw new TooMany(message, await secondsLeft(pool, key));
}

async function secondsLeft(pool: Database, key: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select ceil(extract(epoch from ends_at - clock_timestamp()))::int as seconds
     from identity.request_count where key = $1`,
    [key],
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

async function giveBack(
  pool: Database,
  { key, endsAt }: { readonly key: string; readonly endsAt: string },
  amount: number,
): Promise<void> {
  if (amount === 0) return;
  await pool.query(
    `update identity.request_count set count = greatest(count - $3, 0)
     where key = $1 and ends_at = $2::timestamptz`,
    [key, endsAt, amount],
  );
}
