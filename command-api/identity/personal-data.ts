/** Personal data of a staff member, stored outside of the log, so that it can be erased. */

import type pg from 'pg';
import type { PersonalData } from '../../domain/people/user.record.ts';
import { membersOf } from '../../domain/values/members.ts';
import { telephoneKey } from '../../domain/values/telephone.ts';
import { allOrNothing } from '../../identity/machine/all-or-nothing.ts';
import { type CommandApart, type Deed, recordSecurity } from '../../identity/security-log.ts';

export async function personalDataOf(pool: pg.Pool, userId: number): Promise<PersonalData> {
  const { rows } = await pool.query<{ data: PersonalData }>(
    'select data from identity.personal_data where user_id = $1',
    [userId],
  );
  return rows[0]?.data ?? {};
}

/** The person, other than `userId`, who has this telephone in any spelling; their record may be retired. */
export async function personWithTelephone(
  pool: pg.Pool,
  telephone: string,
  userId: number | undefined,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ user_id: number; phone: string }>(
    `select user_id, data ->> 'phone' as phone from identity.personal_data
     where data ->> 'phone' is not null and user_id is distinct from $1 order by user_id`,
    [userId ?? null],
  );
  const key = telephoneKey(telephone);
  return rows.find(({ phone }) => telephoneKey(phone) === key)?.user_id;
}

export interface PersonalChange {
  readonly userId: number;
  readonly changed: PersonalData;
  readonly who: Deed;
  /** The command that changes it, if it has an id. */
  readonly command?: CommandApart;
}

/** Changes only the fields that differ, and records their names, all or nothing. False when none differed. */
export async function keepPersonalData(pool: pg.Pool, change: PersonalChange): Promise<boolean> {
  const { userId, changed, who, command } = change;
  const before = membersOf(await personalDataOf(pool, userId));
  const fields = Object.entries(changed).filter(([field, value]) => (before[field] ?? null) !== (value ?? null));
  if (fields.length === 0) return false;
  await allOrNothing(pool, async (client) => {
    await client.query(
      `insert into identity.personal_data as p (user_id, data, updated_by) values ($1, jsonb_strip_nulls($2::jsonb), $3)
       on conflict (user_id) do update set data = jsonb_strip_nulls(p.data || $2::jsonb), updated_at = now(), updated_by = $3`,
      [userId, JSON.stringify(Object.fromEntries(fields)), who.userId ?? null],
    );
    const detail = { fields: fields.map(([field]) => field), ...(command ? { command_id: command.id } : {}) };
    await recordSecurity(client, { kind: 'personal_data_changed', ...who, detail });
  });
  return true;
}
