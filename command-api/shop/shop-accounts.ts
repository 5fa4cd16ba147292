/** What customers of the application sign in with, and their sessions; apart from those of the staff (docs/decisions/0084). */
import type pg from 'pg';
import { v7 as newSid } from 'uuid';
import { SHOP_SESSION_DAYS } from '../../identity/shopper.ts';
import { TooMany } from '../../identity/too-many.ts';
import { attempt, type Checked } from '../identity/attempts.ts';
import { holderOf } from '../identity/credentials.ts';
import { networkOf } from '../identity/network.ts';
import { checkNobody, hashPassword, isOutdated, isPassword } from '../identity/passwords.ts';

type Database = Pick<pg.Pool, 'query'>;

/** Accounts of one network: behind one address of a mobile carrier are many people, a program opens more. */
const ACCOUNTS_OF_NETWORK = { max: 30, seconds: 3600 };
/** A customer has no more devices than these; the oldest session ends. */
const SESSIONS_MAX = 10;

/** The online customer with this mobile, whether or not they have an account. */
export const consumerWith = (pool: Database, mobile: string): Promise<number | undefined> =>
  holderOf(pool, 'online_customer.mobile', mobile);

/** Throws TooMany where so many accounts came from the network of this address. */
export async function requireFewAccounts(pool: Database, ip: string): Promise<void> {
  const { max, seconds } = ACCOUNTS_OF_NETWORK;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from identity.shop_account
     where network = $1 and created_at > now() - make_interval(secs => $2)`,
    [networkOf(ip), seconds],
  );
  if ((rows[0]?.count ?? 0) >= max) throw new TooMany('too_many_sign_ins', seconds);
}

/** False where they have an account already. */
export async function openAccount(pool: Database, consumer: number, password: string, ip: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into identity.shop_account (consumer_id, password_hash, network) values ($1, $2, $3)
     on conflict (consumer_id) do nothing`,
    [consumer, await hashPassword(password), networkOf(ip)],
  );
  return rowCount === 1;
}

/** Whoever is signed in with the old one is out, but for the session `keep`. */
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
 * The online customer, where the password is theirs and they may sign in; undefined otherwise, after as much work. Throws
 * TooMany where wrong ones hold this mobile off in this network.
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
