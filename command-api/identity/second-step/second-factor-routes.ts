/**
 * The second factor of a user (decisions/0051): users set up, replace and remove their own with the present password;
 * an administrator with authority over the user resets it.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SECRET_LENGTH_MAX } from '../../../domain/organisation/sign-in-policy.ts';
import { Body, Text } from '../../../domain/schemas/fields.schema.ts';
import { Issues, Refusal } from '../../../domain/values/refusal.ts';
import { subjectOf } from '../../../identity/authority.ts';
import { languageOf } from '../../../identity/language.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { bodyOf } from '../../../identity/request-parts.ts';
import { recordSecurity, type SecurityKind } from '../../../identity/security-log.ts';
import { SETTINGS_STREAM } from '../../aggregates/command-context.ts';
import { sentence } from '../../http/language.ts';
import { idOf } from '../../http/parameters.ts';
import { EMPTY_BODY } from '../../http/validation.ts';
import type { IdentityRoutes } from '../answer.ts';
import { DONE, NEW_SECRET, RECOVERY_CODES, SECOND_FACTOR } from '../answer-schemas.ts';
import { unlockEmail } from '../credentials.ts';
import { requireOwnSecrets } from '../passwords/own-secrets.ts';
import { recordAt } from '../profile.ts';
import { whoDid } from '../staff-actions.ts';
import { addressOf } from './one-time-code.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { beginSetUp, CODE_LENGTH_MAX, confirmSetUp, removeSecondFactor, secondFactorOf } from './second-factor.ts';

const Code = () => Text(CODE_LENGTH_MAX, { minLength: 1 });
const Password = () => Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX });
const SetUpBody = Body({ current_password: Password(), code: Type.Optional(Code()) });
const ConfirmBody = Body({ code: Code() });
const BothBody = Body({ current_password: Password(), code: Code() });

const TAGS = ['auth'];
const OWN = { permission: 'signed_in', authority: 'own_credentials', beforeSecondFactor: true } as const;

export function secondFactorRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { pool } = routes.commands;
  return [
    addRoute(app, {
      method: 'GET',
      url: '/auth/second_factor',
      config: OWN,
      schema: {
        operationId: 'showSecondFactor',
        summary: 'Whether one’s own second factor is set up, or must be',
        tags: TAGS,
        response: SECOND_FACTOR,
      },
      handler: async ({ person }) => {
        const state = await secondFactorOf(pool, person.user_id);
        return { data: { ...state, is_required: await routes.identity.requiresSecondFactor(person) } };
      },
    }),
    ...setUpRoutes(app, routes),
    addRoute(app, {
      method: 'POST',
      url: '/auth/second_factor/recovery_codes',
      config: OWN,
      schema: {
        operationId: 'makeRecoveryCodes',
        summary: 'Ten new recovery codes in place of those before',
        tags: TAGS,
        body: BothBody,
        response: RECOVERY_CODES,
      },
      handler: async (request, reply) => {
        await requireSetUp(request, routes);
        await requireOwnSecrets(request, bodyOf(request, BothBody), routes);
        const recovery_codes = await makeRecoveryCodes(pool, request.person.user_id);
        await note('recovery_codes_made', request, routes);
        return shownOnce(request, reply, { recovery_codes });
      },
    }),
    ...removeRoute(app, routes),
    ...resetRoute(app, routes),
  ];
}

function removeRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { pool } = routes.commands;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/second_factor/remove',
      config: OWN,
      schema: {
        operationId: 'removeSecondFactor',
        summary: 'Remove one’s own second factor',
        tags: TAGS,
        body: BothBody,
        response: DONE,
      },
      handler: async (request) => {
        await requireSetUp(request, routes);
        if (await routes.identity.requiresSecondFactor(request.person)) {
          throw new Refusal('forbidden', [{ field: '', message: 'second_factor_required' }]);
        }
        await requireOwnSecrets(request, bodyOf(request, BothBody), routes);
        await removeSecondFactor(pool, request.person.user_id);
        await routes.sessions.endOthers(request.person.user_id, request.sid, 'second_factor_removed');
        await note('second_factor_removed', request, routes);
        return { message: sentence('deleted_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
  ];
}

function setUpRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { sessions, commands, cipher } = routes;
  const { pool } = commands;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/second_factor/set_up',
      config: OWN,
      schema: {
        operationId: 'setUpSecondFactor',
        summary: 'A new secret, which is good when a code confirms it; who has a second factor types a code',
        tags: TAGS,
        body: SetUpBody,
        response: NEW_SECRET,
      },
      handler: async (request, reply) => {
        const given = bodyOf(request, SetUpBody);
        const { user_id, user } = request.person;
        const { is_set_up } = await secondFactorOf(pool, user_id);
        const issues = new Issues();
        issues.check(!is_set_up || given.code !== undefined, 'code', 'required');
        issues.throwIfAny();
        const { current_password } = given;
        await requireOwnSecrets(request, is_set_up ? given : { current_password }, routes);
        const secret = await beginSetUp(pool, cipher, user_id);
        const business = (await recordAt(routes, SETTINGS_STREAM))?.['business_name'];
        return shownOnce(request, reply, { secret, uri: addressOf(secret, String(business ?? 'Daftar'), user.email) });
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/auth/second_factor/confirm',
      config: OWN,
      schema: {
        operationId: 'confirmSecondFactor',
        summary: 'Confirm the new secret; answers with ten recovery codes',
        tags: TAGS,
        body: ConfirmBody,
        response: RECOVERY_CODES,
      },
      handler: async (request, reply) => {
        const { user_id } = request.person;
        const { code } = bodyOf(request, ConfirmBody);
        const recovery_codes = await confirmSetUp(pool, cipher, user_id, code);
        const issues = new Issues();
        issues.check(recovery_codes !== undefined, 'code', 'code_is_wrong');
        issues.throwIfAny();
        await sessions.endOthers(user_id, request.sid, 'second_factor_set_up');
        await note('second_factor_set_up', request, routes);
        return shownOnce(request, reply, { recovery_codes });
      },
    }),
  ];
}

function resetRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands, sessions } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/users/:id/reset_second_factor',
      config: { permission: 'users/reset_second_factor', authority: idOf },
      schema: {
        operationId: 'resetSecondFactor',
        summary: 'For who lost the authenticator and the recovery codes; signs the person out everywhere',
        tags: ['people'],
        body: EMPTY_BODY,
        response: DONE,
      },
      handler: async (request) => {
        const { user_id, user } = subjectOf(request);
        if (user_id === request.person.user_id) {
          throw new Refusal('forbidden', [{ field: '', message: 'own_second_factor_needs_a_code' }]);
        }
        await removeSecondFactor(commands.pool, user_id);
        await sessions.endOthers(user_id, null, 'second_factor_reset');
        await unlockEmail(commands.pool, user_id, user.email);
        await recordSecurity(commands.pool, { kind: 'second_factor_reset', ...whoDid(request, user_id) });
        return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
  ];
}

async function requireSetUp({ person }: FastifyRequest, { commands }: IdentityRoutes): Promise<void> {
  const { is_set_up } = await secondFactorOf(commands.pool, person.user_id);
  if (!is_set_up) throw new Refusal('not_found', [{ field: '', message: 'second_factor_not_set_up' }]);
}

const note = (kind: SecurityKind, request: FastifyRequest, { commands }: IdentityRoutes) =>
  recordSecurity(commands.pool, { kind, ...whoDid(request, request.person.user_id) });

function shownOnce(request: FastifyRequest, reply: FastifyReply, data: object): object {
  reply.header('Cache-Control', 'no-store');
  return { message: sentence('done_successfully', undefined, languageOf(request)), data };
}
