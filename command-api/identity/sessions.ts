/**
 * Sessions and their refresh tokens. A token is used once and replaced; a later reuse than a lost answer explains
 * means that it was stolen, and ends the session. So does the use of a token whose sibling, which replaced the same
 * token, is carried on with.
 */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 as newSid } from 'uuid';
import { recordStateOf } from '../../domain/records/record.ts';
import {
  DISPLACED,
  IDLE_SECONDS,
  NOT_REVOKING,
  SESSION_SECONDS,
  SESSIONS_MAX,
  SIGNED_OUT,
} from '../../identity/session-limits.ts';
import type { CommandAnswer } from '../handling/request.ts';
import type { Asking } from './sign-in-attempt.ts';

/** A refresh token is valid longer than the idle time of its session, by the lifetime of an access token. */
export const REFRESH_SECONDS = IDLE_SECONDS + 600;
/** Refresh tokens of a session that are kept; the oldest are removed first. */
const TOKENS_MAX = 500;
/** Simultaneous refreshes of two windows and lost answers are not theft. */
const GRACE_SECONDS = 10;

export interface Issued {
  readonly sid: string;
  readonly userId: number;
  /** The token itself; only its hash is stored. */
  readonly refreshToken: string;
}

/** An open session as shown to its user. */
export interface OpenSession {
  readonly sid: string;
  readonly way: 'password' | 'pin';
  /** User agent of the browser. */
  readonly device: string | null;
  readonly ip: string | null;
  readonly till_fk: number | null;
  readonly started_at: Date;
  readonly active_at: Date;
}

/** The origin of a sign-in. */
export interface Place {
  readonly device: string | undefined;
  readonly ip: string;
  readonly tillId?: number;
  /** The former refresh token of the browser; a new sign-in ends that session. */
  readonly before?: string | undefined;
}

/** What a sign-in verified. A session starts only while it is still in force. */
export interface VerifiedSecret {
  /** The last change of the password or PIN: a timestamp of PostgreSQL, in microseconds. */
  readonly changedAt: string;
  /** The confirmation of the second factor, likewise; null without one, and of a PIN. */
  readonly confirmedAt: string | null;
}

interface TokenRow {
  readonly sid: string;
  readonly user_id: number;
  readonly usable: boolean;
  readonly reused: boolean;
  /** The sibling that was used first; null when none was. */
  readonly elder: Buffer | null;
}

export class Sessions {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * With a `tillId` the session is a cashier's, opened by PIN. Undefined when the secret was replaced or removed since
   * it was verified. A replacement at the same time waits, and then ends the new session too.
   */
  async start(
    userId: number,
    { changedAt, confirmedAt }: VerifiedSecret,
    { device, ip, tillId, before }: Place,
  ): Promise<Issued | undefined> {
    const sid = newSid();
    const [way, table] = tillId === undefined ? ['password', 'credential'] : ['pin', 'pin'];
    const { rowCount } = await this.#pool.query(
      `with secret as (
         select user_id from identity.${table} where user_id = $2 and changed_at = $7::timestamptz for share),
       factor as (select confirmed_at from identity.second_factor where user_id = $2 for share)
       insert into identity.session (sid, user_id, device, ip, way, till_id)
       select $1::uuid, user_id, $3, $4, $5, $6::int from secret
       where $5 = 'pin' or (select confirmed_at from factor) is not distinct from $8::timestamptz`,
      [sid, userId, device?.slice(0, 200) ?? null, ip, way, tillId ?? null, changedAt, confirmedAt],
    );
    if (rowCount === 0) return undefined;
    if (before !== undefined) await this.#endOfToken(before);
    await this.#endBeyondMost(userId, sid);
    await this.#pool.query(`delete from identity.refresh_token where expires_at < now() - interval '1 day'`);
    return this.#issue(this.#pool, sid, userId);
  }

  /**
   * Returns the next token of the family, or the reason of the refusal. A refresh in the background does not count as
   * activity.
   */
  async refresh(
    refreshToken: string,
    isBackground = false,
  ): Promise<Issued | { readonly refused: 'unknown' | 'reused'; readonly sid?: string }> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<TokenRow>(
        `select t.sid, s.user_id,
           s.ended_at is null and t.expires_at > now() and s.active_at > now() - make_interval(secs => $4)
             and s.started_at > now() - make_interval(secs => $2) as usable,
           t.used_at < now() - make_interval(secs => $3) is true
             or exists (select from identity.refresh_token o
               where o.parent = t.parent and o.token_hash <> t.token_hash
                 and o.used_at < now() - make_interval(secs => $3)) as reused,
           (select o.token_hash from identity.refresh_token o
            where o.parent = t.parent and o.token_hash <> t.token_hash and o.used_at is not null
            order by o.used_at, o.token_hash limit 1) as elder
         from identity.refresh_token t join identity.session s using (sid)
         where t.token_hash = $1 for update of t`,
        [hashOf(refreshToken), SESSION_SECONDS, GRACE_SECONDS, IDLE_SECONDS],
      );
      const [row] = rows;
      if (row?.usable && !row.reused) {
        await client.query(
          'update identity.refresh_token set used_at = coalesce(used_at, now()) where token_hash = $1',
          [hashOf(refreshToken)],
        );
        if (!isBackground) {
          await client.query('update identity.session set active_at = now() where sid = $1', [row.sid]);
        }
        // The next tokens of two siblings are siblings again, so that only one of them is carried on with.
        const issued = await this.#issue(client, row.sid, row.user_id, row.elder ?? hashOf(refreshToken));
        await client.query('commit');
        return issued;
      }
      if (row?.reused) await end(client, 'sid = $1', [row.sid], 'reused');
      await client.query('commit');
      return row ? { refused: row.reused ? 'reused' : 'unknown', sid: row.sid } : { refused: 'unknown' };
    } catch (error) {
      // The first error is reported; a broken connection has rolled back already.
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  /** Records a re-authentication in the session. */
  async prove(sid: string): Promise<void> {
    await this.#pool.query('update identity.session set proved_at = now() where sid = $1 and ended_at is null', [sid]);
  }

  async end(sid: string, reason: string): Promise<void> {
    await end(this.#pool, 'sid = $1', [sid], reason);
  }

  /** The last used first. */
  async openOf(userId: number): Promise<readonly OpenSession[]> {
    const { rows } = await this.#pool.query<OpenSession>(
      `select sid, way, device, ip, till_id as till_fk, started_at, active_at from identity.session
       where user_id = $1 and ended_at is null and active_at > now() - make_interval(secs => $2)
         and started_at > now() - make_interval(secs => $3)
       order by active_at desc, sid desc`,
      [userId, IDLE_SECONDS, SESSION_SECONDS],
    );
    return rows;
  }

  /** False when it is not an open session of this user. */
  async endOwn(userId: number, sid: string): Promise<boolean> {
    const isOpen = (await this.openOf(userId)).some((session) => session.sid === sid);
    if (isOpen) await this.end(sid, 'ended_by_the_person');
    return isOpen;
  }

  /** Ends every session of a user except one. */
  async endOthers(userId: number, keep: string | null, reason: string): Promise<void> {
    await endSessions(this.#pool, userId, keep, reason);
  }

  /**
   * Ends all sessions of a user who was blocked, made inactive or deleted; they remain ended when the user is
   * restored.
   */
  async endOfAbsent({ id, state, preview }: Pick<CommandAnswer, 'id' | 'state' | 'preview'>): Promise<void> {
    const person = recordStateOf(state);
    const reason = person.status === 'active' ? String(person.data['status'] ?? 'active') : person.status;
    if (!preview && reason !== 'active') await this.endOthers(id, null, reason);
  }

  /** Jobs of the session continue, as after signing out. */
  async #endOfToken(refreshToken: string): Promise<void> {
    const session = 'sid = (select sid from identity.refresh_token where token_hash = $1)';
    await end(this.#pool, session, [hashOf(refreshToken)], SIGNED_OUT);
  }

  /** Ends the sessions of all cashiers at a till. */
  async endOfTill(tillId: number, reason: string): Promise<void> {
    await end(this.#pool, 'till_id = $1', [tillId], reason);
  }

  /** Ends the least recently used sessions beyond the maximum. */
  async #endBeyondMost(userId: number, newest: string): Promise<void> {
    const beyond = `sid in (select sid from identity.session where user_id = $1 and ended_at is null and sid <> $2
      order by active_at desc, sid desc offset $3)`;
    await end(this.#pool, beyond, [userId, newest, SESSIONS_MAX - 1], DISPLACED);
  }

  async #issue(
    client: pg.Pool | pg.PoolClient,
    sid: string,
    userId: number,
    parent: Buffer | null = null,
  ): Promise<Issued> {
    const refreshToken = randomBytes(32).toString('base64url');
    await client.query(
      `insert into identity.refresh_token (token_hash, sid, expires_at, parent)
       values ($1, $2, now() + make_interval(secs => $3), $4)`,
      [hashOf(refreshToken), sid, REFRESH_SECONDS, parent],
    );
    await client.query(
      `delete from identity.refresh_token where sid = $1 and token_hash in (select token_hash
         from identity.refresh_token where sid = $1 order by expires_at desc, token_hash offset $2)`,
      [sid, TOKENS_MAX],
    );
    return { sid, userId, refreshToken };
  }
}

/** Ends every session of a user except `keep`. */
export async function endSessions(client: Asking, userId: number, keep: string | null, reason: string): Promise<void> {
  await end(client, 'user_id = $1 and sid is distinct from $2', [userId, keep], reason);
}

/** Ends every session that the user opened with a PIN. */
export async function endPinSessions(pool: Asking, userId: number, reason: string): Promise<void> {
  await end(pool, `user_id = $1 and way = 'pin'`, [userId], reason);
}

/**
 * A revocation also changes the reason of sessions that were signed out or displaced before, because their jobs may
 * still run; they keep the time of their end.
 */
async function end(client: Asking, where: string, values: unknown[], reason: string): Promise<void> {
  const revokes = !NOT_REVOKING.includes(reason);
  await client.query(
    `update identity.session set ended_at = coalesce(ended_at, now()), end_reason = $${values.length + 1}
     where (ended_at is null or end_reason = any ($${values.length + 2})) and ${where}`,
    [...values, reason, revokes ? NOT_REVOKING : []],
  );
}

/** A token of 256 random bits needs no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
