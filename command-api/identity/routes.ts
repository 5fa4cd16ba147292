/** Signing in and out, and who one is. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Body, Text } from '../../domain/kernel/fields.schema.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { Unauthorized } from '../../identity/guard.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AccessToken, DOCS_COOKIE } from '../../identity/tokens.ts';
import type { Commands } from '../handling/open-commands.ts';
import { ERROR_SCHEMA, TooMany } from '../http/errors.ts';
import { languageOf, sentence } from '../http/language.ts';
import { DOCS_PERMISSION } from '../http/openapi.ts';
import { checkSignIn } from './credentials.ts';
import { passwordRoutes } from './password-routes.ts';
import { profile } from './profile.ts';
import { profileRoutes } from './profile-routes.ts';
import { IDLE_SECONDS, type Issued, type Sessions } from './sessions.ts';

export interface IdentityRoutes {
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly commands: Commands;
}

export const ANSWERS = {
  200: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      // Where the specification reads it after a refresh.
      access_token: { type: 'string' },
      data: { type: 'object', additionalProperties: true },
    },
  },
  '4xx': ERROR_SCHEMA,
  '5xx': ERROR_SCHEMA,
} as const;

const COOKIE = 'daftar_refresh';
const TAGS = ['auth'];

const LoginBody = Body({ email: Text(140, { minLength: 1 }), password: Type.String({ minLength: 1, maxLength: 200 }) });

export function identityRoutes(app: FastifyInstance, routes: IdentityRoutes): void {
  const { identity, sessions, commands } = routes;
  app.route({
    method: 'POST',
    url: '/auth/login',
    config: { permission: 'anonymous' },
    schema: { tags: TAGS, body: LoginBody, response: ANSWERS },
    handler: async (request, reply) => {
      const { email, password } = request.body as Static<typeof LoginBody>;
      const result = await checkSignIn(commands.pool, email, password, request.ip);
      if (result.outcome === 'locked') throw new TooMany('too_many_sign_ins', result.seconds);
      const person = result.outcome === 'signed_in' ? await identity.user(result.userId) : undefined;
      if (!person) throw new Refusal('validation', [{ field: '', message: 'wrong_email_or_password' }]);
      const issued = await sessions.start(person.user_id, request.headers['user-agent'], request.ip);
      return sendTokens(app, request, reply, issued, { user: await profile(person, issued.sid, routes) });
    },
  });
  refreshRoute(app, routes);
  sessionRoutes(app, routes);
  passwordRoutes(app, routes);
  profileRoutes(app, routes);
}

/** Needs the cookie and a header that a form of another site cannot send. */
function refreshRoute(app: FastifyInstance, { identity, sessions }: IdentityRoutes): void {
  app.route({
    method: 'POST',
    url: '/auth/refresh',
    config: { permission: 'anonymous' },
    schema: { tags: TAGS, response: ANSWERS },
    handler: async (request, reply) => {
      if (!request.headers['x-requested-with'] || !isSameOrigin(request)) throw new Unauthorized();
      const token = request.cookies[COOKIE];
      const result = token === undefined ? undefined : await sessions.refresh(token);
      if (!result || 'refused' in result) {
        if (result?.sid) identity.forget(result.sid);
        reply.clearCookie(COOKIE, { path: '/api/auth' });
        throw new Unauthorized();
      }
      if (!(await identity.user(result.userId))) throw new Unauthorized();
      return sendTokens(app, request, reply, result, {});
    },
  });
}

function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}

function sessionRoutes(app: FastifyInstance, routes: IdentityRoutes): void {
  const { identity, sessions } = routes;
  for (const method of ['POST', 'GET'] as const) {
    app.route({
      method,
      url: '/auth/me',
      config: { permission: 'signed_in', beforePasswordChange: true },
      schema: { tags: TAGS, response: ANSWERS },
      handler: async (request) => ({ data: await profile(request.person, request.sid, routes) }),
    });
  }
  app.route({
    method: 'POST',
    url: '/auth/logout',
    config: { permission: 'signed_in', beforePasswordChange: true },
    schema: { tags: TAGS, response: ANSWERS },
    handler: async (request, reply) => {
      await sessions.end(request.sid, 'signed_out');
      identity.forget(request.sid);
      reply.clearCookie(COOKIE, { path: '/api/auth' });
      return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
    },
  });
  app.route({
    method: 'POST',
    url: '/auth/docs',
    config: { permission: DOCS_PERMISSION },
    schema: { tags: TAGS, response: ANSWERS, description: 'Opens the pages of this documentation for ten minutes.' },
    handler: async (request, reply) => {
      const token = accessToken(app, { sid: request.sid, userId: request.person.user_id });
      reply.setCookie(DOCS_COOKIE, token, { ...cookieOptions(request), path: '/api/docs', maxAge: 600 });
      return { data: { url: '/api/docs/' } };
    },
  });
}

const accessToken = (app: FastifyInstance, { sid, userId }: Pick<Issued, 'sid' | 'userId'>): string =>
  app.jwt.sign({ sub: String(userId), sid, type: 'access' } satisfies AccessToken);

const cookieOptions = (request: FastifyRequest) =>
  ({ httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' }) as const;

function sendTokens(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  issued: Issued,
  data: Readonly<Record<string, unknown>>,
): FastifyReply {
  const token = accessToken(app, issued);
  reply.setCookie(COOKIE, issued.refreshToken, { ...cookieOptions(request), path: '/api/auth', maxAge: IDLE_SECONDS });
  reply.header('Cache-Control', 'no-store');
  return reply.send({ access_token: token, data: { access_token: token, ...data } });
}
