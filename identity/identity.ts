/**
 * Who is behind a token: the session must be alive and the user active, with the permissions that their role has
 * now. Answers are kept for a second at most, so a block or a permission that was taken away works on the next
 * request after that.
 */
import pg from 'pg';
import { type RecordDeclaration, type RecordState, recordDecider } from '../domain/kernel/record.ts';
import { type RoleData, role } from '../domain/people/role.record.ts';
import { type UserData, user } from '../domain/people/user.record.ts';
import { upcast } from '../domain/versions/upcast.ts';
import { openEventStore } from '../event-store/open.ts';
import { type EventStore, NO_STREAM } from '../event-store/port.ts';
import { type Person, personOf, SUPER_USER_ID } from './person.ts';

export interface IdentityOptions {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string;
  /** The caller's own store, when it has one; it is not closed here. */
  readonly store?: Pick<EventStore, 'readStreams'>;
}

export interface Identity {
  /** Undefined when the session ended, or the user is gone, inactive or blocked. */
  person(userId: number, sid: string): Promise<Person | undefined>;
  /** The user as they are at this moment, without looking at a session. */
  user(userId: number): Promise<Person | undefined>;
  /** Must be called when a session ends or a password changes, so that this process knows at once. */
  forget(sid: string): void;
  mustChangePassword(sid: string): Promise<boolean>;
  close(): Promise<void>;
}

const KEPT_MS = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface SessionRow {
  readonly user_id: number;
  readonly alive: boolean;
  readonly must_change: boolean;
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const own = options.store ? undefined : await openEventStore(options);
  const store = options.store ?? (own as EventStore);
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 3 });
  pool.on('error', () => {});
  const users = new Records<UserData>(store, user);
  const roles = new Records<RoleData>(store, role);
  const people = new KeptBriefly<number, Person | undefined>((userId) => readPerson(users, roles, userId));
  const sessions = new KeptBriefly<string, SessionRow | undefined>((sid) => readSession(pool, sid));
  return {
    async person(userId, sid) {
      const [session, person] = await Promise.all([sessions.get(sid), people.get(userId)]);
      return session?.alive && session.user_id === userId ? person : undefined;
    },
    user: (userId) => people.get(userId),
    forget: (sid) => sessions.delete(sid),
    mustChangePassword: async (sid) => (await sessions.get(sid))?.must_change ?? false,
    async close() {
      await pool.end();
      await own?.close();
    },
  };
}

async function readPerson(
  users: Records<UserData>,
  roles: Records<RoleData>,
  userId: number,
): Promise<Person | undefined> {
  const found = await users.active(userId);
  // The super user cannot be locked out.
  const isBlocked = found?.status !== undefined && found.status !== 'active' && userId !== SUPER_USER_ID;
  if (!found || isBlocked) return undefined;
  return personOf(userId, found, found.role_fk ? await roles.active(found.role_fk) : undefined);
}

async function readSession(pool: pg.Pool, sid: string): Promise<SessionRow | undefined> {
  if (!UUID.test(sid)) return undefined;
  const { rows } = await pool.query<SessionRow>({
    name: 'session',
    text: `select s.user_id, s.ended_at is null as alive, coalesce(c.must_change, false) as must_change
           from identity.session s left join identity.credential c using (user_id) where s.sid = $1`,
    values: [sid],
  });
  return rows[0];
}

/** Records of one kind, folded as far as they were read; each look reads only what is new. */
class Records<Data> {
  readonly #store: Pick<EventStore, 'readStreams'>;
  readonly #declaration: RecordDeclaration;
  readonly #folded = new Map<number, { revision: number; state: RecordState }>();

  constructor(store: Pick<EventStore, 'readStreams'>, declaration: RecordDeclaration) {
    this.#store = store;
    this.#declaration = declaration;
  }

  async active(id: number): Promise<Data | undefined> {
    const stream = `${this.#declaration.kind}-${id}`;
    const decider = recordDecider(this.#declaration);
    const from = this.#folded.get(id) ?? { revision: NO_STREAM, state: decider.initial };
    const events = (await this.#store.readStreams([{ stream, after: from.revision }])).get(stream) ?? [];
    const state = events.reduce<RecordState>((each, event) => decider.evolve(each, upcast(event) as never), from.state);
    const revision = events.at(-1)?.revision ?? from.revision;
    if (revision > from.revision) this.#folded.set(id, { revision, state });
    return state.status === 'active' ? (state.data as Data) : undefined;
  }
}

/** One question at a time for each key; its answer counts for KEPT_MS. */
class KeptBriefly<Key, Value> {
  readonly #ask: (key: Key) => Promise<Value>;
  readonly #answers = new Map<Key, { readonly until: number; readonly value: Promise<Value> }>();

  constructor(ask: (key: Key) => Promise<Value>) {
    this.#ask = ask;
  }

  get(key: Key): Promise<Value> {
    const now = performance.now();
    const kept = this.#answers.get(key);
    if (kept && kept.until > now) return kept.value;
    const value = this.#ask(key);
    if (this.#answers.size > 10_000) this.#answers.clear();
    this.#answers.set(key, { until: now + KEPT_MS, value });
    value.catch(() => this.#answers.delete(key));
    return value;
  }

  delete(key: Key): void {
    this.#answers.delete(key);
  }
}
