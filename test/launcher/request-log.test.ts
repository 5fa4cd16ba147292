/** The log of requests: who, what and why, in one line for each request of a person, and counts for those of strangers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { newRequestId, typedRequestId } from '../../identity/request-id.ts';
import { gateway } from '../../launcher/gateway.ts';
import { logOfRequest } from '../../launcher/log-of-request.ts';
import { buildServer, listen } from '../../launcher/server.ts';
import { type FreshDatabase, rolesAt } from '../support/database.ts';
import { holdersOf } from '../support/holders.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

type Line = Readonly<Record<string, unknown>>;
const ID = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
let database: FreshDatabase;
let app: FastifyInstance;
let lines: Line[];
let now: number;
const logger = () => pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) });

beforeEach(async () => {
  database = await seededDatabase();
  lines = [];
  now = 0;
  const options = { databaseUrl: rolesAt(database.url).command, secrets: { jwtSecret: 'k'.repeat(48) }, dataDir: '' };
  app = await buildServer({
    ...{ apis: [commandApi(options)], checks: {}, logger: logger(), now: () => now, isBehindGateway: true },
  });
  // A public route, like the pages of the web.
  app.get('/healthy', async () => 'yes');
  await app.ready();
  lines.length = 0;
});
afterEach(async () => {
  await app.close();
  await database.drop();
});

const headers = { 'content-type': 'application/json' };
const ask = (token = '') =>
  app.inject({ url: '/api/schemas/items', headers: token ? { authorization: `Bearer ${token}` } : {} });
const messages = () => lines.map(({ msg }) => msg);
const login = (payload: object) => app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
const signIn = async (): Promise<string> => {
  const token = (await login(SUPER_USER)).json().access_token as string;
  lines.length = 0;
  return token;
};

test('a request of a person is one line: who, what, how long, and no more of the address than its path', async () => {
  const token = await signIn();
  const answer = await app.inject({
    url: '/api/schemas/items?search=Nawroz',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(messages()).toEqual(['request completed']);
  expect(lines[0]).toMatchObject({
    ...{ method: 'GET', path: '/api/schemas/items', status: answer.statusCode, person: 1 },
    ...{ ms: expect.any(Number), session: expect.stringMatching(/^[0-9a-f]{8}$/), reqId: expect.stringMatching(ID) },
  });
  expect(answer.headers['x-request-id']).toBe(lines[0]?.['reqId']);
  expect(JSON.stringify(lines)).not.toMatch(/Nawroz|127\.0\.0\.1|admin@|authorization/);
});

describe('a refused request', () => {
  it('says why: the code, the fields and their rules, and the outlet, without what was typed', async () => {
    const token = await signIn();
    const send = (url: string, payload: object, key = 'a key of this form') =>
      app.inject({
        ...{ method: 'POST', url: `/api/${url}`, payload },
        headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': key },
      });
    const refused = await send('brands', { brand_name: '', 'a <made up> field': 'Shilan' });
    expect(refused.statusCode).toBe(422);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      ...{ reqId: refused.json().request_id, route: '/api/brands', status: 422, code: 'validation', person: 1 },
      reasons: expect.arrayContaining([expect.stringMatching(/^brand_name: \w+$/)]),
    });
    expect(JSON.stringify(lines)).not.toMatch(/Shilan|made up/);
    lines.length = 0;
    await send('sales', { outlet_fk: 7, date: 'yesterday' }, 'another key');
    expect(lines[0]).toMatchObject({ outlet: 7, status: 422, code: 'validation' });
  });

  it('names the missing permission, and the only outlet of the person', async () => {
    const [theirs] = await holdersOf(database.url, 'k'.repeat(48), [{ permissions: ['brands/index'], outlets: [1] }]);
    const refused = await app.inject({
      ...{ method: 'POST', url: '/api/brands', payload: { brand_name: 'Ari' } },
      headers: { ...headers, authorization: `Bearer ${theirs}`, 'idempotency-key': newRequestId() },
    });
    expect(refused.statusCode).toBe(403);
    // The line may follow the answer.
    await expect
      .poll(() => lines[0])
      .toMatchObject({ code: 'forbidden', permission: 'brands/store', person: 100_001, outlet: 1 });
    expect(JSON.stringify(lines)).not.toContain('holder-');
  });

  it('of a till names it, its outlet and the person who types there', async () => {
    const token = await signIn();
    const bearer = { ...headers, authorization: `Bearer ${token}` };
    const post = (url: string, payload: object, more: object = {}) =>
      app.inject({
        ...{ method: 'POST', url: `/api/${url}`, payload },
        headers: { ...bearer, 'idempotency-key': newRequestId(), ...more },
      });
    const role = await post('roles', { role_name: 'Seller', permissions: ['pos_sales/index'] });
    const places = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
    const seller = { user_name: 'Shilan', email: 'shilan@example.com', role_fk: role.json().data.id, is_cashier: true };
    const { id } = (await post('users', { ...seller, ...places, staff_pin: '482613' })).json().data;
    const enrolled = await post('tills/enrol', { till_name: 'Front', outlet_fk: 1 });
    const cookie = enrolled.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const pin = { outlet_fk: 1, user_fk: id, pin: '482613' };
    const signed = await post('auth/login_cashier', pin, { cookie, authorization: '' });
    expect(signed.statusCode).toBe(200);
    lines.length = 0;
    const refused = await post(
      'brands',
      { brand_name: 'Ari' },
      { authorization: `Bearer ${signed.json().access_token}` },
    );
    expect(refused.statusCode).toBe(403);
    await expect.poll(() => lines[0]).toMatchObject({ till: enrolled.json().data.till_id, outlet: 1, person: id });
  });

  it('that failed by itself is found by the number that the clerk reads out, with its error', async () => {
    app = await (async () => {
      await app.close();
      const broken = async (api: FastifyInstance) => {
        api.get('/breaks', async () => {
          throw new Error('the belt is torn');
        });
      };
      return buildServer({ apis: [broken], checks: {}, logger: logger() });
    })();
    const { request_id } = (await app.inject('/api/breaks')).json();
    expect(lines.filter(({ reqId }) => reqId).map(({ reqId, msg }) => [reqId, msg])).toEqual([
      [request_id, 'request failed'],
      [request_id, 'request completed'],
    ]);
  });
});

describe('a wrong password', () => {
  it('has a line with whose it was, when somebody has that name, and no name', async () => {
    await login({ ...SUPER_USER, password: 'wrong' });
    await login({ email: 'nobody@example.com', password: 'wrong' });
    const attempts = lines.map(({ attempt, status, person }) => ({ attempt, status, person }));
    expect(attempts).toEqual([
      { attempt: { way: 'password', outcome: 'wrong', person: 1 }, status: 422, person: undefined },
      { attempt: { way: 'password', outcome: 'wrong', person: null }, status: 422, person: undefined },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/admin@|nobody@/);
  });

  it('of thousands does not fill the log', async () => {
    // Names without an account, from which nobody is locked out.
    for (let n = 0; n < 70; n += 1) await login({ email: `n${n}@example.com`, password: 'wrong' });
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.some(({ attempt }) => (attempt as Line)?.['outcome'] === 'wrong')).toBe(true);
  });
});

test('requests of strangers are one line a minute with their number, whether they were refused or answered', async () => {
  for (let value = 0; value < 40; value += 1) expect((await ask()).statusCode).toBe(401);
  for (let value = 0; value < 7; value += 1) expect((await app.inject('/api/nothing')).statusCode).toBe(404);
  expect((await login({ email: 'a@example.com' })).statusCode).toBe(422);
  for (let value = 0; value < 30; value += 1) expect((await app.inject('/healthy')).statusCode).toBe(200);
  expect(messages()).toEqual([]);
  let minutes = 0;
  // A request may be counted after its answer, so the count is read repeatedly.
  const counted = async () => {
    minutes += 1;
    now = minutes * 61_000;
    await ask();
    const told = lines.map(({ strangers }) => strangers as Readonly<Record<number, number>>);
    return [401, 404, 422, 200].map((status) => told.reduce((sum, value) => sum + (value[status] ?? 0), 0));
  };
  await expect
    .poll(async () => (await counted()).map((count, at) => (at === 0 ? count - minutes + 1 : count)))
    .toEqual([40, 7, 1, 30]);
  expect(lines).toHaveLength(minutes);
  expect(lines.every(({ addresses }) => addresses === 1)).toBe(true);
  now += 1_000;
  await ask();
  expect(lines).toHaveLength(minutes);
});

describe('the number of a request', () => {
  it('is another one in every process and request, and is read as a person types it', () => {
    const ids = new Set(Array.from({ length: 10_000 }, newRequestId));
    expect([ids.size, [...ids].every((id) => ID.test(id))]).toEqual([10_000, true]);
    const id = '70K3-1ZXM-2F4T';
    for (const typed of [id, '70k31zxm2f4t', ' 70k3 lzxm 2f4t', '7oK3-iZXM-2F4T'])
      expect(typedRequestId(typed)).toBe(id);
    for (const typed of ['', 'req-1', '70K3-1ZXM', `${id}0`, '70K3-1ZXM-2F4U'])
      expect(typedRequestId(typed)).toBeUndefined();
  });

  it('is the same on the way from the web to a service, and a client cannot choose it', async () => {
    const service = `http://127.0.0.1:${await listen(app, { PORT: '0' })}`;
    const web = await buildServer({
      ...{ apis: [gateway({ commandApi: service, readApi: service })], checks: {}, logger: pino({ level: 'silent' }) },
    });
    const chosen = '0000-0000-0000';
    const answer = await web.inject({ url: '/api/schemas/items', headers: { 'x-request-id': chosen } });
    const { request_id } = answer.json();
    expect([answer.statusCode, answer.headers['x-request-id'], request_id === chosen]).toEqual([
      401,
      request_id,
      false,
    ]);
    // What reaches a service without the web's server gives a number in no other form.
    const direct = await app.inject({ url: '/api/schemas/items', headers: { 'x-request-id': 'x'.repeat(4_000) } });
    expect(direct.json().request_id).toMatch(ID);
    await web.close();
  });
});

describe('npm run log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-log-of-'));
    vi.stubEnv('DATA_DIR', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const printed = async (...args: string[]) => {
    const texts: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      texts.push(String(text));
      return true;
    });
    try {
      return { code: await logOfRequest(args), text: texts.join('') };
    } finally {
      write.mockRestore();
    }
  };

  it('prints all lines of the request, from all files in order of time, and what it stored', async () => {
    vi.stubEnv('DATABASE_URL', database.url);
    const token = await signIn();
    const stored = await app.inject({
      ...{ method: 'POST', url: '/api/brands', payload: { brand_name: 'Ari' } },
      headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': 'one' },
    });
    const id = String(stored.headers['x-request-id']);
    const other = { level: 30, time: Date.now() - 60_000, reqId: newRequestId(), msg: `no line of ${id}` };
    const before = {
      level: 40,
      time: Date.now() - 60_000,
      reqId: id,
      msg: 'slow',
      err: { stack: 'Error: x\n    at y' },
    };
    const text = (of: readonly object[]) => of.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(folder, 'daftar.log'), `${text(lines)}not json ${id}\n`);
    writeFileSync(join(folder, 'daftar.log.1'), text([other, before]));
    const { code, text: shown } = await printed(id.toLowerCase());
    expect([code, shown.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^\S+Z {2}slow$/),
        '  Error: x',
        '      at y',
        expect.stringMatching(/^\S+Z {2}POST \/api\/brands {2}201 {2}[\d.]+ ms$/),
        expect.stringMatching(/^ {2}person 1, session [0-9a-f]{8}, command [0-9a-f-]{36}$/),
        expect.stringMatching(/^\S+Z {2}stored brand-\d+, up to position \d+ of the log$/),
        '',
      ],
    ]);
    // The output of services, in a file.
    const output = join(folder, 'output.txt');
    writeFileSync(output, `command-api-1  | ${text(lines)}`);
    expect((await printed(id, output)).text).toContain('POST /api/brands  201');
  });

  it('says when there is no such request, and what to give', async () => {
    expect(await printed('0000-0000-0000')).toEqual({
      code: 1,
      text: 'No line of the log is of request 0000-0000-0000.\n',
    });
    await expect(logOfRequest([])).rejects.toThrow('Give the number of a request');
    await expect(logOfRequest(['req-1'])).rejects.toThrow('Give the number of a request');
  });
});
