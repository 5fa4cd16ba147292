/** What a person may change about themselves without a permission: language, theme, rows per page. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Body, OneOf } from '../../domain/kernel/fields.schema.ts';
import { user } from '../../domain/people/user.record.ts';
import { languageOf, sentence } from '../http/language.ts';
import { profile } from './profile.ts';
import { ANSWERS, type IdentityRoutes } from './routes.ts';

const ProfileBody = Body({
  lang: Type.Optional(OneOf(['en', 'ar', 'ckb'])),
  theme: Type.Optional(OneOf(['light', 'dark'])),
  pagination_default: Type.Optional(Type.Enum([10, 50, 100, 200])),
});

export function profileRoutes(app: FastifyInstance, routes: IdentityRoutes): void {
  const { identity, commands } = routes;
  app.route({
    method: 'PATCH',
    url: '/auth/profile',
    config: { permission: 'signed_in' },
    schema: { tags: ['auth'], body: ProfileBody, response: ANSWERS },
    handler: async (request) => {
      const changed = request.body as Static<typeof ProfileBody>;
      // Sent twice it changes nothing the second time, so it needs no key of its own.
      await commands.handler.handle({
        declaration: user,
        id: request.person.user_id,
        commands: [{ type: 'amend', changed }],
        body: changed,
        actor: request.person,
        commandId: randomUUID(),
        meta: { correlationId: request.id },
      });
      const data = await profile(
        { ...request.person, user: { ...request.person.user, ...changed } },
        request.sid,
        routes,
      );
      identity.forget(request.sid);
      return { message: sentence('updated_successfully', undefined, languageOf(request)), data };
    },
  });
}
