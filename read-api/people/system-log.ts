/** The system log: sign-ins, refused sign-ins, refused requests, and changes of secrets and sessions. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import type { Language } from '../../domain/values/language.ts';
import { membersOf } from '../../domain/values/members.ts';
import { languageOf } from '../../identity/language.ts';
import { permissionName } from '../../languages/say.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { inOrder } from '../lists/fields.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Column, ListSource } from '../lists/list-source.ts';
import { type Row, withNames } from '../lists/names.ts';
import { recordSearch } from '../lists/record-search.ts';
import { containsCondition } from '../lists/search.ts';

const COLUMNS: Readonly<Record<string, Column>> = {
  id: { kind: 'id', value: sql`l.id` },
  at: { kind: 'moment', value: sql`l.at` },
  outcome: { kind: 'word', value: sql`l.outcome` },
  user_fk: { kind: 'id', value: sql`l.user_id`, sort: inOrder(sql`r.name`) },
  subject_user_fk: { kind: 'id', value: sql`l.subject_user_id`, sort: null },
  way: { kind: 'word', value: sql`l.way` },
  ip: { kind: 'text', value: sql`l.ip` },
};

/**
 * The user concerned determines who sees the entry; an entry without a known user is visible to all who may see the
 * log.
 */
const ABOUT = sql`coalesce(s.outlet_fk, r.outlet_fk)`;

const source = (language: Language): ListSource => ({
  model: 'system_log',
  from: sql`identity.access_log l
    left join read.record r on r.kind = 'user' and r.id = l.user_id
    left join read.record s on s.kind = 'user' and s.id = l.subject_user_id`,
  select: sql`l.id, l.at, l.outcome, l.way, l.name, l.user_id as user_fk, l.subject_user_id as subject_user_fk,
    l.till_id as till_fk, l.ip, l.detail`,
  id: sql`l.id`,
  columns: COLUMNS,
  changesWithoutEvents: true,
  search: (typed, person) =>
    sql`(coalesce(${recordSearch({ alias: 'r', kind: 'user' }, typed, person)}, false) or ${containsCondition(sql`l.name`, typed)})`,
  footer: {},
  sortedBy: { column: 'at', dir: 'desc' },
  conditions: (person) => [allOf(rowScope(person, { outlet: ABOUT }))],
  present: async (reader, rows) =>
    (await withNames(reader, rows)).map((row) => ({ ...row, permission_name: askedFor(language, row) })),
});

/** The permission that a refused request lacked, in the reader's words. */
function askedFor(language: Language, { detail }: Row): string | null {
  const code = membersOf(detail)['permission'];
  if (typeof code !== 'string') return null;
  return code
    .split('##')
    .map((permission) => permissionName(language, permission))
    .join(' · ');
}

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());
const SystemLogRow = Type.Object(
  {
    id: Type.Union([Type.Integer(), Type.String()]),
    at: Type.String(),
    outcome: Type.String(),
    way: Text(),
    name: Text(),
    user_fk: Whole(),
    user_name: Text(),
    subject_user_fk: Whole(),
    subject_user_name: Text(),
    till_fk: Whole(),
    till_name: Text(),
    ip: Text(),
    /** The permission that a refused request lacked, in the reader's words. */
    permission_name: Text(),
    /** Further details, depending on the kind of entry. */
    detail: Nullable(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'SystemLogRow' },
);

export const systemLogRoute = listRoute({
  url: '/system_log',
  permission: 'model_loges/system_log',
  reads: ['records'],
  operationId: 'listSystemLog',
  tag: 'people',
  summary: 'Sign-ins, refusals, and what was done with secrets and sessions',
  row: SystemLogRow,
  columns: COLUMNS,
  source: ({ request }) => source(languageOf(request)),
});
