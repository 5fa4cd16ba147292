/**
 * A password that is given or chosen is stored with the end of the sessions, and a request that arrives again changes
 * nothing and gets the first answer.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi, PASSWORD } from './api.ts';
import { type Colleague, signedIn } from './people.ts';

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

const both = (new_password: string) => ({ new_password, new_password_confirmation: new_password });
const give = ({ id }: Colleague, body: object, key: string) => api.send('PATCH', `users/${id}`, body, { key });
const loginStatus = async ({ email }: Pick<Colleague, 'email'>, password: string) =>
  (await api.send('POST', 'auth/login', { email, password }, { token: '' })).status;
const isOpen = async (token: string) => (await api.send('POST', 'auth/me', undefined, { token })).status === 200;

/** Signs in with a one-time password, and chooses another one. Returns the token of the new session. */
async function choose(email: string, current_password: string, own: string): Promise<string> {
  const token = await api.signIn(email, current_password);
  const changed = await api.send('POST', 'auth/change_password', { current_password, ...both(own) }, { token });
  expect(changed.status).toBe(200);
  return token;
}
async function timesGiven(id: number): Promise<number> {
  const { rows } = await database.query<{ times: number }>(
    `select count(*)::int as times from identity.security_event
     where kind = 'password_given' and subject_user_id = $1 and detail ? 'command_id'`,
    [id],
  );
  return rows[0]?.times ?? 0;
}

/** Runs `work` while the database does not answer changes of the table, as when the process ends there. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await database.query(`create or replace function public.ended() returns trigger language plpgsql as
    $$ begin raise exception 'the test ends it here' using errcode = '57P01'; end $$`);
  await database.query(
    `create trigger ended before insert or update on ${table} for each statement execute function public.ended()`,
  );
  try {
    await work();
  } finally {
    await database.query(`drop trigger ended on ${table}`);
  }
}

describe('a password that is given with the form of a person', () => {
  it.each([
    ['alone', {}],
    ['with other fields', { user_full_name: 'Another name' }],
  ])('%s is answered alike when its request arrives again, and is given once', async (how, more) => {
    const person = await signedIn(api, `again-${how.slice(0, 5).trim()}`, ['brands/index']);
    const key = `again ${how}`;
    const body = { ...both('given once only'), ...more };
    const first = await give(person, body, key);
    expect([first.status, await isOpen(person.token)]).toEqual([200, false]);
    const second = await give(person, body, key);
    expect([second.status, second.body]).toMatchObject([200, first.body]);
    expect(await timesGiven(person.id)).toBe(1);

    const token = await choose(person.email, 'given once only', 'chosen by themselves');
    expect((await give(person, body, key)).status).toBe(200);
    expect([await isOpen(token), await loginStatus(person, 'chosen by themselves')]).toEqual([true, 200]);
    expect(await timesGiven(person.id)).toBe(1);
  });

  it('is refused under a key that was used for another one, and under a new key when it was used before', async () => {
    const person = await signedIn(api, 'another', ['brands/index']);
    expect((await give(person, both('the first password'), 'one key')).status).toBe(200);
    const other = await give(person, both('the second password'), 'one key');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency']);
    expect(await loginStatus(person, 'the first password')).toBe(200);
    const used = await give(person, both('the first password'), 'a new key');
    expect([used.status, Object.keys(used.body.errors ?? {})]).toEqual([422, ['new_password']]);
  });

  it('is given when its process ended after the record was stored, also if it was given otherwise since', async () => {
    const person = await signedIn(api, 'between', ['brands/index']);
    const body = { ...both('between two steps'), user_full_name: 'Between' };
    await without('identity.credential', async () => {
      expect((await give(person, body, 'between')).status).toBe(503);
    });
    expect(await loginStatus(person, PASSWORD)).toBe(200);
    expect((await give(person, both('between two steps'), 'another request')).status).toBe(200);
    expect((await give(person, body, 'between')).status).toBe(200);
    expect(await loginStatus(person, 'between two steps')).toBe(200);
  });

  it('is given to a new person once, whatever they have chosen since', async () => {
    const role_fk = await api.add('roles', { role_name: 'entered twice', permissions: ['brands/index'] });
    const email = 'entered@example.com';
    const body = { user_name: 'Entered', email, role_fk, outlet_fk: 1, ...both('for the first day') };
    const send = (password = 'for the first day') =>
      api.send('POST', 'users', { ...body, ...both(password) }, { key: 'entered' });
    const first = await send();
    expect(first.status).toBe(201);
    const token = await choose(email, 'for the first day', 'chosen by themselves');
    const again = await send();
    expect([again.status, again.body.data['id']]).toEqual([201, first.body.data['id']]);
    expect([await isOpen(token), await loginStatus({ email }, 'chosen by themselves')]).toEqual([true, 200]);
    expect((await send('for another day')).body.code).toBe('idempotency');
  });
});

describe('a new password and the end of the sessions', () => {
  it('are stored together when a colleague gives it, or none of them is, and then the request is repeated', async () => {
    const person = await signedIn(api, 'together', ['brands/index']);
    const body = both('all of it or nothing');
    await without('identity.session', async () => {
      expect((await give(person, body, 'together')).status).toBe(503);
      expect((await api.send('POST', `users/${person.id}/give_password`)).status).toBe(503);
    });
    expect([await isOpen(person.token), await loginStatus(person, PASSWORD)]).toEqual([true, 200]);
    expect((await give(person, body, 'together')).status).toBe(200);
    expect([await isOpen(person.token), await loginStatus(person, PASSWORD)]).toEqual([false, 422]);
    expect(await loginStatus(person, 'all of it or nothing')).toBe(200);
  });

  it('are stored together when the person chooses it', async () => {
    const person = await signedIn(api, 'choosing', ['brands/index']);
    const other = await api.signIn(person.email, PASSWORD);
    const body = { current_password: PASSWORD, ...both('all of it or nothing') };
    const change = () => api.send('POST', 'auth/change_password', body, { token: other });
    await without('identity.session', async () => {
      expect((await change()).status).toBe(503);
    });
    expect(await isOpen(person.token)).toBe(true);
    expect((await change()).status).toBe(200);
    expect([await isOpen(person.token), await isOpen(other)]).toEqual([false, true]);
  });
});
