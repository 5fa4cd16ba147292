/** The gateway transfers answers while they are written: progress, files, and the end of either side. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { gateway } from '../../launcher/gateway.ts';
import { buildServer, listen } from '../../launcher/server.ts';

const logger = pino({ level: 'silent' });
let servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

/** Starts a gateway before a service with these routes. Returns its address. */
async function before(routes: (service: FastifyInstance) => void): Promise<string> {
  const service = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  service.removeAllContentTypeParsers();
  service.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  routes(service);
  const target = `http://127.0.0.1:${await listen(service, { PORT: '0' })}`;
  const front = await buildServer({ apis: [gateway({ commandApi: target, readApi: target })], checks: {}, logger });
  servers.push(front, service);
  return `http://127.0.0.1:${await listen(front, { PORT: '0' })}`;
}

test('progress arrives while it is made, and its end is told to the service when the client leaves', async () => {
  const progress = new Readable({ read: () => undefined });
  const address = await before((service) => {
    service.get('/api/jobs/1/events', (_request, reply) => reply.type('text/event-stream').send(progress));
  });
  const client = new AbortController();
  progress.push('data: 1\n\n');
  const answer = await fetch(`${address}/api/jobs/1/events`, { signal: client.signal });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
  expect(await next()).toBe('data: 1\n\n');
  progress.push('data: 2\n\n');
  expect(await next()).toBe('data: 2\n\n');
  const closed = once(progress, 'close');
  client.abort();
  await closed;
  expect(progress.destroyed).toBe(true);
});

test('a file passes as it comes, and whole', async () => {
  const received: number[] = [];
  const address = await before((service) => {
    service.post('/api/imports/items/file', async (request) => {
      let bytes = 0;
      for await (const piece of request.body as Readable) {
        if (bytes === 0) received.push((piece as Buffer).length);
        bytes += (piece as Buffer).length;
      }
      return { bytes, type: request.headers['content-type'] };
    });
  });
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(5 * 1024 * 1024, 7)]), 'items.xlsx');
  const answer = await fetch(`${address}/api/imports/items/file`, { method: 'POST', body: form });
  const { bytes, type } = (await answer.json()) as { bytes: number; type: string };
  expect(bytes).toBeGreaterThan(5 * 1024 * 1024);
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  expect(received[0]).toBeLessThan(bytes);
});

test('a service says itself that it is away: it is asked once, and its answer passes with its headers', async () => {
  let asked = 0;
  const address = await before((service) => {
    service.get('/api/sales', async (_request, reply) => {
      asked += 1;
      return reply
        .code(503)
        .header('retry-after', '30')
        .header('set-cookie', ['a=1', 'b=2'])
        .send({ code: 'unavailable' });
    });
  });
  const answer = await fetch(`${address}/api/sales`);
  expect([answer.status, answer.headers.get('retry-after'), asked]).toEqual([503, '30', 1]);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('an answer that says how it may be kept is kept so, and what a client says of its address does not pass', async () => {
  const address = await before((service) => {
    service.get('/api/images/1', async (request, reply) => {
      const { host, 'x-forwarded-for': from, 'x-forwarded-proto': protocol } = request.headers;
      return reply.header('cache-control', 'private, max-age=60').send({ host, from, protocol });
    });
  });
  const headers = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' };
  const answer = await fetch(`${address}/api/images/1?size=small`, { headers });
  expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
  expect(await answer.json()).toEqual({ host: new URL(address).host, from: '127.0.0.1', protocol: 'http' });
});

test('a path that leads out of the API is not asked of a service', async () => {
  const asked: string[] = [];
  const address = await before((service) => {
    service.all('/*', async ({ url }) => {
      asked.push(url);
      return {};
    });
  });
  for (const path of ['/api/../healthz', '/api/%2e%2e/hidden', '/api/..%2fhidden', '/api/sales/../../hidden']) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: daftar\r\nConnection: close\r\n\r\n`);
    for await (const _ of socket);
  }
  expect(asked.filter((url) => !url.startsWith('/api/'))).toEqual([]);
  expect(asked.filter((url) => url.includes('hidden'))).toEqual([]);
});
