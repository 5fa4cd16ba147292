/**
 * The log of sign-ins, secrets, tills, exports and refusals, which are not events. Rows are only added (the database
 * refuses changes) and never contain a password, a PIN or a token.
 */
import type pg from 'pg';

export const SECURITY_KINDS = [
  'refused',
  'unauthorized',
  'exported',
  'password_changed',
  'password_given',
  'second_factor_set_up',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_codes_made',
  'recovery_code_used',
  'pin_set',
  'pin_removed',
  'unlocked',
  'signed_out',
  'token_reused',
  'sessions_ended',
  'till_enrolled',
  'till_revoked',
  'personal_data_changed',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

export interface SecurityEvent {
  readonly kind: SecurityKind;
  /** The acting user. */
  readonly userId?: number;
  /** The affected user. */
  readonly subjectId?: number;
  readonly tillId?: number;
  readonly sid?: string;
  readonly ip?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Who did it to whom. */
export type Deed = Omit<SecurityEvent, 'kind'>;

/** A command of which something is stored here and not in the log: its id is in the detail of the entry. */
export interface CommandApart {
  readonly id: string;
  /** The acting user. */
  readonly by: number;
}

/**
 * The user whom this command concerned, when its entry of this kind is there. What it changed is stored in the same
 * transaction as the entry, so a repeated command finds both or none.
 */
export async function concernedBy(
  client: Pick<pg.PoolClient, 'query'>,
  { id, by }: CommandApart,
  kind: 'password_given' | 'personal_data_changed',
): Promise<number | undefined> {
  const { rows } = await client.query<{ subject_user_id: number }>(
    `select subject_user_id from identity.security_event
     where user_id = $1 and kind = $3 and detail ->> 'command_id' = $2 and subject_user_id is not null`,
    [by, id, kind],
  );
  return rows[0]?.subject_user_id;
}

export async function recordSecurity(pool: Pick<pg.PoolClient, 'query'>, event: SecurityEvent): Promise<void> {
  const { kind, userId, subjectId, tillId, sid, ip, detail } = event;
  await pool.query(
    `insert into identity.security_event (kind, user_id, subject_user_id, till_id, sid, ip, detail)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [kind, userId ?? null, subjectId ?? null, tillId ?? null, sid || null, ip ?? null, JSON.stringify(detail ?? {})],
  );
}
