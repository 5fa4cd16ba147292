/**
 * Two-step verification over HTTP, and attacks on it: replay, guessing, stolen tickets, a reset by a person with fewer
 * rights.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { codeOf, wrongCode } from '../support/authenticator.ts';
import { type Api, openApi, PASSWORD, type Sent } from './api.ts';
import { setUp, type WithFactor, withFactor } from './factor.ts';
import { atTill, enrol, PIN, signedIn } from './people.ts';

let api: Api;
let database: pg.Client;
let people = 0;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

type Person = Awaited<ReturnType<typeof signedIn>>;
const person = (permissions: readonly string[] = ['brands/index'], given: object = {}): Promise<Person> => {
  people += 1;
  return signedIn(api, `somebody-${people}`, permissions, given);
};
async function verified(permissions?: readonly string[]): Promise<Person & WithFactor> {
  const one = await person(permissions);
  return { ...one, ...(await withFactor(api, one.token)) };
}

/** Sends from an address that no other test uses, so that no lock applies. */
async function from(ip: string, path: string, payload: object, cookie = ''): Promise<Sent> {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  const answer = await api.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload, remoteAddress: ip });
  return { status: answer.statusCode, body: answer.json() as Sent['body'], headers: answer.headers };
}
const login = (email: string, ip = '127.0.0.1', cookie = '') =>
  from(ip, 'auth/login', { email, password: PASSWORD }, cookie);
const ticketOf = (answer: Sent) => String(answer.body.data['ticket']);
const second = (ticket: string, code: string, ip = '127.0.0.1', cookie = '') =>
  from(ip, 'auth/second_factor', { ticket, code }, cookie);
const send = (method: 'GET' | 'POST', path: string, body: object | undefined, token: string) =>
  api.send(method, path, body, { token });
const me = async (token: string) => (await send('GET', 'auth/me', undefined, token)).status;
const tokenOf = (answer: Sent) => String(answer.body.data['access_token']);
/** Forgets the last code, as if enough time had passed for the next one. */
const forgetStep = (id: number) =>
  database.query('update identity.second_factor set last_step = 0 where user_id = $1', [id]);
const kindsOf = async (id: number) =>
  (
    await database.query('select kind from identity.security_event where subject_user_id = $1 order by id', [id])
  ).rows.map(({ kind }) => kind as string);

describe('setting it up', () => {
  it('needs the present password and a right code, and answers with ten recovery codes', async () => {
    const { id, token, email } = await person();
    expect((await setUp(api, token, { current_password: 'not it' })).body.errors).toHaveProperty('current_password');
    const begun = await setUp(api, token);
    const secret = String(begun.body.data['secret']);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.body.data['uri']).toContain(`secret=${secret}`);
    expect(begun.headers['cache-control']).toBe('no-store');
    const confirm = (code: string) => send('POST', 'auth/second_factor/confirm', { code }, token);
    expect((await confirm(wrongCode(secret))).body.errors).toHaveProperty('code');
    // Before it is confirmed, sign-in does not require it.
    expect((await login(email)).status).toBe(200);
    expect(tokenOf(await login(email))).toMatch(/\./);
    const done = await confirm(codeOf(secret));
    const codes = done.body.data['recovery_codes'] as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect((await confirm(codeOf(secret, 1))).status).toBe(422);
    const state = await send('GET', 'auth/second_factor', undefined, token);
    expect(state.body.data).toMatchObject({ is_set_up: true, recovery_codes_left: 10, is_required: false });
    expect(await kindsOf(id)).toContain('second_factor_set_up');
  });

  it('ends the other sessions, and not this one', async () => {
    const one = await person();
    const elsewhere = tokenOf(await login(one.email));
    await withFactor(api, one.token);
    expect([await me(one.token), await me(elsewhere)]).toEqual([200, 401]);
  });

  it('is begun again after a quarter of an hour', async () => {
    const { id, token } = await person();
    const secret = String((await setUp(api, token)).body.data['secret']);
    await database.query(
      `update identity.second_factor set pending_at = pending_at - interval '16 minutes' where user_id = $1`,
      [id],
    );
    expect((await send('POST', 'auth/second_factor/confirm', { code: codeOf(secret) }, token)).status).toBe(422);
    expect((await send('GET', 'auth/second_factor', undefined, token)).body.data['is_set_up']).toBe(false);
  });

  it('in place of another app needs a code of that one, which is good until the new one is confirmed', async () => {
    const one = await verified();
    expect((await setUp(api, one.token)).body.errors).toHaveProperty('code');
    const begun = await setUp(api, one.token, { code: codeOf(one.secret, 1) });
    const fresh = String(begun.body.data['secret']);
    await forgetStep(one.id);
    expect((await second(ticketOf(await login(one.email)), codeOf(one.secret))).status).toBe(200);
    await send('POST', 'auth/second_factor/confirm', { code: codeOf(fresh) }, one.token);
    await forgetStep(one.id);
    const ticket = ticketOf(await login(one.email));
    expect((await second(ticket, codeOf(one.secret))).status).toBe(422);
    expect((await second(ticket, one.codes[0] as string)).status).toBe(422);
    expect((await second(ticket, codeOf(fresh))).status).toBe(200);
  });

  it('keeps the secret encrypted and the recovery codes as hashes', async () => {
    const { id, secret, codes } = await verified();
    const { rows } = await database.query(
      `select encode(secret, 'escape') as secret, (select string_agg(encode(code_hash, 'escape'), ' ')
         from identity.recovery_code c where c.user_id = f.user_id) as codes
       from identity.second_factor f where user_id = $1`,
      [id],
    );
    expect(rows[0].secret).not.toContain(secret);
    expect(rows[0].codes).not.toContain((codes[0] as string).replaceAll('-', ''));
    const log = await database.query('select count(*)::int as n from log.event where data::text like $1', [
      `%${secret}%`,
    ]);
    expect(log.rows[0].n).toBe(0);
  });
});

describe('signing in', () => {
  it('with the password alone opens nothing', async () => {
    const { email } = await verified();
    const answer = await login(email);
    expect(answer.body.data).toEqual({ code_wanted: true, ticket: expect.any(String), seconds: 300 });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const asToken = await send('GET', 'auth/me', undefined, ticketOf(answer));
    expect(asToken.status).toBe(401);
  });

  it('takes the code of this half minute, the one before and the one after, in any script, and none further', async () => {
    const { id, email, secret } = await verified();
    const tried = async (code: string) => {
      await forgetStep(id);
      return (await second(ticketOf(await login(email)), code)).status;
    };
    const arabic = codeOf(secret).replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    expect([await tried(codeOf(secret)), await tried(codeOf(secret, 1)), await tried(arabic)]).toEqual([200, 200, 200]);
    expect([await tried(codeOf(secret, -3)), await tried(codeOf(secret, 3))]).toEqual([422, 422]);
  });

  it('takes no code twice, and none that is older than the newest', async () => {
    const { email, secret } = await verified();
    const newest = codeOf(secret, 1);
    expect((await second(ticketOf(await login(email)), newest)).status).toBe(200);
    const again = await second(ticketOf(await login(email)), newest);
    expect([again.status, again.body.errors]).toEqual([422, { code: [expect.stringMatching(/used before/)] }]);
    expect((await second(ticketOf(await login(email)), codeOf(secret))).status).toBe(422);
  });

  it('takes one of two that type the same code at once', async () => {
    const { email, secret } = await verified();
    const tickets = [ticketOf(await login(email)), ticketOf(await login(email, '203.0.113.9'))];
    const code = codeOf(secret, 1);
    const both = await Promise.all(
      tickets.map((ticket, n) => second(ticket, code, n === 0 ? '127.0.0.1' : '203.0.113.9')),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('takes each recovery code once, grouped or not', async () => {
    const { id, email, token, codes } = await verified();
    const [one = '', other = ''] = codes;
    expect((await second(ticketOf(await login(email)), one)).status).toBe(200);
    expect((await second(ticketOf(await login(email)), one)).status).toBe(422);
    expect((await second(ticketOf(await login(email)), other.replaceAll('-', '').toUpperCase())).status).toBe(200);
    const state = await send('GET', 'auth/second_factor', undefined, token);
    expect(state.body.data['recovery_codes_left']).toBe(8);
    expect((await kindsOf(id)).filter((kind) => kind === 'recovery_code_used')).toHaveLength(2);
  });

  it('takes recovery codes of 112 random bits and more, and those of 16 letters that were given before', async () => {
    const { id, email, codes } = await verified();
    // 31 equally probable letters and digits.
    for (const code of codes) expect(code.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThan(112);
    await database.query(
      `insert into identity.recovery_code (user_id, code_hash) values ($1, sha256('abcdefghjkmnpqrs'))`,
      [id],
    );
    const signIn = async (code: string) => (await second(ticketOf(await login(email)), code)).status;
    expect(await signIn('abcd-efgh-jkmn-pqrs')).toBe(200);
    expect(await signIn('abcd-efgh-jkmn-pqrs')).toBe(422);
  });

  it('with new recovery codes takes none of those before', async () => {
    const { id, email, token, secret, codes } = await verified();
    const body = { current_password: PASSWORD, code: codeOf(secret, 1) };
    const made = await send('POST', 'auth/second_factor/recovery_codes', body, token);
    const fresh = made.body.data['recovery_codes'] as string[];
    expect((await second(ticketOf(await login(email)), codes[0] as string)).status).toBe(422);
    expect((await second(ticketOf(await login(email)), fresh[0] as string)).status).toBe(200);
    expect(await kindsOf(id)).toContain('recovery_codes_made');
  });
});

describe('a ticket', () => {
  it('opens one session', async () => {
    const { id, email, secret } = await verified();
    const ticket = ticketOf(await login(email));
    expect((await second(ticket, codeOf(secret, 1))).status).toBe(200);
    await forgetStep(id);
    expect((await second(ticket, codeOf(secret, 1))).body.errors).toHaveProperty('ticket');
  });

  it('is over after five minutes, and was never made up', async () => {
    const { email, secret } = await verified();
    const ticket = ticketOf(await login(email));
    await database.query(`update identity.sign_in_ticket set expires_at = expires_at - interval '301 seconds'`);
    expect((await second(ticket, codeOf(secret, 1))).body.errors).toHaveProperty('ticket');
    expect((await second('A'.repeat(43), codeOf(secret, 1))).body.errors).toHaveProperty('ticket');
  });

  it('ends with the password that it was given for, and with the person', async () => {
    const one = await verified();
    const before = ticketOf(await login(one.email));
    await api.send('POST', `users/${one.id}/give_password`);
    expect((await second(before, codeOf(one.secret, 1))).body.errors).toHaveProperty('ticket');
    const other = await verified();
    const ticket = ticketOf(await login(other.email));
    await api.send('POST', `users/${other.id}/set_user_status`, { status: 'blocked' });
    expect((await second(ticket, codeOf(other.secret, 1))).body.errors).toHaveProperty('ticket');
  });
});

describe('wrong codes', () => {
  it('lock like wrong passwords, and the right password forgives none of them', async () => {
    const { email, secret } = await verified();
    const ip = '203.0.113.77';
    const guess = wrongCode(secret);
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      statuses.push((await second(ticketOf(await login(email, ip)), guess, ip)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422]);
    expect((await login(email, ip)).status).toBe(429);
    expect((await login(email, '203.0.113.78')).status).toBe(200);
  });

  it('lock an existing ticket, also with the right code', async () => {
    const { email, secret } = await verified();
    const ip = '203.0.113.79';
    const ticket = ticketOf(await login(email, ip));
    for (let tries = 0; tries < 5; tries += 1) await second(ticket, wrongCode(secret), ip);
    const held = await second(ticket, codeOf(secret, 1), ip);
    expect([held.status, Number(held.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('from many networks lock strangers after ten, and nobody in a known browser', async () => {
    const { email, secret } = await verified();
    const home = '192.0.2.1';
    const signed = await second(ticketOf(await login(email, home)), codeOf(secret, 1), home);
    const device = [signed.headers['set-cookie'] ?? []].flat().find((name) => name.startsWith('daftar_device='));
    const statuses: number[] = [];
    for (let network = 1; network <= 11; network += 1) {
      const ip = `198.51.100.${network}`;
      statuses.push((await second(ticketOf(await login(email, ip)), wrongCode(secret), ip)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    const cookie = device?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    const own = await second(ticketOf(await login(email, home, cookie)), wrongCode(secret), home, cookie);
    expect(own.status).toBe(422);
  });

  it('on the profile page are counted too', async () => {
    const { token, secret } = await verified();
    const remove = (code: string) =>
      send('POST', 'auth/second_factor/remove', { current_password: PASSWORD, code }, token);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await remove(wrongCode(secret))).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await remove(codeOf(secret, 1))).status).toBe(429);
  });
});

describe('a role that requires it', () => {
  const required = async (given: object = {}) => {
    const one = await person(['brands/index', 'brands/store'], given);
    const { body } = await send('GET', 'auth/me', undefined, one.token);
    expect(body.data['must_set_up_second_factor']).toBe(false);
    const { rows } = await database.query(
      `select data ->> 'role_fk' as role from log.event where stream = $1 limit 1`,
      [`user-${one.id}`],
    );
    const role = Number(rows[0].role);
    const changed = await api.send('PATCH', `roles/${role}`, { requires_second_factor: true });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    return { ...one, role };
  };

  it('opens nothing before it is set up, in sessions that are open too', async () => {
    const one = await required();
    const blocked = await send('POST', 'brands', { brand_name: 'Early' }, one.token);
    expect([blocked.status, blocked.body.details]).toEqual([403, { pending: 'must_set_up_second_factor' }]);
    const signed = await login(one.email);
    const token = tokenOf(signed);
    expect((signed.body.data['user'] as Record<string, unknown>)['must_set_up_second_factor']).toBe(true);
    for (const path of ['auth/sessions', 'schemas/brands']) {
      expect([path, (await send('GET', path, undefined, token)).status]).toEqual([path, 403]);
    }
    const { secret } = await withFactor(api, token);
    expect((await send('POST', 'brands', { brand_name: 'Then' }, token)).status).toBe(201);
    const remove = { current_password: PASSWORD, code: codeOf(secret, 1) };
    expect((await send('POST', 'auth/second_factor/remove', remove, token)).status).toBe(403);
    expect((await login(one.email)).body.data['code_wanted']).toBe(true);
  });

  it('is no matter of a PIN at a till', async () => {
    const cashier = {
      ...{ is_cashier: true, outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 },
      staff_pin: PIN,
    };
    const one = await required(cashier);
    const { cookie } = await enrol(api, 'Front', 1);
    const signed = await atTill(api, cookie, { outlet_fk: 1, user_fk: one.id, pin: PIN });
    expect((signed.body.data['user'] as Record<string, unknown>)['must_set_up_second_factor']).toBe(false);
    expect((await send('GET', 'auth/second_factor', undefined, tokenOf(signed))).status).toBe(403);
  });
});

describe('removing it', () => {
  it('needs the password and a code; then the password alone signs in', async () => {
    const { id, email, token, secret } = await verified();
    const remove = (current_password: string, code: string) =>
      send('POST', 'auth/second_factor/remove', { current_password, code }, token);
    expect((await remove('not it', codeOf(secret, 1))).body.errors).toHaveProperty('current_password');
    expect((await remove(PASSWORD, wrongCode(secret))).body.errors).toHaveProperty('code');
    expect((await remove(PASSWORD, codeOf(secret, 1))).status).toBe(200);
    expect(await me(tokenOf(await login(email)))).toBe(200);
    expect((await remove(PASSWORD, codeOf(secret, 1))).status).toBe(404);
    expect(await kindsOf(id)).toContain('second_factor_removed');
  });
});

describe('a reset', () => {
  const RIGHTS = ['users/update', 'users/reset_second_factor', 'brands/index'];

  it('by somebody who holds less, without the permission, or of oneself is refused', async () => {
    const strong = await verified(['brands/index', 'general_journals/store']);
    const weak = await person(RIGHTS);
    const without = await person(['users/update', 'brands/index', 'general_journals/store']);
    for (const { token } of [weak, without]) {
      expect((await send('POST', `users/${strong.id}/reset_second_factor`, {}, token)).status).toBe(403);
    }
    expect((await send('POST', `users/${weak.id}/reset_second_factor`, {}, weak.token)).status).toBe(403);
    expect((await api.send('POST', 'users/1/reset_second_factor')).status).toBe(403);
    expect((await login(strong.email)).body.data['code_wanted']).toBe(true);
    expect(await me(strong.token)).toBe(200);
  });

  it('by somebody with authority over the person signs them out, and is recorded', async () => {
    const one = await verified();
    const ticket = ticketOf(await login(one.email));
    const boss = await person(RIGHTS);
    expect((await send('POST', `users/${one.id}/reset_second_factor`, {}, boss.token)).status).toBe(200);
    expect(await me(one.token)).toBe(401);
    expect((await second(ticket, codeOf(one.secret, 1))).body.errors).toHaveProperty('ticket');
    expect(await me(tokenOf(await login(one.email)))).toBe(200);
    const { rows } = await database.query(
      `select user_id, subject_user_id from identity.security_event where kind = 'second_factor_reset'`,
    );
    expect(rows).toEqual([{ user_id: boss.id, subject_user_id: one.id }]);
  });
});

describe('the key of another place', () => {
  it('cannot decrypt secrets: a recovery code signs in, and a code of the app is refused with the reason', async () => {
    const { email, secret, codes } = await verified();
    const ticket = ticketOf(await login(email));
    const elsewhere = Fastify();
    const secrets = { jwtSecret: 'the key of a place that a backup was restored to' };
    await elsewhere.register(commandApi({ databaseUrl: api.database.url, secrets, dataDir: '' }), { prefix: '/api' });
    const type = (code: string) =>
      elsewhere.inject({ method: 'POST', url: '/api/auth/second_factor', payload: { ticket, code } });
    const app = await type(codeOf(secret, 1));
    expect([app.statusCode, app.json().message]).toEqual([422, expect.stringMatching(/recovery code/)]);
    expect((await type(codes[0] as string)).statusCode).toBe(200);
    await elsewhere.close();
  });
});

describe('two-step verification that the business requires', () => {
  it('opens nothing to anybody before it is set up, the super user too, and is not removed', async () => {
    const settings = (requires_second_factor: boolean, token: string) =>
      api.send('PATCH', 'system_settings/1', { requires_second_factor }, { token });
    const one = await signedIn(api, 'of-all', ['brands/store']);
    const { secret } = await withFactor(api, one.token);
    const other = await signedIn(api, 'without', ['brands/store']);
    expect((await settings(true, api.token)).status).toBe(200);
    for (const token of [other.token, api.token]) {
      const blocked = await send('POST', 'brands', { brand_name: 'Early too' }, token);
      expect([blocked.status, blocked.body.details]).toEqual([403, { pending: 'must_set_up_second_factor' }]);
    }
    expect((await send('POST', 'brands', { brand_name: 'With it' }, one.token)).status).toBe(201);
    const remove = { current_password: PASSWORD, code: codeOf(secret, 1) };
    expect((await send('POST', 'auth/second_factor/remove', remove, one.token)).status).toBe(403);
    const own = await withFactor(api, api.token);
    expect((await settings(false, api.token)).status).toBe(200);
    expect((await send('POST', 'brands', { brand_name: 'Late' }, other.token)).status).toBe(201);
    const done = { current_password: PASSWORD, code: codeOf(own.secret, 1) };
    expect((await send('POST', 'auth/second_factor/remove', done, api.token)).status).toBe(200);
  });
});
