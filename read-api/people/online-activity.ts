/** The active sessions: device, start, and time of the last action. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { IDLE_SECONDS, SESSION_SECONDS } from '../../identity/session-limits.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { inOrder } from '../lists/fields.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Column, ListSource } from '../lists/list-source.ts';
import { withNames } from '../lists/names.ts';
import { recordSearch } from '../lists/record-search.ts';

/** The random end of the session's name as a number, because table rows need a numeric id. */
const ROW_ID = sql`('x' || right(s.sid::text, 7))::bit(28)::int`;

const COLUMNS: Readonly<Record<string, Column>> = {
  id: { kind: 'id', value: ROW_ID },
  user_fk: { kind: 'id', value: sql`s.user_id`, sort: inOrder(sql`r.name`) },
  outlet_fk: { kind: 'id', value: sql`r.outlet_fk`, sort: null },
  till_fk: { kind: 'id', value: sql`s.till_id`, sort: null },
  way: { kind: 'word', value: sql`s.way` },
  ip: { kind: 'text', value: sql`s.ip` },
  started_at: { kind: 'moment', value: sql`s.started_at` },
  active_at: { kind: 'moment', value: sql`s.active_at` },
};

const SOURCE: ListSource = {
  model: 'online_activity',
  from: sql`identity.session s join read.record r on r.kind = 'user' and r.id = s.user_id`,
  select: sql`s.sid, ${ROW_ID} as id, s.user_id as user_fk, r.outlet_fk, s.till_id as till_fk, s.way, s.device, s.ip, s.started_at,
    s.active_at`,
  id: sql`s.sid`,
  columns: COLUMNS,
  changesWithoutEvents: true,
  search: (typed, person) => recordSearch({ alias: 'r', kind: 'user' }, typed, person),
  footer: {},
  sortedBy: { column: 'active_at', dir: 'desc' },
  conditions: (person) => [
    sql`s.ended_at is null and s.active_at > now() - make_interval(secs => ${IDLE_SECONDS})
      and s.started_at > now() - make_interval(secs => ${SESSION_SECONDS})`,
    allOf(rowScope(person, { outlet: sql`r.outlet_fk` })),
  ],
  present: (reader, rows) => withNames(reader, rows),
};

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());
const OpenSession = Type.Object(
  {
    sid: Type.String({ format: 'uuid' }),
    id: Type.Integer(),
    user_fk: Type.Integer(),
    user_name: Text(),
    outlet_fk: Whole(),
    outlet_name: Text(),
    till_fk: Whole(),
    till_name: Text(),
    way: Type.String(),
    device: Text(),
    ip: Text(),
    started_at: Type.String(),
    active_at: Type.String(),
  },
  { title: 'OpenSession' },
);

export const onlineActivityRoute = listRoute({
  url: '/online_activity',
  permission: 'users/show_online_activity',
  reads: ['records'],
  operationId: 'listOnlineActivity',
  tag: 'people',
  summary: 'Who is signed in',
  row: OpenSession,
  columns: COLUMNS,
  source: () => SOURCE,
});
