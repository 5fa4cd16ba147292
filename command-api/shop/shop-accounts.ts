/** Accounts and sessions of application customers, separate from those of the staff (docs/decisions/0084). */
import type pg from 'pg';
import { v7 as newSid } from 'uuid';
import { SHOP_SESSION_DAYS } from '../../identity/shopper.ts';
import { TooMany } from '../../identity/too-many.ts';
import { attempt, type Checked } from '../identity/attempts.ts';
import { holderOf } from '../identity/credentials.ts';
import { networkOf } from '../identity/network.ts';
import { checkNobody, hashPassword, isOutdated, isPassword } from '../identity/passwords.ts';

type Database = Pick<pg.Pool, 'query'>;

/** Limit of new accounts per network: many people share one address of a mobile carrier, a program opens more. */
const ACCOUNTS_OF_NETWORK = { max: 30, seconds: 3600 };
/** Maximum number of sessions per customer; the oldest one ends. */
const SESSIONS_MAX = 10;

/** The online customer with this mobile, with or without an account. */
export const consumerWith = (pool: Database, mobile: string): Promise<number | undefined> =>
  holderOf(pool, 'online_customer.mobile', mobile);

/** Throws TooMany when the network of this address opened too many accounts. */
export async function requireFewAccounts(pool: Database, ip: string): Promise<void> {
  const { max, seconds } = ACCOUNTS_OF_NETWORK;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from identity.shop_account
     where network = $1 and created_at > now() - make_interval(secs => $2)`,
    [networkOf(ip), seconds],
  );
  if ((rows[0]?.count ?? 0) >= max) throw new TooMany('too_many_sign_ins', seconds);
}

/** False when the customer has an account already. */
export async function openAccount(pool: Database, consumer: number, password: string, ip: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into identity.shop_account (consumer_id, password_hash, network) values ($1, $2, $3)
     on conflict (consumer_id) do nothing`,
    [consumer, await hashPassword(password), networkOf(ip)],
  );
  return rowCount === 1;
}

/** Ends all sessions except `keep`. */
export async function replacePassword(
  pool: Database,
  consumer: number,
  password: string,
  keep: string | null = null,
): Promise<void> {
  await pool.query(
    `insert into identity.shop_account (consumer_id, password_hash) values ($1, $2)
     on conflict (consumer_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [consumer, await hashPassword(password)],
  );
  await pool.query(
    `update identity.shop_session set ended_at = now()
     where consumer_id = $1 and ended_at is null and sid is distinct from $2`,
    [consumer, keep],
  );
}

interface Given {
  readonly mobile: string;
  readonly password: string;
  readonly ip: string;
}

/**
 * The online customer, when the password is correct and they may sign in; otherwise undefined, after the same time.
 * Throws TooMany when the mobile is locked in this network.
 */
export async function checkShopSignIn(
  pool: pg.Pool,
  { mobile, password, ip }: Given,
  isActive: (consumer: number) => Promise<boolean>,
): Promise<number | undefined> {
  const consumer = await consumerWith(pool, mobile);
  const checked = await attempt(pool, { way: 'shop', name: mobile, ip }, async (client): Promise<Checked> => {
    const isRight = consumer === undefined ? await checkNobody(password) : await isTheirs(client, consumer, password);
    if (!isRight || consumer === undefined) return { outcome: 'wrong', userId: null };
    return { outcome: (await isActive(consumer)) ? 'signed_in' : 'inactive', userId: null };
  });
  return checked.outcome === 'signed_in' ? consumer : undefined;
}

async function isTheirs(pool: Database, consumer: number, password: string): Promise<boolean> {
  const { rows } = await pool.query<{ password_hash: string }>(
    'select password_hash from identity.shop_account where consumer_id = $1',
    [consumer],
  );
  const hash = rows[0]?.password_hash;
  if (hash === undefined) return checkNobody(password);
  const isRight = await isPassword(hash, password);
  if (isRight && isOutdated(hash)) {
    const fresh = [consumer, await hashPassword(password), hash];
    await pool.query(
      'update identity.shop_account set password_hash = $2 where consumer_id = $1 and password_hash = $3',
      fresh,
    );
  }
  return isRight;
}

export async function startShopSession(
  pool: Database,
  consumer: number,
  { device, ip }: { readonly device: string | undefined; readonly ip: string },
): Promise<string> {
  const sid = newSid();
  await pool.query('insert into identity.shop_session (sid, consumer_id, device, ip) values ($1, $2, $3, $4)', [
    ...[sid, consumer, device?.slice(0, 200) ?? null, ip],
  ]);
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
