/** Changing one's own password, and ending one's other sessions. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Body } from '../../domain/kernel/fields.schema.ts';
import { Issues } from '../../domain/kernel/refusal.ts';
import { SECRET_LENGTH_MAX } from '../../domain/people/sign-in-policy.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { languageOf, sentence } from '../http/language.ts';
import { EMPTY_BODY } from '../http/validation.ts';
import { ANSWERS, type IdentityRoutes } from './answer.ts';
import { changePassword } from './credentials.ts';
import { checkPassword, signInPolicy } from './policy.ts';

const Secret = () => Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX });
const ChangeBody = Body({ current_password: Secret(), new_password: Secret(), new_password_confirmation: Secret() });

export function passwordRoutes(app: FastifyInstance, { sessions, commands }: IdentityRoutes): void {
  app.route({
    method: 'POST',
    url: '/auth/change_password',
    config: { permission: 'signed_in', beforePasswordChange: true, authority: 'own_credentials' },
    schema: { tags: ['auth'], body: ChangeBody, response: ANSWERS },
    handler: async (request) => {
      const { current_password, new_password, new_password_confirmation } = request.body as Static<typeof ChangeBody>;
      const { user_id, user } = request.person;
      const issues = new Issues();
      const given = { password: new_password, confirmation: new_password_confirmation };
      checkPassword(issues, await signInPolicy(commands), { ...given, about: [user.email, user.user_name] });
      issues.throwIfAny();
      const result = await changePassword(commands.pool, user_id, current_password, new_password);
      if (result === 'wrong_password') issues.add('current_password', 'current_password_does_not_match');
      if (result === 'used_before') issues.add('new_password', 'password_used_before');
      issues.throwIfAny();
      await sessions.endOthers(user_id, request.sid, 'password_changed');
      await recordSecurity(commands.pool, {
        kind: 'password_changed',
        userId: user_id,
        subjectId: user_id,
        sid: request.sid,
        ip: request.ip,
      });
      return { message: sentence('updated_successfully', undefined, languageOf(request)), data: {} };
    },
  });
  app.route({
    method: 'POST',
    url: '/auth/end_other_sessions',
    config: { permission: 'signed_in', authority: 'own_credentials' },
    schema: { tags: ['auth'], body: EMPTY_BODY, response: ANSWERS, description: 'Signs out everywhere but here.' },
    handler: async (request) => {
      const { user_id } = request.person;
      await sessions.endOthers(user_id, request.sid, 'ended_by_the_person');
      const who = { userId: user_id, subjectId: user_id, sid: request.sid, ip: request.ip };
      await recordSecurity(commands.pool, { kind: 'sessions_ended', ...who });
      return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
    },
  });
}

/** Sixteen characters that are read aloud without mistakes: about 75 random bits. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');
}
