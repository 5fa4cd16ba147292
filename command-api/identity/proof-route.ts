/** Re-authentication within an open session, required before decisions about other users and before ending sessions. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { SECRET_LENGTH_MAX } from '../../domain/organisation/sign-in-policy.ts';
import { Body, Text } from '../../domain/schemas/fields.schema.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { PROOF_SECONDS } from '../../identity/session-limits.ts';
import { sentence } from '../http/language.ts';
import type { IdentityRoutes } from './answer.ts';
import { PROVED } from './answer-schemas.ts';
import { requireOwnSecrets } from './passwords/own-secrets.ts';
import { CODE_LENGTH_MAX, secondFactorOf } from './second-step/second-factor.ts';

const ProofBody = Body({
  current_password: Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX }),
  code: Type.Optional(Text(CODE_LENGTH_MAX, { minLength: 1 })),
});

export function proofRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands, sessions } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/prove',
      config: { permission: 'signed_in', authority: 'own_credentials' },
      schema: {
        operationId: 'proveWhoOneIs',
        summary: 'Prove again who one is',
        tags: ['auth'],
        body: ProofBody,
        response: PROVED,
        description:
          'The present password, and a code of whoever has a second factor. What was refused with `reauthentication_required` is taken for the seconds that are answered.',
      },
      handler: async (request) => {
        const { current_password, code } = bodyOf(request, ProofBody);
        const { is_set_up } = await secondFactorOf(commands.pool, request.person.user_id);
        const issues = new Issues();
        issues.check(!is_set_up || code !== undefined, 'code', 'required');
        issues.throwIfAny();
        await requireOwnSecrets(request, is_set_up ? { current_password, code } : { current_password }, routes);
        await sessions.prove(request.sid);
        const message = sentence('done_successfully', undefined, languageOf(request));
        return { message, data: { seconds: PROOF_SECONDS } };
      },
    }),
  ];
}
