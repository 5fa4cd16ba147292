/** Bodies that arrive byte by byte: the connection is ended for every client, and uploads of files have more time. */
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Unauthorized } from '../../identity/unauthorized.ts';
import { buildServer, listen } from '../../launcher/server.ts';
import { until } from '../support/waiting.ts';

/** Long enough to read a complete request on a busy machine. */
const BODY_MS_MAX = 1_000;
const BODY = '{"name":"a body that is sent a byte at a time"}';
let app: FastifyInstance;
let port: number;
let sockets: Dribble[];

beforeEach(async () => {
  sockets = [];
  const api = async (scope: FastifyInstance) => {
    scope.post('/things', async ({ body }) => ({ data: body }));
    scope.post('/files', { config: { takesFiles: true } }, async ({ body }) => ({ data: body }));
    scope.post('/guarded', { onRequest: () => Promise.reject(new Unauthorized()) }, async () => ({ data: {} }));
  };
  app = await buildServer({ apis: [api], checks: {}, logger: pino({ level: 'silent' }), bodyMsMax: BODY_MS_MAX });
  port = await listen(app, { PORT: '0' });
});
afterEach(async () => {
  for (const { socket } of sockets) socket.destroy();
  await app.close();
});

interface Dribble {
  readonly socket: Socket;
  /** The answer so far. */
  readonly answered: () => string;
  /** Waits for the end of the connection. Returns the whole answer. */
  closed(): Promise<string>;
  finish(): void;
}

/** Sends a body without its last bytes, byte by byte, until `finish` is called. */
function dribble(path: string, chunked = false): Dribble {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let sent = 0;
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (text += String(bytes)));
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY.length}`;
  socket.write(`POST /api/${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
  const one = () => {
    const byte = BODY[sent] ?? '';
    sent += 1;
    socket.write(chunked ? `1\r\n${byte}\r\n` : byte);
  };
  const timer = setInterval(() => sent < BODY.length - 1 && one(), 10);
  let isClosed = false;
  socket.on('close', () => {
    clearInterval(timer);
    isClosed = true;
  });
  const closed = async () => {
    await until(async () => isClosed, { what: 'the end of the connection' });
    return text;
  };
  const finish = () => {
    clearInterval(timer);
    while (sent < BODY.length) one();
    if (chunked) socket.write('0\r\n\r\n');
  };
  const started = { socket, answered: () => text, closed, finish };
  sockets.push(started);
  return started;
}

test.each([false, true])(
  'a body that does not arrive in time is answered with 408 and the connection ended',
  async (chunked) => {
    const answer = await dribble('things', chunked).closed();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'too_slow',
      message: 'The request did not arrive in time, try again',
      errors: {},
      request_id: expect.any(String),
    });
  },
);

test('whoever was refused before the body arrived, or asks for nothing that there is, holds no connection either', async () => {
  const [refused, nothing] = await Promise.all([dribble('guarded').closed(), dribble('nothing').closed()]);
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  expect(nothing).toMatch(/^HTTP\/1\.1 408 /);
});

test('a file may take longer than others have', async () => {
  const file = dribble('files');
  const other = dribble('things');
  await other.closed();
  // The other connection began later and is ended.
  file.finish();
  await expect.poll(file.answered).toMatch(/^HTTP\/1\.1 200 [\s\S]*a byte at a time/);
});

test('a body that arrives in time is answered, and the connection stays for the next request', async () => {
  const { socket, answered, finish, closed } = dribble('things');
  finish();
  await expect.poll(answered).toMatch(/^HTTP\/1\.1 200 /);
  const later = dribble('things');
  await later.closed();
  // The time of the first request is over too.
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await closed()).toMatch(/200 OK[\s\S]*200 OK[\s\S]*"status":"ok"/);
});

test('a request that was injected has no connection to end', async () => {
  const failed: unknown[] = [];
  const note = (error: unknown): number => failed.push(error);
  process.on('uncaughtExceptionMonitor', note);
  const headers = { 'content-length': '2', 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/api/guarded', headers, payload: '{}' });
  expect(answer.statusCode).toBe(401);
  // It begins later, so the time of the injected request is over when this one ends.
  await dribble('things').closed();
  process.off('uncaughtExceptionMonitor', note);
  expect(failed).toEqual([]);
});
