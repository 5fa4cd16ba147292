/** The second factor of a user: set up, confirmed with a code, checked, removed (decisions/0051). */
import type pg from 'pg';
import { foldName } from '../../../domain/values/fold-name.ts';
import { Refusal } from '../../../domain/values/refusal.ts';
import type { Asking } from '../sign-in-attempt.ts';
import { removeTickets } from '../sign-in-tickets.ts';
import { newSecret, stepOf } from './one-time-code.ts';
import { makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import type { SecretCipher } from './secret-cipher.ts';

/** Includes the separators of a recovery code. */
export const CODE_LENGTH_MAX = 40;

/** A set-up that is not confirmed in time must be started again. */
export const SET_UP_MINUTES = 15;

export interface SecondFactorState {
  readonly is_set_up: boolean;
  readonly set_up_at: Date | null;
  readonly recovery_codes_left: number;
}

export async function secondFactorOf(client: Asking, userId: number): Promise<SecondFactorState> {
  const { rows } = await client.query<{ confirmed_at: Date; codes: number }>(
    `select confirmed_at, (select count(*)::int from identity.recovery_code c where c.user_id = f.user_id and used_at is null) as codes
     from identity.second_factor f where user_id = $1 and confirmed_at is not null`,
    [userId],
  );
  const [row] = rows;
  return { is_set_up: row !== undefined, set_up_at: row?.confirmed_at ?? null, recovery_codes_left: row?.codes ?? 0 };
}

/** When it was confirmed: a timestamp of PostgreSQL, in microseconds. Null when none is set up. */
export async function confirmationOf(client: Asking, userId: number): Promise<string | null> {
  const { rows } = await client.query<{ confirmed_at: string | null }>(
    'select confirmed_at::text from identity.second_factor where user_id = $1',
    [userId],
  );
  return rows[0]?.confirmed_at ?? null;
}

/** Returns the new secret. The former one remains valid until the new one is confirmed. */
export async function beginSetUp(client: Asking, cipher: SecretCipher, userId: number): Promise<string> {
  const secret = newSecret();
  await client.query(
    `insert into identity.second_factor as f (user_id, pending_secret, pending_at) values ($1, $2, clock_timestamp())
     on conflict (user_id) do update set pending_secret = $2, pending_at = clock_timestamp()`,
    [userId, cipher.encrypt(secret, userId)],
  );
  return secret;
}

interface Stored {
  readonly secret: Buffer | null;
  /** Time of the database, in seconds since 1970. */
  readonly now: number;
}

/** Activates the new secret and creates new recovery codes; undefined for a wrong code. Throws Refusal. */
export async function confirmSetUp(
  pool: pg.Pool,
  cipher: SecretCipher,
  userId: number,
  code: string,
): Promise<readonly string[] | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<Stored>(
      `select pending_secret as secret, extract(epoch from clock_timestamp())::float as now from identity.second_factor
       where user_id = $1 and pending_at > clock_timestamp() - make_interval(mins => $2) for update`,
      [userId, SET_UP_MINUTES],
    );
    const secret = rows[0]?.secret ? cipher.decrypt(rows[0].secret, userId) : undefined;
    if (secret === undefined) throw new Refusal('validation', [{ field: '', message: 'second_factor_not_begun' }]);
    const step = stepOf(secret, ungrouped(code), rows[0]?.now ?? 0);
    if (step === undefined) {
      await client.query('rollback');
      return undefined;
    }
    await client.query(
      `update identity.second_factor set secret = pending_secret, confirmed_at = clock_timestamp(), last_step = $2,
         pending_secret = null, pending_at = null where user_id = $1`,
      [userId, step],
    );
    const codes = await makeRecoveryCodes(client, userId);
    await client.query('commit');
    return codes;
  } catch (error) {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The kind of code that was typed. */
export type TypedCode = 'app' | 'recovery_code';

/** Undefined for a wrong or used code. Throws Refusal. */
export async function takeCode(
  client: Asking,
  cipher: SecretCipher,
  userId: number,
  typed: string,
): Promise<TypedCode | undefined> {
  const code = ungrouped(typed);
  if (!/^\d{6}$/.test(code)) return (await takeRecoveryCode(client, userId, code)) ? 'recovery_code' : undefined;
  const { rows } = await client.query<Stored>(
    `select secret, extract(epoch from clock_timestamp())::float as now from identity.second_factor where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row?.secret) return undefined;
  const secret = cipher.decrypt(row.secret, userId);
  if (secret === undefined) throw new Refusal('validation', [{ field: 'code', message: 'second_factor_unreadable' }]);
  const step = stepOf(secret, code, row.now);
  if (step === undefined) return undefined;
  const { rowCount } = await client.query(
    'update identity.second_factor set last_step = $2 where user_id = $1 and last_step < $2',
    [userId, step],
  );
  return rowCount === 1 ? 'app' : undefined;
}

/** Also removes the recovery codes; true when a second factor was active. Sign-in tickets become invalid. */
export async function removeSecondFactor(client: Asking, userId: number): Promise<boolean> {
  await removeTickets(client, userId);
  const { rows } = await client.query<{ was_set_up: boolean }>(
    'delete from identity.second_factor where user_id = $1 returning confirmed_at is not null as was_set_up',
    [userId],
  );
  return rows[0]?.was_set_up ?? false;
}

/** Without separators, and with Latin digits. */
const ungrouped = (typed: string): string => foldName(typed).replace(/[\s-]/g, '');
