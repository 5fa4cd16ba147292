/**
 * The user of a token: the session must be open and the user active, with the present permissions of their role. Both
 * are read for each request, so a block or a withdrawn permission takes effect with the next one.
 */

import pg from 'pg';
import { type AppSettingData, appSetting } from '../domain/mobile/app-setting.record.ts';
import { type RoleData, role } from '../domain/people/role.record.ts';
import { type TillData, till } from '../domain/people/till.record.ts';
import { type UserData, user } from '../domain/people/user.record.ts';
import { type Holdings, holdingsOf } from '../domain/registry/authority.ts';
import { type SystemSettingData, systemSetting } from '../domain/registry/system-setting.record.ts';
import { type InventoryData, inventory } from '../domain/stock/inventory.record.ts';
import { defined } from '../domain/values/defined.ts';
import { lastingConnection } from '../event-store/lasting-connection.ts';
import { openEventStore } from '../event-store/opening/open.ts';
import type { EventStore } from '../event-store/port.ts';
import { surviveBrokenConnections } from './machine/broken-connections.ts';
import { CoalescingLoader } from './machine/coalescing-loader.ts';
import { atTill, type Person, personOf, SUPER_USER_ID } from './person.ts';
import { Records } from './records.ts';
import { type SessionScope, withinScope } from './session-scope.ts';
import { SeenSessions } from './sessions.ts';
import { type ShopperOf, shoppersOf } from './shopper.ts';

export interface IdentityOptions {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  /** The caller's own store, if any; it is not closed here. */
  readonly store?: Pick<EventStore, 'readStreams'>;
}

export interface Identity {
  /** Undefined when the session ended, the user is deleted, inactive or blocked, or the till was revoked. */
  person(userId: number, sid: string): Promise<Person | undefined>;
  /** The present state of a user, without a check of a session. */
  user(userId: number): Promise<Person | undefined>;
  /** A user as the subject of a decision, including inactive, blocked and deleted ones. */
  subject(userId: number): Promise<Subject | undefined>;
  /**
   * The actor of a job: the rights that the starting session had and the user still has. Undefined when the session
   * was revoked, or when the user or the till is no longer active.
   */
  within(scope: SessionScope): Promise<Person | undefined>;
  /** A till on which cashiers may sign in. */
  till(tillId: number): Promise<TillData | undefined>;
  /**
   * The application customer of a token; undefined when the session ended, or the customer is blocked, inactive or
   * deleted. Read for each request.
   */
  readonly shopper: ShopperOf;
  /** Records activity of the user, which extends the session. */
  touch(sid: string): Promise<void>;
  /** The step that the user must complete first, based on the session just read by the guard. */
  pendingStep(person: Person, sid: string): Promise<PendingStep | undefined>;
  /** True when the user's role or the settings require a second factor in the back office. */
  requiresSecondFactor(person: Person): Promise<boolean>;
  /** What the business has switched on and off. */
  switches(): Promise<Switches>;
  /** The database of sessions, for recording requests. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface Switches {
  /** Undefined while nothing is set up. */
  readonly settings: SystemSettingData | undefined;
  /** Whether the application of customers is switched on and set up: it has an outlet, an inventory and an account. */
  readonly hasShop: boolean;
}

/** Also message keys. */
export type PendingStep = 'must_change_password' | 'must_set_up_second_factor';

export interface Subject {
  readonly user_id: number;
  readonly user: UserData;
  /** False when the user was deleted. */
  readonly isThere: boolean;
  /** Undefined when they cannot be read. */
  readonly holdings: Holdings | undefined;
}

/** Id of the settings record. */
const SETTINGS = 1;
/** The statements of these pools are small: after this time the request is answered as retryable. */
const QUERY_MS_MAX = 30_000;

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const own = options.store ? undefined : await openEventStore(options);
  const store = options.store ?? defined(own, 'the store');
  // Two pools, so that recording many refusals does not delay the reads of the guard for every request.
  const [reading, pool] = [openPool(options.databaseUrl), openPool(options.databaseUrl)];
  const { users, roles, people } = peopleIn(store, reading);
  const tills = new Records<TillData>(store, till);
  const enrolled = new CoalescingLoader<number, TillData | undefined>(async (id) => {
    const found = await tills.active(id);
    return found?.status === 'enrolled' ? found : undefined;
  });
  const outletOf = inventoriesOutlets(new Records<InventoryData>(store, inventory));
  const sessions = new SeenSessions(reading, pool);
  const switches = switchesIn(store);
  const requiresSecondFactor = async (person: Person) =>
    person.requiresSecondFactor || (await switches()).settings?.requires_second_factor === true;
  const placed = async (person: Person, tillId: number | null): Promise<Person | undefined> => {
    if (tillId === null) return person;
    const at = await enrolled.get(tillId);
    return at && atTill(person, { till_id: tillId, ...at }, outletOf);
  };
  return {
    async person(userId, sid) {
      const [session, person] = await Promise.all([sessions.get(sid), people.get(userId)]);
      if (!person || !session?.alive || session.user_id !== userId) return undefined;
      return placed({ ...person, hasRecentProof: session.has_recent_proof }, session.till_id);
    },
    async within(scope) {
      const [session, person] = await Promise.all([sessions.get(scope.sid), people.get(scope.user_id)]);
      if (!person || !session || session.revoked || session.user_id !== scope.user_id) return undefined;
      const there = await placed(person, session.till_id);
      return there && withinScope(there, scope);
    },
    async subject(userId) {
      const found = await users.find(userId);
      if (!found) return undefined;
      const { role_fk } = found.data;
      const holdings = holdingsOf(found.data, role_fk ? (await roles.find(role_fk))?.data : undefined);
      return { user_id: userId, user: found.data, isThere: found.isActive, holdings };
    },
    user: (userId) => people.get(userId),
    shopper: shoppersOf(store, reading),
    till: (tillId) => enrolled.get(tillId),
    touch: (sid) => sessions.touch(sid),
    async pendingStep(person, sid) {
      const session = await sessions.lastSeen(sid);
      if (!session) return undefined;
      if (session.must_change) return 'must_change_password';
      if (session.needs_no_set_up) return undefined;
      return (await requiresSecondFactor(person)) ? 'must_set_up_second_factor' : undefined;
    },
    requiresSecondFactor,
    switches,
    pool,
    async close() {
      await Promise.all([reading.end(), pool.end()]);
      await own?.close();
    },
  };
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...lastingConnection(url, QUERY_MS_MAX), max: 3 });
  surviveBrokenConnections(pool, 'people');
  return pool;
}

function switchesIn(store: Pick<EventStore, 'readStreams'>): () => Promise<Switches> {
  const ofBusiness = new Records<SystemSettingData>(store, systemSetting);
  const ofShop = new Records<AppSettingData>(store, appSetting);
  const loader = new CoalescingLoader<number, Switches>(async (id) => {
    const [settings, shop] = await Promise.all([ofBusiness.active(id), ofShop.active(id)]);
    const isSetUp = Boolean(shop?.outlet_fk && shop.inventory_fk && shop.account_fk);
    return { settings, hasShop: isSetUp && settings?.has_online_orders !== false };
  });
  return () => loader.get(SETTINGS);
}

function peopleIn(store: Pick<EventStore, 'readStreams'>, pool: pg.Pool) {
  const users = new Records<UserData>(store, user);
  const roles = new Records<RoleData>(store, role);
  const outlets = new CoalescingLoader<'all', readonly number[]>(() => outletsOf(pool));
  const people = new CoalescingLoader<number, Person | undefined>((userId) =>
    readPerson(users, roles, outlets, userId),
  );
  return { users, roles, people };
}

async function readPerson(
  users: Records<UserData>,
  roles: Records<RoleData>,
  outlets: CoalescingLoader<'all', readonly number[]>,
  userId: number,
): Promise<Person | undefined> {
  const found = await users.active(userId);
  // The super user cannot be locked out.
  const isBlocked = found?.status !== undefined && found.status !== 'active' && userId !== SUPER_USER_ID;
  if (!found || isBlocked) return undefined;
  const business = userId === SUPER_USER_ID ? undefined : await outlets.get('all');
  const person = personOf(userId, found, found.role_fk ? await roles.active(found.role_fk) : undefined, business);
  // Only a session provides a proof of identity.
  return { ...person, hasRecentProof: false };
}

/** The ids of all outlets that were not deleted. */
async function outletsOf(pool: pg.Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'outlets',
    // By the key of each: a business has far more records than outlets.
    text: `select id::int from claim.counter, generate_series(1, value) id
           where kind = 'outlet' and exists (select from claim.record where record = 'outlet-' || id and active)`,
  });
  return rows.map(({ id }) => id);
}

/** An inventory never changes its outlet, so results are cached permanently. */
function inventoriesOutlets(inventories: Records<InventoryData>): (id: number) => Promise<number | undefined> {
  const known = new Map<number, number>();
  return async (id) => {
    const outlet = known.get(id) ?? (await inventories.active(id))?.outlet_fk;
    if (outlet !== undefined) known.set(id, outlet);
    return outlet;
  };
}
