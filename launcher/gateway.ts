/**
 * In a deployment of several services, the web's own server hands /api on: questions to the read-api, everything
 * else to the command-api. On one machine there is none, because both are in the same process.
 */
import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { notNow, sendError, sendFailure } from '../identity/error-answer.ts';

export interface GatewayTargets {
  /** `http://command-api:8081` */
  readonly commandApi: string;
  readonly readApi: string;
}

/** What the command-api answers although it is asked with GET: who is signed in, jobs, what may be imported, schemas, its
 * documentation, what a till sells. */
const QUESTIONS_TO_COMMAND_API = new Set([
  'auth',
  'login_cashiers_list',
  'schemas',
  'docs',
  'jobs',
  'bulk_actions',
  'imports',
  'till',
]);
/** Whether a year may be closed is asked where it is closed, and what a new role begins with where it is entered. */
const ASKED_WHERE_ENTERED = /^\/api\/(financial_years\/(states|[^/?]+\/gate)|roles\/templates)(\?|$)/;
/** What the read-api stores: how a person likes to see lists and the menu, which is no fact of the business. */
const PREFERENCES = new Set([
  'model_hidden_columns',
  'table_layout',
  'table_views',
  'default_table_view',
  'set_sidebar_setting',
]);

/** A test holds this against every route of both. */
export function targetOf(method: string, url: string, targets: GatewayTargets): string {
  const resource = /^\/api\/([^/?]*)/.exec(url)?.[1] ?? '';
  if (PREFERENCES.has(resource)) return targets.readApi;
  if (ASKED_WHERE_ENTERED.test(url)) return targets.commandApi;
  const isQuestion = method === 'GET' || method === 'HEAD';
  return isQuestion && !QUESTIONS_TO_COMMAND_API.has(resource) ? targets.readApi : targets.commandApi;
}

/** No limit of time: what a service may take to answer is the service's own to say. */
const UNLIMITED_MS = 0;

/**
 * To be registered under /api. Bodies and answers pass as streams, so that progress arrives while it is made, and ends when
 * one of the two ends leaves. A service that does not answer is told to the client with 503.
 */
export function gateway(targets: GatewayTargets): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.setErrorHandler(sayUnavailable);
    await app.register(httpProxy, {
      upstream: '',
      rewritePrefix: app.prefix,
      // The service behind knows which of its routes take files.
      config: { takesFiles: true },
      // The library trusts every certificate unless it is told otherwise.
      http: { requestOptions: { rejectUnauthorized: true } },
      globalAgent: true,
      disableRequestLogging: true,
      // A 503 is the answer of the service, which says when to come again; the library would ask ten times.
      retryMethods: [],
      replyOptions: {
        timeout: UNLIMITED_MS,
        getUpstream: ({ method, url }) => targetOf(method, url, targets),
        rewriteRequestHeaders: forwarded,
      },
    });
  };
}

/** What the library throws about a service is a 5xx; what it refuses of the request (a path that leads out) is answered as it is. */
function sayUnavailable(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isOfService = !('statusCode' in error) || Number(error.statusCode) >= 500;
  return isOfService
    ? sendError(notNow('unavailable', 'service_unavailable'), request, reply)
    : sendFailure(error, request, reply);
}

type Sender = Pick<FastifyRequest, 'headers' | 'ip' | 'protocol'>;

/** The client's own host stays; what it says of where it comes from does not. */
function forwarded({ headers, ip, protocol }: Sender, given: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...given, host: headers.host, 'x-forwarded-for': ip, 'x-forwarded-proto': protocol };
}
