/**
 * `GET read_models`: the models that are not current, because they cannot process an event or have not followed the log
 * for half a minute, and whether the disk is full. Every signed-in person may read it; of the event it reveals only the document, and only to those who may see
 * it.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { LEAP_SECONDS_MAX } from '../../identity/machine/log-clock.ts';
import { MODEL_AGE_SECONDS_MAX, type ModelAge } from '../../identity/machine/model-ages.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import type { CheckpointRow } from '../database/tables.ts';
import { declareRead, type Services } from '../http/route.ts';
import { allOf, documentScope, outletsOf, rowScope } from '../http/scope.ts';

const DocumentOfEvent = Type.Object({
  kind: Type.String(),
  /** Resource of a record; null for a document. */
  resource: Type.Union([Type.String(), Type.Null()]),
  id: Type.Integer(),
  /** Number of the document, or name of the record. */
  name: Type.Union([Type.String(), Type.Null()]),
  /** The record or document exists and the person may open it. */
  can_open: Type.Boolean(),
});
const StoppedAt = Type.Object({
  /** Position of the event. */
  position: Type.String(),
  type: Type.String(),
  /** `newer_version`, `cannot_be_read`, `value_does_not_fit`, `contradicts_stored_rows` */
  cause: Type.String(),
  since: Type.String(),
  /** `events`, `records`, `documents`, `books` */
  models: Type.Array(Type.String()),
  /** Null when the person may not see it. */
  document: Type.Union([DocumentOfEvent, Type.Null()]),
});
const Stopped = Type.Object({ stopped: Type.Array(StoppedAt) });
const Old = Type.Object({
  /** `events`, `records`, `documents`, `books` */
  model: Type.String(),
  /** Whole seconds; more than 30. */
  age_seconds: Type.Integer(),
});
const ReadModels = Type.Object({
  ...Stopped.properties,
  /** The models whose data is more than half a minute old, though no event stops them. */
  old: Type.Array(Old),
  /** Too little disk space is left, so nothing new is stored. */
  disk_is_full: Type.Boolean(),
  /** Whole minutes by which the time of entries is ahead of the clock of the server; 0 up to five. */
  log_ahead_minutes: Type.Integer(),
});

export const readModelsRoute = ({ space, watch }: Pick<Services, 'space' | 'watch'>) =>
  declareRead({
    url: '/read_models',
    permission: 'signed_in',
    reads: [],
    answer: ReadModels,
    operationId: 'showReadModels',
    tag: 'operations',
    summary: 'Events that a read model cannot process, what is not up to date, and how old it is',
    handle: async ({ reader, person }) => ({
      ...(await inSnapshot(reader, (snapshot) => stoppedModels(snapshot, person))),
      old: (await watch.ages()).filter(isOld).map(({ model, age }) => ({ model, age_seconds: Math.floor(age) })),
      disk_is_full: space?.isLow ?? false,
      log_ahead_minutes: await inSnapshot(reader, logAhead),
    }),
  });

const isOld = ({ age, isStopped }: ModelAge): boolean => !isStopped && age > MODEL_AGE_SECONDS_MAX;

async function logAhead(snapshot: Snapshot): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from t.last - t.server), 0)::float as seconds from log.last_time() t`.execute(
    snapshot,
  );
  const seconds = rows[0]?.seconds ?? 0;
  return seconds > LEAP_SECONDS_MAX ? Math.floor(seconds / 60) : 0;
}

async function stoppedModels(snapshot: Snapshot, person: Person): Promise<Static<typeof Stopped>> {
  const rows = await snapshot
    .selectFrom('read.checkpoint')
    .selectAll()
    .where('status', '=', 'stopped')
    .orderBy('stopped_at_position')
    .orderBy('model')
    .execute();
  const events = Map.groupBy(rows, (row) => row.stopped_at_position ?? row.position);
  const stopped = [];
  for (const [position, models] of events) stopped.push(await stoppedAt(snapshot, person, position, models));
  return { stopped };
}

async function stoppedAt(
  snapshot: Snapshot,
  person: Person,
  position: string,
  models: readonly CheckpointRow[],
): Promise<Static<typeof StoppedAt>> {
  const [first] = models;
  return {
    position,
    type: first?.stopped_event_type ?? '',
    cause: first?.stopped_cause ?? 'cannot_be_read',
    since: models.reduce((since, { stopped_since, updated_at }) => earlier(since, stopped_since ?? updated_at), ''),
    models: models.map(({ model }) => model),
    document: await documentOf(snapshot, person, position, first),
  };
}

/** ISO 8601 in one zone, so text order is time order. */
const earlier = (a: string, b: string): string => (a === '' || b < a ? b : a);

const STREAM = /^([a-z_]+)-(\d{1,9})$/;

async function documentOf(
  snapshot: Snapshot,
  person: Person,
  position: string,
  stop: CheckpointRow | undefined,
): Promise<Static<typeof DocumentOfEvent> | null> {
  const [, kind = '', digits] = STREAM.exec(stop?.stopped_stream ?? '') ?? [];
  if (digits === undefined || !mayOpen(person, kind)) return null;
  const id = Number(digits);
  const resource = records.find((record) => record.kind === kind)?.resource ?? null;
  const found = await findRow(snapshot, person, kind, id);
  if (found === 'outside') return null;
  const name = found?.name ?? stop?.stopped_number ?? null;
  if (found) return { kind, resource, id, name, can_open: true };
  // The document is in no list yet, so the outlet in which it was entered decides.
  const isOurs = await inOutletsOf(snapshot, person, position);
  return isOurs ? { kind, resource, id, name, can_open: false } : null;
}

async function findRow(snapshot: Snapshot, person: Person, kind: string, id: number) {
  const declaration = documents.find((document) => document.kind === kind);
  const scope = allOf(rowScope(person, { outlet: sql`r.outlet_fk`, inventory: sql`r.inventory_fk` }));
  const { rows } = await sql<{ name: string | null; visible: boolean }>`
    select d.number as name, ${documentScope(person, declaration)} as visible
    from read.document d where d.kind = ${kind} and d.id = ${id}
    union all
    select ${shownName('r')} as name, ${scope} as visible
    from read.record r where r.kind = ${kind} and r.id = ${id}`.execute(snapshot);
  const [row] = rows;
  return row && !row.visible ? ('outside' as const) : row;
}

async function inOutletsOf(snapshot: Snapshot, person: Person, position: string): Promise<boolean> {
  const outlets = outletsOf(person);
  if (!outlets) return true;
  const event = await snapshot
    .selectFrom('read.event')
    .select('outlet_fk')
    .where('position', '=', position)
    .executeTakeFirst();
  return event?.outlet_fk != null && outlets.includes(event.outlet_fk);
}

/** The permissions of the screen that shows it. */
function mayOpen(person: Person, kind: string): boolean {
  const document = documents.find((document) => document.kind === kind);
  if (document) return person.can(`${document.resource}/show`);
  const record = records.find((record) => record.kind === kind);
  return record !== undefined && person.can(`${record.resource}/show##${record.resource}/update`);
}
