/** Changing one's own password, and giving one to somebody else. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Body } from '../../domain/kernel/fields.schema.ts';
import { Issues, Refusal } from '../../domain/kernel/refusal.ts';
import { languageOf, sentence } from '../http/language.ts';
import { idOf } from '../http/parameters.ts';
import { EMPTY_BODY } from '../http/validation.ts';
import { changePassword, givePassword } from './credentials.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './passwords.ts';
import { ANSWERS, type IdentityRoutes } from './routes.ts';

const Secret = () => Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX });
const ChangeBody = Body({ current_password: Secret(), new_password: Secret(), new_password_confirmation: Secret() });

export function passwordRoutes(app: FastifyInstance, { identity, sessions, commands }: IdentityRoutes): void {
  app.route({
    method: 'POST',
    url: '/auth/change_password',
    config: { permission: 'signed_in', beforePasswordChange: true },
    schema: { tags: ['auth'], body: ChangeBody, response: ANSWERS },
    handler: async (request) => {
      const { current_password, new_password, new_password_confirmation } = request.body as Static<typeof ChangeBody>;
      const issues = new Issues();
      const length = String(PASSWORD_LENGTH_MIN);
      issues.check([...new_password].length >= PASSWORD_LENGTH_MIN, 'new_password', 'min_length', { value: length });
      issues.check(new_password === new_password_confirmation, 'new_password_confirmation', 'confirmed');
      issues.throwIfAny();
      const { user_id } = request.person;
      const result = await changePassword(commands.pool, user_id, current_password, new_password);
      if (result === 'wrong_password') issues.add('current_password', 'current_password_does_not_match');
      if (result === 'used_before') issues.add('new_password', 'password_used_before');
      issues.throwIfAny();
      await sessions.endOthers(user_id, request.sid, 'password_changed');
      identity.forget(request.sid);
      return { message: sentence('updated_successfully', undefined, languageOf(request)), data: {} };
    },
  });
  app.route({
    method: 'POST',
    url: '/users/:id/give_password',
    config: { permission: 'users/update' },
    schema: {
      tags: ['users'],
      body: EMPTY_BODY,
      response: ANSWERS,
      description: 'Answers with a one-time password; the person chooses their own when they sign in with it.',
    },
    handler: async (request, reply) => {
      const id = idOf(request);
      // Nobody but the super user takes over the super user.
      const person = id === 1 && request.person.user_id !== 1 ? undefined : await identity.user(id);
      if (!person) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
      const password = oneTimePassword();
      await givePassword(commands.pool, id, password);
      await sessions.endOthers(id, null, 'password_given');
      reply.header('Cache-Control', 'no-store');
      return { message: sentence('updated_successfully', undefined, languageOf(request)), data: { password } };
    },
  });
}

/** Sixteen characters that are read aloud without mistakes: about 75 random bits. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');
}
