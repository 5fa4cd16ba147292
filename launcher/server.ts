/**
 * The HTTP server of a machine: the APIs under /api, the built web, and two health checks for a supervisor, `/healthz`
 * (the process runs) and `/readyz` (it can work).
 */
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { answerUnread, answerWhileStopping } from '../identity/answer-before-routes.ts';
import { neverKept, restrictBrowsers } from '../identity/answer-headers.ts';
import { BODY_MS_MAX, limitBodyTime, REQUEST_MS_MAX } from '../identity/body-time.ts';
import { answerNotFound, registerErrors, sendFailure } from '../identity/error-answer.ts';
import { givenRequestId, newRequestId, REQUEST_ID_HEADER } from '../identity/request-id.ts';
import type { Check } from './database/health.ts';
import type { PublicAddress } from './machine/public-address.ts';
import { StartupError, systemCode } from './machine/startup-error.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Traces } from './metrics/traces.ts';
import { RequestLog } from './request-log.ts';

export interface ServerParts {
  /** Registered under /api, in order. */
  readonly apis: readonly FastifyPluginAsync[];
  /** Folder of the built web. */
  readonly web?: string | undefined;
  /** Checks of /readyz by name: each returns its problem or undefined. */
  readonly checks: Readonly<Record<string, Check>>;
  /** What /readyz says without being less ready, by name: each returns a sentence or undefined. */
  readonly notes?: Readonly<Record<string, Check>>;
  /** Measures all requests and answers /metrics; without it neither is done. */
  readonly metrics?: Metrics | undefined;
  /** Sends a trace of each request to a collector. */
  readonly traces?: Traces | undefined;
  readonly logger: FastifyBaseLogger;
  /** The trusted proxies; default none. */
  readonly reached?: PublicAddress;
  /** The numbers of requests are those of the server in front: for services that only the web's server reaches. */
  readonly isBehindGateway?: boolean;
  /** Milliseconds after which an incomplete request body is aborted; default 60,000. */
  readonly bodyMsMax?: number;
  /** Clock for answers of /readyz and counts in the log, in milliseconds. */
  readonly now?: () => number;
}

/** Within this time the APIs have reached their stores, or the start fails. */
const STARTED_MS_MAX = 120_000;
const NEVER = ["'none'"];
const OURS = ["'self'"];

/** No inline scripts, no foreign sources. Style attributes are allowed, because pop-ups and virtual rows need them. */
export const CONTENT_SECURITY_POLICY = {
  defaultSrc: OURS,
  scriptSrc: OURS,
  scriptSrcAttr: NEVER,
  styleSrc: OURS,
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: OURS,
  connectSrc: OURS,
  workerSrc: OURS,
  manifestSrc: OURS,
  objectSrc: NEVER,
  baseUri: NEVER,
  formAction: OURS,
  frameAncestors: NEVER,
};

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: parts.logger,
    genReqId: ({ headers }) => (parts.isBehindGateway && givenRequestId(headers)) || newRequestId(),
    // A stop must not wait for endless streams (progress of jobs).
    forceCloseConnections: true,
    trustProxy: trustedBy(parts.reached),
    requestTimeout: REQUEST_MS_MAX,
    // A cluster of which a node is away is found at the second or third attempt, of some seconds each.
    pluginTimeout: STARTED_MS_MAX,
    logController: new RequestLog(parts.now),
    clientErrorHandler: answerUnread,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    // The specification has pictures beside the API, at an address without /api.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/images/') ? `/api${url}` : url),
  });
  app.decorate('isPublicHttps', parts.reached?.publicUrl?.startsWith('https:') === true);
  app.addHook('onRequest', async ({ id }, reply) => void reply.header(REQUEST_ID_HEADER, id));
  answerWhileStopping(app);
  limitBodyTime(app, parts.bodyMsMax ?? BODY_MS_MAX);
  registerErrors(app);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    // Browsers ignore it over plain http, as the standard requires; it takes effect behind a proxy with https.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
  });
  restrictBrowsers(app);
  neverKept(app);
  parts.traces?.register(app);
  parts.metrics?.register(app);
  registerHealth(app, parts);
  for (const api of parts.apis) await app.register(api, { prefix: '/api' });
  if (parts.web !== undefined) await registerWeb(app, parts.web);
  app.setNotFoundHandler((request, reply) => {
    const forPeople = request.method === 'GET' && !/^\/(api|assets)(\/|$)/.test(request.url);
    if (parts.web === undefined || !forPeople) return answerNotFound(request, reply);
    return reply.header('cache-control', 'no-cache').sendFile(pageOf(request.url));
  });
  return app;
}

/** The till is a separate page. */
const pageOf = (url: string): string => (/^\/pos([/?]|$)/.test(url) ? 'pos.html' : 'index.html');

type Trusted = string[] | ((address: string, hop: number) => boolean);

/** The connection itself is hop 0. */
function trustedBy({ trustProxy }: Pick<PublicAddress, 'trustProxy'> = { trustProxy: false }): Trusted | false {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return trustProxy && [...trustProxy];
}

/** Largest age of an answer of /readyz. */
const READY_FRESH_MS = 1_500;

function registerHealth(app: FastifyInstance, { checks, notes, now = () => performance.now() }: ServerParts): void {
  const ready = keptFor(READY_FRESH_MS, now, () => readiness(checks, notes ?? {}));
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const found = await ready();
    return reply.code(found.status === 'ok' ? 200 : 503).send(found);
  });
}

async function readiness(checks: ServerParts['checks'], notes: NonNullable<ServerParts['notes']>) {
  const told = (of: ServerParts['checks']) =>
    Promise.all(Object.entries(of).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const));
  const [found, noted] = await Promise.all([told(checks), told(notes)]);
  const unusual = noted.filter(([, state]) => state !== 'ok');
  const isReady = found.every(([, state]) => state === 'ok');
  return {
    status: isReady ? 'ok' : 'not_ready',
    checks: Object.fromEntries(found),
    ...(unusual.length > 0 && { notes: Object.fromEntries(unusual) }),
  };
}

/** Runs one check at a time and reuses its result while it is fresh, for any number of requests. */
function keptFor<Value>(freshMs: number, now: () => number, ask: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (kept && now() < until) return kept;
    until = Number.POSITIVE_INFINITY;
    kept = ask();
    const done = () => {
      until = now() + freshMs;
    };
    kept.then(done, done);
    return kept;
  };
}

/** Files under /assets have a digest in their names, so they never change; the page that names them may. */
async function registerWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // The demonstration's server listens while the web is built.
    suppressWarning: true,
    cacheControl: false,
    // Created by the build (compressed-files.ts); answers of the APIs are compressed by a proxy in front, if any
    // (decisions/0068).
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/') || path.includes('\\assets\\');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

const FIRST_PORT = 8080;
const PORTS_TRIED = 20;

/** Listens on PORT, or on the first free port from 8080 on, and returns the port. */
export async function listen(
  app: FastifyInstance,
  environment: NodeJS.ProcessEnv,
  firstPort = FIRST_PORT,
): Promise<number> {
  const host = environment['HOST'] ?? '127.0.0.1';
  const given = environment['PORT'];
  const wanted = given === undefined || given === '' ? undefined : Number(given);
  if (wanted !== undefined && !(Number.isInteger(wanted) && wanted >= 0 && wanted <= 65_535)) {
    throw new StartupError(`PORT is "${given}", which is not a port. Give a number from 1 to 65535.`);
  }
  const first = wanted ?? firstPort;
  for (let port = first; ; port++) {
    try {
      return Number(new URL(await app.listen({ host, port })).port || 80);
    } catch (error) {
      if (systemCode(error) === 'EACCES') {
        throw new StartupError(`This user may not use port ${port}. Choose one above 1024, such as PORT=8080.`);
      }
      if (systemCode(error) !== 'EADDRINUSE') throw error;
      if (wanted !== undefined) {
        throw new StartupError(
          `Port ${port} is in use by another program. Stop that program, or choose another port, such as PORT=${port + 1}.`,
        );
      }
      if (port >= first + PORTS_TRIED) {
        throw new StartupError(`The ports ${first} to ${port} are all in use. Choose a free one with PORT.`);
      }
    }
  }
}
