/**
 * The log and all tables after sign-ins and attacks on sign-in: no password, PIN or token is stored, and no client can
 * write a log line.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { LogFile } from '../../launcher/machine/log-file.ts';
import { buildServer } from '../../launcher/server.ts';
import { readApi } from '../../read-api/main.ts';
import { asAdministrator, type FreshDatabase, rolesAt } from '../support/database.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

const KEY = 'the key of tokens, which is nowhere but here';
const PIN = '482613957204';
const [WRONG, NEXT, WRONG_PIN] = ['this one was wrong', 'the password after that one', '719305826443'];
const FORGED = '\n{"level":60,"time":1,"msg":"forged"}\r\n';

let database: FreshDatabase;
let folder: string;
let path: string;
let lines: readonly Readonly<Record<string, unknown>>[];
let text: string;
let answers: readonly LightMyRequestResponse[];
const secrets = new Map<string, string>([
  ['password of the super user', SUPER_USER.password],
  ['a wrong password', WRONG],
  ['a new password', NEXT],
  ['a PIN', PIN],
  ['a wrong PIN', WRONG_PIN],
  ['the key', KEY],
]);

/** Signs in, and is refused, in every way. Returns the secrets of the answers. */
async function play(app: FastifyInstance): Promise<readonly LightMyRequestResponse[]> {
  const given: LightMyRequestResponse[] = [];
  let count = 0;
  const post = async (url: string, payload: object | undefined, headers: Record<string, string> = {}) => {
    count += 1;
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${url}`,
      headers: { 'idempotency-key': `k${count}`, 'x-requested-with': 'daftar', 'user-agent': 'forged', ...headers },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value } of answer.cookies) if (value !== '') secrets.set(`${name} ${count}`, value);
    const { data } = answer.json() as { data?: Record<string, unknown> };
    for (const name of ['access_token', 'password']) {
      if (typeof data?.[name] === 'string') secrets.set(`${name} of ${url} ${count}`, String(data[name]));
    }
    given.push(answer);
    return answer;
  };
  const cookiesOf = (answer: LightMyRequestResponse) =>
    answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await post('auth/login', { ...SUPER_USER, password: WRONG });
  await post('auth/login', { email: `nobody${FORGED}`, password: WRONG });
  const first = await post('auth/login', SUPER_USER);
  const bearer = { authorization: `Bearer ${String(first.json().access_token)}` };
  await post('auth/refresh', undefined, { cookie: cookiesOf(first) });
  const change = { new_password: NEXT, new_password_confirmation: NEXT };
  await post('auth/change_password', { current_password: WRONG, ...change }, bearer);
  const outlets = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
  const role = { role_name: 'Seller', permissions: ['pos_sales/index'] };
  const role_fk = Number((await post('roles', role, bearer)).json().data.id);
  const cashier = { user_name: 'Shilan', email: 'shilan@example.com', role_fk, is_cashier: true, ...outlets };
  const id = Number((await post('users', { ...cashier, staff_pin: PIN }, bearer)).json().data.id);
  const one = await post(`users/${id}/give_password`, undefined, bearer);
  const theirs = await post('auth/login', { email: cashier.email, password: String(one.json().data.password) });
  const own = { authorization: `Bearer ${String(theirs.json().access_token)}` };
  await post('auth/change_password', { current_password: String(one.json().data.password), ...change }, own);
  const till = cookiesOf(await post('tills/enrol', { till_name: 'Front', outlet_fk: 1 }, bearer));
  await post('auth/login_cashier', { outlet_fk: 1, user_fk: id, pin: WRONG_PIN }, { cookie: till });
  await post('auth/login_cashier', { outlet_fk: 1, user_fk: id, pin: PIN }, { cookie: till });
  await post('auth/docs', undefined, bearer);
  const madeUp = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.made-up-signature';
  secrets.set('a made-up token', madeUp);
  await post('brands', { brand_name: 'x' }, { authorization: `Bearer ${madeUp}` });
  await post('brands', { brand_name: FORGED }, bearer);
  await post('throws', { say: FORGED });
  given.push(await app.inject({ url: `/api/brands?search=${encodeURIComponent(FORGED)}`, headers: bearer }));
  given.push(await app.inject({ url: `/api/nothing${encodeURIComponent(FORGED)}`, headers: bearer }));
  return given;
}

beforeAll(async () => {
  database = await seededDatabase();
  folder = mkdtempSync(join(tmpdir(), 'daftar-secret-'));
  path = join(folder, 'daftar.log');
  const careless: FastifyPluginAsync = async (app) => {
    app.post('/throws', async (request) => {
      throw new Error(`it broke ${(request.body as { say: string }).say}`);
    });
  };
  const log = new LogFile(path);
  const { command, read } = rolesAt(database.url);
  const options = { secrets: { jwtSecret: KEY }, dataDir: folder };
  const apis = [careless, commandApi({ ...options, databaseUrl: command }), readApi({ ...options, databaseUrl: read })];
  // The most detailed level of the log.
  const app = await buildServer({ apis, checks: {}, logger: pino({ level: 'trace' }, log) });
  await app.ready();
  answers = await play(app);
  await app.close();
  await log.close();
  text = readFileSync(path, 'utf8');
  lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the requests of this test', () => {
  it('is sign-ins that succeed and that are refused, and has many secrets', () => {
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 201, 401, 422, 500]));
    expect(secrets.size).toBeGreaterThan(18);
  });
});

describe('the log of the program', () => {
  it('holds what was done, with its time, and what went wrong, with its cause', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(({ time }) => !(typeof time === 'number' && time > 1.6e12))).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 50,
        err: expect.objectContaining({ message: expect.stringMatching(/^it broke/) }),
      }),
    );
  });

  it('holds no password, PIN, token or key, whole or in its first half', () => {
    const told = [...secrets].filter(
      ([, secret]) => text.includes(secret) || text.includes(secret.slice(0, Math.max(12, secret.length / 2))),
    );
    expect(told.map(([name]) => name)).toEqual([]);
  });

  it('has no line that somebody put into it', () => {
    expect(lines.filter(({ msg, level }) => msg === 'forged' || level === 60)).toEqual([]);
    expect(text).toContain('forged');
    expect(text).not.toMatch(/^\{"level":60/m);
  });

  it('is for its owner only', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('tells the caller nothing of what it holds', () => {
    const failed = answers.find(({ statusCode }) => statusCode === 500);
    expect(failed?.body).not.toMatch(/it broke|forged|\.ts|node_modules/);
  });
});

describe('the database', () => {
  it('holds no password, PIN, token or key as it was typed or sent', async () => {
    const client = new pg.Client({ connectionString: asAdministrator(database.url) });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: kept } = await client.query<{ text: string | null }>(
        `select string_agg(t::text, ' ') as text from ${name} t`,
      );
      const all = kept[0]?.text ?? '';
      found.push(...[...secrets].filter(([, secret]) => all.includes(secret)).map(([secret]) => `${name}: ${secret}`));
    }
    await client.end();
    expect(rows.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
  });
});
