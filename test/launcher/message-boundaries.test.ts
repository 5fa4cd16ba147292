/** Requests with an ambiguous end are refused as a whole. */
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gateway } from '../../launcher/gateway.ts';
import { buildServer, listen } from '../../launcher/server.ts';

const HIDDEN = 'GET /api/hidden HTTP/1.1\r\nHost: daftar\r\n\r\n';
const TWO_WAYS: readonly (readonly [string, readonly string[], string])[] = [
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunks and a length', ['Transfer-Encoding: chunked', `Content-Length: ${HIDDEN.length}`], `0\r\n\r\n${HIDDEN}`],
  ['two lengths', ['Content-Length: 0', `Content-Length: ${HIDDEN.length}`], HIDDEN],
  ['a list of lengths', [`Content-Length: 0, ${HIDDEN.length}`], HIDDEN],
  ['a length that is no number', ['Content-Length: +0'], HIDDEN],
  ['a coding that nobody knows', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`],
  ['a space before the colon', [`Content-Length : ${HIDDEN.length}`], HIDDEN],
  ['a line that is folded', ['X-Folded: a', ' Transfer-Encoding: chunked'], HIDDEN],
];

let servers: FastifyInstance[];
let ports: Readonly<Record<string, number>>;
/** The addresses that the service received. */
const asked: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'silent' });
  const behind = fastify();
  behind.all('/api/*', async ({ url }) => {
    asked.push(url);
    return { data: url };
  });
  const servicePort = await listen(behind, { PORT: '0' });
  const service = `http://127.0.0.1:${servicePort}`;
  const itself = await buildServer({
    apis: [
      async (app) => {
        app.all('/*', async ({ url }) => {
          asked.push(url);
          return { data: url };
        });
      },
    ],
    checks: {},
    logger,
  });
  const front = await buildServer({ apis: [gateway({ commandApi: service, readApi: service })], checks: {}, logger });
  servers = [itself, front, behind];
  ports = { server: await listen(itself, { PORT: '0' }), gateway: await listen(front, { PORT: '0' }) };
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Everything that is answered until the connection ends or is quiet. */
function sent(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answered = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (bytes) => {
      answered += String(bytes);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answered));
    socket.write(text);
  });
}

it.each(TWO_WAYS)('%s', async (_, lines, body) => {
  for (const port of Object.values(ports)) {
    asked.length = 0;
    const answered = await sent(port, ['POST /api/open HTTP/1.1', 'Host: daftar', ...lines, '', body].join('\r\n'));
    expect(answered).toMatch(/^HTTP\/1\.1 400 /);
    expect(answered.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(asked).not.toContain('/api/hidden');
  }
});

it('what is said in one way is answered', async () => {
  for (const port of Object.values(ports)) {
    const lines = ['POST /api/open HTTP/1.1', 'Host: daftar', 'Content-Length: 0', 'Connection: close', '', ''];
    expect(await sent(port, lines.join('\r\n'))).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/api\/open/);
  }
});
