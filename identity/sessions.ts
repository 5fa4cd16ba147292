/** Sessions as the guard asks for them: alive or not, whose, and on which till. */
import type pg from 'pg';
import { AskedOnce } from './coalescing-loader.ts';
import { DISPLACED, IDLE_SECONDS, PROOF_SECONDS, SESSION_SECONDS } from './session-limits.ts';

export interface SessionRow {
  readonly user_id: number;
  readonly alive: boolean;
  /** Somebody ended it other than by signing out, or it was ended for a new password or PIN, a block or a lost till. */
  readonly revoked: boolean;
  /** Null in the back office. */
  readonly till_id: number | null;
  readonly must_change: boolean;
  /** Opened with a password, and it is not long ago that the person typed it; a PIN proves too little. */
  readonly has_recent_proof: boolean;
  /** Opened with a PIN, or the person has a second factor: none has to be set up. */
  readonly needs_no_set_up: boolean;
  /** Seconds since the person last did something, when it was read. */
  readonly idle: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** That a person is active is written down at most so often. */
const TOUCHED_SECONDS = 60;

/** So many sessions are remembered as they were last seen. */
const REMEMBERED_MAX = 10_000;

export class SeenSessions {
  readonly #pool: pg.Pool;
  readonly #asked: AskedOnce<string, SessionRow | undefined>;
  readonly #seen = new Map<string, SessionRow | undefined>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#asked = new AskedOnce((sid) => read(pool, sid));
  }

  async get(sid: string): Promise<SessionRow | undefined> {
    const row = await this.#asked.get(sid);
    if (this.#seen.size >= REMEMBERED_MAX) this.#seen.clear();
    this.#seen.set(sid, row);
    return row;
  }

  /** Without asking again what the same request has just asked. */
  async lastSeen(sid: string): Promise<SessionRow | undefined> {
    return this.#seen.has(sid) ? this.#seen.get(sid) : this.get(sid);
  }

  /** The person did something. */
  async touch(sid: string): Promise<void> {
    const session = await this.lastSeen(sid);
    if (!session || session.idle < TOUCHED_SECONDS) return;
    this.#seen.set(sid, { ...session, idle: 0 });
    await this.#pool.query('update identity.session set active_at = now() where sid = $1 and ended_at is null', [sid]);
  }
}

async function read(pool: pg.Pool, sid: string): Promise<SessionRow | undefined> {
  if (!UUID.test(sid)) return undefined;
  const { rows } = await pool.query<SessionRow>({
    name: 'session',
    // Who typed a PIN at a till has no password to change there.
    text: `select s.user_id, s.till_id, s.way = 'password' and coalesce(c.must_change, false) as must_change,
             s.way = 'password' and s.proved_at between now() - make_interval(secs => $4) and now() as has_recent_proof,
             s.way = 'pin' or f.user_id is not null as needs_no_set_up,
             s.ended_at is not null and coalesce(s.end_reason, '') not in ('signed_out', '${DISPLACED}') as revoked,
             extract(epoch from now() - s.active_at)::float as idle,
             s.ended_at is null and s.active_at > now() - make_interval(secs => $2)
               and s.started_at > now() - make_interval(secs => $3) as alive
           from identity.session s left join identity.credential c using (user_id)
             left join identity.second_factor f on f.user_id = s.user_id and f.confirmed_at is not null
           where s.sid = $1`,
    values: [sid, IDLE_SECONDS, SESSION_SECONDS, PROOF_SECONDS],
  });
  return rows[0];
}
