/**
 * `GET events`: the log for auditors, newest first; `GET events/kinds`: its filter values; `GET events/{position}`: one
 * event in full, with the journal lines that it caused. Only events of records and documents that the person may show.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { withOwnPlaces } from '../../domain/deciding/own-places.ts';
import { PROGRAM_REASONS, storedReasons } from '../../domain/deciding/program-reasons.ts';
import { withoutCostFields } from '../../domain/people/cost-fields.ts';
import { EVENT_TYPES, happeningOf } from '../../domain/registry/event-types.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Person } from '../../identity/person.ts';
import { EntryLineSchema, entryLines } from '../books/entry.ts';
import { ofShownKinds, seenEvents, shownKinds } from '../books/seen-events.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { changesBetween } from '../details/changes.ts';
import { ChangeSchema, named, streamsIn } from '../details/named-changes.ts';
import { DayText, IdText, Paging, PositionText, Query } from '../http/query.schema.ts';
import { declareRead, RowSchema } from '../http/route.ts';
import { notFound, seesCost } from '../http/scope.ts';
import { beginningOf, shopZone } from '../http/today.ts';
import { eventWithoutCash } from '../lists/counted-blind.ts';
import { whereAll } from '../lists/list.ts';
import { ListSchema } from '../lists/list-route.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { userId } from '../lists/record-list.ts';
import { paged, readPaging } from './running.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const Word = () => Type.Optional(Type.String({ maxLength: 80 }));
const PERMISSION = 'model_loges/events_log';

const BY_HAPPENING = Map.groupBy([...EVENT_TYPES.values()].flat(), happeningOf);

const EventSummary = Type.Object({
  position: Type.String(),
  recorded_at: Type.String(),
  type: Type.String(),
  stream: Type.String(),
  kind: Type.String(),
  entity_id: Type.Union([Type.Integer(), Type.Null()]),
  revision: Type.Integer(),
  /** Number of the document, or name of the record. */
  name: Text(),
  actor: Type.String(),
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  actor_name: Text(),
  outlet_fk: Type.Union([Type.Integer(), Type.Null()]),
  outlet_name: Text(),
  device: Text(),
  reason: Text(),
});
const EventInFull = Type.Object({
  ...EventSummary.properties,
  v: Type.Integer(),
  command_id: Type.String(),
  data: RowSchema,
  /** The data field by field, with the names of referenced records. */
  changes: Type.Array(ChangeSchema),
  /** The event's own entry, and its cost differences in entries of other documents. */
  entry: Type.Array(EntryLineSchema),
});
type EventSummary = Static<typeof EventSummary>;
type Stored = Omit<EventSummary, 'user_id' | 'actor_name' | 'outlet_name'>;
type InFull = Pick<Static<typeof EventInFull>, 'v' | 'command_id' | 'data'>;

/** Of the command, or of the document that gives one in its data. */
const REASON = sql`coalesce(e.reason, e.data ->> 'reason')`;
const SUMMARY = sql`e.position, e.recorded_at, e.type, e.stream, e.kind, e.entity_id, e.revision, e.actor, e.outlet_fk,
  e.device, ${REASON} as reason`;
const IN_FULL = sql`${SUMMARY}, e.v, e.command_id, e.data`;

export const eventsRoute = declareRead({
  url: '/events',
  permission: PERMISSION,
  reads: ['events', 'documents', 'records'],
  query: Query({
    kind: Word(),
    stream: Word(),
    actor: Word(),
    user_fk: Type.Optional(IdText()),
    outlet_fk: Type.Optional(IdText()),
    /** `sale.completed`, or `completed` for any kind; several are joined with a comma. */
    type: Word(),
    device: Word(),
    /** A part of the reason's text. */
    reason: Word(),
    /** Reason codes, joined with a comma; together with `reason`, either may match. */
    reason_code: Word(),
    from: Type.Optional(DayText()),
    to: Type.Optional(DayText()),
    ...Paging,
  }),
  answer: ListSchema(EventSummary),
  operationId: 'listEvents',
  tag: 'audit',
  summary: 'What happened, newest first',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => events(snapshot, person, query)),
});

async function events(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  const conditions = [...asked(query, await shopZone(snapshot)), ...seenEvents(person)];
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from read.event e ${whereAll(conditions)}`.execute(snapshot);
  const page = readPaging(query);
  const rows = await eventsAt(
    snapshot,
    SUMMARY,
    sql`${whereAll(conditions)} order by e.position desc limit ${page.perPage} offset ${page.offset}`,
  );
  return {
    ...paged(page, counted.rows[0]?.total ?? 0),
    data: await withPeople(snapshot, rows),
    footer: {},
    params: query,
    model: 'events',
    hidden_columns: '',
    layout: null,
  };
}

const EventKind = Type.Object({ kind: Type.String(), types: Type.Array(Type.String()) });

/** The filter values of the log: kinds and event names. */
export const eventKindsRoute = declareRead({
  url: '/events/kinds',
  permission: PERMISSION,
  reads: [],
  answer: Type.Array(EventKind),
  operationId: 'listEventKinds',
  tag: 'audit',
  summary: 'The kinds of records and documents in the log, and what can happen to each',
  handle: async ({ person }): Promise<Static<typeof EventKind>[]> =>
    shownKinds(person).map((kind) => ({ kind, types: [...(EVENT_TYPES.get(kind) ?? [])] })),
});

const DOCUMENT_OF_LINE = [sql`j.document_kind`, sql`j.document_id`] as const;

export const eventRoute = declareRead({
  url: '/events/:position',
  permission: PERMISSION,
  reads: ['events', 'documents', 'records', 'books'],
  params: Query({ position: PositionText() }),
  answer: EventInFull,
  operationId: 'showEvent',
  tag: 'audit',
  summary: 'One event in full',
  handle: ({ reader, person, params }) =>
    inSnapshot(reader, async (snapshot) => {
      const at = sql<boolean>`e.position = ${params['position']}`;
      const found = await eventsAt<InFull>(snapshot, IN_FULL, whereAll([at, ...seenEvents(person)]));
      const [event] = await withPeople(snapshot, found);
      if (!event) throw notFound();
      const lines = [sql<boolean>`j.position = ${params['position']}`, ...ofShownKinds(person, ...DOCUMENT_OF_LINE)];
      const entry = await entryLines(snapshot, lines, person);
      const told = await eventWithoutCash(snapshot, event, person);
      const own = withOwnPlaces(event.kind, told, person);
      const data = seesCost(person) ? own : withoutCostFields(event.kind, own);
      const said = changesBetween({}, data);
      const nameOf = await fetchNames(snapshot, said.flatMap(streamsIn));
      return { ...event, data: membersOf(data), changes: said.map((change) => named(change, nameOf)), entry };
    }),
});

function asked(query: Readonly<Record<string, string>>, zone: string): Condition[] {
  const { kind, stream, actor, user_fk, outlet_fk, type, device, from, to } = query;
  const conditions: Condition[] = [];
  if (kind !== undefined) conditions.push(sql`e.kind = ${kind}`);
  if (stream !== undefined) conditions.push(...ofStream(stream));
  if (actor !== undefined) conditions.push(sql`e.actor = ${actor}`);
  if (user_fk !== undefined) conditions.push(sql`e.actor = ${user_fk}`);
  if (outlet_fk !== undefined) conditions.push(sql`e.outlet_fk = ${Number(outlet_fk)}`);
  if (device !== undefined) conditions.push(sql`e.device = ${device}`);
  conditions.push(...ofReason(query));
  if (type !== undefined) conditions.push(sql`e.type = any(${typesOf(type)}::text[])`);
  if (from !== undefined) conditions.push(sql`e.recorded_at >= ${beginningOf(zone, from)}::timestamptz`);
  if (to !== undefined) conditions.push(sql`e.recorded_at < ${beginningOf(zone, to, 1)}::timestamptz`);
  return conditions;
}

function ofReason({ reason, reason_code: code }: Readonly<Record<string, string>>): Condition[] {
  const codes = PROGRAM_REASONS.filter((name) => code?.split(',').includes(name)).flatMap(storedReasons);
  const conditions = [
    ...(reason === undefined ? [] : [sql<boolean>`strpos(lower(${REASON}), lower(${reason})) > 0`]),
    ...(code === undefined ? [] : [sql<boolean>`${REASON} = any(${codes}::text[])`]),
  ];
  return conditions.length === 0 ? [] : [sql<boolean>`(${sql.join(conditions, sql` or `)})`];
}

const typesOf = (asked: string): readonly string[] =>
  asked.split(',').flatMap((name) => (name.includes('.') ? [name] : (BY_HAPPENING.get(name) ?? [])));

/** A stream (`sale-12`), found by its index of kind and identifier; otherwise the number of a document. */
function ofStream(stream: string): Condition[] {
  const match = /^([a-z_]+)-(\d{1,9})$/.exec(stream);
  if (match) return [sql`e.stream = ${stream}`, sql`e.kind = ${match[1]}`, sql`e.entity_id = ${Number(match[2])}`];
  return [sql`(e.kind, e.entity_id) in (select d.kind, d.id from read.document d where d.number = ${stream})`];
}

async function eventsAt<More extends object = object>(
  snapshot: Snapshot,
  columns: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): Promise<(Stored & More)[]> {
  const { rows } = await sql<Stored & More>`
    select ${columns}, coalesce(d.number, ${shownName('r')}) as name from (select e.* from read.event e ${rest}) e
    left join read.document d on d.kind = e.kind and d.id = e.entity_id
    left join read.record r on r.kind = e.kind and r.id = e.entity_id
    order by e.position desc`.execute(snapshot);
  return rows;
}

async function withPeople<Event extends Stored>(
  snapshot: Snapshot,
  rows: readonly Event[],
): Promise<(Event & EventSummary)[]> {
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ actor, outlet_fk }) => [actorStream(actor), `outlet-${outlet_fk ?? 0}`]),
  );
  return rows.map((row) => ({
    ...row,
    user_id: userId(row.actor),
    actor_name: nameOf('user', row.actor) ?? nameOf(undefined, row.actor),
    outlet_name: row.outlet_fk === null ? null : nameOf('outlet', row.outlet_fk),
  }));
}

/** The stream of a user, or of an online customer. */
const actorStream = (actor: unknown): string => {
  const user = userId(actor);
  return user === null ? String(actor) : `user-${user}`;
};
