/**
 * PINs of staff: set, replaced, removed, unlocked. No route returns a PIN; wrong attempts are reported at the till
 * only.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SECRET_LENGTH_MAX } from '../../../domain/organisation/sign-in-policy.ts';
import { Body, Reference } from '../../../domain/schemas/fields.schema.ts';
import { Issues, Refusal } from '../../../domain/values/refusal.ts';
import { subjectOf } from '../../../identity/authority.ts';
import type { Subject } from '../../../identity/identity.ts';
import { languageOf } from '../../../identity/language.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { SUPER_USER_ID } from '../../../identity/person.ts';
import { bodyOf } from '../../../identity/request-parts.ts';
import { recordSecurity } from '../../../identity/security-log.ts';
import type { Done } from '../../http/answers.ts';
import { sentence } from '../../http/language.ts';
import { idOf, methodIsPatch, OTHERWISE } from '../../http/parameters.ts';
import { changeBody, EMPTY_BODY } from '../../http/validation.ts';
import type { IdentityRoutes } from '../answer.ts';
import { PIN_HOLDER } from '../answer-schemas.ts';
import { checkPin, signInPolicy } from '../policy.ts';
import { whoDid } from '../staff-actions.ts';
import { havePin, removePin, setPin, unlockPin } from './pins.ts';

const Pin = () => Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX, 'x-secret': true });
const NewBody = Body({ user_fk: Reference('users'), pin: Pin() });
const ChangeBody = Body({ pin: Pin() });
const TAGS = ['people'];

export function pinRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  return [
    addRoute(app, {
      method: 'POST',
      url: '/user_pins',
      config: {
        permission: 'user_pins/store',
        authority: (request) => bodyOf(request, NewBody).user_fk,
      },
      schema: {
        operationId: 'setPin',
        summary: 'Give somebody a PIN',
        tags: TAGS,
        body: NewBody,
        response: { 201: PIN_HOLDER[200] },
      },
      handler: async (request, reply) => {
        const { pin } = bodyOf(request, NewBody);
        const person = subjectOf(request);
        await give(person, pin, request, routes);
        return answer(request, reply.code(201), 'added_successfully', person);
      },
    }),
    ...(
      [
        ['PATCH', ''],
        ['POST', 'ByPost'],
      ] as const
    ).map(([method, by]) =>
      addRoute(app, {
        method,
        url: '/user_pins/:id',
        config: { permission: 'user_pins/update', authority: idOf },
        schema: {
          operationId: `replacePin${by}`,
          summary: `Replace the PIN of somebody${by && OTHERWISE}`,
          tags: TAGS,
          body: changeBody(ChangeBody, false),
          response: PIN_HOLDER,
        },
        handler: async (request, reply) => {
          if (method === 'POST') methodIsPatch(request);
          const person = await holder(request, routes);
          await give(person, bodyOf(request, ChangeBody).pin, request, routes);
          return answer(request, reply, 'updated_successfully', person);
        },
      }),
    ),
    ...removalRoutes(app, routes),
  ];
}

function removalRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { pool } = routes.commands;
  return [
    addRoute(app, {
      method: 'DELETE',
      url: '/user_pins/:id',
      config: { permission: 'user_pins/destroy', authority: idOf },
      schema: {
        operationId: 'removePin',
        summary: 'Remove the PIN of somebody',
        tags: TAGS,
        body: changeBody(EMPTY_BODY, true),
        response: PIN_HOLDER,
      },
      handler: async (request, reply) => {
        const person = await holder(request, routes);
        await removePin(pool, person.user_id, whoDid(request, person.user_id));
        return answer(request, reply, 'deleted_successfully', person);
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/user_pins/:id/unlock',
      config: { permission: 'user_pins/update', authority: idOf },
      schema: {
        operationId: 'unlockPin',
        summary: 'Let the person try again at once',
        tags: TAGS,
        body: EMPTY_BODY,
        response: PIN_HOLDER,
      },
      handler: async (request, reply) => {
        const person = await holder(request, routes);
        await unlockPin(pool, person.user_id);
        await recordSecurity(pool, { kind: 'unlocked', ...whoDid(request, person.user_id) });
        return answer(request, reply, 'done_successfully', person);
      },
    }),
  ];
}

/** The user of the path, who may have a PIN. */
async function holder(request: FastifyRequest, routes: IdentityRoutes): Promise<Subject> {
  const person = subjectOf(request);
  if ((await havePin(routes.commands.pool, [person.user_id])).size > 0) return person;
  throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
}

async function give(person: Subject, pin: string, request: FastifyRequest, routes: IdentityRoutes): Promise<void> {
  const { commands } = routes;
  const issues = new Issues();
  checkPin(issues, await signInPolicy(commands), 'pin', pin);
  issues.check(person.user_id !== SUPER_USER_ID, 'user_fk', 'super_user_has_no_pin');
  issues.throwIfAny();
  await setPin(commands.pool, person.user_id, pin, whoDid(request, person.user_id));
}

/** Answers never contain the PIN. */
function answer(request: FastifyRequest, reply: FastifyReply, done: Done, { user_id, user }: Subject): FastifyReply {
  const data = { id: user_id, user_fk: user_id, name: user.user_name };
  return reply.send({ message: sentence(done, undefined, languageOf(request)), data });
}
