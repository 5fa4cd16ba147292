/**
 * Attempts to sign in, for passwords and PINs alike: each is written down, and wrong ones in a row lock the name (and
 * the till) for a time that grows. It stands in the database, so a restart forgives nothing; attempts on one name wait
 * for each other, so many at once are counted like many in a row.
 */
import type pg from 'pg';
import { TooMany } from '../../identity/too-many.ts';

export type Way = 'password' | 'pin';
type Outcome = 'signed_in' | 'wrong' | 'inactive' | 'not_a_cashier';

export interface Subject {
  readonly way: Way;
  /** Who they say they are, whether there is such a person or not. */
  readonly name: string;
  readonly ip: string;
  readonly tillId?: number;
}

export interface Checked {
  readonly outcome: Outcome;
  readonly userId: number | null;
}

export type Asking = Pick<pg.PoolClient, 'query'>;

/** So many wrong ones in a row lock, first for half a minute, then twice as long each time. */
const LOCK_SECONDS = 30;
interface Limit {
  readonly failuresMax: number;
  readonly lockSecondsMax: number;
  /** Those before this are forgiven; a PIN is too short for that. */
  readonly countedSeconds: number | null;
}
const OF_NAME: Readonly<Record<Way, Limit>> = {
  password: { failuresMax: 5, lockSecondsMax: 900, countedSeconds: 3600 },
  pin: { failuresMax: 5, lockSecondsMax: 86_400, countedSeconds: null },
};
/** More than of one person, so that a colleague who forgot their PIN does not lock the others out of their till. */
const OF_TILL: Limit = { failuresMax: 15, lockSecondsMax: 86_400, countedSeconds: null };
/** From one address, whoever they say they are. */
const OF_ADDRESS: Limit = { failuresMax: 60, lockSecondsMax: 900, countedSeconds: 900 };

/** Runs `check` unless the name, the till or the address is locked, and writes down what came of it. Throws TooMany. */
export async function attempt(
  pool: pg.Pool,
  subject: Subject,
  /** Asks through the connection that it is given: to wait for another one could mean to wait for each other. */
  check: (client: Asking) => Promise<Checked>,
): Promise<Checked> {
  const keys = [...(subject.tillId === undefined ? [] : [`till:${subject.tillId}`]), `${subject.way}:${subject.name}`];
  return inTurn(keys, async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const key of keys) await client.query('select pg_advisory_xact_lock(21, hashtext($1))', [key]);
      const seconds = await lockedSeconds(client, subject);
      const checked = seconds > 0 ? undefined : await check(client);
      await record(client, subject, checked?.userId ?? null, checked?.outcome ?? 'locked');
      await client.query('commit');
      if (!checked) throw new TooMany('too_many_sign_ins', seconds);
      return checked;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  });
}

/** Somebody with the right to do so lets the name, or the till, try again at once. */
export async function unlock(pool: pg.Pool, subject: Omit<Subject, 'ip'>, userId: number | null): Promise<void> {
  await record(pool, { ...subject, ip: '' }, userId, 'unlocked');
}

/** What a person is called whose PIN is asked for. */
export const pinName = (userId: number): string => `#${userId}`;

async function lockedSeconds(client: Asking, { way, name, tillId, ip }: Subject): Promise<number> {
  const waits = [await wait(client, OF_NAME[way], 'way = $1 and email = $2', [way, name])];
  if (tillId !== undefined) waits.push(await wait(client, OF_TILL, 'till_id = $1', [tillId]));
  waits.push(await wait(client, OF_ADDRESS, 'ip = $1', [ip]));
  return Math.max(...waits);
}

/** Seconds until the next attempt of those that `whose` names. */
async function wait(client: Asking, limit: Limit, whose: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ failures: number; seconds_ago: number | null }>(
    `select count(*)::int as failures, extract(epoch from clock_timestamp() - max(at))::float as seconds_ago
     from identity.login_attempt
     where ${whose} and outcome in ('wrong', 'inactive')
       and at > coalesce((select max(at) from identity.login_attempt
                          where ${whose} and outcome in ('signed_in', 'unlocked')), '-infinity')
       and at > coalesce(clock_timestamp() - make_interval(secs => $${values.length + 1}), '-infinity')`,
    [...values, limit.countedSeconds],
  );
  const { failures = 0, seconds_ago } = rows[0] ?? {};
  if (failures < limit.failuresMax) return 0;
  const lock = Math.min(limit.lockSecondsMax, LOCK_SECONDS * 2 ** (failures - limit.failuresMax));
  return Math.max(0, Math.ceil(lock - (seconds_ago ?? 0)));
}

async function record(
  client: Asking,
  { way, name, tillId, ip }: Subject,
  userId: number | null,
  outcome: Outcome | 'locked' | 'unlocked',
): Promise<void> {
  // The time of the clock: the transaction began before the attempts that it waited for.
  await client.query(
    `insert into identity.login_attempt (at, way, email, user_id, till_id, ip, outcome)
     values (clock_timestamp(), $1, $2, $3, $4, $5, $6)`,
    [way, name, userId, tillId ?? null, ip || null, outcome],
  );
}

/** More than this at once for one name are no person's. */
const WAITING_MAX = 50;
const waiting = new Map<string, { last: Promise<unknown>; count: number }>();

/** One after the other in this process too, so that a flood on one name holds one connection and not all of them. */
function inTurn<Result>([key, ...rest]: readonly string[], work: () => Promise<Result>): Promise<Result> {
  if (key === undefined) return work();
  const line = waiting.get(key) ?? { last: Promise.resolve(), count: 0 };
  if (line.count >= WAITING_MAX) throw new TooMany('too_many_sign_ins', 1);
  const mine = line.last.then(() => inTurn(rest, work));
  const settled = mine
    .catch(() => undefined)
    .finally(() => {
      line.count -= 1;
      if (line.count === 0) waiting.delete(key);
    });
  line.count += 1;
  line.last = settled;
  waiting.set(key, line);
  return mine;
}
