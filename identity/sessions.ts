/** Sessions as the guard reads them: whether they are open, their user, and their till. */
import type pg from 'pg';
import { CoalescingLoader } from './machine/coalescing-loader.ts';
import { IDLE_SECONDS, NOT_REVOKING, PROOF_SECONDS, SESSION_SECONDS } from './session-limits.ts';

export interface SessionRow {
  readonly user_id: number;
  readonly alive: boolean;
  /**
   * True when the session was ended other than by signing out, such as by a new password or PIN, a block or a lost
   * till.
   */
  readonly revoked: boolean;
  /** Null in the back office. */
  readonly till_id: number | null;
  readonly must_change: boolean;
  /** True when the session was opened with a password that was typed recently; a PIN is not sufficient. */
  readonly has_recent_proof: boolean;
  /** True when it was opened with a PIN, or the user has a second factor already. */
  readonly needs_no_set_up: boolean;
  /** Seconds since the last activity, when it was read. */
  readonly idle: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Minimum interval between updates of the last activity. */
const TOUCHED_SECONDS = 60;

/** Maximum number of cached sessions. */
const REMEMBERED_MAX = 10_000;

export class SeenSessions {
  readonly #recording: pg.Pool;
  readonly #asked: CoalescingLoader<string, SessionRow | undefined>;
  readonly #seen = new Map<string, SessionRow | undefined>();

  /** Reads and updates have separate connections, so that no request waits for the activity of others. */
  constructor(reading: pg.Pool, recording: pg.Pool) {
    this.#recording = recording;
    this.#asked = new CoalescingLoader((sid) => read(reading, sid));
  }

  async get(sid: string): Promise<SessionRow | undefined> {
    const row = await this.#asked.get(sid);
    if (this.#seen.size >= REMEMBERED_MAX) this.#seen.clear();
    this.#seen.set(sid, row);
    return row;
  }

  /** Returns the row that the same request has just read. */
  async lastSeen(sid: string): Promise<SessionRow | undefined> {
    return this.#seen.has(sid) ? this.#seen.get(sid) : this.get(sid);
  }

  /** Records activity of the user. */
  async touch(sid: string): Promise<void> {
    const session = await this.lastSeen(sid);
    if (!session || session.idle < TOUCHED_SECONDS) return;
    this.#seen.set(sid, { ...session, idle: 0 });
    await this.#recording.query('update identity.session set active_at = now() where sid = $1 and ended_at is null', [
      sid,
    ]);
  }
}

async function read(pool: pg.Pool, sid: string): Promise<SessionRow | undefined> {
  if (!UUID.test(sid)) return undefined;
  const { rows } = await pool.query<SessionRow>({
    name: 'session',
    // A session opened with a PIN at a till cannot replace a password.
    text: `select s.user_id, s.till_id, s.way = 'password' and coalesce(c.must_change, false) as must_change,
             s.way = 'password' and s.proved_at between now() - make_interval(secs => $4) and now() as has_recent_proof,
             s.way = 'pin' or f.user_id is not null as needs_no_set_up,
             s.ended_at is not null and coalesce(s.end_reason, '') <> all ($5) as revoked,
             extract(epoch from now() - s.active_at)::float as idle,
             s.ended_at is null and s.active_at > now() - make_interval(secs => $2)
               and s.started_at > now() - make_interval(secs => $3) as alive
           from identity.session s left join identity.credential c using (user_id)
             left join identity.second_factor f on f.user_id = s.user_id and f.confirmed_at is not null
           where s.sid = $1`,
    values: [sid, IDLE_SECONDS, SESSION_SECONDS, PROOF_SECONDS, NOT_REVOKING],
  });
  return rows[0];
}
