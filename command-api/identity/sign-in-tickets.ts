/** A ticket proves the correct password until the code is typed. It opens one session, within five minutes. */
import { createHash, randomBytes } from 'node:crypto';
import type { VerifiedSecret } from './sessions.ts';
import type { Asking } from './sign-in-attempt.ts';

export const TICKET_SECONDS = 300;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Undefined when the password was replaced since it was verified. */
export async function giveTicket(
  client: Asking,
  userId: number,
  { changedAt }: Pick<VerifiedSecret, 'changedAt'>,
): Promise<string | undefined> {
  const ticket = randomBytes(32).toString('base64url');
  await client.query('delete from identity.sign_in_ticket where expires_at < clock_timestamp()');
  const { rowCount } = await client.query(
    `insert into identity.sign_in_ticket (token_hash, user_id, expires_at)
     select $1::bytea, user_id, clock_timestamp() + make_interval(secs => $3) from identity.credential
     where user_id = $2 and changed_at = $4::timestamptz for share`,
    [hashOf(ticket), userId, TICKET_SECONDS, changedAt],
  );
  return rowCount === 1 ? ticket : undefined;
}

export interface TicketHolder {
  readonly userId: number;
  /** The last change of the password that the ticket proves: a timestamp of PostgreSQL, in microseconds. */
  readonly changedAt: string;
}

/** Undefined when the ticket expired, was used, or is older than the user's password. */
export async function holderOfTicket(client: Asking, ticket: string): Promise<TicketHolder | undefined> {
  if (!TOKEN.test(ticket)) return undefined;
  const { rows } = await client.query<TicketHolder>(
    `select user_id as "userId", c.changed_at::text as "changedAt"
     from identity.sign_in_ticket t join identity.credential c using (user_id)
     where token_hash = $1 and expires_at > clock_timestamp() and c.changed_at <= t.issued_at`,
    [hashOf(ticket)],
  );
  return rows[0];
}

/** True for the first use only. */
export async function spendTicket(client: Asking, ticket: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from identity.sign_in_ticket where token_hash = $1', [
    hashOf(ticket),
  ]);
  return rowCount === 1;
}

/** Tickets of a replaced password, or of a removed second factor. */
export async function removeTickets(client: Asking, userId: number): Promise<void> {
  await client.query('delete from identity.sign_in_ticket where user_id = $1', [userId]);
}

/** A ticket of 256 random bits needs no slow hash. */
const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
