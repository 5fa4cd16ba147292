/**
 * Re-authentication before changes of one's own sign-in data or of other users: the present password, and the code
 * when the second factor requires it. Wrong ones are counted and locked as at sign-in.
 */
import type { FastifyRequest } from 'fastify';
import { Issues } from '../../../domain/values/refusal.ts';
import { noteAttempt } from '../../../identity/request-notes.ts';
import { recordSecurity } from '../../../identity/security-log.ts';
import { type IdentityRoutes, readCookie } from '../answer.ts';
import { attempt, type Checked } from '../attempts.ts';
import { isPresentPassword, nameOf } from '../credentials.ts';
import { deviceOf } from '../known-devices.ts';
import { type TypedCode, takeCode } from '../second-step/second-factor.ts';

export interface OwnSecrets {
  readonly current_password: string;
  /** Undefined when only the password is required. */
  readonly code?: string | undefined;
}

/** Throws Refusal for a wrong password or code, and TooMany. */
export async function requireOwnSecrets(
  request: FastifyRequest,
  { current_password, code }: OwnSecrets,
  { commands: { pool }, cipher }: IdentityRoutes,
): Promise<void> {
  const { user_id: userId, user } = request.person;
  const deviceId = await deviceOf(pool, readCookie(request, 'device'), userId);
  const subject = {
    way: 'password' as const,
    name: nameOf(user.email),
    ip: request.ip,
    deviceId,
    isCode: code !== undefined,
    told: noteAttempt(request),
  };
  let by: TypedCode | undefined;
  const { outcome } = await attempt(pool, subject, async (client): Promise<Checked> => {
    if (!(await isPresentPassword(client, userId, current_password))) return { outcome: 'wrong', userId };
    if (code === undefined) return { outcome: 'confirmed', userId };
    by = await takeCode(client, cipher, userId, code);
    return { outcome: by ? 'confirmed' : 'wrong_code', userId };
  });
  const issues = new Issues();
  issues.check(outcome !== 'wrong', 'current_password', 'current_password_does_not_match');
  issues.check(outcome !== 'wrong_code', 'code', 'code_is_wrong');
  issues.throwIfAny();
  if (by === 'recovery_code') {
    const { sid, ip } = request;
    await recordSecurity(pool, { kind: 'recovery_code_used', userId, subjectId: userId, sid, ip });
  }
}
