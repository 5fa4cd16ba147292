/**
 * The state of a place at one moment, while commands continue: a transaction of PostgreSQL that reads one state of all
 * tables, and the position up to which the log belongs to this state.
 *
 * With the log in PostgreSQL both are read in one snapshot. With KurrentDB every event is reserved in PostgreSQL before it is
 * appended, and settled afterwards, under one lock (migrations/0006-claim-intents). The head is read while that lock is
 * held and after the snapshot was taken: every event up to the head has its claims in the snapshot, settled or as an intent, and
 * no settled event is after the head. The restored place appends the events of an intent if they are missing.
 */
import pg from 'pg';
import { PROBED } from '../../event-store/lasting-connection.ts';
import { identityOf } from '../../event-store/log-identity.ts';
import type { LogReader } from '../../event-store/log-reader-port.ts';
import { openLogReader } from '../../event-store/opening/log-reader.ts';
import type { Position } from '../../event-store/port.ts';
import type { Passphrase } from './age.ts';
import { BackupRefused } from './refused.ts';
import { type TableColumns, tablesOf } from './tables.ts';

export interface Place {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  readonly dataDir: string;
  /** Its backups and the copy of its log are encrypted with it; undefined: they are not. */
  readonly passphrase?: Passphrase | undefined;
}

export interface Snapshot {
  /** In the transaction; no other statement may run on it. */
  readonly client: pg.Client;
  readonly log: LogReader;
  readonly head: Position;
  readonly identity: string | undefined;
  readonly tables: TableColumns;
  /** Names of the migrations that have run, in order. */
  readonly migrations: readonly string[];
  close(): Promise<void>;
}

/** Settings that make the text of dates, times and bytes the same in every place, so that COPY can read it anywhere. */
export const SESSION =
  '-c jit=off -c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1';

export async function connect(databaseUrl: string): Promise<pg.Client> {
  const named = { application_name: 'daftar backup', options: SESSION };
  const client = new pg.Client({ connectionString: databaseUrl, ...named, ...PROBED });
  // A broken connection fails its next statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Throws BackupRefused for a database without tables of Daftar. */
export async function openSnapshot(place: Place): Promise<Snapshot> {
  const client = await connect(place.databaseUrl);
  const opened: (() => Promise<void>)[] = [() => client.end()];
  const close = async (): Promise<void> => {
    for (const step of opened.splice(0).reverse()) await step();
  };
  try {
    const migrations = await migrationsOf(client);
    const log = await openLogReader(place);
    opened.push(() => log.close());
    const head = await (place.eventStoreUrl ? beginLocked(client, log) : begin(client));
    const identity = await identityOf(log);
    return { client, log, head, identity, migrations, tables: await tablesOf(client), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrationsOf(client: pg.Client): Promise<readonly string[]> {
  const table = await client.query<{ there: boolean }>(`select to_regclass('kysely_migration') is not null as there`);
  if (!table.rows[0]?.there) throw new BackupRefused('There is nothing to back up: the database holds no Daftar.');
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

const BEGIN = 'begin isolation level repeatable read read only';

async function begin(client: pg.Client): Promise<Position> {
  await client.query(BEGIN);
  const { rows } = await client.query<{ head: string }>(
    'select coalesce(max(position), 0)::text as head from log.event',
  );
  return BigInt(rows[0]?.head ?? 0);
}

async function beginLocked(client: pg.Client, log: LogReader): Promise<Position> {
  await client.query('select pg_advisory_lock(20, 2)');
  try {
    await client.query(BEGIN);
    // The first statement takes the snapshot.
    await client.query('select 1');
    return await log.head();
  } finally {
    await client.query('select pg_advisory_unlock(20, 2)');
  }
}
