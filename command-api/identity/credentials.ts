/** Whose password it is: sign-in with a delay that grows with failures, and changing a password. */
import type pg from 'pg';
import { foldName } from '../claims/fold-name.ts';
import { checkNobody, hashPassword, isOutdated, isPassword, REMEMBERED_PASSWORDS } from './passwords.ts';

/** So many wrong passwords in a row lock the name, first for half a minute, then twice as long each time. */
const FAILURES_MAX = 5;
const LOCK_SECONDS = 30;
const LOCK_SECONDS_MAX = 900;

export type SignIn =
  | { readonly outcome: 'signed_in'; readonly userId: number }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'locked'; readonly seconds: number };

interface Credential {
  readonly user_id: number;
  readonly password_hash: string;
  readonly history: readonly string[];
}

export async function checkSignIn(pool: pg.Pool, email: string, password: string, ip: string): Promise<SignIn> {
  const name = foldName(email);
  const seconds = await lockedSeconds(pool, name);
  if (seconds > 0) {
    await record(pool, name, null, ip, 'locked');
    return { outcome: 'locked', seconds };
  }
  const userId = await userOf(pool, name);
  const credential = userId === undefined ? undefined : await credentialOf(pool, userId);
  const isRight = credential ? await isPassword(credential.password_hash, password) : await checkNobody(password);
  if (!isRight || !credential) {
    await record(pool, name, userId ?? null, ip, 'wrong');
    return { outcome: 'wrong' };
  }
  await record(pool, name, credential.user_id, ip, 'signed_in');
  if (isOutdated(credential.password_hash)) {
    const fresh = await hashPassword(password);
    await pool.query('update identity.credential set password_hash = $2 where user_id = $1', [
      credential.user_id,
      fresh,
    ]);
  }
  return { outcome: 'signed_in', userId: credential.user_id };
}

/** Counted by the name that was typed, whether there is such a person or not. */
async function lockedSeconds(pool: pg.Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ failures: string; seconds_ago: string | null }>(
    `select count(*) as failures, extract(epoch from now() - max(at)) as seconds_ago from identity.login_attempt a
     where email = $1 and outcome = 'wrong' and at > now() - interval '1 hour' and at > coalesce(
       (select max(at) from identity.login_attempt where email = $1 and outcome = 'signed_in'), '-infinity')`,
    [name],
  );
  const failures = Number(rows[0]?.failures ?? 0);
  if (failures < FAILURES_MAX) return 0;
  const lock = Math.min(LOCK_SECONDS_MAX, LOCK_SECONDS * 2 ** (failures - FAILURES_MAX));
  return Math.max(0, Math.ceil(lock - Number(rows[0]?.seconds_ago ?? 0)));
}

/** Who holds an address is known by the claim that makes it unique. */
async function userOf(pool: pg.Pool, name: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ owner: string }>(
    `select owner from claim.taken where "set" = 'user.email' and key = $1`,
    [name],
  );
  const id = Number(rows[0]?.owner.split('-')[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

async function credentialOf(pool: pg.Pool, userId: number): Promise<Credential | undefined> {
  const { rows } = await pool.query<Credential>(
    'select user_id, password_hash, history from identity.credential where user_id = $1',
    [userId],
  );
  return rows[0];
}

async function record(pool: pg.Pool, email: string, userId: number | null, ip: string, outcome: string): Promise<void> {
  await pool.query('insert into identity.login_attempt (email, user_id, ip, outcome) values ($1, $2, $3, $4)', [
    email.slice(0, 200),
    userId,
    ip,
    outcome,
  ]);
}

export type PasswordChange = 'changed' | 'wrong_password' | 'used_before';

/** By the person, who knows the present one. */
export async function changePassword(
  pool: pg.Pool,
  userId: number,
  current: string,
  next: string,
): Promise<PasswordChange> {
  const credential = await credentialOf(pool, userId);
  if (!credential || !(await isPassword(credential.password_hash, current))) return 'wrong_password';
  for (const used of [credential.password_hash, ...credential.history]) {
    if (await isPassword(used, next)) return 'used_before';
  }
  await store(pool, userId, await hashPassword(next), false);
  return 'changed';
}

/** For a person: by an administrator, or at the first start. They choose their own when they sign in. */
export async function givePassword(pool: pg.Pool, userId: number, password: string, mustChange = true): Promise<void> {
  await store(pool, userId, await hashPassword(password), mustChange);
}

export async function hasPassword(pool: pg.Pool, userId: number): Promise<boolean> {
  return (await credentialOf(pool, userId)) !== undefined;
}

async function store(pool: pg.Pool, userId: number, hashed: string, mustChange: boolean): Promise<void> {
  await pool.query(
    `insert into identity.credential as c (user_id, password_hash, must_change) values ($1, $2, $3)
     on conflict (user_id) do update set password_hash = $2, must_change = $3, changed_at = now(),
       history = (array[c.password_hash] || c.history)[1:$4]`,
    [userId, hashed, mustChange, REMEMBERED_PASSWORDS - 1],
  );
}
