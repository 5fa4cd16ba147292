/**
 * Behind a proxy: which proxies' statement of the client's address is used, and secure cookies although the process
 * uses no https.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { gateway } from '../../launcher/gateway.ts';
import { publicAddressOf } from '../../launcher/machine/public-address.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { buildServer } from '../../launcher/server.ts';
import { banner } from '../../launcher/start.ts';
import { environmentAt, type FreshDatabase } from '../support/database.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

describe('TRUST_PROXY', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.0/24, fd00::/64', ['10.0.0.0/24', 'fd00::/64']],
  ])('%s trusts %j', (given, trusted) => {
    expect(publicAddressOf({ TRUST_PROXY: given }).trustProxy).toEqual(trusted);
  });

  it.each([
    'true',
    'yes',
    '*',
    'all',
    '-1',
    '11',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0',
    'proxy',
    '10.0.0.5,',
    '1.1.1.1/8/8',
  ])('%s stops the start with a sentence', (given) => {
    const refused = () => publicAddressOf({ TRUST_PROXY: given });
    expect(refused).toThrow(StartupError);
    expect(refused).toThrow(/^TRUST_PROXY is ".*"\. Give the addresses of your proxies/);
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    [undefined, undefined],
    ['https://books.example.com', 'https://books.example.com'],
    ['https://books.example.com/', 'https://books.example.com'],
    ['http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
  ])('%s is %s', (given, url) => expect(publicAddressOf({ PUBLIC_URL: given }).publicUrl).toBe(url));

  it.each([
    'books.example.com',
    'ftp://books',
    'https://a:b@books',
    'https://books/app',
    'https://books/?a',
    'nonsense',
  ])('%s stops the start with a sentence', (given) =>
    expect(() => publicAddressOf({ PUBLIC_URL: given })).toThrow(
      /^PUBLIC_URL is ".*"\. Give the address that people open/,
    ),
  );
});

const tells: FastifyPluginAsync = async (app) => {
  app.get('/ip', async (request) => ({ ip: request.ip }));
};

describe('the address of a client', () => {
  const seen = async (trust: string, forwarded?: string, peer = '127.0.0.1') => {
    const reached = publicAddressOf({ TRUST_PROXY: trust });
    const app = await buildServer({ apis: [tells], checks: {}, logger: pino({ level: 'silent' }), reached });
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const answer = await app.inject({ url: '/api/ip', headers, remoteAddress: peer });
    await app.close();
    return answer.json().ip;
  };

  it('is the connection’s where nobody is trusted, whatever a header says', async () => {
    expect(await seen('', '203.0.113.9')).toBe('127.0.0.1');
  });

  it('is what the one proxy wrote, never what the client wrote before it', async () => {
    expect(await seen('1', '203.0.113.9')).toBe('203.0.113.9');
    expect(await seen('1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
    expect(await seen('1', '6.6.6.6, 7.7.7.7, 203.0.113.9')).toBe('203.0.113.9');
  });

  it('is found behind as many proxies as there are', async () => {
    expect(await seen('2', '6.6.6.6, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9');
  });

  it('is whatever a client says that passes no proxy, where their number is trusted: docs/security.md warns of it', async () => {
    expect(await seen('1', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('is taken from the proxies that are named and from no others', async () => {
    expect(await seen('10.0.0.0/24', '6.6.6.6, 203.0.113.9', '10.0.0.5')).toBe('203.0.113.9');
    expect(await seen('10.0.0.0/24', '203.0.113.9, 10.0.0.7', '10.0.0.5')).toBe('203.0.113.9');
    expect(await seen('10.0.0.0/24', '203.0.113.9', '198.51.100.1')).toBe('198.51.100.1');
  });

  it('goes through the gateway of a deployment of many as the gateway saw it', async () => {
    const logger = pino({ level: 'silent' });
    const reached = publicAddressOf({ TRUST_PROXY: '1' });
    const service = await buildServer({ apis: [tells], checks: {}, logger, reached });
    const behind = await service.listen({ host: '127.0.0.1', port: 0 });
    const targets = { commandApi: behind, readApi: behind };
    const web = await buildServer({ apis: [gateway(targets)], checks: {}, logger });
    const address = await web.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${address}/api/ip`, { headers: { 'x-forwarded-for': '6.6.6.6' } });
    expect(await answer.json()).toEqual({ ip: '127.0.0.1' });
    await web.close();
    await service.close();
  });
});

describe('npm start behind a proxy that ends TLS', () => {
  let database: FreshDatabase;
  let dataDir: string;
  let daftar: Daftar;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    database = await seededDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'daftar-public-'));
    const outside = { PUBLIC_URL: 'https://books.example.com', TRUST_PROXY: '1' };
    environment = { ...process.env, ...environmentAt(database.url), PORT: '0', ...outside };
    daftar = await startDaftar({ dataDir, environment, say: () => undefined, withoutWeb: true });
  });
  afterAll(async () => {
    await daftar?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  });

  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${daftar.address}/api/${path}`, {
      method,
      headers: {
        'x-requested-with': 'daftar',
        'x-forwarded-for': '6.6.6.6, 203.0.113.77',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
  const flagsOf = (cookies: readonly string[]) =>
    Object.fromEntries(
      cookies.map((cookie) => [cookie.split('=')[0], /; ?Secure/i.test(cookie) && /; ?HttpOnly/i.test(cookie)]),
    );

  it('gives every cookie of a session as a secure one, takes them again, and ends them', async () => {
    const answer = await send('POST', 'auth/login', SUPER_USER);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000');
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const cookies = cookiesOf(answer);
    expect(flagsOf(cookies)).toEqual({
      '__Secure-daftar_refresh': true,
      '__Secure-daftar_device': true,
      '__Secure-daftar_pictures': true,
    });
    const cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    const refreshed = await send('POST', 'auth/refresh', {}, { cookie });
    expect(refreshed.status).toBe(200);
    // The cookie identifies the person; only the picture does not exist. Without the cookie the answer differs.
    expect((await send('GET', 'images/00000000000000000000000000000000', undefined, { cookie })).status).toBe(404);
    expect((await send('GET', 'images/00000000000000000000000000000000')).status).toBe(401);
    const authorization = `Bearer ${token}`;
    const docs = await send('POST', 'auth/docs', {}, { authorization });
    expect(flagsOf(cookiesOf(docs))).toEqual({ '__Secure-daftar_docs': true });
    const till = { till_name: 'Front', outlet_fk: 1 };
    const enrolled = await send('POST', 'tills/enrol', till, { authorization, 'idempotency-key': 'a till' });
    expect(flagsOf(cookiesOf(enrolled))).toEqual({ '__Secure-daftar_till': true });
    const out = await send(
      'POST',
      'auth/logout',
      {},
      {
        authorization,
        cookie: cookiesOf(refreshed)
          .map((cookie) => cookie.split(';')[0])
          .join('; '),
      },
    );
    // Browsers ignore the removal of a cookie with this prefix unless it is secure.
    for (const cookie of cookiesOf(out)) expect(cookie).toMatch(/^__Secure-.*; ?Secure/i);
    expect(cookiesOf(out).length).toBeGreaterThan(0);
  });

  it('writes down the address that the proxy saw, not the one that the client made up', async () => {
    await send('POST', 'auth/login', { email: 'nobody@example.com', password: 'guess' });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(`select ip from identity.login_attempt where email = 'nobody@example.com'`);
    await client.end();
    expect(rows).toEqual([{ ip: '203.0.113.77' }]);
  });

  it('prints the address that people open', () => {
    expect(banner(daftar, 1, environment).join('\n')).toMatch(
      /Back-office {3}https:\/\/books\.example\.com .*\n.*Behind it {5}http:\/\/localhost:\d+/,
    );
    const backups = (BACKUP_DIR: string | undefined) =>
      banner(daftar, 1, { ...environment, DATA_DIR: '/srv/books', BACKUP_DIR }).find((line) =>
        line.startsWith('  Backups'),
      );
    expect(backups('')).toMatch(/none are made: set BACKUP_DIR/);
    expect(backups('/media/usb')).toMatch(/every day into \/media\/usb, and each entry within seconds$/);
    expect(backups(undefined)).toMatch(/into \/srv\/books\/backups, which is lost with its disk: set BACKUP_DIR/);
  });
});
