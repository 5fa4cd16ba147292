/**
 * What may be stored without a session of the staff has a limit of number, size and time, and none of it is stored on a
 * full disk. The requests are read from the program, and docs/security.md has a line for each.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { withinDay } from '../../command-api/till/entry-limits.ts';
import type { ReceivedBatch } from '../../command-api/till/receive-batch.ts';
import { DiskSpace } from '../../identity/machine/disk-space.ts';
import { BODY_BYTES_MAX } from '../../identity/machine/json-body.ts';
import { rolesAt } from '../support/database.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { openApi, PASSWORD, SECRET } from './api.ts';
import { ask, newShopper, openApplication } from './customers-app.ts';
import { PIN } from './people.ts';
import { type Device, newDevice, openTillShop, type TillShop } from './tilling.ts';

let shop: TillShop;
let device: Device;
let database: pg.Client;
let routes: readonly Route[];
let full: FastifyInstance;
let isFull = false;

beforeAll(async () => {
  shop = await openTillShop(await openApi());
  await openApplication(shop.api);
  device = await newDevice(shop, { till_name: 'Front' });
  database = new pg.Client({ connectionString: shop.api.database.url });
  await database.connect();
  routes = (await everyRoute(shop.api.database.url, SECRET)).filter(
    ({ method, permission }) => method !== 'GET' && (permission === 'anonymous' || permission === 'shop'),
  );
  full = Fastify();
  // Read anew each time.
  let now = 0;
  const space = new DiskSpace(
    () => (isFull ? 10 : 10_000),
    () => {
      now += 10_000;
      return now;
    },
  );
  const databaseUrl = rolesAt(shop.api.database.url).command;
  await full.register(commandApi({ databaseUrl, secrets: { jwtSecret: SECRET }, dataDir: '', space }), {
    prefix: '/api',
  });
  await full.ready();
});
afterAll(async () => {
  await full?.close();
  await database?.end();
  await shop?.api.close();
});

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'security.md'), 'utf8');
const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>): string => `${method} ${url}`;
const isSignOut = ({ url }: Route): boolean => url === 'shop/sign_out';
const rows = new Map(
  [...text.matchAll(/^\| `((?:POST|PATCH|PUT|DELETE) [^`]+)` \| ([^|]+) \| ([^|;]+); (\w+) \|/gm)].map(
    ([, name = '', number = '', size = '', onFullDisk = '']) => [name, { number, size, onFullDisk }] as const,
  ),
);

describe('what is stored without a session of the staff', () => {
  it('is in the table of docs/security.md, request by request', () => {
    expect(routes.length).toBeGreaterThan(12);
    expect([...rows.keys()].toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  it('has a limit of number, whose value is in the table of limits, and a time for which it is kept', () => {
    const limits = text.split('\n').filter((line) => /^\| [^|]+ \| \d[^|]* \| `[^`]+` `\w+` \|$/.test(line));
    for (const [name, { number }] of rows) {
      const [most = '', kept = ''] = number.split('; ');
      const named = [...number.matchAll(/`(\w+)`/g)].map(([, constant]) => constant);
      expect([name, [...most.matchAll(/`\w+`/g)].length > 0]).toEqual([name, true]);
      expect([name, /^(for ever|one row|\d+ days|a day longer than the session|`\w+`(, `\w+`)*)$/.test(kept)]).toEqual([
        name,
        true,
      ]);
      const unknown = named.filter((constant) => !limits.some((line) => line.endsWith(`\`${constant}\` |`)));
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  it('is as large as the table says, and a longer body is not read', async () => {
    const BYTES: Readonly<Record<string, number>> = { '64 kB': 65_536, '256 kB': 262_144, '2 MB': BODY_BYTES_MAX };
    for (const route of routes) {
      const limit = BYTES[rows.get(nameOf(route))?.size ?? ''] ?? Number.NaN;
      expect([nameOf(route), route.bodyLimit]).toEqual([nameOf(route), limit]);
      const answer = await full.inject({
        ...{ method: route.method, url: `/api/${addressOf(route, uuid())}` },
        headers: { 'content-type': 'application/json', cookie: device.cookie },
        payload: JSON.stringify({ text: 'x'.repeat(limit) }),
      });
      // A customer of the application is asked for before the body is read.
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), route.permission === 'shop' ? 401 : 413]);
    }
  });

  it('is refused on a full disk, but for what the table names', async () => {
    const token = await newShopper(full, 'Zhyan', '07701230099');
    isFull = true;
    try {
      // Signing out ends the session that the others need.
      for (const route of routes.toSorted((a, b) => Number(isSignOut(a)) - Number(isSignOut(b)))) {
        const answer = await full.inject({
          ...{ method: route.method, url: `/api/${addressOf(route, route.url.includes('uuid') ? uuid() : '1')}` },
          headers: {
            ...{ cookie: device.cookie, 'idempotency-key': uuid() },
            ...(route.permission === 'shop' ? { authorization: `Bearer ${token}` } : {}),
          },
          payload: {},
        });
        const said = answer.json<{ code?: string }>().code === 'disk_full' ? 'refused' : 'answered';
        expect([nameOf(route), said]).toEqual([nameOf(route), rows.get(nameOf(route))?.onFullDisk]);
      }
    } finally {
      isFull = false;
    }
  });
});

describe('entries of one device', () => {
  const countOf = async (name: string) => {
    const { rows: found } = await database.query<{ count: number }>(
      'select count from identity.request_count where key = $1',
      [`${name} in a day of device ${device.enrolment}`],
    );
    return found[0]?.count ?? 0;
  };
  const answered = (...states: ('stored' | 'stored_before' | 'refused')[]): ReceivedBatch => ({
    answers: states.map((state) => ({ uuid: uuid(), state })),
    position: null,
  });

  it('are at most so many and so large in a day; what is known already and what is refused does not count', async () => {
    const pool = new pg.Pool({ connectionString: shop.api.database.url });
    const limits = { entries: 3, bytes: 100 };
    const send = (sizes: readonly number[], received: ReceivedBatch | Error) =>
      withinDay(
        pool,
        device,
        // With its quotation marks a text is two bytes longer.
        sizes.map((size) => 'x'.repeat(size - 2)),
        async () => {
          if (received instanceof Error) throw received;
          return received;
        },
        limits,
      );
    try {
      await send([20, 30, 10], answered('stored', 'stored_before', 'refused'));
      expect([await countOf('entries'), await countOf('bytes of entries')]).toEqual([1, 20]);
      // What failed is sent again.
      await expect(send([20, 20], new Error('the database went away'))).rejects.toThrow('went away');
      expect([await countOf('entries'), await countOf('bytes of entries')]).toEqual([1, 20]);
      await expect(send([10, 10, 10], answered('stored', 'stored', 'stored'))).rejects.toThrow('too_many_entries');
      await expect(send([90], answered('stored'))).rejects.toThrow('too_many_entries');
      await send([40, 40], answered('stored', 'stored'));
      expect([await countOf('entries'), await countOf('bytes of entries')]).toEqual([3, 100]);
      await expect(send([2], answered('stored'))).rejects.toThrow('too_many_entries');
    } finally {
      await pool.end();
    }
  });

  it('beyond the day are kept by the till, which is told when to send them, and another device goes on', async () => {
    const other = await newDevice(shop, { till_name: 'Side' });
    const post = (by: Device, language = 'en') =>
      shop.api.send(
        'POST',
        'till/entries',
        { entries: [{}] },
        {
          ...{ token: '', key: '', headers: { cookie: by.cookie, 'accept-language': language } },
        },
      );
    await database.query(
      `insert into identity.request_count (key, count, ends_at) values ($1, 20000, now() + interval '1 hour')
       on conflict (key) do update set count = 20000, ends_at = excluded.ends_at`,
      [`entries in a day of device ${device.enrolment}`],
    );
    const refused = await post(device);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('kept here')]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    for (const language of ['ar', 'ckb']) {
      expect((await post(device, language)).body.message).toMatch(/^[^a-zA-Z]+$/);
    }
    expect((await post(other)).status).toBe(200);
  });
});

describe('a parked sale', () => {
  it('that has ended is kept without its goods, and only the newest are', async () => {
    const oldest = uuid();
    await database.query(
      `insert into preference.parked_sale
         (uuid, outlet_fk, parked_by, till_fk, parked_at, cashier_fk, label, total, stored_at, ended_at)
       select case n when 0 then $1::uuid else gen_random_uuid() end, $2, $3, $4, now(), $5, 'x', 1,
         now() - interval '1 day' + n * interval '1 second', now()
       from generate_series(0, 5000) n`,
      [oldest, shop.outlet, device.enrolment, device.till, shop.cashier],
    );
    const sale = { uuid: uuid(), parked_at: '2026-03-11T09:00:00.000Z', cashier_fk: shop.cashier, label: 'Rice' };
    const headers = { cookie: device.cookie };
    const parked = await shop.api.send(
      'POST',
      'till/parked',
      { ...sale, total: '1', cart: { line: 1 } },
      {
        ...{ token: '', key: '', headers },
      },
    );
    expect(parked.status).toBe(200);
    await shop.api.send('POST', `till/parked/${sale.uuid}/end`, {}, { token: '', key: '', headers });
    const { rows: found } = await database.query(
      `select count(*)::int as ended, count(cart)::int as carts, bool_or(uuid = $2) as has_oldest
       from preference.parked_sale where outlet_fk = $1 and ended_at is not null`,
      [shop.outlet, oldest],
    );
    expect(found).toEqual([{ ended: 5001, carts: 0, has_oldest: false }]);
  });
});

describe('sign-ins', () => {
  const signedIn = (values: object) =>
    database.query(
      `insert into identity.login_attempt (at, way, email, user_id, till_id, ip, network, device_id, outcome)
       select clock_timestamp() - interval '1 hour', way, email, user_id, till_id, ip, network, device_id, outcome
       from generate_series(1, 1000), jsonb_populate_record(null::identity.login_attempt, $1)`,
      [values],
    );

  it('of one name in one place are counted, and elsewhere the person is not held off', async () => {
    const { rows: found } = await database.query<{ email: string }>(
      `select data ->> 'email' as email from log.event where type = 'user.registered' and stream = 'user-1'`,
    );
    const email = found[0]?.email ?? 'admin@example.com';
    const login = async (remoteAddress: string) => {
      const answer = await full.inject({
        ...{ method: 'POST', url: '/api/auth/login', remoteAddress },
        payload: { email, password: PASSWORD },
      });
      return answer.statusCode;
    };
    expect([await login('10.1.0.1'), await login('10.2.0.1')]).toEqual([200, 200]);
    await signedIn({ way: 'password', email, user_id: 1, ip: '10.1.0.1', network: '10.1.0.1', outcome: 'signed_in' });
    expect([await login('10.1.0.1'), await login('10.2.0.1')]).toEqual([429, 200]);

    const pin = async (path: string, body: object) =>
      (await shop.api.send('POST', path, body, { token: '', key: '', headers: { cookie: device.cookie } })).status;
    const cashier = { outlet_fk: shop.outlet, user_fk: shop.cashier, pin: PIN };
    const approval = { user_fk: shop.cashier, pin: PIN, rights: ['pos_sales/store'] };
    expect(await pin('auth/login_cashier', cashier)).toBe(200);
    const name = `#${shop.cashier}`;
    await signedIn({ way: 'pin', email: name, user_id: shop.cashier, till_id: device.till, outcome: 'confirmed' });
    expect([await pin('auth/login_cashier', cashier), await pin('till/approvals', approval)]).toEqual([429, 429]);

    const mobile = '+9647701230098';
    const password = 'apricots in spring 77';
    expect((await ask(full, 'sign_up', { consumer_name: 'Hemin', mobile, password })).status).toBe(200);
    expect((await ask(full, 'sign_in', { mobile, password })).status).toBe(200);
    await signedIn({ way: 'shop', email: mobile, ip: '127.0.0.1', network: '127.0.0.1', outcome: 'signed_in' });
    expect((await ask(full, 'sign_in', { mobile, password })).status).toBe(429);
    expect((await ask(full, 'sign_in', { mobile, password }, { from: '10.3.0.1' })).status).toBe(200);
  });
});

describe('refresh tokens of a session', () => {
  it('are as many as are needed to notice a stolen one, and no more', async () => {
    const { rows: found } = await database.query<{ email: string }>(
      `select data ->> 'email' as email from log.event where type = 'user.registered' and stream = 'user-1'`,
    );
    const login = await full.inject({
      ...{ method: 'POST', url: '/api/auth/login', remoteAddress: '10.4.0.1' },
      payload: { email: found[0]?.email, password: PASSWORD },
    });
    const refresh = String(
      [login.headers['set-cookie']].flat().find((cookie) => String(cookie).includes('refresh=')),
    ).split(';')[0];
    const { rows: sessions } = await database.query<{ sid: string }>(
      'select sid from identity.session order by started_at desc limit 1',
    );
    await database.query(
      `insert into identity.refresh_token (token_hash, sid, expires_at, used_at)
       select sha256(convert_to('old ' || n, 'UTF8')), $1, now() + interval '10 minutes', now() from generate_series(1, 600) n`,
      [sessions[0]?.sid],
    );
    const next = await full.inject({
      ...{ method: 'POST', url: '/api/auth/refresh', remoteAddress: '10.4.0.1' },
      headers: { cookie: refresh, 'x-requested-with': 'fetch' },
    });
    expect(next.statusCode).toBe(200);
    const { rows: kept } = await database.query<{ tokens: number; own: number }>(
      `select count(*)::int as tokens, count(*) filter (where expires_at > now() + interval '1 hour')::int as own
       from identity.refresh_token where sid = $1`,
      [sessions[0]?.sid],
    );
    // The token that was replaced and the next one are among them.
    expect(kept).toEqual([{ tokens: 500, own: 2 }]);
  });
});
