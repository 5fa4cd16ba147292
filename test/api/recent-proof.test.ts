/** Routes that change the rights of people, or end sessions, require a recent proof of the password. */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import { openIdentity } from '../../identity/identity.ts';
import { PROOF_SECONDS } from '../../identity/session-limits.ts';
import { scopeOf } from '../../identity/session-scope.ts';
import { codeOf } from '../support/authenticator.ts';
import { everyRoute, type Route } from '../support/every-route.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { type Api, openApi, PASSWORD, SECRET, type Sending } from './api.ts';
import { withFactor } from './factor.ts';
import { atTill, type Colleague, colleague, enrol, PIN, signedIn } from './people.ts';

const REFUSED = { status: 403, code: 'reauthentication_required' };
const ANY = ['brands/index'];
const GIVEN = { new_password: 'Given-by-a-thief-1', new_password_confirmation: 'Given-by-a-thief-1' };

let api: Api;
let database: pg.Client;
/** The super user's, for a session of its own. */
let email: string;
let token: string;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  email = String((await api.send('GET', 'auth/me')).body.data['email']);
  token = await api.signIn(email, PASSWORD);
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const sidOf = (of: string): string =>
  (JSON.parse(Buffer.from(String(of.split('.')[1]), 'base64url').toString()) as { sid: string }).sid;
/** Sets the time of the session's last proof. */
const provedAgo = (of: string, seconds: number) =>
  database.query('update identity.session set proved_at = now() - make_interval(secs => $2) where sid = $1', [
    sidOf(of),
    seconds,
  ]);
const grow = (of = token) => provedAgo(of, PROOF_SECONDS + 1);
const prove = (of = token, more: object = {}) =>
  api.send('POST', 'auth/prove', { current_password: PASSWORD, ...more }, { token: of });

const IMPORT = 'POST imports/users';

interface Asked {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}
const ask = async ({ method, path, body }: Asked, more: Sending = {}) => {
  const { status, body: answer } = await api.send(method, path, body, { token, ...more });
  return { status, code: answer.code, job: membersOf(answer.data)['job_id'] };
};

const stateOf = async (job: unknown) =>
  (await api.send('GET', `jobs/${String(job)}`, undefined, { token })).body.data['state'];

/** Everything that one of the routes changes. */
async function kept(): Promise<object> {
  const digest = (table: string) =>
    `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t) as "${table}"`;
  const { rows } = await database.query(`select (select count(*) from log.event) as events,
    (select count(*) from identity.session where ended_at is not null) as ended,
    ${['identity.credential', 'identity.shop_account', 'identity.pin', 'identity.second_factor', 'identity.personal_data'].map(digest).join()}`);
  return rows[0];
}

let made = 0;
const somebody = (given: object = {}): Promise<Colleague> => {
  made += 1;
  return colleague(api, `colleague-${made}`, ANY, given);
};
const withPin = () => somebody({ staff_pin: PIN });
const newRole = () => {
  made += 1;
  return api.add('roles', { role_name: `role ${made}`, permissions: ANY });
};
const deleted = async (resource: string, id: number): Promise<number> => {
  await api.send('DELETE', `${resource}/${id}`);
  return id;
};
const otherSession = async () => sidOf(await api.signIn(email, PASSWORD));

/** Each of these routes, with a body that it accepts. */
const DOORS: Readonly<Record<string, () => Promise<Omit<Asked, 'method'>>>> = {
  'POST users': async () => {
    made += 1;
    const place = { role_fk: await newRole(), outlet_fk: 1 };
    const user = { user_name: `new ${made}`, email: `new-${made}@example.com`, ...place };
    return { path: 'users', body: { ...user, ...GIVEN, staff_pin: PIN } };
  },
  'PATCH users/:id': async () => {
    const { id } = await somebody();
    return { path: `users/${id}`, body: { email: `taken-${id}@example.com` } };
  },
  'POST users/:id': async () => ({
    path: `users/${(await somebody()).id}`,
    body: { _method: 'PATCH', ...GIVEN },
  }),
  'DELETE users/:id': async () => ({ path: `users/${(await somebody()).id}` }),
  'POST users/:id/restore': async () => ({ path: `users/${await deleted('users', (await somebody()).id)}/restore` }),
  [IMPORT]: async () => {
    made += 1;
    const cells = { staff_name: `from a file ${made}`, email: `from-a-file-${made}@shop.example` };
    const rows = [{ row: 2, cells }];
    const asked = { digest: '0'.repeat(64), rows, parameters: {}, choices: [], good_rows_only: false };
    return { path: 'imports/users', body: asked };
  },
  'POST users/bulk': async () => ({
    path: 'users/bulk',
    body: { action: 'inactivate', ids: [(await somebody()).id] },
  }),
  'POST users/:id/set_roles': async () => ({
    path: `users/${(await somebody()).id}/set_roles`,
    body: { role_fk: await newRole() },
  }),
  'POST users/:id/set_user_status': async () => ({
    path: `users/${(await somebody()).id}/set_user_status`,
    body: { status: 'blocked' },
  }),
  'POST users/:id/change_outlets': async () => ({
    path: `users/${(await somebody()).id}/change_outlets`,
    body: { outlets: [1], inventories: [1] },
  }),
  'POST users/:id/give_password': async () => ({ path: `users/${(await somebody()).id}/give_password` }),
  // Its sessions last for half a year.
  'POST online_customers/:id/give_password': async () => {
    made += 1;
    const mobile = `0770 777 ${1000 + made}`;
    return {
      path: `online_customers/${await api.add('online_customers', { consumer_name: 'Sara', mobile })}/give_password`,
    };
  },
  'POST users/:id/end_sessions': async () => ({ path: `users/${(await somebody()).id}/end_sessions` }),
  'POST users/:id/reset_second_factor': async () => {
    made += 1;
    const person = await signedIn(api, `careful-${made}`, ANY);
    await withFactor(api, person.token);
    return { path: `users/${person.id}/reset_second_factor` };
  },
  'POST online_activity/:sid/end': async () => {
    made += 1;
    return { path: `online_activity/${sidOf((await signedIn(api, `online-${made}`, ANY)).token)}/end` };
  },
  'POST user_pins': async () => ({ path: 'user_pins', body: { user_fk: (await somebody()).id, pin: PIN } }),
  'PATCH user_pins/:id': async () => ({ path: `user_pins/${(await withPin()).id}`, body: { pin: '719305' } }),
  'POST user_pins/:id': async () => ({
    path: `user_pins/${(await withPin()).id}`,
    body: { _method: 'PATCH', pin: '719305' },
  }),
  'DELETE user_pins/:id': async () => ({ path: `user_pins/${(await withPin()).id}` }),
  'POST user_pins/:id/unlock': async () => ({ path: `user_pins/${(await withPin()).id}/unlock` }),
  'POST roles': async () => ({ path: 'roles', body: { role_name: `a role ${made}`, permissions: ANY } }),
  'POST roles/from_template': async () => {
    made += 1;
    return { path: 'roles/from_template', body: { template: 'cashier', role_name: `a till ${made}` } };
  },
  'PATCH roles/:id': async () => ({ path: `roles/${await newRole()}`, body: { permissions: ['brands/show'] } }),
  'POST roles/:id': async () => ({
    path: `roles/${await newRole()}`,
    body: { _method: 'PATCH', requires_second_factor: true },
  }),
  'DELETE roles/:id': async () => ({ path: `roles/${await newRole()}` }),
  'POST roles/:id/restore': async () => ({ path: `roles/${await deleted('roles', await newRole())}/restore` }),
  'POST roles/bulk': async () => ({ path: 'roles/bulk', body: { action: 'delete', ids: [await newRole()] } }),
  'DELETE auth/sessions/:sid': async () => ({ path: `auth/sessions/${await otherSession()}` }),
  'POST auth/end_other_sessions': async () => ({ path: 'auth/end_other_sessions' }),
};

const asksForProof = ({ method, url, authority, needsRecentProof }: Route): boolean =>
  method !== 'GET' &&
  (needsRecentProof || typeof authority === 'function' || (authority === 'record' && /^(users|roles)(\/|$)/.test(url)));

describe('a proof of before fifteen minutes', () => {
  it('is asked for anew by every route that decides about people or ends sessions', async () => {
    const routes = (await everyRoute(api.database.url, SECRET)).filter(asksForProof);
    expect(routes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(Object.keys(DOORS).sort());
  });

  it.each(Object.entries(DOORS))(
    'does not open %s, and nothing is changed; a new one opens it',
    async (route, door) => {
      const asked = { ...(await door()), method: route.split(' ')[0] as Asked['method'] };
      await grow();
      const before = await kept();
      expect(await ask(asked)).toEqual(REFUSED);
      expect(await kept()).toEqual(before);
      expect((await prove()).status).toBe(200);
      const { status, code, job } = await ask(asked);
      expect(status, code).toBeLessThan(300);
      // The job must be complete before the next route is tested; an import waits for read models, which are not there.
      if (job && route !== IMPORT) await expect.poll(() => stateOf(job)).toBe('completed');
      // The token of the session that sends the request.
      if (route === 'POST auth/end_other_sessions') api.token = await api.signIn(email, PASSWORD);
    },
  );

  it('is told in the language of the person, with the way out, and written down without a permission that was missing', async () => {
    await grow();
    const { id } = await somebody();
    const more = { token, headers: { 'accept-language': 'ckb' } };
    const { body } = await api.send('POST', `users/${id}/give_password`, undefined, more);
    expect(body.message).toBe('بە وشەی نهێنیت پشتڕاستی بکەرەوە کە خۆتیت');
    const last = async () =>
      (
        await database.query(
          `select detail from identity.security_event where kind = 'refused' and sid = $1 order by id desc limit 1`,
          [sidOf(token)],
        )
      ).rows[0]?.detail;
    const line = { method: 'POST', path: '/api/users/:id/give_password', because: 'reauthentication_required' };
    await expect.poll(last, { timeout: LIMIT_MS }).toEqual(line);
  });

  it('is good to its last second, and asked for after it', async () => {
    const { id } = await somebody();
    const unlock = { method: 'POST', path: `users/${id}/end_sessions` } as const;
    await provedAgo(token, PROOF_SECONDS - 30);
    expect(await ask(unlock)).toMatchObject({ status: 200 });
    await provedAgo(token, PROOF_SECONDS + 1);
    expect(await ask(unlock)).toEqual(REFUSED);
    // A proof in the future, as after a clock was set back, is not recent.
    await provedAgo(token, -60);
    expect(await ask(unlock)).toEqual(REFUSED);
  });

  it('is enough for what decides about nobody', async () => {
    await grow();
    const { id } = await somebody();
    const named = { method: 'PATCH', path: `users/${id}`, body: { user_full_name: 'A Full Name' } } as const;
    expect(await ask(named)).toMatchObject({ status: 200 });
    const own = { method: 'PATCH', path: 'auth/profile', body: { theme: 'dark' } } as const;
    expect(await ask(own)).toMatchObject({ status: 200 });
    expect(await ask({ method: 'POST', path: 'brands', body: { brand_name: 'Any brand' } })).toMatchObject({
      status: 201,
    });
  });

  it('is not asked for before what else is wrong is told', async () => {
    const [weak, person] = [await signedIn(api, 'weak', ['users/show', 'users/update']), await somebody()];
    await grow(weak.token);
    const more = { token: weak.token };
    const taken = { method: 'PATCH', path: `users/${person.id}`, body: { email: 'mine@example.com' } } as const;
    expect(await ask(taken, more)).toEqual({ status: 403, code: 'forbidden' });
    await grow();
    const unfit = { method: 'PATCH', path: `users/${person.id}`, body: { email: 'no address' } } as const;
    expect(await ask(unfit)).toEqual({ status: 422, code: 'validation' });
  });

  it('opens nothing by a dry run, by a key that was used before, or by one’s own address', async () => {
    const { id } = await somebody();
    const user = { user_name: 'Entered', email: 'entered@example.com', role_fk: await newRole(), outlet_fk: 1 };
    expect((await prove()).status).toBe(200);
    const key = 'the key of a form';
    expect(await ask({ method: 'POST', path: 'users', body: { ...user, ...GIVEN } }, { key })).toMatchObject({
      status: 201,
    });
    await grow();
    const before = await kept();
    const stolen = { new_password: 'Another-one-of-mine-2', new_password_confirmation: 'Another-one-of-mine-2' };
    expect(await ask({ method: 'POST', path: 'users', body: { ...user, ...stolen } }, { key })).toEqual(REFUSED);
    const rows = { action: 'inactivate', ids: [id] };
    expect(await ask({ method: 'POST', path: 'users/bulk?dry_run=1', body: rows })).toEqual(REFUSED);
    expect(await ask({ method: 'PATCH', path: 'users/1', body: { email: 'thief@example.com' } })).toEqual(REFUSED);
    expect(await kept()).toEqual(before);
  });
});

describe('proving again who one is', () => {
  it('takes the password, and counts wrong ones as at sign-in', async () => {
    const person = await signedIn(api, 'guessed', ANY);
    await grow(person.token);
    const wrong = await prove(person.token, { current_password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { current_password: [expect.any(String)] } } });
    for (let tried = 1; tried < 5; tried += 1) await prove(person.token, { current_password: `not ${tried}` });
    expect((await prove(person.token)).status).toBe(429);
    const ended = await api.send('POST', 'auth/end_other_sessions', undefined, { token: person.token });
    expect(ended.body.code).toBe(REFUSED.code);
  });

  it('takes a code too from whoever has a second factor, and each code once', async () => {
    const person = await signedIn(api, 'two-steps', ANY);
    const { secret, codes } = await withFactor(api, person.token);
    await grow(person.token);
    expect(await prove(person.token)).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
    const end = () => api.send('POST', 'auth/end_other_sessions', undefined, { token: person.token });
    expect((await end()).body.code).toBe(REFUSED.code);
    const code = codeOf(secret, 1);
    expect((await prove(person.token, { code })).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await prove(person.token, { code })).status).toBe(422);
    expect((await prove(person.token, { code: codes[0] })).status).toBe(200);
    const { rows } = await database.query(
      `select count(*)::int as n from identity.security_event where kind = 'recovery_code_used' and user_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is not done by a refresh of the token, nor by work', async () => {
    const answer = await api.send('POST', 'auth/login', { email, password: PASSWORD }, { token: '' });
    const refresh = [answer.headers['set-cookie']].flat().find((value) => String(value).startsWith('daftar_refresh='));
    const signed = String(answer.body.data['access_token']);
    await grow(signed);
    const headers = { cookie: String(refresh).split(';')[0] ?? '', 'x-requested-with': 'daftar' };
    const again = await api.send('POST', 'auth/refresh', undefined, { token: '', headers });
    const next = String(again.body.data['access_token']);
    expect(sidOf(next)).toBe(sidOf(signed));
    await api.send('GET', 'auth/me', undefined, { token: next });
    const ended = await api.send('POST', `users/${(await somebody()).id}/end_sessions`, undefined, { token: next });
    expect(ended.body.code).toBe(REFUSED.code);
  });

  it('is not possible at a till: a PIN is never proof enough', async () => {
    const places = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
    const person = await somebody({ is_cashier: true, staff_pin: PIN, ...places });
    const { cookie } = await enrol(api, 'Side door', 1);
    const signed = await atTill(api, cookie, { outlet_fk: 1, user_fk: person.id, pin: PIN });
    const pinToken = String(signed.body.data['access_token']);
    expect((await prove(pinToken)).body.code).toBe('forbidden');
    const identity = await openIdentity({ databaseUrl: api.database.url });
    expect((await identity.person(person.id, sidOf(pinToken)))?.hasRecentProof).toBe(false);
    await identity.close();
  });
});

describe('a job', () => {
  it('keeps the proof with which it was started, and has none when it was started without', async () => {
    const identity = await openIdentity({ databaseUrl: api.database.url });
    const sid = sidOf(token);
    const started = async () => {
      const person = await identity.person(1, sid);
      return scopeOf({ person: person as NonNullable<typeof person>, sid });
    };
    await prove();
    const proved = await started();
    await grow();
    const unproved = await started();
    const { has_recent_proof: _, ...ofBefore } = proved;
    const proofs = await Promise.all(
      [proved, unproved, ofBefore].map(async (scope) => (await identity.within(scope))?.hasRecentProof),
    );
    expect(proofs).toEqual([true, false, false]);
    await identity.close();
  });
});
