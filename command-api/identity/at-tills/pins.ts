/**
 * PINs of cashiers: set, removed, and verified at a till. They are stored with the passwords and hashed in the same
 * way.
 */
import type pg from 'pg';
import { foldName } from '../../../domain/values/fold-name.ts';
import { allOrNothing } from '../../../identity/machine/all-or-nothing.ts';
import { isCashierOf, type Person } from '../../../identity/person.ts';
import { type Deed, recordSecurity } from '../../../identity/security-log.ts';
import { attempt, type Checked, pinName, unlock } from '../attempts.ts';
import { holderOf } from '../credentials.ts';
import { checkNobody, hashPassword, isOutdated, isPassword } from '../passwords/passwords.ts';
import { endPinSessions, type VerifiedSecret } from '../sessions.ts';
import type { Asking, Subject } from '../sign-in-attempt.ts';

export interface GivenPin {
  /** Id or code of the user. */
  readonly who: number | string;
  readonly pin: string;
  readonly ip: string;
  readonly till: { readonly till_id: number; readonly outlet_fk: number };
  readonly told?: Subject['told'];
}

export type CashierSignIn =
  | { readonly outcome: 'signed_in'; readonly person: Person; readonly secret: VerifiedSecret }
  | { readonly outcome: 'wrong' };

/**
 * Answer and duration are the same for an unknown user, a wrong PIN, and a user who is no cashier of the outlet: those
 * are treated as unknown, so that no till locks the PIN of somebody at another outlet. Throws TooMany.
 */
export async function checkCashier(
  pool: pg.Pool,
  { who, pin, ip, till, told }: GivenPin,
  look: (userId: number) => Promise<Person | undefined>,
): Promise<CashierSignIn> {
  const named = typeof who === 'number' ? who : await holderOf(pool, 'user.user_code', foldName(who));
  const isOfTill = (id: number, found: Person | undefined): found is Person =>
    found !== undefined && isCashierOf(id, found.user, till.outlet_fk);
  const userId = named !== undefined && isOfTill(named, await look(named)) ? named : undefined;
  const name = userId === undefined ? foldName(String(who)).slice(0, 200) : pinName(userId);
  let person: Person | undefined;
  let secret: VerifiedSecret | undefined;
  const { outcome } = await attempt(
    pool,
    { way: 'pin', name, ip, tillId: till.till_id, told },
    async (client): Promise<Checked> => {
      const stored = userId === undefined ? undefined : await pinOf(client, userId);
      const isRight = stored ? await isPassword(stored.pin_hash, pin) : await checkNobody(pin);
      if (!isRight || userId === undefined || !stored) return { outcome: 'wrong', userId: userId ?? null };
      // Blocked or moved to another outlet while the PIN was checked.
      const now = await look(userId);
      if (!isOfTill(userId, now)) return { outcome: 'inactive', userId };
      person = now;
      const { pin_hash, changed_at } = stored;
      if (isOutdated(pin_hash)) {
        const fresh = [userId, await hashPassword(pin), pin_hash];
        await client.query('update identity.pin set pin_hash = $2 where user_id = $1 and pin_hash = $3', fresh);
      }
      secret = { changedAt: changed_at, confirmedAt: null };
      return { outcome: 'signed_in', userId };
    },
  );
  if (outcome === 'signed_in' && person && secret) return { outcome, person, secret };
  return { outcome: 'wrong' };
}

interface StoredPin {
  readonly pin_hash: string;
  /** Timestamp of PostgreSQL, in microseconds. */
  readonly changed_at: string;
}

async function pinOf(pool: Asking, userId: number): Promise<StoredPin | undefined> {
  const { rows } = await pool.query<StoredPin>(
    'select pin_hash, changed_at::text from identity.pin where user_id = $1',
    [userId],
  );
  return rows[0];
}

/** Ends the sessions of the former PIN, releases its locks and records it, all or nothing. */
export async function setPin(pool: pg.Pool, userId: number, pin: string, who: Deed): Promise<void> {
  const hashed = await hashPassword(pin);
  await allOrNothing(pool, async (client) => {
    await client.query(
      `insert into identity.pin (user_id, pin_hash, changed_by) values ($1, $2, $3)
       on conflict (user_id) do update set pin_hash = $2, changed_by = $3, changed_at = now()`,
      [userId, hashed, who.userId ?? null],
    );
    await endPinSessions(client, userId, 'pin_set');
    await unlockPin(client, userId);
    await recordSecurity(client, { kind: 'pin_set', ...who });
  });
}

/** Also ends its sessions. */
export async function removePin(pool: pg.Pool, userId: number, who: Deed): Promise<void> {
  await allOrNothing(pool, async (client) => {
    await client.query('delete from identity.pin where user_id = $1', [userId]);
    await endPinSessions(client, userId, 'pin_removed');
    await recordSecurity(client, { kind: 'pin_removed', ...who });
  });
}

export async function unlockPin(pool: Asking, userId: number): Promise<void> {
  await unlock(pool, { way: 'pin', name: pinName(userId) }, userId);
}

/** The subset of these users with a PIN. */
export async function havePin(pool: pg.Pool, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ user_id: number }>('select user_id from identity.pin where user_id = any($1)', [
    userIds,
  ]);
  return new Set(rows.map((row) => row.user_id));
}
