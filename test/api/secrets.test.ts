/** The rules of passwords and PINs, and guessing the present password in an open session. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS, isCommon } from '../../command-api/identity/passwords/common-passwords.ts';
import { PASSWORD_LENGTH } from '../../domain/organisation/sign-in-policy.ts';
import { everyRoute } from '../support/every-route.ts';
import { type Api, openApi, PASSWORD, SECRET } from './api.ts';
import { openApplication } from './customers-app.ts';
import { atTill, colleague, enrol, PIN, signedIn } from './people.ts';

let api: Api;
let database: pg.Client;
beforeAll(async () => {
  api = await openApi();
  await openApplication(api);
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const change = (current_password: string, new_password: string, token: string) => {
  const body = { current_password, new_password, new_password_confirmation: new_password };
  return api.send('POST', 'auth/change_password', body, { token });
};
const login = (email: string, password = PASSWORD) =>
  api.send('POST', 'auth/login', { email, password }, { token: '' });
const me = async (token: string) => (await api.send('GET', 'auth/me', undefined, { token })).status;
/** Settings as an earlier version stored them, with shorter minimum lengths. */
const settingsBefore = (data: object) =>
  database.query(
    `update log.event set data = (data::jsonb || $1::jsonb)::json where stream = 'system_setting-1' and type = 'system_setting.registered'`,
    [JSON.stringify(data)],
  );

describe('the list of common passwords', () => {
  it('has at least 3,000 different ones that are long enough to be chosen', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3000);
    expect([...COMMON_PASSWORDS].filter((name) => name.length < PASSWORD_LENGTH.least)).toEqual([]);
    expect([...COMMON_PASSWORDS].filter((name) => !isCommon(name.toUpperCase()))).toEqual([]);
  });
});

describe('a password', () => {
  it('is no name of the shop or of the person, with or without digits behind it', async () => {
    await api.send('PATCH', 'system_settings/1', { business_name: 'Rozhan Market' });
    const { token } = await signedIn(api, 'shirwan.aziz', ['brands/index'], { user_full_name: 'Shirwan Aziz Rasul' });
    for (const guessed of ['RozhanMarket', 'rozhan-2026!', 'Market12345', 'shirwan1990', 'Shirwan.Aziz', 'rasul@123']) {
      const { status, body } = await change(PASSWORD, guessed, token);
      expect([guessed, status, body.errors]).toEqual([
        guessed,
        422,
        { new_password: [expect.stringMatching(/first that are guessed/)] },
      ]);
    }
    expect((await change(PASSWORD, 'rozhan sells tea at noon', token)).status).toBe(200);
  });

  it('of a colleague is no name of theirs either', async () => {
    const body = { new_password: 'Berwar-2026', new_password_confirmation: 'Berwar-2026' };
    const whole = { user_name: 'Berwar', email: 'berwar@example.com', ...body };
    expect((await api.send('POST', 'users', whole)).body.errors).toHaveProperty('new_password');
  });

  it('has eight characters, and a PIN six digits, whatever an earlier setting says', async () => {
    await database.query('alter table log.event disable trigger user');
    await settingsBefore({ password_length_min: 6, pin_length_min: 4 });
    await database.query('alter table log.event enable trigger user');
    await api.restart();
    api.token = await api.signIn('admin@daftar.local', PASSWORD);
    const { id, token } = await signedIn(api, 'short', ['brands/index']);
    expect((await change(PASSWORD, 'seven77', token)).body.errors?.['new_password']).toEqual([
      'New password must have at least 8 characters',
    ]);
    expect((await api.send('POST', 'user_pins', { user_fk: id, pin: '48261' })).body.errors).toHaveProperty('pin');
    expect((await api.send('POST', 'user_pins', { user_fk: id, pin: PIN })).status).toBe(201);
    for (const least of [{ password_length_min: 7 }, { pin_length_min: 5 }]) {
      expect((await api.send('PATCH', 'system_settings/1', least)).status).toBe(422);
    }
  });
});

describe('guessing at the present password', () => {
  it('on the page where it is changed is held off, as are guesses at sign-in', async () => {
    const { token, email } = await signedIn(api, 'left-open', ['brands/index']);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await change(`guess ${tries}`, 'a new long one', token)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await change(PASSWORD, 'a new long one', token)).status).toBe(429);
    expect((await login(email)).status).toBe(429);
  });

  it('is not forgiven by a right one that changed nothing', async () => {
    const { token, email } = await signedIn(api, 'patient', ['brands/index']);
    for (let tries = 0; tries < 4; tries += 1) await change('guess', 'a new long one', token);
    expect((await change(PASSWORD, PASSWORD, token)).body.errors).toHaveProperty('new_password');
    await change('guess', 'a new long one', token);
    expect((await login(email)).status).toBe(429);
  });
});

describe('a dry run', () => {
  it('changes nothing: commands without a dry run are refused', async () => {
    const routes = (await everyRoute(api.database.url, SECRET)).filter(
      ({ side, method, permission, querystring }) =>
        side === 'command' &&
        permission !== 'shop' &&
        method !== 'GET' &&
        !JSON.stringify(querystring ?? {}).includes('dry_run'),
    );
    const names = routes.map(({ method, url }) => `${method} ${url}`);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['POST users/:id/give_password', 'POST users/:id/end_sessions', 'POST users/:id/reset_second_factor'],
        ...['POST user_pins', 'DELETE user_pins/:id', 'POST auth/change_password', 'DELETE auth/sessions/:sid'],
      ]),
    );
    const untouched = await colleague(api, 'untouched', ['brands/index'], { staff_pin: PIN });
    const stateOf = async () =>
      JSON.stringify(
        (
          await database.query(
            `select (select count(*) from identity.session where ended_at is null) as sessions,
               (select count(*) from identity.credential) as passwords, (select count(*) from identity.pin) as pins,
               (select count(*) from log.event) as events`,
          )
        ).rows,
      );
    const before = await stateOf();
    const wrong: string[] = [];
    for (const { method, url } of routes) {
      const path = url.replace(':sid', '00000000-0000-4000-8000-000000000000').replace(/:\w+/, String(untouched.id));
      const answer = await api.send(method as 'POST', `${path}?dry_run=1`, {});
      const isAnonymous = url.startsWith('auth/login') || url === 'auth/refresh' || url === 'auth/second_factor';
      if (answer.status !== 422 || !(answer.body.errors?.['dry_run'] || isAnonymous)) {
        wrong.push(`${method} ${url} ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await stateOf()).toBe(before);
  });

  it('of a till that is revoked or enrolled anew ends no session there', async () => {
    const cashier = {
      ...{ is_cashier: true, outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 },
      staff_pin: PIN,
    };
    const { id } = await colleague(api, 'at-the-till', ['pos_sales/index'], cashier);
    const till = await enrol(api, 'Dry', 1);
    const signed = await atTill(api, till.cookie, { outlet_fk: 1, user_fk: id, pin: PIN });
    const token = String(signed.body.data['access_token']);
    for (const [path, body] of [
      [`tills/${till.id}/revoke`, {}],
      ['tills/enrol', { till_fk: till.id }],
      [`users/${id}/set_user_status`, { status: 'blocked' }],
    ] as const) {
      const { status } = await api.send('POST', `${path}?dry_run=1`, body);
      expect([path, status, await me(token)]).toEqual([path, 200, 200]);
    }
    expect((await api.send('DELETE', `users/${id}?dry_run=1`)).status).toBe(200);
    expect(await me(token)).toBe(200);
  });
});

describe('a role that was retired', () => {
  it('is restored only by somebody who holds what it gives', async () => {
    const strong = await api.add('roles', { role_name: 'Strong', permissions: ['general_journals/store'] });
    expect((await api.send('DELETE', `roles/${strong}`)).status).toBe(200);
    const rights = ['roles/index', 'roles/destroy', 'roles/update', 'roles/store'];
    const weak = await signedIn(api, 'restorer', rights);
    const refused = await api.send('POST', `roles/${strong}/restore`, undefined, weak);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('General journal – Add')]);
    const peer = await signedIn(api, 'peer', [...rights, 'general_journals/store']);
    expect((await api.send('POST', `roles/${strong}/restore`, undefined, peer)).status).toBe(200);
  });
});
