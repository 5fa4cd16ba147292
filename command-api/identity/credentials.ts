/** Checks and changes passwords. */
import type pg from 'pg';
import { foldName } from '../../domain/values/fold-name.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { DiskSpace } from '../../identity/machine/disk-space.ts';
import type { Person } from '../../identity/person.ts';
import { type CommandApart, concernedBy, type Deed, recordSecurity } from '../../identity/security-log.ts';
import { attempt, type Checked, unlock } from './attempts.ts';
import { deviceOf } from './known-devices.ts';
import { asOneTimePassword } from './passwords/one-time-password.ts';
import { checkNobody, hashPassword, isOutdated, isPassword, REMEMBERED_PASSWORDS } from './passwords/passwords.ts';
import { confirmationOf } from './second-step/second-factor.ts';
import { endSessions, type VerifiedSecret } from './sessions.ts';
import type { Asking, Subject } from './sign-in-attempt.ts';
import { removeTickets } from './sign-in-tickets.ts';

interface Credential {
  readonly user_id: number;
  readonly password_hash: string;
  readonly history: readonly string[];
  /** Timestamp of PostgreSQL, in microseconds. */
  readonly changed_at: string;
  /** True for a one-time password, which the user must replace. */
  readonly must_change: boolean;
  /** True for a one-time password that was not used in time. */
  readonly is_expired: boolean;
}

/** Validity of a one-time password. */
export const ONE_TIME_HOURS = 72;

export interface Given {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  /** Token of the browser, from its cookie. */
  readonly deviceToken?: string | undefined;
  readonly space?: DiskSpace | undefined;
  readonly told?: Subject['told'];
}

export interface RightPassword {
  readonly person: Person;
  /** With a confirmed second factor, its code is required next. */
  readonly secret: VerifiedSecret;
}

/**
 * Undefined for a wrong password; takes the same time for unknown users and those who may not sign in. Throws TooMany,
 * Refusal for a correct but expired one-time password, and NoSpace in a browser in which this person never signed in:
 * the attempts of strangers are stored, and nothing of them is below the minimum of the disk.
 */
export async function checkSignIn(
  pool: pg.Pool,
  { email, password, ip, deviceToken, space, told }: Given,
  look: (userId: number) => Promise<Person | undefined>,
): Promise<RightPassword | undefined> {
  const name = nameOf(email);
  const holder = await holderOf(pool, 'user.email', name);
  const deviceId = await deviceOf(pool, deviceToken, holder);
  if (deviceId === undefined) space?.requireSpace();
  let person: Person | undefined;
  let secret: VerifiedSecret | undefined;
  let isExpired = false;
  await attempt(pool, { way: 'password', name, ip, deviceId, told }, async (client): Promise<Checked> => {
    const userId = holder ?? null;
    const credential = userId === null ? undefined : await credentialOf(client, userId);
    const isRight = credential ? await isPresent(credential, password) : await checkNobody(password);
    if (!isRight || !credential) return { outcome: 'wrong', userId };
    isExpired = credential.is_expired;
    person = isExpired ? undefined : await look(credential.user_id);
    if (!person) return { outcome: 'inactive', userId };
    if (isOutdated(credential.password_hash)) {
      const { user_id, password_hash } = credential;
      const fresh = [user_id, await hashPassword(asKept(credential, password)), password_hash];
      await client.query(
        'update identity.credential set password_hash = $2 where user_id = $1 and password_hash = $3',
        fresh,
      );
    }
    const confirmedAt = await confirmationOf(client, credential.user_id);
    secret = { changedAt: credential.changed_at, confirmedAt };
    return { outcome: confirmedAt === null ? 'signed_in' : 'code_wanted', userId };
  });
  if (isExpired) throw new Refusal('validation', [{ field: '', message: 'one_time_password_expired' }]);
  return person && secret && { person, secret };
}

/** The name under which sign-in attempts are counted. */
export const nameOf = (email: string): string => foldName(email).slice(0, 200);

/** The record that holds an email or a code, according to its unique claim. */
export async function holderOf(pool: Asking, set: string, key: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ owner: string }>('select owner from claim.taken where "set" = $1 and key = $2', [
    set,
    key,
  ]);
  const id = Number(rows[0]?.owner.split('-')[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

async function credentialOf(pool: Asking, userId: number): Promise<Credential | undefined> {
  const { rows } = await pool.query<Credential>(
    `select user_id, password_hash, history, must_change, changed_at::text,
       must_change and changed_at < now() - make_interval(hours => $2) as is_expired
     from identity.credential where user_id = $1`,
    [userId, ONE_TIME_HOURS],
  );
  return rows[0];
}

/** Records no attempt; false for a user without a password. */
export async function isPresentPassword(client: Asking, userId: number, password: string): Promise<boolean> {
  const credential = await credentialOf(client, userId);
  return credential !== undefined && isPresent(credential, password);
}

const asKept = ({ must_change }: Pick<Credential, 'must_change'>, password: string): string =>
  must_change ? asOneTimePassword(password) : password;

const isPresent = (credential: Credential, password: string): Promise<boolean> =>
  isPassword(credential.password_hash, asKept(credential, password));

/** True for the present password and the remembered former ones. */
export async function isUsedBefore(pool: pg.Pool, userId: number, password: string): Promise<boolean> {
  const credential = await credentialOf(pool, userId);
  if (!credential) return false;
  if (await isPresent(credential, password)) return true;
  for (const used of credential.history) if (await isPassword(used, asOneTimePassword(password))) return true;
  return false;
}

/** Sets a password for a user who has no session yet; by default the user must replace it on signing in. */
export async function givePassword(pool: pg.Pool, userId: number, password: string, mustChange = true): Promise<void> {
  await store(pool, userId, await hashPassword(asKept({ must_change: mustChange }, password)), mustChange);
}

export interface Replacement {
  readonly userId: number;
  readonly password: string;
  /** A password that somebody else gives must be replaced by the user. */
  readonly kind: 'password_changed' | 'password_given';
  /** The session that does not end. */
  readonly keep: string | null;
  /** The rest of the entry in the security log. */
  readonly event: Deed;
  /** The command that gives the password. When it has given one before, nothing is stored. */
  readonly command?: CommandApart;
}

/**
 * Stores a password, ends the sessions and sign-in tickets of the user and records it, all or nothing: after a crash
 * none of the former password is left.
 */
export async function replacePassword(pool: pg.Pool, replacement: Replacement): Promise<void> {
  const { userId, password, kind, keep, event, command } = replacement;
  const must_change = kind === 'password_given';
  const hashed = await hashPassword(asKept({ must_change }, password));
  const client = await pool.connect();
  try {
    await client.query('begin');
    await store(client, userId, hashed, must_change);
    // Asked after the row of the user is locked: a simultaneous repetition has waited for the first one.
    const isRepeated = command !== undefined && (await concernedBy(client, command, 'password_given')) !== undefined;
    if (!isRepeated) {
      // Further statements also see the sessions and tickets of sign-ins for which the first one waited.
      await endSessions(client, userId, keep, kind);
      await removeTickets(client, userId);
      const detail = { ...event.detail, ...(command ? { command_id: command.id } : {}) };
      await recordSecurity(client, { kind, ...event, detail });
    }
    await client.query(isRepeated ? 'rollback' : 'commit');
  } catch (error) {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Releases the locks of a user who gets a new password. */
export async function unlockEmail(pool: pg.Pool, userId: number, email: string): Promise<void> {
  await unlock(pool, { way: 'password', name: nameOf(email) }, userId);
}

export async function hasPassword(pool: pg.Pool, userId: number): Promise<boolean> {
  return (await credentialOf(pool, userId)) !== undefined;
}

/**
 * True while the account has the one-time password that was printed at a start or by doctor, and no sign-in has used
 * it.
 */
export async function mayBeLost(pool: pg.Pool, userId: number, afterMinutes = 0): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from identity.credential c where user_id = $1 and must_change and changed_at <= now() - make_interval(mins => $2) and not exists (
       select from identity.login_attempt a
       where a.user_id = c.user_id and a.way = 'password' and a.outcome = 'signed_in' and a.at >= c.changed_at) and not exists (
       select from identity.security_event e
       where e.subject_user_id = c.user_id and e.kind = 'password_given' and e.at >= c.changed_at
         and e.detail ->> 'by' = 'doctor')`,
    [userId, afterMinutes],
  );
  return rowCount !== 0;
}

async function store(client: Asking, userId: number, hashed: string, mustChange: boolean): Promise<void> {
  await client.query(
    `insert into identity.credential as c (user_id, password_hash, must_change) values ($1, $2, $3)
     on conflict (user_id) do update set password_hash = $2, must_change = $3, changed_at = now(),
       history = (array[c.password_hash] || c.history)[1:$4]`,
    [userId, hashed, mustChange, REMEMBERED_PASSWORDS - 1],
  );
}
