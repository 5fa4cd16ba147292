/** One's own sessions: the list, and ending one or all others. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { pathOf } from '../../identity/request-parts.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { sentence } from '../http/language.ts';
import { EMPTY_BODY } from '../http/validation.ts';
import type { IdentityRoutes } from './answer.ts';
import { DONE, OWN_SESSIONS } from './answer-schemas.ts';
import { whoDid } from './staff-actions.ts';

const TAGS = ['auth'];
const SESSION = Type.Object({ sid: Type.String({ format: 'uuid' }) }, { additionalProperties: false });
const OWN = { permission: 'signed_in', authority: 'own_credentials' } as const;
const ENDING = { ...OWN, needsRecentProof: true } as const;

export function ownSessionRoutes(app: FastifyInstance, { sessions, commands }: IdentityRoutes) {
  return [
    addRoute(app, {
      method: 'GET',
      url: '/auth/sessions',
      config: OWN,
      schema: {
        operationId: 'listOwnSessions',
        summary: 'Where one is signed in, the newest use first',
        tags: TAGS,
        response: OWN_SESSIONS,
      },
      handler: async ({ person, sid }) => {
        const open = await sessions.openOf(person.user_id);
        return { data: open.map((session) => ({ ...session, is_this: session.sid === sid })) };
      },
    }),
    addRoute(app, {
      method: 'DELETE',
      url: '/auth/sessions/:sid',
      config: ENDING,
      schema: { operationId: 'endOwnSession', summary: 'Sign out there', tags: TAGS, params: SESSION, response: DONE },
      handler: async (request) => {
        const { sid } = pathOf(request, SESSION);
        const { user_id } = request.person;
        if (!(await sessions.endOwn(user_id, sid)))
          throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
        const detail = { ended: sid };
        await recordSecurity(commands.pool, { kind: 'sessions_ended', ...whoDid(request, user_id), detail });
        return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/auth/end_other_sessions',
      config: ENDING,
      schema: {
        operationId: 'endOtherSessions',
        summary: 'Sign out everywhere but here',
        tags: TAGS,
        body: EMPTY_BODY,
        response: DONE,
      },
      handler: async (request) => {
        const { user_id } = request.person;
        await sessions.endOthers(user_id, request.sid, 'ended_by_the_person');
        await recordSecurity(commands.pool, { kind: 'sessions_ended', ...whoDid(request, user_id) });
        return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
  ];
}
