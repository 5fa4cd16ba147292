/** Signing in and out, and the profile of the signed-in user. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SECRET_LENGTH_MAX } from '../../domain/organisation/sign-in-policy.ts';
import { Body, Text } from '../../domain/schemas/fields.schema.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { isFromAnotherSite } from '../../identity/cookies.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { cookieFlags, secureName } from '../../identity/machine/over-https.ts';
import type { Person } from '../../identity/person.ts';
import { noteAttempt } from '../../identity/request-notes.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { SIGNED_OUT } from '../../identity/session-limits.ts';
import { type AccessToken, DOCS_COOKIE } from '../../identity/tokens.ts';
import { Unauthorized } from '../../identity/unauthorized.ts';
import { sentence } from '../http/language.ts';
import { DOCS_PERMISSION } from '../http/openapi.ts';
import { OTHERWISE } from '../http/parameters.ts';
import { clearCookie, type IdentityRoutes, readCookie, sendTokens } from './answer.ts';
import { DOCS_OPENED, DONE, ME, REFRESHED, SIGNED_IN } from './answer-schemas.ts';
import { cashierRoutes } from './at-tills/cashier-routes.ts';
import { pinRoutes } from './at-tills/pin-routes.ts';
import { tillRoutes } from './at-tills/till-routes.ts';
import { checkSignIn } from './credentials.ts';
import { rememberDevice } from './known-devices.ts';
import { ownSessionRoutes } from './own-session-routes.ts';
import { passwordRoutes } from './passwords/password-routes.ts';
import { clearPicturesCookie } from './pictures-cookie.ts';
import { profile } from './profile.ts';
import { profileRoutes } from './profile-routes.ts';
import { proofRoute } from './proof-route.ts';
import { roleTemplateRoutes } from './role-templates.ts';
import { CODE_LENGTH_MAX } from './second-step/second-factor.ts';
import { secondFactorRoutes } from './second-step/second-factor-routes.ts';
import { checkSecondStep, signInAgain } from './second-step/second-step.ts';
import type { VerifiedSecret } from './sessions.ts';
import { giveTicket, TICKET_SECONDS } from './sign-in-tickets.ts';
import { staffActionRoutes } from './staff-actions.ts';

const TAGS = ['auth'];

const LoginBody = Body({
  email: Text(140, { minLength: 1 }),
  password: Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX }),
});

const CodeBody = Body({
  ticket: Text(SECRET_LENGTH_MAX, { minLength: 1 }),
  code: Text(CODE_LENGTH_MAX, { minLength: 1 }),
});

export function identityRoutes(app: FastifyInstance, routes: IdentityRoutes, clock: () => Date = () => new Date()) {
  const { identity, commands } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/login',
      config: { permission: 'anonymous', authority: 'sign_in' },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in with e-mail and password; with a second factor, its first step',
        tags: TAGS,
        body: LoginBody,
        response: SIGNED_IN,
      },
      handler: async (request, reply) => {
        const deviceToken = readCookie(request, 'device');
        const given = {
          ...bodyOf(request, LoginBody),
          ip: request.ip,
          deviceToken,
          space: routes.space,
          told: noteAttempt(request),
        };
        const found = await checkSignIn(commands.pool, given, (userId) => identity.user(userId));
        if (!found) throw wrongSignIn();
        const { person, secret } = found;
        if (secret.confirmedAt === null)
          return begin(app, request, reply, routes, { person, secret, refuse: wrongSignIn });
        const ticket = await giveTicket(commands.pool, person.user_id, secret);
        if (ticket === undefined) throw wrongSignIn();
        return { data: { code_wanted: true, ticket, seconds: TICKET_SECONDS } };
      },
    }),
    ...secondStepRoute(app, routes),
    ...refreshRoute(app, routes),
    ...sessionRoutes(app, routes),
    ...cashierRoutes(app, routes, clock),
    ...passwordRoutes(app, routes),
    ...ownSessionRoutes(app, routes),
    ...proofRoute(app, routes),
    ...secondFactorRoutes(app, routes),
    ...profileRoutes(app, routes),
    ...roleTemplateRoutes(app, routes),
    ...staffActionRoutes(app, routes),
    ...pinRoutes(app, routes),
    ...tillRoutes(app, routes),
  ];
}

function secondStepRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { identity, commands, cipher } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/second_factor',
      config: { permission: 'anonymous', authority: 'sign_in' },
      schema: {
        operationId: 'signInWithCode',
        summary: 'The second step of signing in: the ticket of the first with a code of the app or a recovery code',
        tags: TAGS,
        body: CodeBody,
        response: SIGNED_IN,
      },
      handler: async (request, reply) => {
        const { ip } = request;
        const told = noteAttempt(request);
        const given = { ...bodyOf(request, CodeBody), ip, deviceToken: readCookie(request, 'device'), told };
        const { by, ...found } = await checkSecondStep(commands.pool, cipher, given, (userId) => identity.user(userId));
        const { user_id } = found.person;
        if (by === 'recovery_code') {
          await recordSecurity(commands.pool, { kind: 'recovery_code_used', userId: user_id, subjectId: user_id, ip });
        }
        return begin(app, request, reply, routes, { ...found, refuse: signInAgain });
      },
    }),
  ];
}

const wrongSignIn = (): Refusal => new Refusal('validation', [{ field: '', message: 'wrong_email_or_password' }]);

interface Verified {
  readonly person: Person;
  readonly secret: VerifiedSecret;
  /** The refusal when the secret was replaced since it was verified. */
  readonly refuse: () => Refusal;
}

/** Opens the session of an authenticated user. Throws Refusal. */
async function begin(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  routes: IdentityRoutes,
  { person, secret, refuse }: Verified,
): Promise<FastifyReply> {
  const { sessions, commands } = routes;
  const before = readCookie(request, 'refresh');
  const place = { device: request.headers['user-agent'], ip: request.ip, before };
  const issued = await sessions.start(person.user_id, secret, place);
  if (!issued) throw refuse();
  const device = await rememberDevice(commands.pool, readCookie(request, 'device'), person.user_id);
  const data = { user: await profile(person, issued.sid, routes, languageOf(request)) };
  return sendTokens(app, request, reply, issued, data, device);
}

/** Requires the cookie and a header that a form on another site cannot send. */
function refreshRoute(app: FastifyInstance, { identity, sessions, commands }: IdentityRoutes) {
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/refresh',
      config: { permission: 'anonymous', authority: 'sign_in' },
      schema: {
        operationId: 'refreshToken',
        summary: 'A new access token for the cookie of the session',
        tags: TAGS,
        response: REFRESHED,
      },
      handler: async (request, reply) => {
        if (!request.headers['x-requested-with'] || !isSameOrigin(request)) throw new Unauthorized();
        const token = readCookie(request, 'refresh');
        const isBackground = request.headers['x-background'] !== undefined;
        const result = token === undefined ? undefined : await sessions.refresh(token, isBackground);
        if (!result || 'refused' in result) {
          if (result?.refused === 'reused') {
            await recordSecurity(commands.pool, {
              kind: 'token_reused',
              ...(result.sid ? { sid: result.sid } : {}),
              ip: request.ip,
            });
          }
          clearCookie(request, reply, 'refresh');
          throw new Unauthorized();
        }
        if (!(await identity.person(result.userId, result.sid))) throw new Unauthorized();
        return sendTokens(app, request, reply, result, {});
      },
    }),
  ];
}

function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  if (isFromAnotherSite(request)) return false;
  return origin === undefined || URL.parse(origin)?.host === host;
}

function sessionRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { sessions, commands } = routes;
  const profileRoute = <const Method extends 'GET' | 'POST'>(method: Method, by: string) =>
    addRoute(app, {
      method,
      url: '/auth/me',
      config: { permission: 'signed_in', beforePasswordChange: true, authority: 'own_session' },
      schema: {
        operationId: `showProfile${by}`,
        summary: `Who one is, where one works and what one may do${by && OTHERWISE}`,
        tags: TAGS,
        response: ME,
      },
      handler: async (request) => ({ data: await profile(request.person, request.sid, routes, languageOf(request)) }),
    });
  return [
    profileRoute('POST', 'ByPost'),
    profileRoute('GET', ''),
    addRoute(app, {
      method: 'POST',
      url: '/auth/logout',
      config: { permission: 'signed_in', beforePasswordChange: true, authority: 'own_session' },
      schema: { operationId: 'signOut', summary: 'Sign out', tags: TAGS, response: DONE },
      handler: async (request, reply) => {
        await sessions.end(request.sid, SIGNED_OUT);
        const { sid, ip, person } = request;
        await recordSecurity(commands.pool, { kind: 'signed_out', userId: person.user_id, sid, ip });
        clearCookie(request, reply, 'refresh');
        clearPicturesCookie(reply);
        return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/auth/docs',
      config: { permission: DOCS_PERMISSION },
      schema: {
        operationId: 'openDocs',
        summary: 'Open the pages of this documentation for ten minutes',
        tags: TAGS,
        response: DOCS_OPENED,
      },
      handler: async (request, reply) => {
        const says: AccessToken = { sub: String(request.person.user_id), sid: request.sid, type: 'docs' };
        const flags = { ...cookieFlags(request), path: '/api/docs', maxAge: 600 };
        reply.setCookie(secureName(request, DOCS_COOKIE), app.jwt.sign(says), flags);
        return { data: { url: '/api/docs/' } };
      },
    }),
  ];
}
