/**
 * Every route that changes the rights of people is called by each of two people, in random order. Afterwards nobody has
 * a permission, outlet or inventory that they did not have before, nor the password or the sessions of a person with
 * more rights. The routes are read from the program: a new one fails the test until an attempt for it is written.
 */

import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { type Identity, openIdentity } from '../../identity/identity.ts';
import { everyRoute, type Route } from '../support/every-route.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { ATTEMPTS, type Scene } from '../support/person-attempts.ts';
import { type Held, type Member, type Pair, type Places, type Profile, pairsOf } from '../support/person-pairs.ts';
import { type Api, openApi, SECRET } from './api.ts';
import { openApplication } from './customers-app.ts';

/** Routes about a person's own work, which change no rights. */
const ABOUT_WORK = [
  'POST attachments',
  'POST jobs/:job_id/cancel',
  'DELETE table_views/:id',
  'PATCH table_views/:id',
  'POST default_table_view',
  'POST model_hidden_columns',
  'POST set_sidebar_setting',
  'POST table_layout',
  'POST table_views',
];
/**
 * Jobs of files, whose rows are commands of the person (`test/imports/staff-and-promotions.test.ts` tries what they refuse), and
 * of the super user alone (`test/read-api/everything.test.ts`).
 */
const OF_JOBS = [
  'POST imports/users',
  'POST imports/users/file',
  'POST imports/made/:import_id/take_back',
  'POST jobs/export_everything',
];
/** Routes of customers of the application: `every-route.test.ts` calls them with both kinds of token. */
const isOfShop = ({ url }: Route) => url.startsWith('shop/');
/** The record of an outlet checks who may change its rule about stock, and gives no right to a person. */
const isOfOutlet = ({ url }: Route) => /^outlets(_|\/|$)/.test(url);
/** Routes that need a cookie or an authenticator that nobody in this test has. */
const NEVER_ACCEPTED = [
  'POST auth/refresh',
  'POST auth/second_factor',
  'POST auth/second_factor/confirm',
  'POST auth/second_factor/recovery_codes',
  'POST auth/second_factor/remove',
];
/** Routes that compute password hashes are called by a sample of pairs only. */
const HASHING =
  /^(POST till\/approvals|POST auth\/(login|login_cashier|change_password|second_factor\/.*)|POST users)$/;
const HASHING_EVERY = 4;
const AT_ONCE = 6;

const PEOPLE = allPermissions().filter((permission) => /^(users|user_pins|roles|tills)\//.test(permission));
const SELLING = ['pos_sales/index', 'pos_sales/store', 'sales/store'];
const EVERYTHING = allPermissions();

const WEAK: Profile = { name: 'clerk', permissions: PEOPLE, at: [0] };
const LOCAL: Profile = { name: 'local manager', permissions: [...PEOPLE, ...SELLING], at: [0], pin: true };
const REGIONAL: Profile = { name: 'regional manager', permissions: [...PEOPLE, ...SELLING], at: [0, 1], pin: true };
const SIDEWAYS: Profile = { name: 'bookkeeper', permissions: [...PEOPLE, 'general_journals/store'], at: [1] };
/** Has an outlet and an inventory that the clerk does not have. */
const OVERSEER: Profile = { name: 'overseer', permissions: PEOPLE, at: [0, 1], stores: [0] };
const KEEPER: Profile = { name: 'keeper', permissions: PEOPLE, at: [0], stores: [0, 1] };
const NOWHERE: Profile = { name: 'director', permissions: EVERYTHING, at: [] };
const BOSS: Profile = { name: 'boss', permissions: EVERYTHING, at: [0, 1], pin: true };
const AT_TILL: Profile = { ...BOSS, name: 'boss at a till', atTill: true };
const of = (profile: Profile, status: NonNullable<Profile['status']>): Profile => ({
  ...{ ...profile, status, name: `${status} ${profile.name}` },
});
const ACTORS = [WEAK, LOCAL, REGIONAL, SIDEWAYS, NOWHERE, BOSS, AT_TILL];
const SUBJECTS = [
  ...[WEAK, LOCAL, REGIONAL, OVERSEER, KEEPER, SIDEWAYS, NOWHERE, BOSS],
  ...[of(BOSS, 'blocked'), of(BOSS, 'inactive'), of(BOSS, 'deleted'), of(WEAK, 'blocked')],
];

let api: Api;
let database: pg.Pool;
let identity: Identity;
let places: Places;
let routes: readonly Route[];
beforeAll(async () => {
  api = await openApi();
  await openApplication(api);
  database = new pg.Pool({ connectionString: api.database.url });
  const outlet = await api.add('outlets', { outlet_name: 'Airport' });
  const inventory = await api.add('inventories', { outlet_fk: outlet, inventory_name: 'Airport' });
  places = { outlets: [1, outlet], inventories: [1, inventory] };
  identity = await openIdentity({ databaseUrl: api.database.url });
  const declared = (await everyRoute(api.database.url, SECRET)).filter(({ authority }) => authority !== undefined);
  routes = declared.filter(
    (route) =>
      route.method !== 'GET' &&
      ![...ABOUT_WORK, ...OF_JOBS].includes(nameOf(route)) &&
      !isOfShop(route) &&
      !isOfOutlet(route),
  );
});
afterAll(async () => {
  await identity.close();
  await database.end();
  await api.close();
});

const nameOf = ({ method, url }: Route): string => `${method} ${url}`;

/** Pseudo-random numbers from 0 to below 1, equal in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
function shuffled<Of>(all: readonly Of[], next: () => number): Of[] {
  return all
    .map((value) => [next(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);
}
const oneOf = <Of>(all: readonly Of[], next: () => number): Of => all[Math.floor(next() * all.length)] as Of;

const sidOf = (token: string): string =>
  (JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as { sid: string }).sid;

/** The results of a game, beside the state of the people. */
interface Played {
  readonly accepted: string[];
  /** Tokens of the sessions that were opened. */
  readonly tokens: string[];
  readonly created: number[];
  readonly failures: string[];
}

async function play(pair: Pair, actor: Member, route: Route, next: () => number, played: Played): Promise<void> {
  const target = next() < 0.75 ? (pair.members.find((member) => member !== actor) as Member) : actor;
  const unique = `p${pair.number}-${Math.floor(next() * 1e9)}`;
  const scene: Scene = { pair, places, target, actor, unique, sid: sidOf(target.token) };
  const attempts = ATTEMPTS[nameOf(route)]?.(scene) ?? [];
  const { id, body, headers } = oneOf(attempts, next);
  const isBulk = route.url.endsWith('/bulk');
  const path = route.url.replace(/:\w+/, String(id));
  const answer = await api.app.inject({
    method: route.method,
    url: `/api/${path}`,
    headers: {
      ...(route.permission === 'anonymous' ? {} : { authorization: `Bearer ${actor.token}` }),
      'idempotency-key': uuid(),
      'content-type': 'application/json',
      ...headers,
    },
    payload: JSON.stringify(await api.withRevision(route.method, path, body ?? {})),
    // Each pair has its own addresses, so that no attempt is rate limited.
    remoteAddress: `10.1.${pair.number}.${actor === pair.members[0] ? 1 : 2}`,
  });
  const { data } = (answer.statusCode === 204 ? {} : answer.json()) as { data?: Record<string, unknown> };
  if (answer.statusCode >= 500) played.failures.push(`${pair.name}: ${nameOf(route)} ${answer.body}`);
  if (answer.statusCode >= 300) return;
  played.accepted.push(nameOf(route));
  if (typeof data?.['access_token'] === 'string') played.tokens.push(data['access_token']);
  if (nameOf(route) === 'POST users') played.created.push(Number(data?.['user_id']));
  if (isBulk) await ended(String(data?.['job_id']), actor);
}

/** A person who ended their own session with the job cannot read it. */
async function ended(jobId: string, { token }: Member): Promise<void> {
  const state = async () => {
    const { status, body } = await api.send('GET', `jobs/${jobId}`, undefined, { token });
    return status === 200 ? body.data['state'] : 'completed';
  };
  await expect.poll(state, { timeout: LIMIT_MS, interval: 15 }).toMatch(/completed|failed/);
}

/** Everything about a person that another one can change. */
async function stateOf(id: number): Promise<string> {
  const subject = await identity.subject(id);
  const rows = await database.query(
    `select (select password_hash from identity.credential where user_id = $1) as password,
       (select pin_hash from identity.pin where user_id = $1) as pin,
       (select count(*)::int from identity.session where user_id = $1 and ended_at is null) as sessions,
       (select count(*)::int from identity.login_attempt where user_id = $1 and outcome = 'unlocked') as unlocked`,
    [id],
  );
  const { user_full_name: _, lang: __, ...deciding } = subject?.user ?? {};
  return JSON.stringify([subject?.isThere, subject?.holdings, deciding, rows.rows[0]]);
}

async function reachOf(id: number): Promise<Held> {
  const holdings = (await identity.subject(id))?.holdings;
  return holdings ?? { permissions: ['unreadable'], outlets: [], inventories: [] };
}

/** The permissions and places of `reach` that none of `held` has. */
function beyond(reach: Held, ...held: readonly Held[]): readonly string[] {
  const names = (['permissions', 'outlets', 'inventories'] as const).flatMap((name) => {
    const allowed = new Set<unknown>(held.flatMap((value) => value[name] as readonly unknown[]));
    const more = (reach[name] as readonly unknown[]).filter((value) => !allowed.has(value));
    return more.length > 0 ? [`${name} ${more.slice(0, 3).join(' ')}`] : [];
  });
  return names;
}

async function reachOfToken(token: string): Promise<Held | undefined> {
  const { status, body } = await api.send('POST', 'auth/me', undefined, { token });
  if (status !== 200) return undefined;
  const ids = (list: string, id: string) =>
    (body.data[list] as Record<string, number>[]).map((row) => row[id] as number);
  return {
    permissions: body.data['permissions'] as string[],
    outlets: ids('outlets', 'outlet_id'),
    inventories: ids('inventories', 'inventory_id'),
  };
}

const newGame = (): Played => ({ accepted: [], tokens: [], created: [], failures: [] });
/** Signing out ends the game, so it is called last. */
const isLast = (route: Route): boolean => route.url === 'auth/logout';

/** The first person acts alone, on the other person and on themselves. */
async function actAlone(pair: Pair, played: Played): Promise<string[]> {
  const [actor, other] = pair.members;
  const next = numbersFrom(pair.number + 1);
  const before = await stateOf(other.id);
  const order = shuffled(
    routes.filter((route) => !HASHING.test(nameOf(route)) || (pair.number + route.url.length) % HASHING_EVERY === 0),
    next,
  );
  for (const route of [...order.filter((route) => !isLast(route)), ...order.filter(isLast)]) {
    await play(pair, actor, route, next, played);
  }
  const wrong: string[] = [...played.failures];
  const say = (what: string, found: readonly string[]) => {
    if (found.length > 0) wrong.push(`${pair.name}: ${what} ${found.join(', ')}`);
  };
  const ownRecord = actor.profile.atTill ? await recordHeld(actor) : actor.held;
  say('the one who acts has', beyond(await reachOf(actor.id), ownRecord));
  say('the other has', beyond(await reachOf(other.id), other.held, actor.held));
  for (const id of played.created) say('somebody new has', beyond(await reachOf(id), actor.held));
  for (const token of [actor.token, ...played.tokens]) {
    const reach = await reachOfToken(token);
    if (reach) say('a session has', beyond(reach, ownRecord));
  }
  const isChanged = (await stateOf(other.id)) !== before;
  if (isChanged) say('changed somebody who has', beyond(other.held, actor.held));
  return wrong;
}

/** In a session at a till, the record has more rights than the session. */
const recordHeld = async ({ profile: { permissions, at, stores = at } }: Member): Promise<Held> => ({
  permissions,
  outlets: at.map((place) => places.outlets[place]),
  inventories: stores.map((place) => places.inventories[place]),
});

/** Both people act in turns. */
async function actTogether(pair: Pair, played: Played): Promise<string[]> {
  const next = numbersFrom(pair.number + 7);
  const order = shuffled(
    routes.filter((route) => !HASHING.test(nameOf(route)) && !isLast(route)),
    next,
  );
  for (const route of order) await play(pair, oneOf(pair.members, next), route, next, played);
  const held = pair.members.map((member) => member.held);
  const everybody = [...pair.members.map(({ id }) => id), ...played.created];
  const found = await Promise.all(everybody.map(async (id) => beyond(await reachOf(id), ...held)));
  const wrong = found.flat().map((name) => `${pair.name}, together: ${name}`);
  return [...played.failures, ...wrong];
}

async function playAll(
  pairs: readonly Pair[],
  game: (pair: Pair, played: Played) => Promise<string[]>,
): Promise<{ wrong: string[]; accepted: Set<string> }> {
  const wrong: string[] = [];
  const accepted = new Set<string>();
  let index = 0;
  const lane = async (): Promise<void> => {
    for (let pair = pairs[index++]; pair; pair = pairs[index++]) {
      const played = newGame();
      wrong.push(...(await game(pair, played)));
      for (const name of played.accepted) accepted.add(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { wrong, accepted };
}

describe('no two people', () => {
  it('are forgotten by a route that decides about people', () => {
    expect(routes.filter((route) => !ATTEMPTS[nameOf(route)]).map(nameOf)).toEqual([]);
    const names = new Set(routes.map(nameOf));
    expect(Object.keys(ATTEMPTS).filter((name) => !names.has(name))).toEqual([]);
  });

  it('let one gain what they did not hold', async () => {
    const active = ACTORS.filter(({ atTill }) => !atTill);
    const alone = [
      ...active.flatMap((actor) => SUBJECTS.map((subject) => [actor, subject] as const)),
      ...[WEAK, LOCAL, BOSS].map((subject) => [AT_TILL, subject] as const),
    ];
    const together = active.flatMap((one, index) => active.slice(index + 1).map((other) => [one, other] as const));
    const pairs = await pairsOf(api.database.url, SECRET, places, [...alone, ...together]);
    const first = await playAll(pairs.slice(0, alone.length), actAlone);
    const second = await playAll(pairs.slice(alone.length), actTogether);
    expect([...first.wrong, ...second.wrong]).toEqual([]);
    // A route that refuses everybody would pass the test without proving anything.
    const accepted = new Set([...first.accepted, ...second.accepted]);
    const never = routes.map(nameOf).filter((name) => !accepted.has(name));
    expect(never.toSorted()).toEqual(NEVER_ACCEPTED);
  });
});
