/** Sign-ins, refusals and sessions are recorded, and the withdrawal of a right applies at once. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../api/api.ts';
import { type Colleague, signedIn } from '../api/people.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
type Person = Colleague & { readonly token: string };

let office: Office;
let database: pg.Client;
let clerk: Person;
beforeAll(async () => {
  office = await openOffice();
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  clerk = await signedIn(office, 'clerk', ['brands/store', 'brands/index']);
});
afterAll(async () => {
  await database.end();
  await office.close();
});

const rowsOf = (answer: { data: unknown }): readonly Row[] => (answer.data as { data: readonly Row[] }).data;
const log = async (query: string) => rowsOf(await office.read(`system_log?per_page=200&${query}`));

/** Records of a request are stored after its answer. */
const eventually = (query: string, isThere: (rows: readonly Row[]) => boolean): Promise<readonly Row[]> =>
  until(async () => {
    const rows = await log(query);
    return isThere(rows) ? rows : undefined;
  });

describe('the system log', () => {
  it('holds sign-ins, wrong passwords and the end of a session, with who and from where', async () => {
    await office.send('POST', 'auth/login', { email: clerk.email, password: 'not this one' }, { token: '' });
    const token = await office.signIn(clerk.email, PASSWORD);
    await office.send('POST', 'auth/logout', undefined, { token });
    const rows = await log(`filter[user_fk]=${clerk.id}`);
    expect(rows.map(({ outcome }) => outcome).slice(0, 3)).toEqual(['signed_out', 'signed_in', 'wrong']);
    expect(rows[0]).toMatchObject({ user_fk: clerk.id, user_name: 'clerk', ip: '127.0.0.1' });
  });

  it('holds the name that was typed, also when it is nobody, and that it was locked', async () => {
    const nobody = { email: 'nobody@example.com', password: 'whatever it is' };
    let last = await office.send('POST', 'auth/login', nobody, { token: '' });
    for (let tries = 0; tries < 5; tries += 1) last = await office.send('POST', 'auth/login', nobody, { token: '' });
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    const rows = await log('search=nobody@example');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['locked', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong']);
    expect(rows[0]).toMatchObject({ name: 'nobody@example.com', user_fk: null });
  });

  it('holds every refusal with what was asked and which permission was missing', async () => {
    await office.send('POST', 'cities', { city_name: 'Erbil' }, { token: clerk.token });
    const isThere = (found: readonly Row[]) => found.length > 0;
    const [refused] = await eventually(`filter[outcome]=refused&filter[user_fk]=${clerk.id}`, isThere);
    expect(refused).toMatchObject({
      detail: { method: 'POST', path: '/api/cities', permission: 'cities/store' },
      ip: '127.0.0.1',
    });
  });

  it('holds tokens that were made up, but does not fill with them', async () => {
    for (let tries = 0; tries < 40; tries += 1) await office.read('brands', 'made.up.token');
    await office.read('brands', '');
    const isThere = (found: readonly Row[]) => found.length >= 30;
    const rows = await eventually('filter[outcome]=unauthorized', isThere);
    expect(rows.length).toBe(30);
    expect(rows[0]).toMatchObject({ user_fk: null, detail: { because: 'invalid_token', path: '/api/brands' } });
  });

  it('is filtered by person, outcome, period and address, and read only with its permission', async () => {
    expect((await log('filter[outcome]=wrong,locked')).every(({ outcome }) => outcome !== 'signed_in')).toBe(true);
    expect(await log('filter[at]=2001-01-01,2001-12-31')).toEqual([]);
    expect(await log('filter[ip]=10.9.8')).toEqual([]);
    expect((await log('filter[ip]=127.0.0')).length).toBeGreaterThan(5);
    expect((await office.read('system_log', clerk.token)).status).toBe(403);
    expect((await office.read('online_activity', clerk.token)).status).toBe(403);
  });

  it('shows a person of one outlet nothing about people of another', async () => {
    const outlet = await office.add('outlets', { outlet_name: 'Airport' });
    const rights = ['model_loges/system_log', 'users/show_online_activity', 'users/end_session'];
    const there = await signedIn(office, 'there', rights, { outlets: [outlet], outlet_fk: outlet });
    const here = await signedIn(office, 'here', rights, { outlets: [1], outlet_fk: 1 });
    for (const path of ['system_log?per_page=200', 'online_activity?per_page=200']) {
      const seen = rowsOf(await office.read(path, here.token)).map(({ user_fk }) => user_fk);
      expect(seen).toContain(here.id);
      expect(seen).not.toContain(there.id);
    }
    const [theirs] = rowsOf(await office.read(`online_activity?filter[user_fk]=${there.id}`));
    const ended = await office.send('POST', `online_activity/${theirs?.['sid']}/end`, undefined, { token: here.token });
    expect(ended.status).toBe(404);
  });

  it('can only grow, and holds no password', async () => {
    for (const table of ['login_attempt', 'security_event']) {
      await expect(database.query(`delete from identity.${table}`)).rejects.toThrow();
      await expect(database.query(`update identity.${table} set ip = ''`)).rejects.toThrow();
    }
    const { rows } = await database.query<{ text: string }>('select l::text as text from identity.access_log l');
    const all = rows.map(({ text }) => text).join('\n');
    for (const secret of [PASSWORD, 'not this one', 'whatever it is', 'made.up.token', clerk.token]) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('online activity', () => {
  it('shows each session with its device, address, beginning and last sign of the person', async () => {
    const sessions = rowsOf(await office.read(`online_activity?filter[user_fk]=${clerk.id}`));
    expect(sessions[0]).toMatchObject({ user_name: 'clerk', way: 'password', ip: '127.0.0.1', till_fk: null });
    expect(sessions[0]).toHaveProperty('started_at');
    expect(sessions[0]).toHaveProperty('active_at');
    expect(JSON.stringify(sessions)).not.toContain('token');
  });

  it('ends one session of several, with the very next request of its holder', async () => {
    const count = async () =>
      (await office.read(`online_activity?filter[user_fk]=${clerk.id}`)).data['total'] as unknown as number;
    const before = await count();
    const first = await office.signIn(clerk.email, PASSWORD);
    expect(await count()).toBe(before + 1);
    const sessions = () => office.read(`online_activity?filter[user_fk]=${clerk.id}&sortColumn=started_at`);
    const [newest] = rowsOf(await sessions());
    expect((await office.read('brands', first)).status).toBe(200);
    expect((await office.send('POST', `online_activity/${newest?.['sid']}/end`)).status).toBe(200);
    expect((await office.read('brands', first)).status).toBe(401);
    expect((await office.read('brands', clerk.token)).status).toBe(200);
    expect(rowsOf(await sessions()).map(({ sid }) => sid)).not.toContain(newest?.['sid']);
    const [written] = await log('filter[outcome]=sessions_ended');
    expect(written).toMatchObject({ user_fk: 1, subject_user_fk: clerk.id, detail: { ended: newest?.['sid'] } });
  });
});

describe('withdrawn rights', () => {
  const enter = (name: string) => office.send('POST', 'brands', { brand_name: name }, { token: clerk.token });

  it('counts with the very next request: a permission, a role, a person', async () => {
    const { data: user } = await office.read(`users/${clerk.id}`);
    const role = Number(user['role_fk']);
    expect((await enter('While allowed')).status).toBe(201);
    await office.send('PATCH', `roles/${role}`, { permissions: ['brands/index'] });
    expect((await enter('Not any more')).status).toBe(403);
    await office.send('PATCH', `roles/${role}`, { permissions: ['brands/index', 'brands/store'] });
    expect((await enter('Allowed again')).status).toBe(201);
    await office.send('POST', `users/${clerk.id}/set_roles`, { role_fk: null });
    expect((await office.read('brands', clerk.token)).status).toBe(403);
    await office.send('POST', `users/${clerk.id}/set_user_status`, { status: 'blocked' });
    expect((await office.read('brands', clerk.token)).status).toBe(401);
    expect((await enter('Blocked')).status).toBe(401);
  });
});
