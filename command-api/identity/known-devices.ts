/**
 * Browsers in which users signed in with their password before. Locks caused by wrong passwords from elsewhere do not
 * apply to them. The browser stores a random token in a cookie; the server stores its hash for each user.
 */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Also the lifetime of the cookie: the maximum that browsers allow. */
export const DEVICE_DAYS = 400;
/** Maximum number of browsers per user. Programs without cookies are a new browser on each sign-in. */
const DEVICES_MAX = 20;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The id of the browser, when this user signed in with it before. */
export async function deviceOf(
  pool: pg.Pool,
  token: string | undefined,
  userId: number | undefined,
): Promise<number | undefined> {
  if (token === undefined || !TOKEN.test(token)) return undefined;
  const { rows } = await pool.query<{ id: string }>(
    `select id from identity.known_device where token_hash = $1 and user_id = $2
       and seen_at > now() - make_interval(days => $3)`,
    [hashOf(token), userId ?? 0, DEVICE_DAYS],
  );
  return rows[0] && Number(rows[0].id);
}

/**
 * Called after a successful sign-in. Returns the token for the browser's cookie: its present one, or a new one when
 * that is unknown.
 */
export async function rememberDevice(pool: pg.Pool, token: string | undefined, userId: number): Promise<string> {
  const isKnown =
    token !== undefined &&
    TOKEN.test(token) &&
    (await pool.query('select from identity.known_device where token_hash = $1 limit 1', [hashOf(token)])).rowCount !==
      0;
  const kept = isKnown ? token : randomBytes(32).toString('base64url');
  await pool.query(
    `insert into identity.known_device (token_hash, user_id) values ($1, $2)
     on conflict (token_hash, user_id) do update set seen_at = now()`,
    [hashOf(kept), userId],
  );
  await pool.query(
    `delete from identity.known_device where user_id = $1 and id not in (
       select id from identity.known_device where user_id = $1 order by seen_at desc, id desc limit $2)`,
    [userId, DEVICES_MAX],
  );
  return kept;
}

/** A token of 256 random bits needs no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
