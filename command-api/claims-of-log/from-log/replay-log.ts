/**
 * Replays the log into claim tables in the order of its commands: into the real ones, or into a copy for a comparison.
 */
import type pg from 'pg';
import { SET_ASIDE_STREAM, type SetAside } from '../../../domain/deciding/set-aside.ts';
import { documentResources } from '../../../domain/registry/documents.ts';
import { records } from '../../../domain/registry/records.ts';
import { upcast } from '../../../domain/versions/upcast.ts';
import { claimsText } from '../../../event-store/claims/claims-text.ts';
import { type EventStore, NO_STREAM, type Position, START } from '../../../event-store/port.ts';
import { registryOf } from '../../aggregates/aggregate-types.ts';
import { commandsOf, type LoggedCommand } from './commands-of-log.ts';
import { ClaimReplay, type ReplayedCommand, type Unread } from './replayed-command.ts';
import { StatesOfLog } from './states-of-log.ts';

export interface ReplayPlace {
  /** A client with an open transaction. */
  readonly client: pg.ClientBase;
  /** Schema of the empty claim tables and of the functions that write them. */
  readonly claims: string;
  /** Table of the answers. */
  readonly answers: string;
  /** True when the log is in KurrentDB: the claims then store the end of each stream. */
  readonly inKurrentDb: boolean;
}

export interface ReplaySource {
  readonly store: Pick<EventStore, 'readAll' | 'readStreams'>;
  /** Position of the last replayed event; defaults to the end of the log. */
  readonly until?: Position;
  /** Maximum number of states in memory. */
  readonly statesMax?: number;
  readonly onProgress?: (line: string) => void;
}

export interface Replayed {
  readonly commands: number;
  readonly events: number;
  /** Position of the last event; START when there is none. */
  readonly last: Position;
  /** ISO 8601 UTC; empty when there is no event. */
  readonly lastTime: string;
  /** Events that could not be read, except those of documents with an event that is set aside. */
  readonly unread: readonly Unread[];
}

type Replayable = readonly [LoggedCommand, ReplayedCommand];

const AT_ONCE = 500;
const UNREAD_MAX = 1_000;

export async function replayLog(
  place: ReplayPlace,
  { store, until, statesMax, onProgress }: ReplaySource,
): Promise<Replayed> {
  const kinds = registryOf(documentResources, records);
  const replay = new ClaimReplay(kinds, new StatesOfLog(store, kinds, statesMax));
  await place.client.query(
    `create temp table taken_number (series text, value bigint) on commit drop;
     create temp table logged_command (command_id uuid) on commit drop`,
  );
  let [commands, events, last, lastTime] = [0, 0, START, ''];
  const unread: Unread[] = [];
  let batch: Replayable[] = [];
  const write = async () => {
    await writeCommands(place, batch);
    batch = [];
    onProgress?.(`${commands} commands, ${events} events`);
  };
  for await (const command of commandsOf(store, until)) {
    const replayed = await replay.take(command);
    batch.push([command, replayed]);
    if (unread.length < UNREAD_MAX) unread.push(...replayed.unread);
    commands += 1;
    events += command.events.length;
    for (const { position, recordedAt } of command.events) {
      if (position > last) last = position;
      if (recordedAt > lastTime) lastTime = recordedAt;
    }
    if (batch.length === AT_ONCE) await write();
  }
  await write();
  await writeSeries(place);
  await writeCounters(place, replay.counters);
  const aside = await streamsSetAside(store);
  return { commands, events, last, lastTime, unread: unread.filter(({ stream }) => !aside.has(stream)) };
}

/** Streams of documents with an event that is set aside. */
export async function streamsSetAside(store: ReplaySource['store']): Promise<ReadonlySet<string>> {
  const decisions = (await store.readStreams([{ stream: SET_ASIDE_STREAM, after: NO_STREAM }])).get(SET_ASIDE_STREAM);
  return new Set((decisions ?? []).map((event) => (upcast(event).data as SetAside).stream));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function writeCommands(place: ReplayPlace, batch: readonly Replayable[]): Promise<void> {
  const { client, claims: schema, answers: table } = place;
  const texts = batch.flatMap(([, { claims }]) => claimsText({ claims }) ?? []);
  await client.query(`select ${schema}.replay($1::text[])`, [texts]);
  const answers = batch
    .filter(([{ commandId }]) => UUID.test(commandId))
    .map(([{ commandId, events }, { claims, numbers, streams, revisions }]) => {
      const last = events.at(-1);
      const given = numbers.map(({ number }) => number);
      return {
        commandId,
        streams,
        revisions,
        numbers: given,
        claims: JSON.parse(claimsText({ claims }) ?? '{}'),
        position: String(last?.position ?? 0),
        recordedAt: last?.recordedAt ?? '',
      };
    });
  // Events do not contain the request: an answer without a digest matches every request with its command id.
  await client.query(
    `insert into ${table} (command_id, digest, position, streams, revisions, numbers, recorded_at, first_day)
     select a."commandId", null, a.position, a.streams, a.revisions, a.numbers, a."recordedAt", claim.first_day(a.claims)
     from jsonb_to_recordset($1::jsonb) a ("commandId" uuid, position bigint, streams json, revisions json, numbers json,
       "recordedAt" timestamptz, claims jsonb)
     on conflict (command_id) do update set position = excluded.position, streams = excluded.streams,
       revisions = excluded.revisions, numbers = excluded.numbers, recorded_at = excluded.recorded_at, first_day = excluded.first_day
     where ${table}.position <> excluded.position`,
    [JSON.stringify(answers)],
  );
  await client.query('insert into logged_command select unnest($1::uuid[])', [
    answers.map(({ commandId }) => commandId),
  ]);
  const numbers = batch.flatMap(([, replayed]) => replayed.numbers);
  await client.query('insert into taken_number select * from unnest($1::text[], $2::bigint[])', [
    numbers.map(({ series }) => series),
    numbers.map(({ value }) => value),
  ]);
  if (place.inKurrentDb) await writePlaces(place, batch);
}

async function writePlaces({ client, claims }: ReplayPlace, batch: readonly Replayable[]): Promise<void> {
  const revisions = new Map(
    batch.flatMap(([, { streams, revisions: last }]) => streams.map((stream, index) => [stream, last[index]] as const)),
  );
  await client.query(
    `insert into ${claims}.stream (stream, revision) select * from unnest($1::text[], $2::int[])
     on conflict (stream) do update set revision = greatest(stream.revision, excluded.revision)`,
    [[...revisions.keys()], [...revisions.values()]],
  );
}

/** Numbers in between that no document has are free and are assigned again. */
async function writeSeries({ client, claims }: ReplayPlace): Promise<void> {
  await client.query(
    `insert into ${claims}.series (series, last) select series, max(value) from taken_number group by series`,
  );
  await client.query(
    `insert into ${claims}.freed (series, value)
     select s.series, n.value from ${claims}.series s cross join generate_series(1, s.last) n (value)
     except select series, value from taken_number`,
  );
}

async function writeCounters({ client, claims }: ReplayPlace, counters: ReadonlyMap<string, number>): Promise<void> {
  await client.query(
    `insert into ${claims}.counter as c (kind, value) select * from unnest($1::text[], $2::bigint[])
     on conflict (kind) do update set value = greatest(c.value, excluded.value)`,
    [[...counters.keys()], [...counters.values()]],
  );
}
