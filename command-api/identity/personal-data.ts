/** Personal data of a staff member, stored outside of the log, so that it can be erased. */

import type pg from 'pg';
import { membersOf } from '../../domain/kernel/members.ts';
import type { PersonalData } from '../../domain/people/user.record.ts';

export async function personalDataOf(pool: pg.Pool, userId: number): Promise<PersonalData> {
  const { rows } = await pool.query<{ data: PersonalData }>(
    'select data from identity.personal_data where user_id = $1',
    [userId],
  );
  return rows[0]?.data ?? {};
}

/** Changes only the given fields and returns the names of those that differed. */
export async function keepPersonalData(
  pool: pg.Pool,
  userId: number,
  changed: PersonalData,
  by: number,
): Promise<readonly string[]> {
  const before = membersOf(await personalDataOf(pool, userId));
  const fields = Object.entries(changed).filter(([field, value]) => (before[field] ?? null) !== (value ?? null));
  if (fields.length === 0) return [];
  await pool.query(
    `insert into identity.personal_data as p (user_id, data, updated_by) values ($1, jsonb_strip_nulls($2::jsonb), $3)
     on conflict (user_id) do update set data = jsonb_strip_nulls(p.data || $2::jsonb), updated_at = now(), updated_by = $3`,
    [userId, JSON.stringify(Object.fromEntries(fields)), by],
  );
  return fields.map(([field]) => field);
}
