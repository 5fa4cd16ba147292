/**
 * Every error of the framework, its parser or a stopping server has the common shape, on both APIs and the gateway,
 * without internal details.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { errorCodes, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { registerErrors as ofCommands } from '../../command-api/http/errors.ts';
import { gateway } from '../../launcher/gateway.ts';
import { buildServer, listen } from '../../launcher/server.ts';
import { registerErrors as ofReads } from '../../read-api/http/errors.ts';

const logger = pino({ level: 'silent' });
const SHAPE = ['code', 'errors', 'message', 'request_id'];
const INSIDE = /FST_|ERR_|HPE_|statusCode|Fastify|fastify|node:|\bat \//;
const codes = Object.keys(errorCodes) as (keyof typeof errorCodes)[];
let servers: FastifyInstance[] = [];

afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function serve(...apis: readonly FastifyPluginAsync[]): Promise<FastifyInstance> {
  const app = await buildServer({ apis, checks: {}, logger });
  servers.push(app);
  return app;
}

/** A route that throws the error of the framework that the address names. */
const careless =
  (register: (app: FastifyInstance) => void): FastifyPluginAsync =>
  async (app) => {
    register(app);
    app.get('/throws/:code', async (request) => {
      const { code } = request.params as { readonly code: keyof typeof errorCodes };
      throw new errorCodes[code]('secret-of-the-program');
    });
  };

const SIDES = [
  ['the command side', careless(ofCommands)],
  ['the read side', careless(ofReads)],
  ['neither side', careless(() => undefined)],
] as const;

/** The answer of a server to these bytes. */
async function answerTo(port: number, bytes: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    text += String(part);
  });
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { head, body };
}

describe('an error of the framework', () => {
  it.each(SIDES)('has our shape on %s, whichever it is', async (_name, api) => {
    const app = await serve(api);
    expect(codes.length).toBeGreaterThan(80);
    for (const code of codes) {
      const answer = await app.inject(`/api/throws/${code}`);
      expect([code, Object.keys(answer.json()).sort()]).toEqual([code, SHAPE]);
      expect(answer.body, code).not.toMatch(INSIDE);
      expect(answer.body, code).not.toContain('secret-of-the-program');
      expect(answer.statusCode, code).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('bytes that are no request', () => {
  const tooMany = `GET /api/x HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`;
  const REFUSED = [
    ['no method', 'HELLO there\r\n\r\n', 400, 'malformed'],
    ['a method that HTTP does not have', 'STEAL /api/x HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed'],
    [
      'two lengths',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed',
    ],
    ['more headers than are taken', tooMany, 431, 'too_large'],
  ] as const;

  it.each([
    ['a server', careless(ofCommands)],
    ['the gateway', gateway({ commandApi: 'http://127.0.0.1:9', readApi: 'http://127.0.0.1:9' })],
  ] as const)('are answered by %s in our shape', async (_name, api) => {
    const port = await listen(await serve(api), { PORT: '0' });
    for (const [what, bytes, status, code] of REFUSED) {
      const { head, body } = await answerTo(port, bytes);
      expect([what, head.split(' ')[1]]).toEqual([what, String(status)]);
      expect(head).toMatch(/content-type: application\/json; charset=utf-8/i);
      const answered = JSON.parse(body) as { readonly code: string };
      expect([what, answered.code, Object.keys(answered).sort()]).toEqual([what, code, SHAPE]);
      expect(body).not.toMatch(INSIDE);
    }
  });
});

describe('a server that stops', () => {
  it('answers who still comes in our shape, to be asked again', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow: FastifyPluginAsync = async (app) => {
      app.addHook('preClose', () => held);
      app.get('/things', async () => ({ data: [] }));
    };
    const app = await serve(slow);
    const address = `http://127.0.0.1:${await listen(app, { PORT: '0' })}/api/things`;
    expect((await fetch(address)).status).toBe(200);
    const closed = app.close();
    try {
      const answer = await fetch(address);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      const body = (await answer.json()) as { readonly code: string };
      expect([body.code, Object.keys(body).sort()]).toEqual(['unavailable', SHAPE]);
    } finally {
      go();
      await closed;
    }
  });
});

describe('the gateway', () => {
  it('hands on what a service refuses, and says that one is away that talks no HTTP', async () => {
    const behind = await serve(careless(ofReads));
    const target = `http://127.0.0.1:${await listen(behind, { PORT: '0' })}`;
    const front = await serve(gateway({ commandApi: target, readApi: target }));
    for (const code of ['FST_ERR_VALIDATION', 'FST_ERR_CTP_BODY_TOO_LARGE', 'FST_ERR_REP_INVALID_PAYLOAD_TYPE']) {
      const answer = await front.inject(`/api/throws/${code}`);
      expect([code, Object.keys(answer.json()).sort()]).toEqual([code, SHAPE]);
    }
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'] as const) {
      const answer = await front.inject({ method, url: '/api/throws/x', payload: {} });
      expect([method, answer.statusCode, answer.json().code]).toEqual([method, 404, 'not_found']);
    }
  });
});
