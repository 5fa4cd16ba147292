import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { RequestCounts } from '../../identity/request-counts.ts';
import { requestLimitOf } from '../../identity/request-limit.ts';
import { readApi } from '../../read-api/main.ts';
import { rolesAt } from '../support/database.ts';
import { type Api, openApi, SECRET, TODAY } from './api.ts';
import { openApplication } from './customers-app.ts';

const PER_MINUTE = 5;
let api: Api;
let person: string;
let database: pg.Pool;
let now = 0;
const started: FastifyInstance[] = [];
/** Each server has its own connections and counters, like a process. */
let commandSide: FastifyInstance;
let secondCommandSide: FastifyInstance;
let readSide: FastifyInstance;

async function start(plugin: ReturnType<typeof commandApi>): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: true });
  started.push(app);
  await app.register(plugin, { prefix: '/api' });
  await app.ready();
  return app;
}

beforeAll(async () => {
  api = await openApi();
  await openApplication(api);
  person = await api.person('hammering', ['brands/index']);
  database = new pg.Pool({ connectionString: api.database.url, max: 2 });
  const requestLimit = { perMinute: PER_MINUTE, now: () => now };
  const { command, read } = rolesAt(api.database.url);
  const options = { secrets: { jwtSecret: SECRET }, dataDir: '', requestLimit };
  const commands = () => commandApi({ ...options, databaseUrl: command, clock: () => TODAY });
  [commandSide, secondCommandSide] = [await start(commands()), await start(commands())];
  readSide = await start(readApi({ ...options, databaseUrl: read }));
});
afterAll(async () => {
  for (const app of started) await app.close();
  await database.end();
  await api.close();
});

const ask = (app: FastifyInstance, path: string, token: string, from: string, language = 'en') =>
  app.inject({
    method: 'GET',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from, 'accept-language': language },
  });
const statuses = async (count: number, app: FastifyInstance, path: string, token: string, from: string) => {
  const found: number[] = [];
  for (let asked = 0; asked < count; asked += 1) found.push((await ask(app, path, token, from)).statusCode);
  return found;
};
/** Moves the clocks of the servers and of the database. */
async function later(seconds: number): Promise<void> {
  now += seconds * 1000;
  await database.query('update identity.request_count set ends_at = ends_at - make_interval(secs => $1)', [seconds]);
}
/** A minute without requests so far. */
const nextMinute = () => later(61);

describe('too many requests', () => {
  it('of a person over all processes are refused in the requested language, with the time of the next attempt', async () => {
    expect(await statuses(2, commandSide, 'schemas/brands', person, '10.0.0.1')).toEqual([200, 200]);
    expect(await statuses(1, secondCommandSide, 'schemas/brands', person, '10.0.0.2')).toEqual([200]);
    expect(await statuses(2, readSide, 'currency_rates/last_rate', person, '10.0.0.3')).not.toContain(429);
    for (const app of [commandSide, secondCommandSide]) {
      const refused = await ask(app, 'schemas/brands', person, '10.0.0.4', 'ckb');
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toMatch(/^(60|[1-5]?\d)$/);
      expect(refused.json()).toMatchObject({ code: 'too_many', message: 'داواکاری زۆر بوو، کەمێک چاوەڕێ بکە' });
      expect(Object.keys(refused.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
    }
    expect((await ask(readSide, 'menu/menu_tree', person, '10.0.0.5')).statusCode).toBe(429);
  });

  it('are one person`s own: others go on, and they do too when the minute is over', async () => {
    expect((await ask(commandSide, 'schemas/brands', api.token, '10.0.0.1')).statusCode).toBe(200);
    const refused = await ask(commandSide, 'schemas/brands', person, '10.0.0.1');
    expect(refused.statusCode).toBe(429);
    await later(Number(refused.headers['retry-after']) + 1);
    expect(await statuses(PER_MINUTE + 1, commandSide, 'schemas/brands', person, '10.0.0.1')).toEqual([
      ...Array.from({ length: PER_MINUTE }, () => 200),
      429,
    ]);
  });

  it('of a customer of the application are refused as those of a person are, and no others', async () => {
    await nextMinute();
    const signUp = async (mobile: string) => {
      const body = { consumer_name: 'Sara', mobile, password: 'apricots in spring 77' };
      const { body: answer } = await api.send('POST', 'shop/sign_up', body, { token: '' });
      return String(answer.data['access_token']);
    };
    const [sara, dara] = [await signUp('07701112233'), await signUp('07704445566')];
    const found = await statuses(PER_MINUTE + 1, readSide, 'shop/orders', sara, '10.1.0.1');
    expect(found.map((status) => status === 429)).toEqual([...Array.from({ length: PER_MINUTE }, () => false), true]);
    expect(await statuses(1, readSide, 'shop/orders', dara, '10.1.0.1')).not.toContain(429);
  });

  it('of an address are refused for every person and by every process, before authentication', async () => {
    await nextMinute();
    const half = (PER_MINUTE * 10) / 2;
    const first = await statuses(half, commandSide, 'schemas/brands', 'no token', '10.9.9.9');
    const second = await statuses(half, secondCommandSide, 'schemas/brands', 'no token', '10.9.9.9');
    expect(new Set([...first, ...second])).toEqual(new Set([401]));
    // A process publishes its count after each twentieth of the limit, so the limit may be exceeded by that much.
    const beyond = await statuses(half / 5 + 1, commandSide, 'schemas/brands', 'no token', '10.9.9.9');
    expect(beyond.at(-1)).toBe(429);
    expect((await ask(secondCommandSide, 'schemas/brands', person, '10.9.9.9')).statusCode).toBe(429);
    expect((await ask(commandSide, 'schemas/brands', person, '10.9.9.8')).statusCode).toBe(200);
  });

  it('of a network of IPv6 count together', async () => {
    await nextMinute();
    const addresses = Array.from({ length: PER_MINUTE * 10 + 1 }, (_, index) => `2001:db8:1:2::${index + 1}`);
    const found: number[] = [];
    for (const address of addresses)
      found.push((await ask(commandSide, 'schemas/brands', 'no token', address)).statusCode);
    expect([found.at(-2), found.at(-1)]).toEqual([401, 429]);
    expect((await ask(commandSide, 'schemas/brands', 'no token', '2001:db8:1:3::1')).statusCode).toBe(401);
  });
});

describe('the counts of processes', () => {
  const countsAt = (pool: pg.Pool, clock = () => now) => new RequestCounts({ pool, windowMs: 60_000, now: clock });
  const many = async (counts: RequestCounts, key: string, times: number, max: number) => {
    let current = 0;
    for (let asked = 0; asked < times; asked += 1) ({ current } = await counts.add(key, max));
    return current;
  };

  it('are published at the latest after a twentieth of the limit', async () => {
    await nextMinute();
    const [one, other] = [countsAt(database), countsAt(database)];
    await many(one, 'busy', 1000, 1000);
    const seen = await many(other, 'busy', 1, 1000);
    expect(seen).toBeGreaterThan(950);
    expect(seen).toBeLessThanOrEqual(1001);
  });

  it('query the database rarely: a clerk waits for it once a minute', async () => {
    await nextMinute();
    let asked = 0;
    const query = (...given: Parameters<pg.Pool['query']>) => {
      asked += 1;
      return database.query(...given);
    };
    await many(countsAt({ query } as unknown as pg.Pool), 'clerk', 140, 3000);
    expect(asked).toBe(1);
  });

  it('are used alone while the database does not answer, and are stored afterwards', async () => {
    await nextMinute();
    let isAway = true;
    const away = {
      query: (...given: Parameters<pg.Pool['query']>) =>
        isAway ? Promise.reject(new Error('away')) : database.query(...given),
    };
    const counts = countsAt(away as unknown as pg.Pool);
    expect(await many(counts, 'alone', 30, 20)).toBe(30);
    isAway = false;
    expect(await many(counts, 'alone', 1, 20)).toBe(31);
    expect(await many(countsAt(database), 'alone', 1, 20)).toBe(32);
  });

  it('is not held against anybody longer than a minute when the clock of the database was set back', async () => {
    await nextMinute();
    await many(countsAt(database), 'patient', 20, 20);
    await database.query(
      `update identity.request_count set ends_at = ends_at + interval '2 hours' where key = 'patient'`,
    );
    const { current, ttl } = await countsAt(database).add('patient', 20);
    expect(current).toBe(1);
    expect(ttl).toBeLessThanOrEqual(60_000);
  });

  it('is removed when its minute is long over', async () => {
    const counts = countsAt(database);
    await many(counts, 'gone', 1, 20);
    await later(200);
    await many(counts, 'here', 1, 20);
    const { rows } = await database.query(`select key from identity.request_count where key in ('gone', 'here')`);
    expect(rows).toEqual([{ key: 'here' }]);
  });
});

describe('REQUESTS_PER_MINUTE', () => {
  it('is a number; 0 is without a limit, and nothing is more than a clerk ever needs', () => {
    expect(requestLimitOf({ REQUESTS_PER_MINUTE: '0' })).toBeUndefined();
    expect(() => requestLimitOf({ REQUESTS_PER_MINUTE: 'many' })).toThrow('REQUESTS_PER_MINUTE');
    expect(requestLimitOf({})?.perMinute).toBeGreaterThan(1000);
    expect(requestLimitOf({ REQUESTS_PER_MINUTE: '1' })).toEqual({ perMinute: 1 });
  });
});
