/**
 * The time of what is stored, stated by the store instead of read from the server: for a demonstration, whose half-year is
 * entered in minutes. Only the owner of the log is believed (`migrations/functions/log.clock.sql`).
 */
import type pg from 'pg';

/** The moment at which the next append is recorded. */
export type RecordedAt = () => Date;

const STATE = `select set_config('daftar.recorded_at', $1, false), log.clock() = $1::timestamptz`;

/** For this connection, until it states another. Throws when the role is not the owner of the log. */
export async function stateTime(client: pg.ClientBase, recordedAt: RecordedAt): Promise<void> {
  const values = [recordedAt().toISOString()];
  const { rows } = await client.query({ name: 'state_time', text: STATE, values, rowMode: 'array' });
  // Raw text or a boolean, as the connection reads types.
  if (!['t', true].includes(rows[0]?.[1])) throw new Error('only the owner of the log may state when it records');
}
