/**
 * Claims, counters and answers anew from the log: the log is the truth, and what commands are checked by can be made of
 * it again when PostgreSQL was lost or is older than the log (docs/decisions/0049).
 */
import pg from 'pg';
import { documentResources } from '../../../domain/documents.ts';
import { records } from '../../../domain/records.ts';
import { claimsText } from '../../../event-store/claims/claims-text.ts';
import { type EventStore, START } from '../../../event-store/port.ts';
import { kindsOf } from '../../handling/kinds.ts';
import { commandsOf, type LoggedCommand } from './commands-of-log.ts';
import { ClaimReplay, type ReplayedCommand } from './replayed-command.ts';

export interface ClaimsRebuild {
  readonly store: Pick<EventStore, 'readAll'>;
  /** Migrated. */
  readonly databaseUrl: string;
  /** The log is not in PostgreSQL: where its streams and its last event are is kept with the claims. */
  readonly inKurrentDb: boolean;
  readonly onProgress?: (line: string) => void;
}

/** Nothing was changed; the message says why. */
export class ClaimsNotRebuilt extends Error {
  override readonly name = 'ClaimsNotRebuilt';
}

/** Levels, names, records, periods and numbers; answers to commands and counters are only added to. */
const EMPTY = `truncate claim.taken, claim.series, claim.freed, claim.level, claim.level_day, claim.level_moment,
  claim.count, claim.period, claim.record, claim.stream, claim.pending_level, claim.pending_day`;

const AT_ONCE = 500;

/** In one transaction, while nobody appends. Throws ClaimsNotRebuilt. */
export async function rebuildClaims(options: ClaimsRebuild): Promise<{ commands: number; events: number }> {
  const { databaseUrl, onProgress } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar claims',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(20, 1), pg_advisory_xact_lock(20, 2)');
    const { rows } = await client.query('select from claim.intent limit 1');
    if (rows.length > 0) {
      throw new ClaimsNotRebuilt(
        'A command is between its claims and its events. Start Daftar, which completes it, or see "npm run doctor"; then try again.',
      );
    }
    await client.query(EMPTY);
    const done = await replayInto(client, options, (line) => onProgress?.(line));
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function replayInto(
  client: pg.Client,
  { store, inKurrentDb }: ClaimsRebuild,
  say: (line: string) => void,
): Promise<{ commands: number; events: number }> {
  const replay = new ClaimReplay(kindsOf(documentResources, records));
  const series = new Map<string, number[]>();
  let [commands, events] = [0, 0];
  let last = START;
  let batch: [LoggedCommand, ReplayedCommand][] = [];
  const write = async () => {
    await writeCommands(client, batch, inKurrentDb);
    batch = [];
    say(`${commands} commands, ${events} events`);
  };
  for await (const command of commandsOf(store)) {
    const replayed = replay.take(command);
    for (const { series: name, value } of replayed.numbers) series.set(name, [...(series.get(name) ?? []), value]);
    batch.push([command, replayed]);
    commands += 1;
    events += command.events.length;
    for (const { position } of command.events) if (position > last) last = position;
    if (batch.length === AT_ONCE) await write();
  }
  await write();
  for (const [name, values] of series) await writeSeries(client, name, values);
  await writeCounters(client, replay.counters);
  if (inKurrentDb) await writeEnd(client, last);
  return { commands, events };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function writeCommands(
  client: pg.Client,
  batch: readonly (readonly [LoggedCommand, ReplayedCommand])[],
  inKurrentDb: boolean,
): Promise<void> {
  const texts = batch.flatMap(([, { claims }]) => claimsText({ claims }) ?? []);
  await client.query('select claim.replay($1::text[])', [texts]);
  const answers = batch
    .filter(([{ commandId }]) => UUID.test(commandId))
    .map(([{ commandId, events }, { claims, numbers, streams, revisions }]) => {
      const last = events.at(-1);
      const given = numbers.map(({ number }) => number);
      return {
        ...{ commandId, streams, revisions, numbers: given, claims: JSON.parse(claimsText({ claims }) ?? '{}') },
        ...{ position: String(last?.position ?? 0), recordedAt: last?.recordedAt ?? '' },
      };
    });
  // The request of a command is not in its events: an answer without a digest answers any.
  await client.query(
    `insert into log.command (command_id, digest, position, streams, revisions, numbers, recorded_at, first_day)
     select a."commandId", null, a.position, a.streams, a.revisions, a.numbers, a."recordedAt", claim.first_day(a.claims)
     from jsonb_to_recordset($1::jsonb) a ("commandId" uuid, position bigint, streams json, revisions json, numbers json,
       "recordedAt" timestamptz, claims jsonb)
     on conflict (command_id) do nothing`,
    [JSON.stringify(answers)],
  );
  if (inKurrentDb) await writePlaces(client, batch);
}

async function writePlaces(
  client: pg.Client,
  batch: readonly (readonly [LoggedCommand, ReplayedCommand])[],
): Promise<void> {
  const revisions = new Map(
    batch.flatMap(([, { streams, revisions: last }]) => streams.map((stream, index) => [stream, last[index]] as const)),
  );
  await client.query(
    `insert into claim.stream (stream, revision) select * from unnest($1::text[], $2::int[])
     on conflict (stream) do update set revision = greatest(stream.revision, excluded.revision)`,
    [[...revisions.keys()], [...revisions.values()]],
  );
  const events = batch.flatMap(([command]) => command.events);
  const times = events.map(({ recordedAt }) => recordedAt);
  await client.query(
    'update claim.clock set recorded_at = greatest(recorded_at, (select max(t) from unnest($1::timestamptz[]) t))',
    [times],
  );
}

/** A log that was restored from a backup may end before commands that were answered: they were not stored. */
async function writeEnd(client: pg.Client, last: bigint): Promise<void> {
  await client.query('delete from log.command where position > $1', [last]);
  await client.query('update claim.clock set position = $1', [last]);
}

/** Numbers between that no document has came back and are given again. */
async function writeSeries(client: pg.Client, name: string, values: readonly number[]): Promise<void> {
  const last = values.reduce((most, value) => Math.max(most, value), 0);
  await client.query('insert into claim.series (series, last) values ($1, $2)', [name, last]);
  await client.query(
    `insert into claim.freed (series, value)
     select $1, value from (select generate_series(1, $2::bigint) except select unnest($3::bigint[])) free (value)`,
    [name, last, values],
  );
}

async function writeCounters(client: pg.Client, counters: ReadonlyMap<string, number>): Promise<void> {
  await client.query(
    `insert into claim.counter as c (kind, value) select * from unnest($1::text[], $2::bigint[])
     on conflict (kind) do update set value = greatest(c.value, excluded.value)`,
    [[...counters.keys()], [...counters.values()]],
  );
}
