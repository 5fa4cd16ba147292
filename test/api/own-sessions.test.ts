/** A person's own sessions: listed, ended, limited in number, and removed when they are old. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeOld } from '../../command-api/identity/old-attempts.ts';
import { openIdentity } from '../../identity/identity.ts';
import { SESSIONS_MAX } from '../../identity/session-limits.ts';
import { scopeOf } from '../../identity/session-scope.ts';
import { type Api, openApi, PASSWORD } from './api.ts';
import { atTill, enrol, PIN, signedIn } from './people.ts';

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

interface Listed {
  readonly sid: string;
  readonly way: string;
  readonly device: string | null;
  readonly ip: string;
  readonly is_this: boolean;
}
const HERE = ['brands/index'];
const login = async (email: string, device = 'a browser') => {
  const more = { token: '', headers: { 'user-agent': device } };
  return String((await api.send('POST', 'auth/login', { email, password: PASSWORD }, more)).body.data['access_token']);
};
const sessionsOf = async (token: string) =>
  (await api.send('GET', 'auth/sessions', undefined, { token })).body.data as unknown as Listed[];
const end = (sid: string, token: string) => api.send('DELETE', `auth/sessions/${sid}`, undefined, { token });
const me = async (token: string) => (await api.send('GET', 'auth/me', undefined, { token })).status;
const sidOf = (token: string): string =>
  (JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as { sid: string }).sid;

describe('the sessions of a person', () => {
  it('are listed with device, way, address and times, and this one is marked', async () => {
    const { email, token } = await signedIn(api, 'lister', HERE);
    const other = await login(email, 'Mozilla/5.0 Firefox/140.0');
    const listed = await sessionsOf(token);
    expect(listed.filter(({ is_this }) => is_this).map(({ sid }) => sid)).toEqual([sidOf(token)]);
    expect(listed.find(({ sid }) => sid === sidOf(other))).toEqual({
      ...{ sid: sidOf(other), way: 'password', device: 'Mozilla/5.0 Firefox/140.0', ip: '127.0.0.1', till_fk: null },
      ...{ started_at: expect.any(String), active_at: expect.any(String), is_this: false },
    });
  });

  it('are one’s own only: those of others are neither listed nor ended', async () => {
    const one = await signedIn(api, 'owner', HERE);
    const other = await signedIn(api, 'stranger', HERE);
    const listed = (await sessionsOf(one.token)).map(({ sid }) => sid);
    expect(listed).not.toContain(sidOf(other.token));
    expect((await end(sidOf(other.token), one.token)).status).toBe(404);
    expect((await end('not-a-session', one.token)).status).toBe(422);
    expect(await me(other.token)).toBe(200);
  });

  it('end one by one, at once and in the log', async () => {
    const { id, email, token } = await signedIn(api, 'ender', HERE);
    const [lost, kept] = [await login(email), await login(email)];
    expect((await end(sidOf(lost), token)).status).toBe(200);
    expect([await me(lost), await me(kept), await me(token)]).toEqual([401, 200, 200]);
    expect((await end(sidOf(lost), token)).status).toBe(404);
    const { rows } = await database.query(
      `select detail from identity.security_event where kind = 'sessions_ended' and subject_user_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ detail: { ended: sidOf(lost) } }]);
  });

  it('are not for a till to see or end', async () => {
    const cashier = {
      ...{ is_cashier: true, outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 },
      staff_pin: PIN,
    };
    const one = await signedIn(api, 'seller', HERE, cashier);
    const { cookie } = await enrol(api, 'Front', 1);
    const signed = await atTill(api, cookie, { outlet_fk: 1, user_fk: one.id, pin: PIN });
    const token = String(signed.body.data['access_token']);
    expect((await api.send('GET', 'auth/sessions', undefined, { token })).status).toBe(403);
    expect((await end(sidOf(one.token), token)).status).toBe(403);
    const ways = (await sessionsOf(one.token)).map(({ way }) => way);
    expect(ways).toContain('pin');
    expect((await end(sidOf(token), one.token)).status).toBe(200);
    expect(await me(token)).toBe(401);
  });
});

describe('the number of sessions of a person', () => {
  it('is limited: the one that was used longest ago ends, and jobs that it started go on', async () => {
    const { id, email, token } = await signedIn(api, 'collector', HERE);
    await database.query('update identity.session set ended_at = now() where user_id = $1 and sid <> $2', [
      id,
      sidOf(token),
    ]);
    const add = (count: number, minutesAgo: number) =>
      database.query(
        `insert into identity.session (sid, user_id, active_at)
         select gen_random_uuid(), $1, now() - make_interval(mins => $3) from generate_series(1, $2)`,
        [id, count, minutesAgo],
      );
    await add(SESSIONS_MAX - 2, 5);
    const oldest = await login(email);
    await database.query(`update identity.session set active_at = now() - interval '10 minutes' where sid = $1`, [
      sidOf(oldest),
    ]);
    expect(await sessionsOf(token)).toHaveLength(SESSIONS_MAX);
    const newest = await login(email);
    expect(await sessionsOf(token)).toHaveLength(SESSIONS_MAX);
    expect([await me(oldest), await me(newest), await me(token)]).toEqual([401, 200, 200]);
    const identity = await openIdentity({ databaseUrl: api.database.url });
    const person = await identity.user(id);
    const scope = (sid: string) => scopeOf({ person: person as NonNullable<typeof person>, sid });
    expect(await identity.within(scope(sidOf(oldest)))).toBeDefined();
    await end(sidOf(newest), token);
    expect(await identity.within(scope(sidOf(newest)))).toBeUndefined();
    await identity.close();
  });

  it('does not grow for ever: they are removed after 180 days, with their tokens', async () => {
    const { token, email } = await signedIn(api, 'veteran', HERE);
    const old = await login(email);
    await database.query(`update identity.session set started_at = now() - interval '181 days' where sid = $1`, [
      sidOf(old),
    ]);
    const pool = new pg.Pool({ connectionString: api.database.url });
    await removeOld(pool);
    await pool.end();
    const { rows } = await database.query('select count(*)::int as n from identity.session where sid = $1', [
      sidOf(old),
    ]);
    expect(rows).toEqual([{ n: 0 }]);
    expect(await me(token)).toBe(200);
  });
});
