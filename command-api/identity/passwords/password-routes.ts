/** Changing one's own password. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { SECRET_LENGTH_MAX } from '../../../domain/organisation/sign-in-policy.ts';
import { Body } from '../../../domain/schemas/fields.schema.ts';
import { Issues } from '../../../domain/values/refusal.ts';
import { languageOf } from '../../../identity/language.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { bodyOf } from '../../../identity/request-parts.ts';
import { sentence } from '../../http/language.ts';
import type { IdentityRoutes } from '../answer.ts';
import { DONE } from '../answer-schemas.ts';
import { isUsedBefore, replacePassword } from '../credentials.ts';
import { checkPassword, signInPolicy } from '../policy.ts';
import { whoDid } from '../staff-actions.ts';
import { requireOwnSecrets } from './own-secrets.ts';

const Secret = () => Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX });
const ChangeBody = Body({ current_password: Secret(), new_password: Secret(), new_password_confirmation: Secret() });

export function passwordRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/change_password',
      config: { permission: 'signed_in', beforePasswordChange: true, authority: 'own_credentials' },
      schema: {
        operationId: 'changePassword',
        summary: 'Change one’s own password',
        tags: ['auth'],
        body: ChangeBody,
        response: DONE,
      },
      handler: async (request) => {
        const { current_password, new_password, new_password_confirmation } = bodyOf(request, ChangeBody);
        const { user_id, user } = request.person;
        const issues = new Issues();
        const given = { password: new_password, confirmation: new_password_confirmation };
        await checkPassword(issues, await signInPolicy(commands), {
          ...given,
          leaked: routes.leaked,
          about: [user.email, user.user_name, user.user_full_name ?? ''],
        });
        issues.throwIfAny();
        await requireOwnSecrets(request, { current_password }, routes);
        const isUsed = await isUsedBefore(commands.pool, user_id, new_password);
        issues.check(!isUsed, 'new_password', 'password_used_before');
        issues.throwIfAny();
        const { sid } = request;
        const replaced = { userId: user_id, password: new_password, keep: sid, event: whoDid(request, user_id) };
        await replacePassword(commands.pool, { kind: 'password_changed', ...replaced });
        return { message: sentence('updated_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
  ];
}
