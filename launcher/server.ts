/**
 * The one HTTP server of a machine: the APIs under /api, the built web, and the two questions of a supervisor,
 * `/healthz` (is the process alive) and `/readyz` (can it do its work).
 */
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { answerUnread, answerWhileStopping } from '../identity/answer-before-routes.ts';
import { neverKept, restrictBrowsers } from '../identity/answer-headers.ts';
import { BODY_MS_MAX, limitBodyTime, REQUEST_MS_MAX } from '../identity/body-time.ts';
import { answerNotFound, registerErrors, sendFailure } from '../identity/error-answer.ts';
import type { Check } from './database/health.ts';
import type { PublicAddress } from './public-address.ts';
import { RequestLog } from './request-log.ts';
import { StartupError, systemCode } from './startup-error.ts';

export interface ServerParts {
  /** Registered under /api, in order. */
  readonly apis: readonly FastifyPluginAsync[];
  /** Folder of the built web. */
  readonly web?: string | undefined;
  /** Each must answer for /readyz: its name and what is wrong, or undefined. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly logger: FastifyBaseLogger;
  /** Behind a proxy, whose word on the client's address is taken; nobody's when it is not said. */
  readonly reached?: PublicAddress;
  /** After so many milliseconds a body that has not arrived is given up; 60,000 when it is not said. */
  readonly bodyMsMax?: number;
  /** Of the answers of /readyz and of counts in the log, in milliseconds. */
  readonly now?: () => number;
}

const NEVER = ["'none'"];
const OURS = ["'self'"];

/** Nothing inline, nothing from elsewhere. Style attributes are allowed: placing pop-ups and virtual rows needs them. */
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
    // A stop must not wait for streams that never end (progress of jobs).
    forceCloseConnections: true,
    trustProxy: trustedBy(parts.reached),
    requestTimeout: REQUEST_MS_MAX,
    logController: new RequestLog(parts.now),
    clientErrorHandler: answerUnread,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    // The specification has pictures beside the API, at an address that a page may name.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/images/') ? `/api${url}` : url),
  });
  app.decorate('isPublicHttps', parts.reached?.publicUrl?.startsWith('https:') === true);
  answerWhileStopping(app);
  limitBodyTime(app, parts.bodyMsMax ?? BODY_MS_MAX);
  registerErrors(app);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    // Ignored by browsers over plain http, as the standard asks; it counts behind a proxy that speaks https.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
  });
  restrictBrowsers(app);
  neverKept(app);
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

/** The till is a page beside the office. */
const pageOf = (url: string): string => (/^\/pos([/?]|$)/.test(url) ? 'pos.html' : 'index.html');

type Trusted = string[] | ((address: string, hop: number) => boolean);

/** The connection itself is hop 0. */
function trustedBy({ trustProxy }: Pick<PublicAddress, 'trustProxy'> = { trustProxy: false }): Trusted | false {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return trustProxy && [...trustProxy];
}

/** An answer of /readyz is that old at most. */
const READY_FRESH_MS = 1_500;

function registerHealth(app: FastifyInstance, { checks, now = () => performance.now() }: ServerParts): void {
  const ready = keptFor(READY_FRESH_MS, now, () => readiness(checks));
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const found = await ready();
    return reply.code(found.status === 'ok' ? 200 : 503).send(found);
  });
}

async function readiness(checks: ServerParts['checks']) {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const),
  );
  const isReady = found.every(([, state]) => state === 'ok');
  return { status: isReady ? 'ok' : 'not_ready', checks: Object.fromEntries(found) };
}

/** Asked by one at a time, and not again while the answer is fresh: whoever hammers gets what is known. */
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

/** Files under /assets carry a digest in their names, so they never change; the page that names them always may. */
async function registerWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    // Made by the build (compressed-files.ts); what the APIs answer is compressed by the proxy in front, if by anybody (decisions/0068).
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

/** Listens on PORT, or on the first free port from 8080 on, and gives the port. */
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
