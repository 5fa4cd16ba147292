/**
 * Sign-in attempts by password and PIN: each is recorded, and consecutive wrong ones lock for an increasing time
 * (decisions/0048). A lock covers only the source of the wrong attempts: a name in one network, or in one known
 * browser of the user. Attempts are stored in the database, so a restart clears nothing; attempts under the same lock
 * wait for each other, so that concurrent attempts are counted like consecutive ones.
 */
import type pg from 'pg';
import { TooMany } from '../../identity/too-many.ts';
import { Gate, inTurn } from './in-turn.ts';
import { type Lock, lockKeys, locksOf } from './locks.ts';
import { networkOf } from './network.ts';
import { hashPassword } from './passwords/passwords.ts';
import type { Asking, Subject } from './sign-in-attempt.ts';

/** Only `signed_in` resets the count: a correct password does not, because a wrong code may follow. */
type Outcome = 'signed_in' | 'wrong' | 'inactive' | 'code_wanted' | 'wrong_code' | 'confirmed';

export interface Checked {
  readonly outcome: Outcome;
  readonly userId: number | null;
}

/** Duration of the first lock; each further one is twice as long. */
const LOCK_SECONDS = 30;
/** Successful attempts of a name in one network, in one browser or at one till: each is a row that is kept. */
const SIGN_INS_OF_DAY_MAX = 1_000;
/** Refused attempts within this interval are counted in one row. */
const COUNTED_TOGETHER_SECONDS = 900;

/**
 * An attempt holds a connection while it hashes. Unknown clients use at most this many connections, however many names
 * they try, so that commands continue; known browsers and tills do not wait for them.
 */
const STRANGERS = new Gate(2);
const KNOWN = new Gate(1);
/** Customers of the application never delay the staff. */
const SHOPPERS = new Gate(1);

/** Hashes a new password that a customer of the application chose, in turn with their attempts. Throws TooMany. */
export const hashForShopper = (password: string): Promise<string> => SHOPPERS.through(() => hashPassword(password));

/** Runs `check` unless a lock is active, and records the outcome. Throws TooMany. */
export async function attempt(
  pool: pg.Pool,
  subject: Subject,
  /** Must use the given connection: waiting for another one could deadlock. */
  check: (client: Asking) => Promise<Checked>,
): Promise<Checked> {
  const keys = lockKeys(subject);
  const staff = subject.deviceId === undefined && subject.tillId === undefined ? STRANGERS : KNOWN;
  const gate = subject.way === 'shop' ? SHOPPERS : staff;
  const { way, told } = subject;
  try {
    const checked = await inTurn(keys, () => gate.through(() => attemptNow(pool, subject, keys, check)));
    told?.({ way, outcome: checked.outcome, person: checked.userId });
    return checked;
  } catch (error) {
    if (error instanceof TooMany) told?.({ way, outcome: 'locked', person: null });
    throw error;
  }
}

async function attemptNow(
  pool: pg.Pool,
  subject: Subject,
  keys: readonly string[],
  check: (client: Asking) => Promise<Checked>,
): Promise<Checked> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const key of keys) await client.query('select pg_advisory_xact_lock(21, hashtext($1))', [key]);
    const locks = await locksOf(client, subject);
    const held = (await longest(client, locks)) ?? (await tooOften(client, locks[0]));
    const checked = held ? undefined : await check(client);
    if (held) await recordLocked(client, subject, held.lock.key);
    else if (checked) await record(client, subject, checked.userId, checked.outcome);
    await client.query('commit');
    if (!checked) throw new TooMany('too_many_sign_ins', held?.seconds ?? 1);
    return checked;
  } catch (error) {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Releases all locks of the name or the till immediately. */
export async function unlock(pool: Asking, subject: Omit<Subject, 'ip'>, userId: number | null): Promise<void> {
  await record(pool, { ...subject, ip: '' }, userId, 'unlocked');
}

/** The name under which PIN attempts of a user are counted. */
export const pinName = (userId: number): string => `#${userId}`;

interface Held {
  readonly lock: Lock;
  /** Seconds until the next attempt is allowed. */
  readonly seconds: number;
}

async function longest(client: Asking, locks: readonly Lock[]): Promise<Held | undefined> {
  let held: Held | undefined;
  for (const lock of locks) {
    const seconds = await secondsOf(client, lock);
    if (seconds > (held?.seconds ?? 0)) held = { lock, seconds };
  }
  return held;
}

/** Ordered by id instead of time, so that a clock set back resets nothing. */
async function secondsOf(client: Asking, { limit, counted, forgiven, values }: Lock): Promise<number> {
  const since =
    forgiven === undefined ? '0' : `coalesce((select max(id) from identity.login_attempt where ${forgiven}), 0)`;
  const { rows } = await client.query<{ failures: number; seconds_ago: number | null }>(
    `select count(*)::int as failures, extract(epoch from clock_timestamp() - max(at))::float as seconds_ago
     from identity.login_attempt
     where ${counted} and outcome in ('wrong', 'inactive', 'wrong_code') and id > ${since}
       and at > coalesce(clock_timestamp() - make_interval(secs => $${values.length + 1}), '-infinity')`,
    [...values, limit.countedSeconds],
  );
  const { failures = 0, seconds_ago } = rows[0] ?? {};
  if (failures < limit.failuresMax) return 0;
  const seconds = Math.min(limit.lockSecondsMax, LOCK_SECONDS * 2 ** (failures - limit.failuresMax));
  return Math.max(0, Math.ceil(seconds - (seconds_ago ?? 0)));
}

/** The narrowest lock counts, so that nobody elsewhere holds the person off. */
async function tooOften(client: Asking, lock: Lock | undefined): Promise<Held | undefined> {
  if (!lock) return undefined;
  const { rows } = await client.query<{ seconds: number }>(
    `select ceil(extract(epoch from at + interval '1 day' - clock_timestamp()))::int as seconds
     from identity.login_attempt
     where ${lock.counted} and outcome in ('signed_in', 'confirmed', 'code_wanted')
       and at > clock_timestamp() - interval '1 day'
     order by id desc offset $${lock.values.length + 1} limit 1`,
    [...lock.values, SIGN_INS_OF_DAY_MAX - 1],
  );
  return rows[0] && { lock, seconds: Math.max(1, rows[0].seconds) };
}

async function record(
  client: Asking,
  { way, name, tillId, ip, deviceId }: Subject,
  userId: number | null,
  outcome: Outcome | 'locked' | 'unlocked',
): Promise<string | undefined> {
  // Uses the clock time, because the transaction began before the attempts that it waited for.
  const { rows } = await client.query<{ id: string }>(
    `insert into identity.login_attempt (at, way, email, user_id, till_id, ip, network, device_id, outcome)
     values (clock_timestamp(), $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [way, name, userId, tillId ?? null, ip || null, networkOf(ip), deviceId ?? null, outcome],
  );
  return rows[0]?.id;
}

/** One row with a count, so that a flood of refused attempts does not fill the disk. */
async function recordLocked(client: Asking, subject: Subject, key: string): Promise<void> {
  // Concurrent attempts wait for this row, so it is not flushed to disk; a crash may lose the last counts.
  await client.query('set local synchronous_commit = off');
  const { rowCount } = await client.query(
    `update identity.locked_attempts set times = times + 1, last_at = clock_timestamp()
     where attempt_id = (select max(attempt_id) from identity.locked_attempts where lock_key = $1)
       and last_at > clock_timestamp() - make_interval(secs => $2)`,
    [key, COUNTED_TOGETHER_SECONDS],
  );
  if (rowCount) return;
  const id = await record(client, subject, null, 'locked');
  await client.query('insert into identity.locked_attempts (attempt_id, lock_key) values ($1, $2)', [id, key]);
}
