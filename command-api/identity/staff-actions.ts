/**
 * Actions on a colleague besides changing their record: a one-time password, ending their sessions, and the fields
 * with permissions of their own: role, status, outlets.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { UserBody, user } from '../../domain/people/user.record.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { Body, Maybe, OneOf, Reference } from '../../domain/schemas/fields.schema.ts';
import { camelOf, pascalOf, wordsOf } from '../../domain/values/kind-words.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { subjectOf } from '../../identity/authority.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { pathOf } from '../../identity/request-parts.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { recordTypeOf } from '../aggregates/aggregate-types.ts';
import { recordAnswers } from '../http/answer-schemas.ts';
import { sendAnswer } from '../http/answers.ts';
import { callHandler } from '../http/command.ts';
import { sentence } from '../http/language.ts';
import { idOf, QUERY } from '../http/parameters.ts';
import { changeBody, EMPTY_BODY } from '../http/validation.ts';
import type { IdentityRoutes } from './answer.ts';
import { DONE, ONE_TIME_PASSWORD } from './answer-schemas.ts';
import { replacePassword, unlockEmail } from './credentials.ts';
import { oneTimePassword } from './passwords/one-time-password.ts';

const { outlet_fk, outlets, inventories, default_inventory_fk, default_account_fk } = UserBody.properties;

/** Parts of the record, each with its own permission. */
const PARTS = [
  { action: 'set_roles', body: Body({ role_fk: Maybe(Reference('roles')) }) },
  { action: 'set_user_status', body: Body({ status: OneOf(['active', 'inactive', 'blocked']) }) },
  {
    action: 'change_outlets',
    body: Body({ outlet_fk, outlets, inventories, default_inventory_fk, default_account_fk }),
  },
] as const;

export function staffActionRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const kind = recordTypeOf(routes.commands.kinds, user.resource);
  for (const { action, body } of PARTS) {
    const schema = changeBody(body, false, `User${pascalOf(action)}Body`);
    app.route({
      method: 'POST',
      url: `/users/:id/${action}`,
      config: { permission: `users/${action}`, authority: idOf },
      attachValidation: true,
      schema: {
        operationId: camelOf(`${action}_of_user`),
        summary: `Of a user: ${wordsOf(action)}`,
        tags: ['people'],
        response: recordAnswers(user),
        body: schema,
        querystring: QUERY,
      },
      handler: async (request, reply) => {
        const id = idOf(request);
        const commands = (changed: RecordData) => [{ type: 'amend', changed }];
        const answer = await callHandler(routes.commands.handler, { kind, id, schema, commands }, request);
        await routes.sessions.endOfAbsent(answer);
        return sendAnswer(kind, answer, 'updated_successfully', request, reply);
      },
    });
  }
  return [...passwordRoute(app, routes), ...sessionsRoute(app, routes), ...oneSessionRoute(app, routes)];
}

/** Users change their own password with the present one (`auth/change_password`). Throws Refusal `forbidden`. */
export function refuseOwnPassword(id: number, { person }: FastifyRequest): void {
  if (id !== person.user_id) return;
  throw new Refusal('forbidden', [{ field: '', message: 'own_password_needs_the_present_one' }]);
}

function passwordRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/users/:id/give_password',
      config: { permission: 'users/update', authority: idOf },
      schema: {
        operationId: 'givePassword',
        summary: 'A one-time password; the person chooses their own when they sign in with it',
        tags: ['people'],
        body: EMPTY_BODY,
        response: ONE_TIME_PASSWORD,
      },
      handler: async (request) => {
        const person = subjectOf(request);
        refuseOwnPassword(person.user_id, request);
        const { user_id: userId } = person;
        const password = oneTimePassword();
        const event = whoDid(request, userId);
        await replacePassword(commands.pool, { userId, password, kind: 'password_given', keep: null, event });
        await unlockEmail(commands.pool, userId, person.user.email);
        return { message: sentence('updated_successfully', undefined, languageOf(request)), data: { password } };
      },
    }),
  ];
}

function sessionsRoute(app: FastifyInstance, routes: IdentityRoutes) {
  return [
    addRoute(app, {
      method: 'POST',
      url: '/users/:id/end_sessions',
      config: { permission: 'users/end_session', authority: idOf },
      schema: {
        operationId: 'endSessions',
        summary: 'Sign the person out everywhere',
        tags: ['people'],
        body: EMPTY_BODY,
        response: DONE,
      },
      handler: async (request) => {
        const person = subjectOf(request);
        await routes.sessions.endOthers(person.user_id, null, 'ended_by_an_administrator');
        await recordSecurity(routes.commands.pool, { kind: 'sessions_ended', ...whoDid(request, person.user_id) });
        return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
  ];
}

const SESSION = Type.Object({ sid: Type.String({ format: 'uuid' }) }, { additionalProperties: false });

/** Ends one session of a user, chosen in the list of sessions. */
function oneSessionRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { pool } = routes.commands;
  const holder = async (request: FastifyRequest): Promise<number> => {
    const { sid } = pathOf(request, SESSION);
    const { rows } = await pool.query<{ user_id: number }>('select user_id from identity.session where sid = $1', [
      sid,
    ]);
    return rows[0]?.user_id ?? 0;
  };
  return [
    addRoute(app, {
      method: 'POST',
      url: '/online_activity/:sid/end',
      config: { permission: 'users/end_session', authority: holder },
      schema: {
        operationId: 'endSession',
        summary: 'End one session of somebody',
        tags: ['people'],
        params: SESSION,
        body: EMPTY_BODY,
        response: DONE,
      },
      handler: async (request) => {
        const { sid } = pathOf(request, SESSION);
        const person = subjectOf(request);
        await routes.sessions.end(sid, 'ended_by_an_administrator');
        const detail = { ended: sid };
        await recordSecurity(pool, { kind: 'sessions_ended', ...whoDid(request, person.user_id), detail });
        return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
  ];
}

export const whoDid = (request: FastifyRequest, subjectId: number) => ({
  userId: request.person.user_id,
  subjectId,
  sid: request.sid,
  ip: request.ip,
});
