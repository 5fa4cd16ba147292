/**
 * Sets the recording time instead of using the server's clock: for a demonstration, which enters half a year within
 * minutes. Only the owner of the log may do this (`migrations/functions/log.clock.sql`).
 */
import type pg from 'pg';

/** Returns the recording time of the next append. */
export type RecordedAt = () => Date;

const STATE = `select set_config('daftar.recorded_at', $1, false), log.clock() = $1::timestamptz`;

/** Applies to this connection until the next call. Throws when the role is not the owner of the log. */
export async function stateTime(client: pg.ClientBase, recordedAt: RecordedAt): Promise<void> {
  const values = [recordedAt().toISOString()];
  const { rows } = await client.query({ name: 'state_time', text: STATE, values, rowMode: 'array' });
  // Raw text or a boolean, depending on the type parsers of the connection.
  if (!['t', true].includes(rows[0]?.[1])) throw new Error('only the owner of the log may state when it records');
}
