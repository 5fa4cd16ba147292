/** Users for authorised readers: with personal fields, which are stored beside the log, and whether a PIN is set. */
import { sql } from 'kysely';
import { PersonalBody, user } from '../../domain/people/user.record.ts';
import { documents } from '../../domain/registry/documents.ts';
import { showRecord, showRecordRoute } from '../details/show.ts';
import { IdParams } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import type { Condition } from '../lists/list-source.ts';
import type { Row } from '../lists/names.ts';

/** A person who may reference a user may look the user up, without the personal fields. */
const PERSONAL_PERMISSION = 'users/show##users/update';
const PERSONAL_FIELDS = Object.keys(PersonalBody.properties);

export function showStaffRoute(): ReadRoute {
  return {
    ...showRecordRoute(user),
    params: IdParams,
    operationId: 'showUser',
    tag: 'people',
    summary: 'One staff member; what is personal for those who may open staff',
    handle: async ({ reader, person, params }) => {
      const id = Number(params['id']);
      const record = await showRecord(user, id, reader, person);
      if (!person.can(PERSONAL_PERMISSION)) return record;
      const { rows } = await sql<{ data: Row | null; has_pin: boolean }>`
        select (select data from identity.personal_data where user_id = ${id}) as data,
          exists (select from identity.pin where user_id = ${id}) as has_pin`.execute(reader);
      const [found] = rows;
      const personal = PERSONAL_FIELDS.map((field) => [field, found?.data?.[field] ?? null] as const);
      return { ...record, ...Object.fromEntries(personal), has_pin: found?.has_pin ?? false };
    },
  };
}

/** Resources whose permissions identify an accountant. */
const ACCOUNTING = [
  ...documents.filter(({ isBookkeeping }) => isBookkeeping).map(({ resource }) => resource),
  'ledger_accounts',
  'financial_reports',
];

/** Users whose role has an accounting permission; the super user's role has all. */
export const accountants: Condition = sql`(r.id = 1 or exists (
  select from read.record o, jsonb_array_elements_text(o.data -> 'permissions') p
  where o.kind = 'role' and o.active and o.id = (r.data ->> 'role_fk')::int
    and split_part(p, '/', 1) = any(${ACCOUNTING}::text[])))`;
