/**
 * In a deployment of several services, the web's server forwards /api: reads to the read-api, everything else to the
 * command-api. On one machine it is not used, because one process contains both.
 */
import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { notNow, sendError, sendFailure } from '../identity/error-answer.ts';
import { REQUEST_ID_HEADER } from '../identity/request-id.ts';

export interface GatewayTargets {
  /** `http://command-api:8081` */
  readonly commandApi: string;
  readonly readApi: string;
}

/** GET routes of the command-api: sign-in, jobs, imports, schemas, its documentation, goods of a till. */
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
/** Further GET routes of the command-api: the conditions for closing a year, and the templates of roles. */
const ASKED_WHERE_ENTERED =
  /^\/api\/(financial_years\/(states|[^/?]+\/gate)|period_locks\/checks\/[^/?]+|roles\/templates)(\?|$)/;
/**
 * Routes of the read-api that store something: preferences for lists and the menu, which are no facts of the business.
 */
const PREFERENCES = new Set([
  'model_hidden_columns',
  'table_layout',
  'table_views',
  'default_table_view',
  'set_sidebar_setting',
]);

/** A test compares this with every route of both services. */
export function targetOf(method: string, url: string, targets: GatewayTargets): string {
  const resource = /^\/api\/([^/?]*)/.exec(url)?.[1] ?? '';
  if (PREFERENCES.has(resource)) return targets.readApi;
  if (ASKED_WHERE_ENTERED.test(url)) return targets.commandApi;
  const isQuestion = method === 'GET' || method === 'HEAD';
  return isQuestion && !QUESTIONS_TO_COMMAND_API.has(resource) ? targets.readApi : targets.commandApi;
}

/** No time limit: each service limits its own answers. */
const UNLIMITED_MS = 0;

/**
 * To be registered under /api. Bodies and answers are streamed, so that progress arrives immediately, and end when
 * either side disconnects. An unreachable service is answered with 503.
 */
export function gateway(targets: GatewayTargets): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.setErrorHandler(sayUnavailable);
    await app.register(httpProxy, {
      upstream: '',
      rewritePrefix: app.prefix,
      // The target service checks which of its routes accept files.
      config: { takesFiles: true },
      // The library accepts every certificate unless this is set.
      http: { requestOptions: { rejectUnauthorized: true } },
      globalAgent: true,
      disableRequestLogging: true,
      // A 503 is the service's answer with a retry time; the library would repeat it ten times.
      retryMethods: [],
      replyOptions: {
        timeout: UNLIMITED_MS,
        getUpstream: ({ method, url }) => targetOf(method, url, targets),
        rewriteRequestHeaders: forwarded,
      },
    });
  };
}

/** Library errors about a service are 5xx; a refused request (a path that escapes) is answered unchanged. */
function sayUnavailable(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isOfService = !('statusCode' in error) || Number(error.statusCode) >= 500;
  return isOfService
    ? sendError(notNow('unavailable', 'service_unavailable'), request, reply)
    : sendFailure(error, request, reply);
}

type Sender = Pick<FastifyRequest, 'headers' | 'id' | 'ip' | 'protocol'>;

/** Keeps the client's host; replaces its own forwarding headers and number. */
function forwarded({ headers, id, ip, protocol }: Sender, given: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    ...given,
    host: headers.host,
    'x-forwarded-for': ip,
    'x-forwarded-proto': protocol,
    [REQUEST_ID_HEADER]: id,
  };
}
