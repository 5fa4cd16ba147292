/** Tokens and the key that signs them: their person, their lifetime, and their validity after changes. */
import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { rolesAt } from '../support/database.ts';
import { type Api, openApi, PASSWORD, SECRET, type Sent } from './api.ts';
import { atTill, enrol, PIN, signedIn } from './people.ts';

const EMAIL = 'admin@daftar.local';
const FETCHED = { 'x-requested-with': 'daftar' };

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

const login = (email = EMAIL, password = PASSWORD, headers: Record<string, string> = {}) =>
  api.send('POST', 'auth/login', { email, password }, { token: '', headers });
const tokenOf = ({ body }: Sent) => String(body.data['access_token']);
const refreshCookie = ({ headers }: Sent) =>
  [headers['set-cookie']]
    .flat()
    .map((value) => String(value).split(';')[0] ?? '')
    .find((name) => name.includes('refresh=')) ?? '';
const me = async (token: string) => (await api.send('POST', 'auth/me', undefined, { token })).status;

describe('an access token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: object, payload: object, key: string) => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const claims = async () => {
    const token = tokenOf(await login());
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  };

  it('is refused before its time', async () => {
    const payload = await claims();
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: 'HS256', typ: 'JWT' };
    expect(await me(signed(header, { ...payload, nbf: now - 60 }, SECRET))).toBe(200);
    expect(await me(signed(header, { ...payload, nbf: now + 600 }, SECRET))).toBe(401);
  });

  it('brings no key of its own', async () => {
    const payload = await claims();
    const own = 'a key that the caller has made up themselves';
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const symmetric = { kty: 'oct', k: Buffer.from(own).toString('base64url') };
    const address = 'https://evil.example/keys.json';
    for (const more of [
      { jwk: symmetric },
      { jku: address },
      { x5u: address },
      { kid: '../../dev/null' },
      { kid: own },
    ]) {
      for (const key of [own, '']) {
        expect(await me(signed({ alg: 'HS256', typ: 'JWT', ...more }, payload, key)), JSON.stringify(more)).toBe(401);
      }
    }
    const text = `${part({ alg: 'RS256', typ: 'JWT', jwk })}.${part(payload)}`;
    expect(await me(`${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`)).toBe(401);
    // A public key is not a secret, so it must not verify symmetric signatures.
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    expect(await me(signed({ alg: 'HS256', typ: 'JWT' }, payload, pem))).toBe(401);
  });

  it('lives for ten minutes and names nothing but the person and the session', async () => {
    const payload = await claims();
    expect(Number(payload['exp']) - Number(payload['iat'])).toBe(600);
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub', 'type']);
  });
});

describe('a refresh token', () => {
  it('is 256 random bits, another one each time, of which the hash is kept', async () => {
    const tokens = [];
    for (let value = 0; value < 5; value += 1) tokens.push(refreshCookie(await login()).split('=')[1] ?? '');
    expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token))).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) {
      const hashed = createHash('sha256').update(token).digest();
      const { rowCount } = await database.query('select from identity.refresh_token where token_hash = $1', [hashed]);
      expect(rowCount).toBe(1);
    }
  });

  const refreshed = async (cookie: string) => {
    const sent = await api.send('POST', 'auth/refresh', undefined, { token: '', headers: { cookie, ...FETCHED } });
    return sent.status === 200 ? refreshCookie(sent) : String(sent.status);
  };
  /** As if all tokens had been used so many seconds earlier. */
  const later = (seconds: number) =>
    database.query('update identity.refresh_token set used_at = used_at - make_interval(secs => $1)', [seconds]);
  const isCookie = expect.stringContaining('refresh=');

  it('that replaced the same one as another ends the session when the other is carried on with', async () => {
    const first = refreshCookie(await login());
    const [mine, stolen] = [await refreshed(first), await refreshed(first)];
    const next = await refreshed(mine);
    expect([mine, stolen, next]).toEqual([isCookie, isCookie, isCookie]);
    await later(11);
    expect(await refreshed(stolen)).toBe('401');
    expect(await refreshed(next)).toBe('401');
  });

  it('is replaced for two windows and after a lost answer, of which one is carried on with', async () => {
    const first = refreshCookie(await login());
    const [one, other] = [await refreshed(first), await refreshed(first)];
    // Both windows refresh at once with what the browser had at that moment.
    const [ofOne, ofOther] = [await refreshed(one), await refreshed(other)];
    await later(11);
    const carriedOn = await refreshed(ofOther);
    await later(600);
    const further = await refreshed(carriedOn);
    expect([ofOne, ofOther, carriedOn, further]).toEqual([isCookie, isCookie, isCookie, isCookie]);
    // The one that nobody carried on with would be somebody else's.
    expect(await refreshed(ofOne)).toBe('401');
    expect(await refreshed(further)).toBe('401');
  });
});

describe('signing in', () => {
  it('makes a new session, and ends the one that the browser had', async () => {
    const person = await signedIn(api, 'again', ['brands/index']);
    const before = await login(person.email);
    const elsewhere = await login(person.email);
    const after = await login(person.email, PASSWORD, { cookie: refreshCookie(before) });
    expect(await Promise.all([before, elsewhere, after].map((sent) => me(tokenOf(sent))))).toEqual([401, 200, 200]);
    const headers = { cookie: refreshCookie(before), ...FETCHED };
    expect((await api.send('POST', 'auth/refresh', undefined, { token: '', headers })).status).toBe(401);
  });

  it('with a PIN ends the one that the browser had too, and a wrong password or PIN ends none', async () => {
    const places = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
    const given = { ...places, is_cashier: true };
    const cashier = await signedIn(api, 'at-the-till', ['pos_sales/index'], given);
    await api.send('POST', 'user_pins', { user_fk: cashier.id, pin: PIN });
    const till = await enrol(api, 'Replaced', 1);
    const office = await login(cashier.email);
    const cookie = `${till.cookie}; ${refreshCookie(office)}`;
    const at = { outlet_fk: 1, user_fk: cashier.id };
    expect((await atTill(api, cookie, { ...at, pin: '907351' })).status).toBe(422);
    expect((await login(cashier.email, 'a wrong one', { cookie: refreshCookie(office) })).status).toBe(422);
    expect(await me(tokenOf(office))).toBe(200);
    expect((await atTill(api, cookie, { ...at, pin: PIN })).status).toBe(200);
    expect(await me(tokenOf(office))).toBe(401);
  });

  it('takes the password as it was typed: no other case, no space more or less, no beginning of it', async () => {
    const { email } = await signedIn(api, 'exact', ['brands/index']);
    for (const typed of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.slice(0, -1)]) {
      expect([typed, (await login(email, typed)).status]).toEqual([typed, 422]);
    }
    expect((await login(email)).status).toBe(200);
    expect((await login(email, PASSWORD.padEnd(129, 'x'))).status).toBe(422);
  });
});

describe('a cookie', () => {
  const PATHS = { refresh: '/api/auth', device: '/api/auth', till: '/api', pictures: '/images', docs: '/api/docs' };

  it('is for this host and path, for no script and no other site, and over https for no other line', async () => {
    const app = Fastify({ trustProxy: true });
    await app.register(
      commandApi({ databaseUrl: rolesAt(api.database.url).command, secrets: { jwtSecret: SECRET }, dataDir: '' }),
      {
        prefix: '/api',
      },
    );
    try {
      for (const protocol of ['http', 'https']) {
        const send = (url: string, more: Record<string, string>, payload: object) => {
          const headers = { 'x-forwarded-proto': protocol, 'idempotency-key': `${protocol} ${url}`, ...more };
          return app.inject({ method: 'POST', url: `/api/${url}`, headers, payload });
        };
        const signedIn = await send('auth/login', {}, { email: EMAIL, password: PASSWORD });
        const bearer = { authorization: `Bearer ${String(signedIn.json().access_token)}` };
        const till = await send('tills/enrol', bearer, { till_name: `By ${protocol}`, outlet_fk: 1 });
        const docs = await send('auth/docs', bearer, {});
        const found = [...signedIn.cookies, ...till.cookies, ...docs.cookies].map((cookie) => {
          const { name, path, httpOnly, sameSite, secure, domain } = cookie;
          const flags = { path, httpOnly, sameSite, isSafe: secure === true, domain };
          return [name, flags] as const;
        });
        const wanted = { httpOnly: true, sameSite: 'Strict', isSafe: protocol === 'https', domain: undefined };
        const prefix = wanted.isSafe ? '__Secure-' : '';
        const expected = Object.entries(PATHS).map(
          ([name, path]) => [`${prefix}daftar_${name}`, { path, ...wanted }] as const,
        );
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }
    } finally {
      await app.close();
    }
  });
});

describe('the key of tokens', () => {
  const withKey = async (jwtSecret: string): Promise<FastifyInstance> => {
    const app = Fastify();
    await app.register(
      commandApi({ databaseUrl: rolesAt(api.database.url).command, secrets: { jwtSecret }, dataDir: '' }),
      {
        prefix: '/api',
      },
    );
    return app;
  };

  it('is replaced without signing anybody out: tokens of the old one are over, and the session gives one of the new', async () => {
    const signedInBefore = await login();
    const app = await withKey('another key, which takes the place of the first');
    try {
      const ask = (token: string) =>
        app.inject({ method: 'POST', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
      expect((await ask(tokenOf(signedInBefore))).statusCode).toBe(401);
      const headers = { cookie: refreshCookie(signedInBefore), ...FETCHED };
      const refreshed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers });
      expect(refreshed.statusCode).toBe(200);
      const token = String(refreshed.json().access_token);
      expect((await ask(token)).statusCode).toBe(200);
      expect(await me(token)).toBe(401);
    } finally {
      await app.close();
    }
  });

  it('is never short', async () => {
    await expect(withKey('x'.repeat(31))).rejects.toThrow(/too short/);
  });
});
