import { hash } from '@node-rs/argon2';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSignIn } from '../../command-api/identity/credentials.ts';
import { Sessions, type VerifiedSecret } from '../../command-api/identity/sessions.ts';
import { giveTicket, holderOfTicket } from '../../command-api/identity/sign-in-tickets.ts';
import { commandApi } from '../../command-api/server.ts';
import { personOf } from '../../identity/person.ts';
import { rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';
import { type Api, openApi, PASSWORD, SECRET, type Sent } from './api.ts';
import { withFactor } from './factor.ts';
import { cookieOf, signedIn } from './people.ts';

const EMAIL = 'admin@daftar.local';
let api: Api;
let database: pg.Client;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const login = (password = PASSWORD, email = EMAIL, headers: Record<string, string> = {}) =>
  api.send('POST', 'auth/login', { email, password }, { token: '', headers });
const tokenOf = (answer: Sent) => String(answer.body.data['access_token']);
const me = async (answer: Sent, headers: Record<string, string> = {}) =>
  (await api.send('POST', 'auth/me', undefined, { token: tokenOf(answer), headers })).status;
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  api.send('POST', 'auth/refresh', undefined, {
    token: '',
    headers: { cookie, 'x-requested-with': 'daftar', ...headers },
  });
const age = (column: string, by: string) =>
  database.query(`update identity.session set ${column} = ${column} - $1::interval where ended_at is null`, [by]);
const idleOf = async () =>
  Number(
    (
      await database.query(
        'select extract(epoch from now() - active_at) as idle from identity.session where ended_at is null order by started_at desc limit 1',
      )
    ).rows[0].idle,
  );

describe('a session', () => {
  it('is over after an hour in which nobody did anything, for its access token and its refresh token', async () => {
    const answer = await login();
    await age('active_at', '59 minutes');
    expect(await me(answer)).toBe(200);
    // The time of the last activity is stored after the answer.
    await expect.poll(idleOf).toBeLessThan(60);
    await age('active_at', '61 minutes');
    expect(await me(answer)).toBe(401);
    expect((await refresh(cookieOf(answer))).status).toBe(401);
  });

  it('is kept alive by a person, and not by automatic requests of a window', async () => {
    const answer = await login();
    await age('active_at', '30 minutes');
    expect(await me(answer, { 'x-background': '1' })).toBe(200);
    const refreshed = await refresh(cookieOf(answer), { 'x-background': '1' });
    expect(refreshed.status).toBe(200);
    expect(await idleOf()).toBeGreaterThan(1700);
    expect(await me(refreshed)).toBe(200);
    await expect.poll(idleOf).toBeLessThan(60);
  });

  it('is over after twelve hours, however active', async () => {
    const answer = await login();
    await age('started_at', '12 hours');
    expect(await me(answer)).toBe(401);
    expect((await refresh(cookieOf(answer))).status).toBe(401);
    api.token = await api.signIn(EMAIL, PASSWORD);
  });

  it('ends elsewhere on request of the person, and remains here', async () => {
    const person = await signedIn(api, 'two-places', ['brands/index']);
    const here = await login(PASSWORD, person.email);
    const there = await login(PASSWORD, person.email);
    const ended = await api.send('POST', 'auth/end_other_sessions', undefined, { token: tokenOf(here) });
    expect(ended.status).toBe(200);
    expect([await me(here), await me(there)]).toEqual([200, 401]);
  });

  it('over https has cookies that the browser itself protects', async () => {
    const behindProxy = Fastify({ trustProxy: true });
    const options = { databaseUrl: rolesAt(api.database.url).command, secrets: { jwtSecret: SECRET }, dataDir: '' };
    await behindProxy.register(commandApi(options), { prefix: '/api' });
    const send = (url: string, headers: Record<string, string>, payload: object) =>
      behindProxy.inject({ method: 'POST', url, headers: { 'x-forwarded-proto': 'https', ...headers }, payload });
    const signed = await send('/api/auth/login', {}, { email: EMAIL, password: PASSWORD });
    const [cookie] = signed.cookies;
    const flags = { httpOnly: true, secure: true, sameSite: 'Strict' };
    expect(cookie).toMatchObject({ name: '__Secure-daftar_refresh', path: '/api/auth', ...flags });
    const next = { cookie: `${cookie?.name}=${cookie?.value}`, 'x-requested-with': 'daftar' };
    expect((await send('/api/auth/refresh', next, {})).statusCode).toBe(200);
    await behindProxy.close();
  });
});

describe('signing in', () => {
  it('makes the hash anew when it was made with other parameters', async () => {
    const old = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await database.query('update identity.credential set password_hash = $1 where user_id = 1', [old]);
    expect((await login()).status).toBe(200);
    const { rows } = await database.query('select password_hash from identity.credential where user_id = 1');
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login()).status).toBe(200);
  });

  it('is counted exactly, however many try at once; those that the lock refused are counted in one row', async () => {
    const email = 'many@example.com';
    const tried = await Promise.all(Array.from({ length: 12 }, () => login('guess', email)));
    expect(tried.filter(({ status }) => status === 422)).toHaveLength(5);
    const { rows } = await database.query(
      'select outcome, count(*)::int as n from identity.login_attempt where email = $1 group by 1 order by 1',
      [email],
    );
    expect(rows).toEqual([
      { outcome: 'locked', n: 1 },
      { outcome: 'wrong', n: 5 },
    ]);
    const counted = await database.query(
      `select (detail ->> 'times')::int as times from identity.access_log where name = $1 and outcome = 'locked'`,
      [email],
    );
    expect(counted.rows).toEqual([{ times: 7 }]);
  });

  it('of an inactive person is refused and recorded as impossible, and answers the right password like a wrong one', async () => {
    const person = await signedIn(api, 'paused', ['brands/index']);
    await api.send('POST', `users/${person.id}/set_user_status`, { status: 'inactive' });
    const [right, wrong] = [await login(PASSWORD, person.email), await login('not it', person.email)];
    expect([right.status, right.body.message]).toEqual([422, wrong.body.message]);
    const { rows } = await database.query(
      'select outcome, way from identity.login_attempt where email = $1 order by id desc limit 2',
      [person.email],
    );
    expect(rows).toEqual([
      { outcome: 'wrong', way: 'password' },
      { outcome: 'inactive', way: 'password' },
    ]);
  });

  it('is possible at once for a person who got a new password while their name was locked', async () => {
    const person = await signedIn(api, 'locked-out', ['brands/index']);
    for (let tries = 0; tries < 5; tries += 1) await login('guess', person.email);
    expect((await login(PASSWORD, person.email)).status).toBe(429);
    const given = await api.send('POST', `users/${person.id}/give_password`);
    expect((await login(String(given.body.data['password']), person.email)).status).toBe(200);
  });

  it('of many names from one address is slowed down', async () => {
    await database.query(
      `insert into identity.login_attempt (email, ip, outcome)
       select 'name-' || n, '10.9.8.7', 'wrong' from generate_series(1, 60) n`,
    );
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: { email: 'another@example.com', password: 'guess' },
      remoteAddress: '10.9.8.7',
    });
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await login()).status).toBe(200);
  });
});

describe('a sign-in under way', () => {
  const place = { device: undefined, ip: '127.0.0.1' };
  const somebody = async (userId: number) => personOf(userId, { user_name: 'Somebody', email: EMAIL }, undefined);
  let pool: pg.Pool;
  let sessions: Sessions;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: rolesAt(api.database.url).command, max: 4 });
    sessions = new Sessions(pool);
  });
  afterAll(() => pool.end());

  async function verified(email: string): Promise<VerifiedSecret> {
    const found = await checkSignIn(pool, { email, password: PASSWORD, ip: '127.0.0.1' }, somebody);
    if (!found) throw new Error('the password is wrong');
    return found.secret;
  }

  it('opens no session and gets no ticket when the password was replaced after it was verified', async () => {
    const { id, email } = await signedIn(api, 'under-way', ['brands/index']);
    const secret = await verified(email);
    expect(await sessions.start(id, secret, place)).toBeDefined();
    const ticket = (await giveTicket(pool, id, secret)) ?? '';
    expect(await holderOfTicket(pool, ticket)).toMatchObject({ userId: id });
    expect((await api.send('POST', `users/${id}/give_password`)).status).toBe(200);
    expect(await sessions.start(id, secret, place)).toBeUndefined();
    expect(await giveTicket(pool, id, secret)).toBeUndefined();
    expect(await holderOfTicket(pool, ticket)).toBeUndefined();
    expect(await sessions.openOf(id)).toEqual([]);
  });

  it('waits for a password that is being replaced, and then opens no session', async () => {
    const { id, email } = await signedIn(api, 'waiting', ['brands/index']);
    const secret = await verified(email);
    await database.query('begin');
    await database.query('update identity.credential set changed_at = clock_timestamp() where user_id = $1', [id]);
    const starting = sessions.start(id, secret, place);
    await until(async () => {
      const { rowCount } = await pool.query(
        'select from pg_locks join pg_stat_activity a using (pid) where not granted and datname = current_database()',
      );
      return rowCount !== 0;
    });
    await database.query('commit');
    expect(await starting).toBeUndefined();
  });

  it('opens no session when the second factor was set up or reset after the password was verified', async () => {
    const { id, email, token } = await signedIn(api, 'factor', ['brands/index']);
    const without = await verified(email);
    await withFactor(api, token);
    expect(await sessions.start(id, without, place)).toBeUndefined();
    const secret = await verified(email);
    expect(await sessions.start(id, secret, place)).toBeDefined();
    expect((await api.send('POST', `users/${id}/reset_second_factor`)).status).toBe(200);
    expect(await sessions.start(id, secret, place)).toBeUndefined();
    expect(await sessions.openOf(id)).toEqual([]);
  });

  it('does not put its old hash, made anew, in the place of a new password', async () => {
    const { id, email } = await signedIn(api, 'rehashed', ['brands/index']);
    const old = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await database.query('update identity.credential set password_hash = $1 where user_id = $2', [old, id]);
    let given = '';
    await checkSignIn(pool, { email, password: PASSWORD, ip: '127.0.0.1' }, async (userId) => {
      given = String((await api.send('POST', `users/${id}/give_password`)).body.data['password']);
      return somebody(userId);
    });
    expect([(await login(PASSWORD, email)).status, (await login(given, email)).status]).toEqual([422, 200]);
  });
});

describe('a password of one’s own', () => {
  const change = (current_password: string, new_password: string, token: string) =>
    api.send(
      'POST',
      'auth/change_password',
      { current_password, new_password, new_password_confirmation: new_password },
      { token },
    );

  it('is long enough for the settings, not one that is guessed first, and may be long', async () => {
    const { token, email } = await signedIn(api, 'chooser', ['brands/index']);
    const refusals = async (next: string) => (await change(PASSWORD, next, token)).body.errors?.['new_password'];
    for (const guessed of ['password1', 'Qwertyuiop', 'aaaaaaaaaa', '0123456789', email]) {
      expect([guessed, await refusals(guessed)]).toEqual([guessed, [expect.stringMatching(/first that are guessed/)]]);
    }
    expect(await refusals('short12')).toEqual(['New password must have at least 8 characters']);
    await api.send('PATCH', 'system_settings/1', { password_length_min: 12 });
    expect(await refusals('eleven char')).toEqual(['New password must have at least 12 characters']);
    expect((await api.send('PATCH', 'system_settings/1', { password_length_min: 7 })).status).toBe(422);
    await api.send('PATCH', 'system_settings/1', { password_length_min: 8 });
    expect((await change(PASSWORD, 'eight 88', token)).status).toBe(200);
    const long = 'a sentence that nobody else would ever think of, with spaces and گەلێک درێژ';
    expect((await change('eight 88', long, token)).status).toBe(200);
    expect((await login(long, email)).status).toBe(200);
  });

  it('ends the other sessions', async () => {
    const person = await signedIn(api, 'careful', ['brands/index']);
    const elsewhere = await login(PASSWORD, person.email);
    await change(PASSWORD, 'another long one', person.token);
    expect(await me(elsewhere)).toBe(401);
    expect((await api.send('POST', 'auth/me', undefined, person)).status).toBe(200);
  });
});

describe('one’s own profile', () => {
  it('is changed by the person: name, personal fields, and present place of work', async () => {
    const second = await api.add('outlets', { outlet_name: 'Second' });
    const store = await api.add('inventories', { outlet_fk: second, inventory_name: 'Second store' });
    const person = await signedIn(api, 'mover', ['brands/index'], {
      outlets: [1, second],
      inventories: [1, store],
      default_inventory_fk: 1,
    });
    const before = await api.send('POST', 'auth/me', undefined, person);
    expect(before.body.data).toMatchObject({ current_outlet_fk: 1, current_inventory_fk: 1 });
    const switched = await api.send('POST', 'auth/switch_outlet', { outlet_fk: second }, person);
    expect(switched.body.data).toMatchObject({ current_outlet_fk: second, current_inventory_fk: store });
    const crossed = await api.send('POST', 'auth/switch_outlet', { outlet_fk: 1, inventory_fk: store }, person);
    expect(crossed.body.errors).toHaveProperty('inventory_fk');
    const elsewhere = await api.add('outlets', { outlet_name: 'Third' });
    expect((await api.send('POST', 'auth/switch_outlet', { outlet_fk: elsewhere }, person)).status).toBe(422);
    const closed = await api.add('outlets', { outlet_name: 'Closed', is_active: false });
    const id = String(before.body.data['user_id']);
    await api.send('PATCH', `users/${id}`, { outlets: [1, second, closed] });
    expect((await api.send('POST', 'auth/switch_outlet', { outlet_fk: closed }, person)).status).toBe(422);
    const mine = { user_full_name: 'Mover Ali', phone: '0770', gender: 'male' };
    const changed = await api.send('PATCH', 'auth/profile', mine, person);
    expect(changed.body.data).toMatchObject({
      user_full_name: 'Mover Ali',
      personal: { phone: '0770', gender: 'male' },
      current_outlet_fk: second,
    });
    const found = await database.query(`select count(*)::int as n from log.event where data::text like '%0770%'`);
    expect(found.rows[0].n).toBe(0);
  });
});
