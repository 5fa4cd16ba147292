/** The headers of every answer, for all routes of both APIs behind the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { commandApi } from '../../command-api/server.ts';
import { buildServer } from '../../launcher/server.ts';
import { readApi } from '../../read-api/main.ts';
import { PASSWORD, SECRET, TODAY } from '../api/api.ts';
import { startProjector } from '../read-api/office.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { LIMIT_MS } from '../support/limits.ts';

let database: FreshDatabase;
let web: string;
let app: FastifyInstance;
let routes: readonly Route[];
let token: string;
let stopProjector: () => Promise<void>;

beforeAll(async () => {
  database = await freshDatabase();
  web = mkdtempSync(join(tmpdir(), 'daftar-web-'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Daftar</title>');
  const options = { databaseUrl: database.url, secrets: { jwtSecret: SECRET }, dataDir: web, clock: () => TODAY };
  const first = await ensureFirstUser({ ...options, password: PASSWORD, rate: '1480' });
  stopProjector = await startProjector(database.url);
  const logger = pino({ level: 'silent' });
  app = await buildServer({ apis: [commandApi(options), readApi(options)], web, checks: {}, logger });
  routes = await everyRoute(database.url, SECRET);
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: first?.email, password: PASSWORD },
  });
  token = signedIn.json().access_token;
  const brands = { url: '/api/brands', headers: { authorization: `Bearer ${token}` } };
  await vi.waitFor(async () => expect((await app.inject(brands)).statusCode).toBe(200), { timeout: LIMIT_MS });
});
afterAll(async () => {
  await app.close();
  await stopProjector();
  await database.drop();
  rmSync(web, { recursive: true, force: true });
});

/** The missing headers of an answer. */
function lacking(headers: Readonly<Record<string, unknown>>): string[] {
  const wanted: readonly [string, RegExp][] = [
    ['cache-control', /^no-store$/],
    ['permissions-policy', /(^|, )camera=\(\).*geolocation=\(\).*microphone=\(\)/],
    ['referrer-policy', /^same-origin$/],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /default-src 'self'/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['cross-origin-opener-policy', /^same-origin$/],
  ];
  return wanted
    .filter(([name, value]) => !value.test(String(headers[name])))
    .map(([name]) => `${name}: ${headers[name]}`);
}

/** These routes end the session of the other requests. */
const ENDS_SESSIONS = /^auth\/(logout|change_password)$/;

async function wrongHeaders(all: readonly Route[], bearer: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of all) {
    const answer = await app.inject({
      method: route.method,
      url: `/api/${addressOf(route)}`,
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    });
    const missing = lacking(answer.headers);
    if (missing.length > 0) wrong.push(`${route.method} ${route.url} ${answer.statusCode}: ${missing.join('; ')}`);
  }
  return wrong;
}

describe('every route', () => {
  it('is kept by nobody when it refuses', async () => {
    expect(await wrongHeaders(routes, '')).toEqual([]);
    expect(routes.length).toBeGreaterThan(700);
  });

  it('is kept by nobody when it answers, lists, reports, exports and pages of the documentation among them', async () => {
    const asked = routes.filter(({ method, url }) => method === 'GET' && !ENDS_SESSIONS.test(url));
    expect(await wrongHeaders(asked, token)).toEqual([]);
    const whole = await app.inject({
      url: '/api/brands?is_paginated=0',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([whole.statusCode, whole.headers['cache-control']]).toEqual([200, 'no-store']);
    const page = await app.inject({
      url: '/api/docs/static/swagger-ui.css',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('is kept by nobody when there is none, when it cannot be read, and on the questions of a supervisor', async () => {
    for (const url of ['/api/nothing', '/api/%zz', `/api/sales/${'9'.repeat(5_000)}`, '/healthz', '/readyz']) {
      const { headers } = await app.inject(url);
      expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
    }
  });
});

describe('a page of the web', () => {
  it('is asked for anew each time, and may use no more of the browser than it does', async () => {
    const { headers } = await app.inject('/');
    expect(headers['cache-control']).toBe('no-cache');
    expect(lacking(headers)).toEqual(['cache-control: no-cache']);
    expect(headers['permissions-policy']).toContain('fullscreen=(self)');
  });
});
