/** Accounts and sessions of application customers, separate from those of the staff (docs/decisions/0084). */
import type pg from 'pg';
import { v7 as newSid } from 'uuid';
import { telephoneKey } from '../../domain/values/telephone.ts';
import { allOrNothing } from '../../identity/machine/all-or-nothing.ts';
import { SHOP_SESSION_DAYS } from '../../identity/shopper.ts';
import type { ActionLimit } from '../identity/action-limit.ts';
import { attempt, type Checked } from '../identity/attempts.ts';
import { holderOf } from '../identity/credentials.ts';
import { networkOf } from '../identity/network.ts';
import { checkNobody, hashPassword, isOutdated, isPassword } from '../identity/passwords/passwords.ts';
import type { Subject } from '../identity/sign-in-attempt.ts';

type Database = Pick<pg.Pool, 'query'>;

const ACCOUNTS_MAX = 30;
const ACCOUNTS_OF_DAY_MAX = 200;
/** New accounts of a network: many people share one address of a mobile carrier, a program opens more. */
export const ACCOUNTS_OF_NETWORK: readonly ActionLimit[] = [
  { name: 'accounts in an hour', max: ACCOUNTS_MAX, seconds: 3600, message: 'too_many_sign_ups' },
  { name: 'accounts in a day', max: ACCOUNTS_OF_DAY_MAX, seconds: 86_400, message: 'too_many_sign_ups' },
];
/** Maximum number of sessions per customer; the oldest one ends. */
const SESSIONS_MAX = 10;

/** The account of a customer, and its last change when its password was verified or stored. */
export interface VerifiedAccount {
  readonly consumer: number;
  /** Timestamp of PostgreSQL, in microseconds. */
  readonly changedAt: string;
}

/** The online customer with this mobile in any spelling, with or without an account. */
export const consumerWith = (pool: Database, mobile: string): Promise<number | undefined> =>
  holderOf(pool, 'online_customer.mobile', telephoneKey(mobile));

interface NewAccount {
  readonly consumer: number;
  readonly passwordHash: string;
  readonly ip: string;
}

/** Undefined when the customer has an account already. */
export async function openAccount(
  pool: Database,
  { consumer, passwordHash, ip }: NewAccount,
): Promise<VerifiedAccount | undefined> {
  const { rows } = await pool.query<{ changed_at: string }>(
    `insert into identity.shop_account (consumer_id, password_hash, network) values ($1, $2, $3)
     on conflict (consumer_id) do nothing returning changed_at::text`,
    [consumer, passwordHash, networkOf(ip)],
  );
  return rows[0] && { consumer, changedAt: rows[0].changed_at };
}

interface Replacing {
  /** The session that does not end. */
  readonly keep?: string;
  /** The account as it was verified: nothing is stored when it was changed since. */
  readonly verified?: VerifiedAccount;
}

/** Stores a password and ends the sessions, both or none. False when nothing was stored. */
export async function replacePassword(
  pool: pg.Pool,
  consumer: number,
  passwordHash: string,
  { keep, verified }: Replacing = {},
): Promise<boolean> {
  return allOrNothing(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into identity.shop_account as a (consumer_id, password_hash) values ($1, $2)
       on conflict (consumer_id) do update set password_hash = excluded.password_hash, changed_at = clock_timestamp()
       where $3::timestamptz is null or a.changed_at = $3::timestamptz`,
      [consumer, passwordHash, verified?.changedAt ?? null],
    );
    const isStored = rowCount === 1;
    // A second statement also sees the sessions of sign-ins for which the first one waited.
    if (isStored) {
      await client.query(
        `update identity.shop_session set ended_at = now()
         where consumer_id = $1 and ended_at is null and sid is distinct from $2`,
        [consumer, keep ?? null],
      );
    }
    return isStored;
  });
}

interface Given {
  readonly mobile: string;
  readonly password: string;
  readonly ip: string;
  readonly told?: Subject['told'];
}

/**
 * The account, when the password is correct and the customer may sign in; otherwise undefined, after the same time.
 * Throws TooMany when the mobile, in any spelling, is locked in this network.
 */
export async function checkShopSignIn(
  pool: pg.Pool,
  { mobile, password, ip, told }: Given,
  isActive: (consumer: number) => Promise<boolean>,
): Promise<VerifiedAccount | undefined> {
  const consumer = await consumerWith(pool, mobile);
  let account: VerifiedAccount | undefined;
  const checked = await attempt(
    pool,
    { way: 'shop', name: telephoneKey(mobile), ip, told },
    async (client): Promise<Checked> => {
      account = await verifiedAccount(client, consumer, password);
      if (!account) return { outcome: 'wrong', userId: null };
      return { outcome: (await isActive(account.consumer)) ? 'signed_in' : 'inactive', userId: null };
    },
  );
  return checked.outcome === 'signed_in' ? account : undefined;
}

/** Undefined for a wrong password, and after the same time without a customer or an account. */
async function verifiedAccount(
  pool: Database,
  consumer: number | undefined,
  password: string,
): Promise<VerifiedAccount | undefined> {
  const { rows } = await pool.query<{ password_hash: string; changed_at: string }>(
    'select password_hash, changed_at::text from identity.shop_account where consumer_id = $1',
    [consumer ?? null],
  );
  const [row] = rows;
  const isRight = row ? await isPassword(row.password_hash, password) : await checkNobody(password);
  if (!isRight || !row || consumer === undefined) return undefined;
  if (isOutdated(row.password_hash)) {
    const fresh = [consumer, await hashPassword(password), row.password_hash];
    await pool.query(
      'update identity.shop_account set password_hash = $2 where consumer_id = $1 and password_hash = $3',
      fresh,
    );
  }
  return { consumer, changedAt: row.changed_at };
}

/** Undefined when the account was changed since it was verified: no session starts. */
export async function startShopSession(
  pool: Database,
  { consumer, changedAt }: VerifiedAccount,
  { device, ip }: { readonly device: string | undefined; readonly ip: string },
): Promise<string | undefined> {
  const sid = newSid();
  const { rowCount } = await pool.query(
    `insert into identity.shop_session (sid, consumer_id, device, ip)
     select $1::uuid, consumer_id, $3, $4 from identity.shop_account
     where consumer_id = $2 and changed_at = $5::timestamptz for share`,
    [sid, consumer, device?.slice(0, 200) ?? null, ip, changedAt],
  );
  if (rowCount === 0) return undefined;
  await pool.query(
    `delete from identity.shop_session where consumer_id = $1 and (started_at < now() - make_interval(days => $2)
       or sid in (select sid from identity.shop_session where consumer_id = $1 and ended_at is null
         order by started_at desc, sid desc offset $3))`,
    [consumer, SHOP_SESSION_DAYS, SESSIONS_MAX],
  );
  return sid;
}

export async function endShopSession(pool: Database, sid: string): Promise<void> {
  await pool.query('update identity.shop_session set ended_at = now() where sid = $1 and ended_at is null', [sid]);
}
