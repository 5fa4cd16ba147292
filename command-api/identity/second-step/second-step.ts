/** The second step of signing in: the code of the second factor, after the correct password. */
import type pg from 'pg';
import { Issues, Refusal } from '../../../domain/values/refusal.ts';
import type { Person } from '../../../identity/person.ts';
import { attempt, type Checked } from '../attempts.ts';
import { nameOf } from '../credentials.ts';
import { deviceOf } from '../known-devices.ts';
import type { VerifiedSecret } from '../sessions.ts';
import type { Subject } from '../sign-in-attempt.ts';
import { holderOfTicket, spendTicket } from '../sign-in-tickets.ts';
import { confirmationOf, type TypedCode, takeCode } from './second-factor.ts';
import type { SecretCipher } from './secret-cipher.ts';

export interface GivenCode {
  readonly ticket: string;
  readonly code: string;
  readonly ip: string;
  /** Token of the browser, from its cookie. */
  readonly deviceToken?: string | undefined;
  readonly told?: Subject['told'];
}

export interface RightCode {
  readonly person: Person;
  readonly by: TypedCode;
  readonly secret: VerifiedSecret;
}

/** Throws Refusal for a wrong code or an invalid ticket, and TooMany. */
export async function checkSecondStep(
  pool: pg.Pool,
  cipher: SecretCipher,
  { ticket, code, ip, deviceToken, told }: GivenCode,
  look: (userId: number) => Promise<Person | undefined>,
): Promise<RightCode> {
  const holder = await holderOfTicket(pool, ticket);
  const person = holder && (await look(holder.userId));
  if (!holder || !person) throw signInAgain();
  const { userId, changedAt } = holder;
  const deviceId = await deviceOf(pool, deviceToken, userId);
  const subject = { way: 'password', name: nameOf(person.user.email), ip, deviceId, told, isCode: true } as const;
  let by: RightCode['by'] | undefined;
  let confirmedAt: string | null = null;
  let isUsed = false;
  await attempt(pool, subject, async (client): Promise<Checked> => {
    // Asked before the code is compared: one that is confirmed meanwhile is another one.
    confirmedAt = await confirmationOf(client, userId);
    by = await takeCode(client, cipher, userId, code);
    if (by === undefined) return { outcome: 'wrong_code', userId };
    isUsed = !(await spendTicket(client, ticket));
    return { outcome: isUsed ? 'code_wanted' : 'signed_in', userId };
  });
  if (isUsed) throw signInAgain();
  const issues = new Issues();
  issues.check(by !== undefined, 'code', 'code_is_wrong');
  issues.throwIfAny();
  return { person, by: by as RightCode['by'], secret: { changedAt, confirmedAt } };
}

export const signInAgain = (): Refusal =>
  new Refusal('validation', [{ field: 'ticket', message: 'sign_in_ticket_over' }]);
