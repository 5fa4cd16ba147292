/**
 * Attacks by which a person became another, or got further rights, in earlier versions: each is tried over HTTP and
 * must fail.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { type Api, openApi, PASSWORD, type Sent } from './api.ts';
import { atTill, type Colleague, colleague, enrol, PIN, signedIn } from './people.ts';

const MAIN = 1;
const TAKEN = 'Owned-by-hr-1';
const PASSWORDS = { new_password: TAKEN, new_password_confirmation: TAKEN };
const HR = ['users/index', 'users/show', 'users/update', 'users/set_user_status', 'roles/index'];
const EVERYTHING = allPermissions();

let api: Api;
let airport: { outlet: number; inventory: number };
let here: { outlets: number[]; inventories: number[] };
let everywhere: typeof here;
beforeAll(async () => {
  api = await openApi();
  const outlet = await api.add('outlets', { outlet_name: 'Airport' });
  airport = { outlet, inventory: await api.add('inventories', { outlet_fk: outlet, inventory_name: 'Airport' }) };
  here = { outlets: [MAIN], inventories: [1] };
  everywhere = { outlets: [MAIN, outlet], inventories: [1, airport.inventory] };
});
afterAll(() => api.close());

type Token = { readonly token: string };
const patch = (id: number, body: object, by: Token) => api.send('PATCH', `users/${id}`, body, { token: by.token });
const post = (path: string, body: object | undefined, by: Token) => api.send('POST', path, body, { token: by.token });
const login = (email: string, password: string) => api.send('POST', 'auth/login', { email, password }, { token: '' });
const me = async (token: string) => api.send('GET', 'auth/me', undefined, { token });
const outletsOf = async (token: string) =>
  ((await me(token)).body.data['outlets'] as { outlet_id: number }[]).map(({ outlet_id }) => outlet_id);
const tokenOf = (answer: Sent) => String(answer.body.data['access_token']);

let cashiers = 0;
/** A cashier of the first outlet, with this role and these outlets. */
async function cashier(permissions: readonly string[], given: object = here): Promise<Colleague> {
  cashiers += 1;
  return colleague(api, `till-${cashiers}`, permissions, {
    ...given,
    ...{ is_cashier: true, default_inventory_fk: 1, default_account_fk: 1, staff_pin: PIN },
  });
}
async function pinSession({ id }: Colleague): Promise<{ token: string; till: number }> {
  cashiers += 1;
  const { cookie, id: till } = await enrol(api, `Till ${cashiers}`, MAIN);
  const answer = await atTill(api, cookie, { outlet_fk: MAIN, user_fk: id, pin: PIN });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { token: tokenOf(answer), till };
}

/** Runs an action on many records as the super user, and waits for the job. */
async function bulk(action: string, ids: readonly number[]): Promise<void> {
  const { body } = await api.send('POST', 'users/bulk', { action, ids });
  const done = async () => (await api.send('GET', `jobs/${String(body.data['job_id'])}`)).body.data['result'];
  await expect.poll(done, { timeout: LIMIT_MS }).toMatchObject({ done: ids });
}

describe('a more powerful person is not taken over', () => {
  it('by blocking them, giving a password and activating them again', async () => {
    const hr = await signedIn(api, 'hr', HR, here);
    const boss = await signedIn(api, 'boss', EVERYTHING, here);
    const steps = [
      await patch(boss.id, PASSWORDS, hr),
      await post(`users/${boss.id}/set_user_status`, { status: 'blocked' }, hr),
      await patch(boss.id, PASSWORDS, hr),
      await post(`users/${boss.id}/set_user_status`, { status: 'active' }, hr),
    ];
    expect(steps.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(steps[1]?.body.message).toMatch(/^This person holds permissions that you do not hold: /);
    expect((await login(boss.email, TAKEN)).status).toBe(422);
    expect((await me(boss.token)).status).toBe(200);
  });

  it('while they are blocked, inactive or deleted, neither by password nor by PIN', async () => {
    const rights = [...HR, 'users/store', 'users/destroy', 'user_pins/store', 'user_pins/update'];
    const hr = await signedIn(api, 'hr-of-the-absent', rights, here);
    for (const status of ['blocked', 'inactive', 'deleted']) {
      const { id, email } = await colleague(api, `boss-${status}`, EVERYTHING, here);
      if (status === 'deleted') await api.send('DELETE', `users/${id}`);
      else await api.send('POST', `users/${id}/set_user_status`, { status });
      const tries = [
        await patch(id, PASSWORDS, hr),
        await patch(id, { staff_pin: PIN }, hr),
        await post('user_pins', { user_fk: id, pin: PIN }, hr),
        await post(`users/${id}/give_password`, undefined, hr),
        await post(`users/${id}/set_user_status`, { status: 'active' }, hr),
        ...(status === 'deleted' ? [await post(`users/${id}/restore`, undefined, hr)] : []),
      ];
      expect([status, ...new Set(tries.map((sent) => sent.status))]).toEqual([status, 403]);
      await api.send('POST', status === 'deleted' ? `users/${id}/restore` : `users/${id}/set_user_status`, {
        ...(status === 'deleted' ? {} : { status: 'active' }),
      });
      expect((await login(email, TAKEN)).status).toBe(422);
    }
  });

  it('through their e-mail address or code, nor is the address that becomes free taken', async () => {
    const hr = await signedIn(api, 'hr-of-addresses', HR, here);
    const boss = await colleague(api, 'boss-with-address', EVERYTHING, here);
    expect((await patch(boss.id, { email: 'elsewhere@example.com' }, hr)).status).toBe(403);
    expect((await patch(boss.id, { user_code: 'B055' }, hr)).status).toBe(403);
    expect((await patch(hr.id, { email: boss.email }, hr)).status).toBe(422);
  });

  it('who works where one does not: a colleague with the same role and more outlets', async () => {
    const local = await signedIn(api, 'local', EVERYTHING, here);
    const regional = await colleague(api, 'regional', EVERYTHING, everywhere);
    const given = await post(`users/${regional.id}/give_password`, undefined, local);
    expect([given.status, given.body.message]).toEqual([
      403,
      'This person works in outlets that were not given to you',
    ]);
    expect((await patch(regional.id, PASSWORDS, local)).status).toBe(403);
    expect((await post('user_pins', { user_fk: regional.id, pin: PIN }, local)).status).toBe(403);
  });

  it('by sending the form that entered them again, after they were promoted', async () => {
    const hr = await signedIn(api, 'hr-who-enters', [...HR, 'users/store'], here);
    const body = { user_name: 'Promoted', email: 'promoted@example.com', status: 'inactive' };
    const send = (more: object) =>
      api.send('POST', 'users', { ...body, ...more }, { token: hr.token, key: 'one form' });
    const entered = await send({});
    const role_fk = await api.add('roles', { role_name: 'Promoted', permissions: EVERYTHING });
    expect((await api.send('PATCH', `users/${Number(entered.body.data['id'])}`, { role_fk })).status).toBe(200);
    expect((await send(PASSWORDS)).status).toBe(403);
    expect((await login(body.email, TAKEN)).status).toBe(422);
  });

  it('through their role, nor by unlocking their PIN for more guesses, nor are their sessions ended', async () => {
    const rights = [...HR, 'roles/update', 'roles/destroy', 'user_pins/update', 'users/end_session'];
    const hr = await signedIn(api, 'hr-of-roles', rights, here);
    const boss = await signedIn(api, 'boss-of-role', EVERYTHING, { ...here, staff_pin: PIN });
    const role = (await api.send('PATCH', `users/${boss.id}`, {})).body.data['role_fk'];
    const tries = [
      await api.send('PATCH', `roles/${role}`, { permissions: ['brands/index'] }, hr),
      await post(`user_pins/${boss.id}/unlock`, undefined, hr),
      await post(`users/${boss.id}/end_sessions`, undefined, hr),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await me(boss.token)).status).toBe(200);
  });
});

describe('nobody gives what they were not given', () => {
  it('outlets and inventories to themselves', async () => {
    const manager = await signedIn(api, 'manager', EVERYTHING, here);
    const taken = await post(`users/${manager.id}/change_outlets`, everywhere, manager);
    expect([taken.status, Object.keys(taken.body.errors ?? {}).sort()]).toEqual([403, ['inventories', 'outlets']]);
    expect((await patch(manager.id, { outlets: everywhere.outlets }, manager)).status).toBe(403);
    expect(await outletsOf(manager.token)).toEqual([MAIN]);
  });

  it('outlets to somebody new whose password they choose', async () => {
    const manager = await signedIn(api, 'manager-who-hires', EVERYTHING, here);
    const body = { user_name: 'Puppet', email: 'puppet@example.com', role_fk: 1, ...everywhere, ...PASSWORDS };
    expect((await post('users', body, manager)).status).toBe(403);
    expect((await login(body.email, TAKEN)).status).toBe(422);
  });

  it('a role to somebody whom it would raise above them, or a role itself', async () => {
    const rights = ['users/update', 'users/set_roles', 'roles/store', 'roles/update'];
    const clerk = await signedIn(api, 'clerk', rights, here);
    const friend = await colleague(api, 'friend', ['users/update'], here);
    const strong = await api.add('roles', { role_name: 'Strong', permissions: ['users/update', 'sales/store'] });
    const raised = await post(`users/${friend.id}/set_roles`, { role_fk: strong }, clerk);
    expect([raised.status, Object.keys(raised.body.errors ?? {})]).toEqual([403, ['role_fk']]);
    const role = { role_name: 'Mine', permissions: ['users/update', 'sales/store'] };
    expect((await post('roles', role, clerk)).status).toBe(403);
  });

  it('permissions to a role that people of other outlets have', async () => {
    const manager = await signedIn(api, 'manager-of-role', ['roles/update', 'brands/index'], here);
    const far = await colleague(api, 'far-away', ['brands/index'], everywhere);
    const role = (await api.send('PATCH', `users/${far.id}`, {})).body.data['role_fk'];
    const changed = await api.send('PATCH', `roles/${role}`, { role_name: 'Renamed' }, manager);
    expect([changed.status, changed.body.message]).toEqual([
      403,
      'People with this role work in outlets or inventories that were not given to you',
    ]);
  });
});

describe('a few digits at a till', () => {
  it('open what a till needs and nothing else, whatever the role is', async () => {
    const person = await cashier(EVERYTHING, everywhere);
    const session = await pinSession(person);
    const { permissions } = (await me(session.token)).body.data as { permissions: string[] };
    expect(permissions).toContain('pos_sales/store');
    const resources = new Set(permissions.map((permission) => permission.split('/')[0]));
    for (const refused of ['users', 'user_pins', 'roles', 'tills', 'system_settings', 'financial_reports', 'reports']) {
      expect(resources).not.toContain(refused);
    }
    const tries = [
      await patch(person.id, PASSWORDS, session),
      await post('roles', { role_name: 'X', permissions: ['brands/index'] }, session),
      await api.send('PATCH', 'system_settings/1', { pin_length_min: 4 }, session),
      await post('user_pins', { user_fk: person.id, pin: PIN }, session),
      await post('auth/change_password', { current_password: PASSWORD, ...PASSWORDS }, session),
      await post('auth/end_other_sessions', undefined, session),
      await api.send('PATCH', 'auth/profile', { phone: '1' }, session),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect((await login(person.email, TAKEN)).status).toBe(422);
    expect((await api.send('PATCH', 'auth/profile', { lang: 'ar' }, session)).status).toBe(200);
  });

  it('are not a row or another one that is guessed first', async () => {
    const { id } = await colleague(api, 'simple', ['pos_sales/index'], here);
    for (const pin of ['000000', '123456', '147258', '150388', '121212']) {
      const answer = await api.send('POST', 'user_pins', { user_fk: id, pin });
      expect([pin, answer.status]).toEqual([pin, 422]);
      expect((await api.send('PATCH', `users/${id}`, { staff_pin: pin })).body.errors).toHaveProperty('staff_pin');
    }
  });

  it('that were replaced or removed keep no session', async () => {
    const person = await cashier(['pos_sales/index']);
    const replaced = await pinSession(person);
    await api.send('PATCH', `user_pins/${person.id}`, { pin: PIN });
    const removed = await pinSession(person);
    expect((await me(replaced.token)).status).toBe(401);
    await api.send('PATCH', `users/${person.id}`, { staff_pin: PIN });
    const last = await pinSession(person);
    expect((await me(removed.token)).status).toBe(401);
    await api.send('DELETE', `user_pins/${person.id}`);
    expect((await me(last.token)).status).toBe(401);
  });
});

describe('one’s own password', () => {
  it('is changed with the present one and in no other way, and ends the other sessions', async () => {
    const person = await signedIn(api, 'own', ['users/update'], here);
    const other = tokenOf(await login(person.email, PASSWORD));
    expect((await patch(person.id, PASSWORDS, person)).status).toBe(403);
    expect((await post(`users/${person.id}/give_password`, undefined, person)).status).toBe(403);
    const root = { token: api.token };
    expect((await patch(1, PASSWORDS, root)).status).toBe(403);
    expect((await login(person.email, TAKEN)).status).toBe(422);
    const wrong = { current_password: 'not it', ...PASSWORDS };
    expect((await post('auth/change_password', wrong, person)).status).toBe(422);
    const right = { current_password: PASSWORD, ...PASSWORDS };
    expect((await post('auth/change_password', right, person)).status).toBe(200);
    expect([(await me(person.token)).status, (await me(other)).status]).toEqual([200, 401]);
  });
});

describe('a session', () => {
  it('of somebody who was made inactive or deleted stays ended when they come back', async () => {
    const inactive = await signedIn(api, 'inactive-by-bulk', ['brands/index'], here);
    const deleted = await signedIn(api, 'deleted', ['brands/index'], here);
    await bulk('inactivate', [inactive.id]);
    await bulk('activate', [inactive.id]);
    await api.send('DELETE', `users/${deleted.id}`);
    await api.send('POST', `users/${deleted.id}/restore`);
    expect([(await me(inactive.token)).status, (await me(deleted.token)).status]).toEqual([401, 401]);
    expect((await login(deleted.email, PASSWORD)).status).toBe(200);
  });
});

describe('a dry run', () => {
  it('of a block ends no session', async () => {
    const person = await signedIn(api, 'dry', ['brands/index'], here);
    await api.send('POST', `users/${person.id}/set_user_status?dry_run=1`, { status: 'blocked' });
    expect((await me(person.token)).status).toBe(200);
  });
});
