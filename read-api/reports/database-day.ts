import { sql } from 'kysely';
import type { Snapshot } from '../database/reader.ts';

/** Today by the clock and time zone of the database, as an ISO date. */
export async function today(snapshot: Snapshot): Promise<string> {
  const { rows } = await sql<{ day: string }>`select current_date::text as day`.execute(snapshot);
  return rows[0]?.day ?? '';
}
