/** Traces of requests arrive at a collector: one for a request through both servers, without ids and without people. */
import { createServer, type Server } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { measure } from '../../identity/machine/measured.ts';
import { gateway } from '../../launcher/gateway.ts';
import { openTraces } from '../../launcher/metrics/traces.ts';
import { buildServer, listen } from '../../launcher/server.ts';

const logger = pino({ level: 'silent' });
const STRANGE = '0af7651916cd43dd8448eb211c80319c';

interface Told {
  readonly service: string;
  readonly name: string;
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly status: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
}

let collector: Server;
let endpoint: string;
const bodies: string[] = [];

/** All spans that the collector has been told. */
function received(): Told[] {
  const only = (value: unknown) => Object.values(Object(value))[0];
  const attributesOf = (list: unknown) =>
    Object.fromEntries(objectsOf(list).map(({ key, value }) => [String(key), only(value)]));
  return bodies.flatMap((body) =>
    objectsOf(JSON.parse(body).resourceSpans).flatMap(({ resource, scopeSpans }) =>
      objectsOf(scopeSpans).flatMap(({ spans }) =>
        objectsOf(spans).map((span) => ({
          service: String(attributesOf(Object(resource).attributes)['service.name']),
          name: String(span['name']),
          trace: String(span['traceId']),
          id: String(span['spanId']),
          parent: String(span['parentSpanId'] ?? ''),
          status: Object(span['status']).code,
          attributes: attributesOf(span['attributes']),
        })),
      ),
    ),
  );
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${Object(collector.address()).port}/`;
});
afterAll(() => collector.close());

const tracesOf = (service: string, isBehindGateway = false) =>
  openTraces({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, service, isBehindGateway });

/** A service with a command, and the server of the web before it. */
async function servers(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const api = async (app: FastifyInstance) => {
    app.post('/items/:id', async () => measure('append', async () => ({ ok: true })));
    app.get('/items/:id', async () => {
      await measure('snapshot', async () => undefined);
      throw new Error('broken');
    });
  };
  const parts = { checks: {}, logger };
  const service = await buildServer({
    ...{ ...parts, apis: [api], isBehindGateway: true },
    traces: await tracesOf('daftar-command-api', true),
  });
  const target = `http://127.0.0.1:${await listen(service, { PORT: '0' })}`;
  const apis = [gateway({ commandApi: target, readApi: target })];
  const front = await buildServer({ ...parts, apis, traces: await tracesOf('daftar-web') });
  const address = `http://127.0.0.1:${await listen(front, { PORT: '0' })}`;
  return {
    address,
    close: async () => {
      await front.close();
      await service.close();
    },
  };
}

describe('traces', () => {
  it('show a request through both servers, what it stored and read, and nothing of whom it was about', async () => {
    const { address, close } = await servers();
    const headers = { traceparent: `00-${STRANGE}-b7ad6b7169203331-01`, 'content-type': 'application/json' };
    const stored = await fetch(`${address}/api/items/4711?name=Azad`, { method: 'POST', headers, body: '{"a":1}' });
    expect(stored.status).toBe(200);
    expect((await fetch(`${address}/api/items/4711`)).status).toBe(500);
    await fetch(`${address}/healthz`);
    await close();
    const spans = received();
    const one = (service: string, name: string) => {
      const found = spans.filter((span) => span.service === service && span.name === name);
      expect(found).toHaveLength(1);
      return found[0] as Told;
    };
    for (const [method, below, isBroken] of [
      ['POST', 'append', false],
      ['GET', 'snapshot', true],
    ] as const) {
      const server = one('daftar-command-api', `${method} /api/items/:id`);
      const front = spans.find(({ id }) => id === server.parent);
      const inner = one('daftar-command-api', below);
      expect([front?.service, inner.parent, inner.trace]).toEqual(['daftar-web', server.id, server.trace]);
      expect([server.trace === front?.trace, front?.parent, front?.trace === STRANGE]).toEqual([true, '', false]);
      expect(server.attributes['request.id']).toBe(front?.attributes['request.id']);
      expect(server.status).toBe(isBroken ? 2 : 0);
    }
    const asked = spans.filter(({ attributes }) => attributes['http.route'] !== undefined);
    expect(asked).toHaveLength(4);
    const told = asked.map(({ name, attributes }) => `${name} ${attributes['http.route']} ${Object.keys(attributes)}`);
    expect(told.join()).not.toMatch(/4711|Azad|healthz/);
    expect(new Set(told.map((line) => line.split(' ').at(-1)))).toEqual(
      new Set(['http.request.method,http.route,request.id,http.response.status_code']),
    );
  });

  it('are not begun without the variable, and refuse an address or a part that is none', async () => {
    expect(await openTraces({ environment: {}, service: 'daftar' })).toBeUndefined();
    const refused = (environment: Record<string, string>) => openTraces({ environment, service: 'daftar' });
    await expect(refused({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' })).rejects.toThrow('https');
    for (const OTEL_TRACES_SAMPLER_ARG of ['2', '-0.1', 'half']) {
      await expect(refused({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG })).rejects.toThrow(
        '0 to 1',
      );
    }
  });

  it('of which none is kept are not sent, and a collector that is away keeps nobody from stopping', async () => {
    const sent = bodies.length;
    for (const more of [{ OTEL_TRACES_SAMPLER_ARG: '0' }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }]) {
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more };
      const traces = await openTraces({ environment, service: 'daftar' });
      const app = fastify();
      traces?.register(app);
      app.get('/', async () => 'ok');
      expect((await app.inject('/')).body).toBe('ok');
      await app.close();
    }
    expect(bodies).toHaveLength(sent);
  });
});
