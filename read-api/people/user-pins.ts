/** Which users have a PIN, since when, and the number of failed attempts. The PIN itself is not stored readably. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import type { Person } from '../../identity/person.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { allOf, notFound, rowScope } from '../http/scope.ts';
import { inOrder } from '../lists/fields.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Column, Condition, ListSource } from '../lists/list-source.ts';
import { type Row, withNames } from '../lists/names.ts';
import { recordSearch } from '../lists/record-search.ts';

const FROM = sql`identity.pin p join read.record r on r.kind = 'user' and r.id = p.user_id and r.active`;

/** Failed attempts since the last success or unlock, counted at each till as sign-in counts them: the most at one till. */
const WRONG = sql`(select coalesce(max(n), 0)::int from (
  select count(*) as n from identity.login_attempt a
  where a.way = 'pin' and a.email = '#' || p.user_id and a.outcome in ('wrong', 'inactive') and a.id > coalesce((
    select max(b.id) from identity.login_attempt b
    where b.way = 'pin' and b.email = '#' || p.user_id
      and (b.outcome = 'unlocked' or (b.outcome = 'signed_in' and b.till_id is not distinct from a.till_id))), 0)
  group by a.till_id) at_till)`;
const SELECT = sql`r.id, r.name, r.outlet_fk, r.data ->> 'user_code' as user_code, p.changed_at, p.changed_by,
  ${WRONG} as wrong_attempts`;

const name = sql`r.name`;
const COLUMNS: Readonly<Record<string, Column>> = {
  id: { kind: 'id', value: sql`r.id` },
  name: { kind: 'text', value: name, sort: inOrder(name) },
  user_code: { kind: 'text', value: sql`r.data ->> 'user_code'` },
  outlet_fk: { kind: 'id', value: sql`r.outlet_fk` },
  changed_at: { kind: 'moment', value: sql`p.changed_at` },
  wrong_attempts: { kind: 'amount', value: WRONG },
};

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());
const UserPin = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    user_fk: Type.Integer(),
    user_name: Text(),
    user_code: Text(),
    outlet_fk: Whole(),
    outlet_name: Text(),
    /** A fixed text of dots. */
    pin: Type.String(),
    wrong_attempts: Type.Integer(),
    changed_at: Type.String(),
    changed_by_fk: Whole(),
    changed_by_name: Text(),
  },
  { title: 'UserPin' },
);

const given = (person: Person): Condition => allOf(rowScope(person, { outlet: sql`r.outlet_fk` }));

type StoredPin = {
  readonly id: number;
  readonly name: string;
  readonly outlet_fk: number | null;
  readonly user_code: string | null;
  readonly changed_at: string;
  readonly changed_by: number | null;
  readonly wrong_attempts: number;
};
type ShownPin = Omit<StoredPin, 'changed_by'> & {
  readonly user_fk: number;
  readonly pin: string;
  readonly changed_by_fk: number | null;
};

function pinRow(row: StoredPin): ShownPin;
function pinRow(row: Row): Row;
function pinRow({ changed_by, ...row }: Row): Row {
  return {
    ...row,
    user_fk: row['id'],
    /** The specification has a field for the PIN; the answer shows only that one is set. */
    pin: '••••',
    changed_by_fk: changed_by,
  };
}

function source(sortedBy: ListSource['sortedBy']): ListSource {
  return {
    model: 'user_pins',
    from: FROM,
    select: SELECT,
    id: sql`r.id`,
    columns: COLUMNS,
    changesWithoutEvents: true,
    search: (typed, person) => recordSearch({ alias: 'r', kind: 'user' }, typed, person, ['user_code']),
    footer: {},
    sortedBy,
    conditions: (person) => [given(person)],
    present: (reader, rows) =>
      withNames(
        reader,
        rows.map((row) => pinRow(row)),
        { changed_by_fk: 'user' },
      ),
  };
}

export const userPinRoutes = [
  listRoute({
    url: '/user_pins',
    permission: 'user_pins/index',
    reads: ['records'],
    operationId: 'listUserPins',
    tag: 'people',
    summary: 'Page of PINs',
    row: UserPin,
    columns: COLUMNS,
    source: () => source({ column: 'id', dir: 'desc' }),
  }),
  listRoute({
    url: '/user_pins/list',
    permission: 'user_pins/index##user_pins/show',
    reads: ['records'],
    operationId: 'lookUpUserPins',
    tag: 'people',
    summary: 'Look-up of PINs',
    row: UserPin,
    columns: COLUMNS,
    source: () => source({ column: 'name', dir: 'asc' }),
  }),
  declareRead({
    url: '/user_pins/:id',
    permission: 'user_pins/show##user_pins/update',
    reads: ['records'],
    params: IdParams,
    answer: UserPin,
    operationId: 'showUserPin',
    tag: 'people',
    summary: 'That somebody has a PIN',
    handle: async ({ reader, person, params }) => {
      const { rows } = await sql<StoredPin>`select ${SELECT} from ${FROM}
        where r.id = ${Number(params['id'])} and ${given(person)}`.execute(reader);
      const [row] = await withNames(
        reader,
        rows.map((row) => pinRow(row)),
        { changed_by_fk: 'user' },
      );
      if (!row) throw notFound();
      return row;
    },
  }),
] as const;
