/**
 * Every answer of the server, for browsers and strangers: headers, content types, unused methods, misplaced cookies and
 * parameters. The routes are read from the product.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { buildServer } from '../../launcher/server.ts';
import { readApi } from '../../read-api/main.ts';
import { asAdministrator, type FreshDatabase, rolesAt } from '../support/database.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

const KEY = 'k'.repeat(48);
const EVIL = 'https://evil.example';

let database: FreshDatabase;
let client: pg.Client;
let app: FastifyInstance;
let web: string;
let routes: readonly Route[];
let token: string;
let cookies: Record<string, string>;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'daftar-answers-'));
  for (const folder of ['assets', '.git']) mkdirSync(join(web, folder));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Daftar</title>');
  writeFileSync(join(web, 'assets', 'entry-a1b2.js'), 'export {};');
  for (const file of ['.git/config', '.env']) writeFileSync(join(web, file), 'secret-of-a-working-copy');
  database = await seededDatabase();
  client = new pg.Client({ connectionString: asAdministrator(database.url) });
  await client.connect();
  const { command, read } = rolesAt(database.url);
  const options = { secrets: { jwtSecret: KEY }, dataDir: web };
  const apis = [commandApi({ ...options, databaseUrl: command }), readApi({ ...options, databaseUrl: read })];
  app = await buildServer({ apis, web, checks: {}, logger: pino({ level: 'silent' }) });
  await app.ready();
  routes = await everyRoute(database.url, KEY);
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: SUPER_USER });
  token = signedIn.json().access_token as string;
  const shown = await app.inject({ url: '/api/app_settings/1', headers: bearer() });
  const { revision } = (shown.json() as { data: { revision: number } }).data;
  const opened = await app.inject({
    method: 'PATCH',
    url: '/api/app_settings/1',
    headers: { ...bearer(), 'idempotency-key': 'shop', 'x-requested-with': 'daftar' },
    payload: { revision, outlet_fk: 1, inventory_fk: 1, account_fk: 1 },
  });
  expect(opened.statusCode).toBe(200);
  const till = await app.inject({
    method: 'POST',
    url: '/api/tills/enrol',
    headers: { ...bearer(), 'idempotency-key': 'till' },
    payload: { till_name: 'Front', outlet_fk: 1 },
  });
  expect(till.statusCode).toBe(201);
  cookies = Object.fromEntries([...signedIn.cookies, ...till.cookies].map(({ name, value }) => [name, value]));
  expect(Object.keys(cookies).length).toBeGreaterThanOrEqual(4);
});
afterAll(async () => {
  await app?.close();
  await client?.end();
  await database?.drop();
  rmSync(web, { recursive: true, force: true });
});

const bearer = () => ({ authorization: `Bearer ${token}` });
const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`;
const reads = () => routes.filter(({ method }) => method === 'GET');
/** The problems that a browser would have with this answer. */
function wrongIn({ statusCode, headers, rawPayload }: LightMyRequestResponse): string[] {
  const wrong: string[] = [];
  const policy = String(headers['content-security-policy']);
  if (headers['strict-transport-security'] !== 'max-age=31536000; includeSubDomains') wrong.push('no https for ever');
  if (headers['x-content-type-options'] !== 'nosniff') wrong.push('its type is guessed');
  if (headers['referrer-policy'] !== 'same-origin') wrong.push('its address is told to others');
  if (!/frame-ancestors 'none'/.test(policy)) wrong.push('it is framed');
  if (!/object-src 'none'/.test(policy) || !/base-uri 'none'/.test(policy)) wrong.push('its policy has gaps');
  for (const name of Object.keys(headers)) {
    if (/^access-control-|^server$|^x-powered-by$|^via$/.test(name)) wrong.push(`it says ${name}`);
  }
  const type = String(headers['content-type'] ?? '');
  if (rawPayload.length > 0 && statusCode !== 304) {
    if (type === '') wrong.push('its type is not said');
    if (/^text\/|json|xml|javascript/.test(type) && !/charset=utf-8/i.test(type)) wrong.push(`${type} without charset`);
  }
  if (/json/.test(type)) JSON.parse(rawPayload.toString('utf8'));
  return wrong;
}

describe('every answer', () => {
  /**
   * The answers to all reads, requested once by a person with all permissions, as if another site had caused the
   * request.
   */
  const answers = new Map<Route, LightMyRequestResponse>();
  let before: readonly string[];
  beforeAll(async () => {
    before = await everything();
    // One after the other, because exports and heavy reads take turns.
    for (const route of reads()) {
      const url = `/api/${addressOf(route)}`;
      answers.set(route, await app.inject({ method: 'GET', url, headers: { ...bearer(), origin: EVIL } }));
    }
  });

  it('has the headers that browsers go by, and its type, whether it is a page, a figure, a file or a refusal', async () => {
    const pages = ['/', '/sales/17', '/assets/entry-a1b2.js', '/assets/gone.js', '/healthz', '/readyz', '/api/nothing'];
    const wrong: string[] = [];
    for (const url of [...pages, '/api/brands', '/api/auth/till', '/images/abc']) {
      const answer = await app.inject({ url, headers: { origin: EVIL } });
      wrong.push(...wrongIn(answer).map((what) => `${url}: ${what}`));
    }
    for (const [route, answer] of answers) wrong.push(...wrongIn(answer).map((what) => `${nameOf(route)}: ${what}`));
    expect(answers.size).toBeGreaterThan(200);
    expect([...answers.values()].filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('sends nobody to another address', () => {
    const sent = [...answers].filter(([, { statusCode }]) => statusCode >= 300 && statusCode < 400);
    // The library of the documentation redirects to its own first page.
    const away = sent.filter(([, { headers }]) => !/^(\.?\/)?(api\/)?docs\//.test(String(headers.location)));
    expect(away.map(([route, { headers }]) => `${nameOf(route)} ${headers.location}`)).toEqual([]);
  });

  it('to a question leaves everything as it was', async () => {
    expect(before.length).toBeGreaterThan(15);
    expect(await everything()).toEqual(before);
  });
});

/**
 * Digests of all tables except those of the guard: the recorded exports, the times of last activity, and what was seen of
 * the log, which follows by the clock.
 */
async function everything(): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('log', 'claim', 'identity', 'attachment', 'preference')
       and tablename not in ('security_event', 'session', 'log_seen') order by 1`,
  );
  const digests: string[] = [];
  for (const { name } of rows) {
    const found = await client.query(
      `select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as d from ${name} t`,
    );
    digests.push(`${name} ${found.rows[0].d}`);
  }
  return digests;
}

describe('a method that nobody needs', () => {
  it('is not there, and tells nothing of the request', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PUT'] as const) {
      for (const url of ['/', '/api/brands', '/api/auth/login', '/healthz']) {
        const headers = {
          ...{ ...bearer(), origin: EVIL, 'x-told': 'secret-of-the-request' },
          ...{ 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
        };
        const answer = await app.inject({ method: method as 'OPTIONS', url, headers });
        expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
        expect(answer.body).not.toMatch(/secret-of-the-request|Bearer/);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
  });
});

describe('a folder of the web', () => {
  it('lists nothing, and its hidden files are not there', async () => {
    for (const url of ['/assets', '/assets/', '/.git/config', '/.env', '/.git/', '/assets/../.env', '/%2egit/config']) {
      const { body } = await app.inject({ url });
      expect([url, /secret-of-a-working-copy|entry-a1b2/.test(body)]).toEqual([url, false]);
    }
  });
});

describe('a cookie', () => {
  it('opens no route in place of a token, whatever it was made for', async () => {
    const closed = routes.filter(({ permission, url }) => permission !== 'anonymous' && !url.startsWith('images/'));
    expect(closed.length).toBeGreaterThan(600);
    const wrong: string[] = [];
    for (const route of closed) {
      const body = route.method === 'GET' ? {} : { payload: {} };
      const headers = { 'x-requested-with': 'daftar' };
      const { statusCode } = await app.inject({
        ...{ method: route.method, url: `/api/${addressOf(route)}`, headers, cookies },
        ...body,
      });
      if (statusCode !== 401) wrong.push(`${nameOf(route)} ${statusCode}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('an address', () => {
  it('carries no token and no secret', async () => {
    for (const name of ['access_token', 'token', 'jwt', 'authorization', 'bearer']) {
      expect((await app.inject(`/api/brands?${name}=${token}`)).statusCode).toBe(401);
    }
    const names = routes.flatMap(({ url, querystring }) => [
      ...[...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
      ...Object.keys((querystring as { properties?: object } | undefined)?.properties ?? {}),
    ]);
    expect(names.length).toBeGreaterThan(500);
    // `:sid` is the id of a session, which gives no access without its token.
    expect(
      [...new Set(names)].filter((name) => /token|password|secret|^pin$|code_verifier|api_?key/i.test(name)),
    ).toEqual([]);
  });

  it('is decoded once', async () => {
    const brand = await app.inject({ url: '/api/cities/%31', headers: bearer() });
    const twice = await app.inject({ url: '/api/cities/%2531', headers: bearer() });
    expect([brand.statusCode, twice.statusCode]).toEqual([404, 422]);
  });

  it('that says a parameter twice is refused, and neither of the two is taken', async () => {
    const payload = { consumer_name: 'Sara', mobile: '07701112233', password: 'apricots in spring 77' };
    const signed = await app.inject({
      method: 'POST',
      url: '/api/shop/sign_up',
      payload,
      headers: { 'x-requested-with': 'daftar' },
    });
    const shopper = (signed.json() as { data: { access_token: string } }).data.access_token;
    const wrong: string[] = [];
    let asked = 0;
    for (const route of reads()) {
      const [name] = Object.keys((route.querystring as { properties?: object } | undefined)?.properties ?? {});
      if (name === undefined) continue;
      asked += 1;
      const address = addressOf(route);
      const pair = `${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`;
      const url = `/api/${address}${address.includes('?') ? '&' : '?'}${pair}`;
      const headers = route.permission === 'shop' ? { authorization: `Bearer ${shopper}` } : bearer();
      const { statusCode } = await app.inject({ url, headers });
      if (statusCode !== 400) wrong.push(`${nameOf(route)} ${pair} ${statusCode}`);
    }
    expect(asked).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  });
});
