/**
 * Browsers in which people signed in with their password before. Wrong passwords that somebody else types elsewhere do not
 * hold them off. The browser has a random token in a cookie; its hash is kept for each person who used it.
 */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Of the cookie too: as long as browsers keep one. */
export const DEVICE_DAYS = 400;
/** Of one person. Whoever signs in by a program, which keeps no cookie, is a new browser each time. */
const DEVICES_MAX = 20;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The number of the browser, when this person signed in with it before. */
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
 * Called after a successful sign-in. Returns the token that the browser stores: its own, or a new one where that is
 * unknown.
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

/** 256 random bits need no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
