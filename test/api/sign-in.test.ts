import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSignIn } from '../../command-api/identity/credentials.ts';
import { hashPassword } from '../../command-api/identity/passwords/passwords.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import type { Person } from '../../identity/person.ts';
import { freshDatabase } from '../support/database.ts';
import { type Api, openApi, PASSWORD, SECRET, type Sent, TODAY } from './api.ts';

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

const login = (password: string, email = EMAIL) => api.send('POST', 'auth/login', { email, password }, { token: '' });
const change = (current_password: string, new_password: string, token: string, confirmation = new_password) =>
  api.send(
    'POST',
    'auth/change_password',
    { current_password, new_password, new_password_confirmation: confirmation },
    { token },
  );
const cookieOf = (answer: Sent): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';
const refresh = (cookie: string, more: Record<string, string> = { 'x-requested-with': 'daftar' }) =>
  api.send('POST', 'auth/refresh', undefined, { token: '', headers: { cookie, ...more } });

describe('the first start', () => {
  it('gives the super user a one-time password, and each start a new one until it was used', async () => {
    const own = await freshDatabase();
    const options = { databaseUrl: own.url, clock: () => TODAY };
    const lost = await ensureFirstUser(options);
    expect(lost).toEqual({ email: EMAIL, password: expect.stringMatching(/^([a-z2-9]{4}-){6}[a-z2-9]{2}$/) });
    const shown = await ensureFirstUser(options);
    expect(shown?.password).not.toBe(lost?.password);
    const pool = new pg.Pool({ connectionString: own.url });
    const nobody = async () => undefined;
    const somebody = async (userId: number) => ({ user_id: userId }) as Person;
    const given = { email: EMAIL, ip: '127.0.0.1' };
    expect(await checkSignIn(pool, { ...given, password: lost?.password ?? '' }, nobody)).toBeUndefined();
    expect(await checkSignIn(pool, { ...given, password: shown?.password ?? '' }, somebody)).toBeDefined();
    expect(await ensureFirstUser(options)).toBeUndefined();
    const { rows } = await pool.query(`select kind, detail from identity.security_event`);
    expect(rows).toEqual([{ kind: 'password_given', detail: { by: 'start' } }]);
    await pool.end();
    await own.drop();
  });

  it('goes on where it was interrupted', async () => {
    const own = await freshDatabase();
    const options = { databaseUrl: own.url, clock: () => TODAY };
    await ensureFirstUser(options);
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    const count = async () => (await client.query('select count(*)::int as n from log.event')).rows[0].n as number;
    const before = await count();
    await client.query('delete from identity.credential');
    expect(await ensureFirstUser(options)).toBeDefined();
    expect(await count()).toBe(before);
    await client.end();
    await own.drop();
  });
});

describe('signing in', () => {
  it('answers with a token and the person, and sets an HttpOnly cookie for /api/auth alone', async () => {
    const answer = await login(PASSWORD, 'Admin@Daftar.local');
    expect(answer.body.data).toMatchObject({ access_token: expect.any(String), user: { user_id: 1 } });
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly/);
    expect(String(answer.headers['set-cookie'])).toMatch(/SameSite=Strict/);
    expect(String(answer.headers['set-cookie'])).toMatch(/Path=\/api\/auth/);
  });

  it('tells who one is, with outlets, inventories and the currency of the books', async () => {
    const { body } = await api.send('POST', 'auth/me');
    expect(body.data).toMatchObject({
      user_id: 1,
      outlets: [{ outlet_id: 1, outlet_name: 'Main' }],
      inventories: [{ inventory_id: 1, inventory_name: 'Main', is_active: true }],
      system_currency: { currency_id: 1, symbol: 'IQD', decimals: 0 },
      pagination_options: '10,50,100,200',
      must_change_password: false,
    });
    expect(body.data['permissions']).toContain('sales/complete');
  });

  it('lets a person choose their language, theme and rows per page, and nothing else about themselves', async () => {
    const chosen = { lang: 'ckb', theme: 'dark', pagination_default: 50 };
    expect((await api.send('PATCH', 'auth/profile', chosen)).body.data).toMatchObject(chosen);
    expect((await api.send('PATCH', 'auth/profile', chosen)).status).toBe(200);
    const client = new pg.Client({ connectionString: api.database.url });
    await client.connect();
    const { rows } = await client.query("select count(*)::int as n from log.event where type = 'user.amended'");
    await client.end();
    expect(rows).toEqual([{ n: 1 }]);
    expect((await api.send('PATCH', 'auth/profile', { pagination_default: 13 })).status).toBe(422);
    expect((await api.send('PATCH', 'auth/profile', { role_fk: 1 })).status).toBe(422);
    const back = { lang: 'en', theme: 'light', pagination_default: 10 };
    expect((await api.send('PATCH', 'auth/profile', back)).body.data).toMatchObject(back);
  });

  it('answers alike for a wrong password and an unknown user', async () => {
    const [wrong, nobody] = [await login('not it'), await login('not it', 'nobody@example.com')];
    expect([wrong.status, nobody.status]).toEqual([422, 422]);
    expect(wrong.body.message).toBe(nobody.body.message);
  });

  it('keeps Argon2id with 19 MiB, and no password in the log', async () => {
    const { rows } = await database.query('select password_hash from identity.credential');
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    // Another salt of 16 bytes each time.
    const salts = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)].map((hash) => hash.split('$')[4] ?? '');
    expect(salts.map((salt) => Buffer.from(salt, 'base64').length)).toEqual([16, 16]);
    expect(salts[0]).not.toBe(salts[1]);
    const found = await database.query('select count(*)::int as n from log.event where data::text like $1', [
      `%${PASSWORD}%`,
    ]);
    expect(found.rows[0].n).toBe(0);
  });

  it('is locked after five wrong passwords, in the database, and says for how long', async () => {
    const email = 'target@example.com';
    for (let tries = 0; tries < 5; tries += 1) await login('guess', email);
    const locked = await login('guess', email);
    expect([locked.status, locked.body.code]).toEqual([429, 'too_many']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(PASSWORD)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('is used once; used again after ten seconds it ends the session', async () => {
    const first = await login(PASSWORD);
    const second = await refresh(cookieOf(first));
    expect(second.body.data['access_token']).toEqual(expect.any(String));
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    expect((await refresh(cookieOf(first))).status).toBe(200);
    await database.query(
      `update identity.refresh_token set used_at = used_at - interval '11 seconds' where used_at is not null`,
    );
    expect((await refresh(cookieOf(first))).status).toBe(401);
    expect((await refresh(cookieOf(second))).status).toBe(401);
    const token = String(second.body.data['access_token']);
    expect((await api.send('POST', 'auth/me', undefined, { token })).status).toBe(401);
  });

  it('needs a header that a form cannot send, and the origin of the site', async () => {
    const cookie = cookieOf(await login(PASSWORD));
    expect((await refresh(cookie, {})).status).toBe(401);
    expect((await refresh(cookie, { 'x-requested-with': 'x', origin: 'https://evil.example' })).status).toBe(401);
    expect((await refresh(cookie)).status).toBe(200);
  });

  it('ends with signing out', async () => {
    const answer = await login(PASSWORD);
    const token = String(answer.body.data['access_token']);
    expect((await api.send('POST', 'auth/logout', undefined, { token })).status).toBe(200);
    expect((await refresh(cookieOf(answer))).status).toBe(401);
    expect((await api.send('POST', 'auth/me', undefined, { token })).status).toBe(401);
  });
});

describe('an access token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: object, payload: object, secret = SECRET, hash = 'sha256') => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const now = Math.floor(Date.now() / 1000);

  it('is refused with another algorithm, key, audience, issuer, type, or after its time', async () => {
    const { rows } = await database.query('select sid from identity.session where ended_at is null limit 1');
    const payload = {
      sub: '1',
      sid: rows[0].sid,
      type: 'access',
      iss: 'daftar',
      aud: 'daftar-api',
      iat: now,
      exp: now + 600,
    };
    const header = { alg: 'HS256', typ: 'JWT' };
    const me = async (token: string) => (await api.send('POST', 'auth/me', undefined, { token })).status;
    expect(await me(signed(header, payload))).toBe(200);
    expect(await me(`${part({ alg: 'none' })}.${part(payload)}.`)).toBe(401);
    expect(await me(signed({ alg: 'HS512' }, payload, SECRET, 'sha512'))).toBe(401);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}`;
    expect(await me(`${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`)).toBe(401);
    expect(await me(signed(header, payload, 'another secret that is long enough too'))).toBe(401);
    for (const wrong of [
      { aud: 'other' },
      { iss: 'other' },
      { type: 'refresh' },
      { exp: now - 1 },
      { sid: '0'.repeat(8) },
    ]) {
      expect(await me(signed(header, { ...payload, ...wrong })), JSON.stringify(wrong)).toBe(401);
    }
  });
});

describe('a password', () => {
  it('of an administrator is for one time: nothing else works before it is changed, and used ones are not taken', async () => {
    const id = await api.add('users', { user_name: 'Rebin', email: 'rebin@example.com' });
    const given = await api.send('POST', `users/${id}/give_password`);
    const first = String(given.body.data['password']);
    const token = await api.signIn('rebin@example.com', first);
    const me = await api.send('POST', 'auth/me', undefined, { token });
    expect(me.body.data['must_change_password']).toBe(true);
    expect((await api.send('GET', 'schemas/items', undefined, { token })).status).toBe(403);
    expect((await change(first, 'short', token)).body.errors).toHaveProperty('new_password');
    expect((await change(first, 'long enough', token, 'something else')).body.errors).toHaveProperty(
      'new_password_confirmation',
    );
    expect((await change('wrong', 'long enough', token)).body.errors).toHaveProperty('current_password');
    expect((await change(first, first, token)).body.errors).toHaveProperty('new_password');
    expect((await change(first, 'long enough', token)).status).toBe(200);
    expect((await api.send('GET', 'schemas/items', undefined, { token })).status).toBe(200);
    expect((await change('long enough', first, token)).body.errors).toHaveProperty('new_password');
  });
});

describe('a one-time password', () => {
  it('has 128 random bits, in groups that may be typed or left out, in small letters or capitals', async () => {
    const id = await api.add('users', { user_name: 'Typing', email: 'typing@example.com' });
    const give = async () => String((await api.send('POST', `users/${id}/give_password`)).body.data['password']);
    const password = await give();
    expect(password).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{2}$/);
    expect(await give()).not.toBe(password);
    const letters = password.replaceAll('-', '');
    // 31 equally probable letters and digits.
    expect(letters.length * Math.log2(31)).toBeGreaterThan(128);
    const given = await give();
    const typed = [given, given.replaceAll('-', ''), given.toUpperCase(), ` ${given.replaceAll('-', ' ')} `];
    for (const name of typed) expect((await login(name, 'typing@example.com')).status, name).toBe(200);
    const first = String((await login(given, 'typing@example.com')).body.data['access_token']);
    expect((await change(given.replaceAll('-', ''), given, first)).body.errors).toHaveProperty('new_password');
    expect((await change(given.replaceAll('-', ''), 'a password of mine', first)).status).toBe(200);
    // A password that the person chose is compared exactly.
    expect((await login('A Password-of mine', 'typing@example.com')).status).toBe(422);
  });

  it('that somebody made up is typed as it was given', async () => {
    const own = { new_password: 'Made Up-by Her 1', new_password_confirmation: 'Made Up-by Her 1' };
    await api.add('users', { user_name: 'Given', email: 'given@example.com', ...own });
    expect((await login('madeupbyher1', 'given@example.com')).status).toBe(422);
    expect((await login('Made Up-by Her 1', 'given@example.com')).status).toBe(200);
  });

  it('that nobody used within three days opens nothing; a new one does', async () => {
    const id = await api.add('users', { user_name: 'Late', email: 'late@example.com' });
    const give = async () => String((await api.send('POST', `users/${id}/give_password`)).body.data['password']);
    const password = await give();
    const age = (hours: number) =>
      database.query(
        `update identity.credential set changed_at = now() - make_interval(hours => $2) where user_id = $1`,
        [id, hours],
      );
    await age(73);
    const late = await login(password, 'late@example.com');
    expect([late.status, late.body.message]).toEqual([422, expect.stringMatching(/has expired/)]);
    const wrong = await login('not it at all', 'late@example.com');
    expect(wrong.body.message).not.toMatch(/expired/);
    await age(71);
    expect((await login(password, 'late@example.com')).status).toBe(200);
    expect((await login(await give(), 'late@example.com')).status).toBe(200);
  });

  it('is the only thing that expires: a password of one’s own is as good after a year', async () => {
    await database.query(`update identity.credential set changed_at = now() - interval '1 year' where user_id = 1`);
    expect((await login(PASSWORD)).status).toBe(200);
  });
});

describe('the documentation of the API', () => {
  it('is shown to administrators only', async () => {
    expect((await api.send('GET', 'docs/json', undefined, { token: '' })).status).toBe(401);
    const { body } = await api.send('GET', 'docs/json');
    expect(body).toMatchObject({ openapi: '3.1.0', paths: { '/sales': { post: expect.anything() } } });
    const opened = await api.send('POST', 'auth/docs');
    const page = await api.app.inject({ url: '/api/docs/', headers: { cookie: cookieOf(opened) } });
    expect(page.statusCode).toBe(200);
    expect((await api.app.inject({ url: '/api/docs/' })).statusCode).toBe(401);
  });
});
