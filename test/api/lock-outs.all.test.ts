/** Wrong passwords lock out the attacker only: attacks on names, from a network, and from many addresses. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt } from '../../command-api/identity/attempts.ts';
import { networkOf } from '../../command-api/identity/network.ts';
import { removeOld } from '../../command-api/identity/old-attempts.ts';
import { computations } from '../../command-api/identity/passwords/passwords.ts';
import { type Api, openApi, PASSWORD } from './api.ts';
import { atTill, colleague, enrol, PIN, signedIn } from './people.ts';

let api: Api;
let database: pg.Client;
let email: string;
/** Two networks that no other test uses. */
let shop: string;
let elsewhere: string;
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
beforeEach(async () => {
  people += 1;
  [shop, elsewhere] = [`203.0.113.${people}`, `198.51.100.${people}`];
  ({ email } = await signedIn(api, `person-${people}`, ['brands/index']));
});

interface Tried {
  readonly status: number;
  readonly retryAfter: number;
  /** The cookie that identifies the browser. */
  readonly device: string;
}

async function login(password: string, from: string, name = email, device = ''): Promise<Tried> {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', ...(device ? { cookie: device } : {}) },
    payload: { email: name, password },
    remoteAddress: from,
  });
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  return {
    status: answer.statusCode,
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
    device: cookies.find((cookie) => cookie.startsWith('daftar_device='))?.split(';')[0] ?? '',
  };
}
const statuses = async (count: number, one: (number: number) => Promise<Tried>): Promise<number[]> => {
  const found: number[] = [];
  for (let number = 0; number < count; number += 1) found.push((await one(number)).status);
  return found;
};
/** Stores wrong attempts for a name as a sign-in does, without computing a hash for each. */
const wrongOnes = (count: number, of: { name: string; from: string; way?: 'shop' }) =>
  database.query(
    `insert into identity.login_attempt (way, email, ip, network, outcome)
     select $6, $1 || case when $4 then n::text else '' end, $2, $3, 'wrong' from generate_series(1, $5) n`,
    [of.name, of.from, networkOf(of.from), of.name === 'made-up-', count, of.way ?? 'password'],
  );

describe('wrong passwords for a name', () => {
  it('hold off those who type them, and not the person, in another network or in a browser of theirs', async () => {
    const { device } = await login(PASSWORD, shop);
    expect(device).not.toBe('');
    expect(await statuses(7, () => login('guess', elsewhere))).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await login(PASSWORD, elsewhere)).status).toBe(429);
    expect((await login(PASSWORD, shop)).status).toBe(200);
    expect((await login(PASSWORD, elsewhere, email, device)).status).toBe(200);
  });

  it('from a browser of theirs hold off that browser, and are forgiven by a right one', async () => {
    const { device } = await login(PASSWORD, shop);
    const guess = () => login('guess', shop, email, device);
    expect(await statuses(4, guess)).toEqual([422, 422, 422, 422]);
    expect((await login(PASSWORD, shop, email, device)).status).toBe(200);
    expect(await statuses(6, guess)).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await login(PASSWORD, elsewhere)).status).toBe(200);
  });

  it('are not prevented by an invented cookie or that of another person', async () => {
    const other = await signedIn(api, `other-${people}`, ['brands/index']);
    const { device } = await login(PASSWORD, shop, other.email);
    for (const cookie of [device, `daftar_device=${'A'.repeat(43)}`]) {
      await statuses(5, () => login('guess', elsewhere, email, cookie));
      expect((await login(PASSWORD, elsewhere, email, cookie)).status).toBe(429);
    }
  });

  it('from a thousand addresses are slowed down for strangers, and the person signs in where they did before', async () => {
    const { device } = await login(PASSWORD, shop);
    for (let part = 0; part < 10; part += 1) await wrongOnes(5, { name: email, from: `192.0.2.${part}` });
    expect((await login('guess', '192.0.2.200')).status).toBe(429);
    expect((await login(PASSWORD, '192.0.2.201', email, device)).status).toBe(200);
    expect((await login(PASSWORD, shop)).status).toBe(200);
  });

  it('do not count less after the clock was set back', async () => {
    await statuses(5, () => login('guess', elsewhere));
    await database.query(
      `insert into identity.login_attempt (at, way, email, ip, network, outcome)
       values (now() + interval '2 hours', 'password', $1, $2, $2, 'signed_in')`,
      [email, elsewhere],
    );
    expect(await statuses(6, () => login('guess', elsewhere))).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('many names from one network', () => {
  it('hold off names that are strange there, and nobody who signed in there or with this browser before', async () => {
    const { device } = await login(PASSWORD, shop);
    await wrongOnes(60, { name: 'made-up-', from: shop });
    const strange = await login('guess', shop, 'nobody@example.com');
    expect([strange.status, strange.retryAfter > 0]).toEqual([429, true]);
    expect((await login(PASSWORD, shop)).status).toBe(200);
    const here = '203.0.112.8';
    await wrongOnes(60, { name: 'made-up-', from: here });
    expect((await login(PASSWORD, here, email, device)).status).toBe(200);
  });

  it('of customers of the application lock nobody of the staff there', async () => {
    await wrongOnes(60, { name: 'made-up-', from: elsewhere, way: 'shop' });
    await wrongOnes(60, { name: email, from: elsewhere, way: 'shop' });
    expect((await login('guess', elsewhere)).status).toBe(422);
    expect((await login(PASSWORD, elsewhere)).status).toBe(200);
  });

  it('apply to users and unknown names alike, and cost no computation then', async () => {
    const from = '203.0.112.99';
    await wrongOnes(60, { name: 'made-up-', from });
    const begun: unknown[] = [];
    const note = (what: unknown) => void begun.push(what);
    computations.subscribe(note);
    const both = [await login('guess', from), await login('guess', from, 'nobody@example.com')];
    computations.unsubscribe(note);
    expect(both.map(({ status }) => status)).toEqual([429, 429]);
    expect(begun).toEqual([]);
  });

  it('are one network where an address of IPv6 is another in each request', async () => {
    const from = (number: number) => `2001:db8:1:2:${(number + 1).toString(16)}::9`;
    const tried = await statuses(7, (number) => login('guess', from(number)));
    expect(tried).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await login('guess', '2001:db8:1:3::9')).status).toBe(422);
  });
});

describe('the same computations', () => {
  it('take the same time for an unknown user, for a user, and in a known browser', async () => {
    const { device } = await login(PASSWORD, shop);
    const begun: unknown[] = [];
    const note = (what: unknown) => void begun.push(what);
    computations.subscribe(note);
    await login('guess', shop, 'nobody-yet@example.com');
    await login('guess', shop);
    await login('guess', shop, email, device);
    computations.unsubscribe(note);
    expect(begun).toEqual(['verify', 'verify', 'verify']);
  });
});

describe('what is written down', () => {
  it('of attempts that a lock refused is one row with their number', async () => {
    await statuses(25, () => login('guess', elsewhere));
    const { rows } = await database.query(
      `select outcome, count(*)::int as rows, max(detail ->> 'times') as times
       from identity.access_log where name = $1 and ip = $2 group by 1 order by 1`,
      [email, elsewhere],
    );
    expect(rows).toEqual([
      { outcome: 'locked', rows: 1, times: '20' },
      { outcome: 'wrong', rows: 5, times: null },
    ]);
  });

  it('is one row too where each attempt names somebody else', async () => {
    const from = '203.0.112.55';
    await wrongOnes(60, { name: 'made-up-', from });
    await statuses(12, (number) => login('guess', from, `name-${number}@example.com`));
    const { rows } = await database.query(
      `select outcome, detail ->> 'times' as times from identity.access_log where ip = $1 and outcome = 'locked'`,
      [from],
    );
    expect(rows).toEqual([{ outcome: 'locked', times: '12' }]);
  });

  it('is kept for 180 days, whoever wants to remove it, and removed by the program then', async () => {
    const insert = (days: number) =>
      database.query(
        `insert into identity.login_attempt (at, way, email, ip, outcome)
         values (now() - make_interval(days => $1), 'password', 'old@example.com', $2, 'wrong')`,
        [days, elsewhere],
      );
    await insert(181);
    await insert(179);
    await expect(database.query(`delete from identity.login_attempt where email = 'old@example.com'`)).rejects.toThrow(
      /180 days/,
    );
    await expect(database.query(`update identity.login_attempt set ip = ''`)).rejects.toThrow();
    await expect(database.query('truncate identity.login_attempt cascade')).rejects.toThrow();
    const pool = new pg.Pool({ connectionString: api.database.url });
    expect(await removeOld(pool)).toBe(1);
    await pool.end();
    const { rows } = await database.query(
      `select count(*)::int as left from identity.login_attempt where email = 'old@example.com'`,
    );
    expect(rows).toEqual([{ left: 1 }]);
  });
});

describe('known browsers', () => {
  it('are twenty of a person, those that were used last', async () => {
    const { device: first } = await login(PASSWORD, shop, 'admin@daftar.local');
    for (let value = 0; value < 3; value += 1) await login(PASSWORD, shop, 'admin@daftar.local', first);
    const ofPerson = async () =>
      Number(
        (await database.query('select count(*)::int as n from identity.known_device where user_id = 1')).rows[0].n,
      );
    // The first sign-in of this file received no cookie.
    expect(await ofPerson()).toBe(2);
    await database.query(
      `insert into identity.known_device (token_hash, user_id, seen_at)
       select sha256(n::text::bytea), 1, now() + make_interval(secs => n) from generate_series(1, 40) n`,
    );
    const { device: last } = await login(PASSWORD, shop, 'admin@daftar.local');
    expect(await ofPerson()).toBe(20);
    expect(last).not.toBe(first);
  });

  it('hold nothing that opens anything: a cookie without the password signs nobody in', async () => {
    const { device } = await login(PASSWORD, shop);
    expect((await login('guess', shop, email, device)).status).toBe(422);
    const { rows } = await database.query('select token_hash from identity.known_device');
    const token = device.split('=')[1] ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows.map((row) => row.token_hash)).toContainEqual(createHash('sha256').update(token).digest());
  });
});

describe('a flood of sign-ins', () => {
  it('holds two connections of the pool, and neither commands nor people who are known wait for it', async () => {
    const pool = new pg.Pool({ connectionString: api.database.url, max: 4 });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let checking = 0;
    const slow = async () => {
      checking += 1;
      await answered;
      return { outcome: 'wrong' as const, userId: null };
    };
    const flood = Array.from({ length: 50 }, (_, number) =>
      attempt(pool, { way: 'password', name: `flood-${number}`, ip: `192.0.2.${number}` }, slow),
    );
    await expect.poll(() => checking).toBe(2);
    const known = { way: 'password', name: email, ip: elsewhere, deviceId: 1 } as const;
    expect(await attempt(pool, known, async () => ({ outcome: 'signed_in', userId: 1 }))).toMatchObject({ userId: 1 });
    expect((await pool.query('select 1')).rowCount).toBe(1);
    expect([checking, pool.totalCount - pool.idleCount]).toEqual([2, 2]);
    answer();
    expect(await Promise.all(flood)).toHaveLength(50);
    await pool.end();
  });
});

describe('a till', () => {
  it('is not held off by passwords that strangers type behind the same address', async () => {
    const { cookie } = await enrol(api, 'Front', 1);
    const here = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
    const given = { ...here, is_cashier: true, staff_pin: PIN };
    const { id } = await colleague(api, 'cashier', ['pos_sales/index'], given);
    await wrongOnes(100, { name: 'made-up-', from: '127.0.0.1' });
    expect((await login('guess', '127.0.0.1', 'nobody@example.com')).status).toBe(429);
    expect((await atTill(api, cookie, { outlet_fk: 1, user_fk: id, pin: PIN })).status).toBe(200);
  });
});
