import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { gateway, targetOf } from '../../launcher/gateway.ts';
import { buildServer, listen } from '../../launcher/server.ts';
import { readApi } from '../../read-api/main.ts';
import { freshDatabase, rolesAt } from '../support/database.ts';
import { ownCertificate } from '../support/own-certificate.ts';

const logger = pino({ level: 'silent' });
const api: FastifyPluginAsync = async (app) => {
  app.get('/things', async () => ({ data: [] }));
};

let web: string;
let servers: FastifyInstance[];

beforeEach(() => {
  web = mkdtempSync(join(tmpdir(), 'daftar-web-'));
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Daftar</title>');
  writeFileSync(join(web, 'assets', 'entry-a1b2.js'), 'export {};');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  rmSync(web, { recursive: true, force: true });
});

async function server(checks: Record<string, () => Promise<string | undefined>> = {}): Promise<FastifyInstance> {
  const built = await buildServer({ apis: [api], web, checks, logger });
  servers.push(built);
  return built;
}

test('a picture has the address of the specification, beside the API', async () => {
  const pictures: FastifyPluginAsync = async (app) => {
    app.get('/images/:attachment', async (request) => request.params);
  };
  const app = await buildServer({ apis: [pictures], web, checks: {}, logger });
  servers.push(app);
  expect((await app.inject('/images/abc?size=small')).json()).toEqual({ attachment: 'abc' });
});

test('a file is sent as the build compressed it, to whoever takes that', async () => {
  const [page, script] = ['<!doctype html><title>Daftar</title>', 'export const answer = 42;'];
  writeFileSync(join(web, 'index.html.gz'), gzipSync(page));
  writeFileSync(join(web, 'assets', 'entry-a1b2.js.br'), brotliCompressSync(script));
  const app = await server();
  const asking = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });
  const compressed = await asking('/assets/entry-a1b2.js', 'gzip, deflate, br');
  expect([compressed.headers['content-encoding'], compressed.headers['vary']]).toEqual(['br', 'accept-encoding']);
  expect(compressed.headers['content-type']).toContain('javascript');
  expect(compressed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(script);
  for (const url of ['/', '/sales/17']) {
    const found = await asking(url, 'gzip, deflate');
    expect([url, found.headers['content-encoding'], found.headers['cache-control']]).toEqual([url, 'gzip', 'no-cache']);
    expect(found.headers['content-type']).toContain('text/html');
    expect(gunzipSync(found.rawPayload).toString()).toBe(page);
  }
  const plain = await asking('/assets/entry-a1b2.js', 'gzip');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'export {};']);
});

test('every page address gives the application, and a missing file or API address is not found', async () => {
  const app = await server();
  for (const url of ['/', '/sales/17?panel=history', '/login']) {
    const page = await app.inject(url);
    expect([url, page.statusCode, page.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
    expect(page.body).toContain('<title>Daftar</title>');
  }
  expect((await app.inject('/assets/gone.js')).statusCode).toBe(404);
  const unknown = await app.inject('/api/nothing');
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found']);
  expect((await app.inject('/api/things')).json()).toEqual({ data: [] });
});

test('files with a digest in their name are kept for ever, and nothing outside the web is served', async () => {
  const app = await server();
  const asset = await app.inject('/assets/entry-a1b2.js');
  expect(asset.headers['cache-control']).toContain('immutable');
  expect((await app.inject('/../package.json')).body).not.toContain('dependencies');
  expect((await app.inject('/%2e%2e/package.json')).body).not.toContain('dependencies');
});

test('every answer forbids inline script, foreign content, framing and guessing of types', async () => {
  const app = await server();
  for (const url of ['/', '/api/things', '/healthz']) {
    const { headers } = await app.inject(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    for (const closed of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${closed} 'none'`);
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
  }
});

test('readiness names what is not ready, while the process is still alive', async () => {
  const app = await server({ database: async () => undefined, projector: async () => 'not running' });
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toEqual({ status: 'not_ready', checks: { database: 'ok', projector: 'not running' } });
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
});

test('what goes wrong outside of the two sides has the one shape of error, and tells nothing of the program', async () => {
  const careless: FastifyPluginAsync = async (app) => {
    app.get('/throws', async () => {
      throw new Error('relation "log.secret" of /srv/daftar');
    });
    const strict = { 200: { type: 'object', required: ['amount'], properties: { amount: { type: 'string' } } } };
    app.get('/unfit', { schema: { response: strict } }, async () => ({}));
    app.get('/constructor', { schema: { response: { '5xx': { type: 'null' } } } }, async () => {
      throw Object.assign(new Error('ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' });
    });
  };
  const app = await buildServer({ apis: [careless], checks: {}, logger });
  servers.push(app);
  const long = 'x'.repeat(200);
  for (const [url, status, code] of [
    ['/api/throws', 500, 'internal'],
    ['/api/unfit', 500, 'internal'],
    ['/api/constructor', 503, 'unavailable'],
    ['/api/%zz', 400, 'malformed'],
    [`/api/${long}`, 404, 'not_found'],
  ] as const) {
    const answer = await app.inject(url);
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, status, code]);
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'errors', 'message', 'request_id']);
    expect(answer.body).not.toMatch(/secret|srv|amount|FST_|ECONN|10\.0/);
  }
});

test('an address that is too long for any identifier is not found, whatever it is asked with', async () => {
  const resource: FastifyPluginAsync = async (app) => {
    app.get('/sales/:id', async () => ({ data: {} }));
    app.patch('/sales/:id', async () => ({ data: {} }));
  };
  const app = await buildServer({ apis: [resource], web, checks: {}, logger });
  servers.push(app);
  for (const length of [101, 5_000]) {
    for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: `/api/sales/${'9'.repeat(length)}` });
      expect([method, length, answer.statusCode]).toEqual([method, length, 404]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      if (method === 'HEAD') continue;
      expect(Object.keys(answer.json()).sort()).toEqual(['code', 'errors', 'message', 'request_id']);
      expect(answer.json().code).toBe('not_found');
    }
  }
});

test('it listens on the loopback address, and on another one only when HOST names it', async () => {
  const addressOf = async (environment: NodeJS.ProcessEnv) => {
    const app = fastify();
    await listen(app, { PORT: '0', ...environment });
    const { address } = app.server.address() as AddressInfo;
    await app.close();
    return address;
  };
  expect([await addressOf({}), await addressOf({ HOST: '0.0.0.0' })]).toEqual(['127.0.0.1', '0.0.0.0']);
});

describe('the gateway', () => {
  const targets = { commandApi: 'http://commands', readApi: 'http://reads' };

  test('hands every route of the product to the service that has it', async () => {
    const database = await freshDatabase();
    const secrets = { jwtSecret: 'k'.repeat(48) };
    const wrong: string[] = [];
    let seen = 0;
    try {
      for (const [name, plugin] of [
        ['http://commands', commandApi({ databaseUrl: rolesAt(database.url).command, secrets, dataDir: web })],
        ['http://reads', readApi({ databaseUrl: rolesAt(database.url).read, secrets, dataDir: web })],
      ] as const) {
        const app = fastify();
        app.addHook('onRoute', ({ method, url }) => {
          seen += 1;
          for (const value of [method].flat()) {
            if (value !== 'HEAD' && targetOf(value, url, targets) !== name)
              wrong.push(`${value} ${url} belongs to ${name}`);
          }
        });
        await app.register(plugin, { prefix: '/api' });
        await app.ready();
        await app.close();
      }
    } finally {
      await database.drop();
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(50);
  });

  async function service(name: string): Promise<string> {
    const app = fastify();
    app.all('/api/*', async (request) => ({
      name,
      url: request.url,
      body: request.body,
      from: request.headers.authorization,
    }));
    servers.push(app);
    return `http://127.0.0.1:${await listen(app, { PORT: '0' })}`;
  }

  test('speaks TLS to a service whose address says so, and to nobody whose certificate it does not know', async () => {
    const { certificate: cert, key } = ownCertificate();
    const behind = fastify({ https: { cert, key } });
    behind.all('/api/*', async () => ({ name: 'behind TLS' }));
    servers.push(behind as never);
    await behind.listen({ port: 0, host: '127.0.0.1' });
    const { port } = behind.server.address() as AddressInfo;
    const target = `https://127.0.0.1:${port}`;
    const app = await buildServer({
      apis: [gateway({ commandApi: target, readApi: target })],
      web,
      checks: {},
      logger,
    });
    servers.push(app);
    const address = `http://127.0.0.1:${await listen(app, { PORT: '0' })}`;
    expect((await fetch(`${address}/api/sales`)).status).toBe(503);
    const { ca } = globalAgent.options;
    globalAgent.options.ca = cert;
    try {
      expect(await (await fetch(`${address}/api/sales`)).json()).toEqual({ name: 'behind TLS' });
    } finally {
      globalAgent.options.ca = ca;
    }
  });

  test('passes body, query, headers and answer on as they are', async () => {
    const api = gateway({ commandApi: await service('commands'), readApi: await service('reads') });
    const app = await buildServer({ apis: [api], web, checks: {}, logger });
    servers.push(app);
    const address = `http://127.0.0.1:${await listen(app, { PORT: '0' })}`;
    const stored = await fetch(`${address}/api/sales?dry_run=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body: JSON.stringify({ note: 'دفتر' }),
    });
    expect(await stored.json()).toEqual({
      name: 'commands',
      url: '/api/sales?dry_run=1',
      body: { note: 'دفتر' },
      from: 'Bearer token',
    });
    expect(stored.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await (await fetch(`${address}/api/sales?page=2`)).json()).toMatchObject({
      name: 'reads',
      url: '/api/sales?page=2',
    });
  });

  test('says that a service is away instead of hanging', async () => {
    const api = gateway({ commandApi: 'http://127.0.0.1:9', readApi: 'http://127.0.0.1:9' });
    const app = await buildServer({ apis: [api], checks: {}, logger });
    servers.push(app);
    const answer = await app.inject('/api/sales');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json()).toMatchObject({ code: 'unavailable', message: 'The service is not available' });
  });
});
