/** A ticket proves the correct password until the code is typed. It opens one session, within five minutes. */
import { createHash, randomBytes } from 'node:crypto';
import type { Asking } from './attempts.ts';

export const TICKET_SECONDS = 300;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export async function giveTicket(client: Asking, userId: number): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await client.query('delete from identity.sign_in_ticket where expires_at < clock_timestamp()');
  await client.query(
    `insert into identity.sign_in_ticket (token_hash, user_id, expires_at)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
    [hashOf(ticket), userId, TICKET_SECONDS],
  );
  return ticket;
}

/** The user of the ticket. Undefined when it expired, was used, or is older than the user's password. */
export async function holderOfTicket(client: Asking, ticket: string): Promise<number | undefined> {
  if (!TOKEN.test(ticket)) return undefined;
  const { rows } = await client.query<{ user_id: number }>(
    `select user_id from identity.sign_in_ticket t join identity.credential c using (user_id)
     where token_hash = $1 and expires_at > clock_timestamp() and c.changed_at <= t.issued_at`,
    [hashOf(ticket)],
  );
  return rows[0]?.user_id;
}

/** True for the first use only. */
export async function spendTicket(client: Asking, ticket: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from identity.sign_in_ticket where token_hash = $1', [
    hashOf(ticket),
  ]);
  return rowCount === 1;
}

/** A ticket of 256 random bits needs no slow hash. */
const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
