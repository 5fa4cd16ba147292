/**
 * In a deployment of several services, the web's own server hands /api on: questions to the read-api, everything
 * else to the command-api. On one machine there is none, because both are in the same process.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { notNow, sendError } from '../identity/error-answer.ts';

export interface GatewayTargets {
  /** `http://command-api:8081` */
  readonly commandApi: string;
  readonly readApi: string;
}

/** What the command-api answers although it is asked with GET: who is signed in, jobs, what may be imported, schemas, its documentation. */
const QUESTIONS_TO_COMMAND_API = new Set([
  'auth',
  'login_cashiers_list',
  'schemas',
  'docs',
  'jobs',
  'bulk_actions',
  'imports',
]);
/** Whether a year may be closed is asked where it is closed. */
const CLOSING = /^\/api\/financial_years\/(states|[^/?]+\/gate)(\?|$)/;
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
  if (CLOSING.test(url)) return targets.commandApi;
  const isQuestion = method === 'GET' || method === 'HEAD';
  return isQuestion && !QUESTIONS_TO_COMMAND_API.has(resource) ? targets.readApi : targets.commandApi;
}

/** To be registered under /api. Bodies and answers pass as streams, so that progress arrives while it is made. */
export function gateway(targets: GatewayTargets): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // The service behind knows which of its routes take files.
    app.all('/*', { config: { takesFiles: true } }, async (request, reply) => {
      await proxy(request, reply, targetOf(request.method, request.url, targets));
    });
  };
}

async function proxy(request: FastifyRequest, reply: FastifyReply, target: string): Promise<void> {
  const answer = await send(request, target).catch((error: Error) => {
    request.log.warn({ target, error: error.message }, 'a service does not answer');
    return undefined;
  });
  if (!answer) {
    await sendError(notNow('unavailable', 'service_unavailable'), request, reply);
    return;
  }
  reply.hijack();
  reply.raw.writeHead(answer.statusCode ?? 502, { ...reply.getHeaders(), ...answer.headers } as NodeJS.Dict<string>);
  answer.pipe(reply.raw);
  reply.raw.on('close', () => answer.destroy());
}

function send(request: FastifyRequest, target: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, 'x-forwarded-for': request.ip, 'x-forwarded-proto': request.protocol };
    const url = new URL(request.url, target);
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = ask(url, { method: request.method, headers }, resolve);
    outgoing.on('error', reject);
    request.raw.pipe(outgoing);
  });
}
