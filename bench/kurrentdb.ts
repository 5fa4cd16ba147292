/**
 * The KurrentDB of a scenario: the server of DAFTAR_EVENTSTORE_URL, or the test double, which keeps its log in memory
 * and shows the cost of Daftar's own part of an append.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { prepareDatabase } from '../launcher/database/prepare-database.ts';
import { urlsBy } from '../launcher/machine/role-names.ts';
import { environmentOf, ROOT, startServer } from './programs.ts';

export interface EmptyDatabase {
  /** Migrated and empty, because each event store needs its own claims. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

export interface MeasuredKurrent extends EmptyDatabase {
  readonly url: string;
  /** Name in the figures. */
  readonly name: string;
  /** False for the double, which has no disk and no real server. */
  readonly isReal: boolean;
}

/** Creates another database on the server of `beside`, the run's database. */
export async function anotherDatabase(beside: string): Promise<EmptyDatabase> {
  const name = `daftar_bench_${randomBytes(6).toString('hex')}`;
  await onServer(beside, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const databaseUrl = new URL(beside);
  databaseUrl.pathname = `/${name}`;
  await prepareDatabase({ url: databaseUrl.href, urls: urlsBy(() => databaseUrl.href), areSeparate: false });
  return {
    databaseUrl: databaseUrl.href,
    close: () => onServer(beside, `drop database if exists ${name} with (force)`),
  };
}

/** Creates a separate database for the claims on the server of `beside`. */
export async function openKurrent(beside: string): Promise<MeasuredKurrent> {
  const database = await anotherDatabase(beside);
  const given = eventStoreUrlOf(process.env);
  const double = given ? undefined : await startDouble(beside);
  return {
    url: given ?? `esdb://127.0.0.1:${double?.port}?tls=false`,
    name: given ? 'KurrentDB' : 'double of KurrentDB',
    isReal: given !== undefined,
    databaseUrl: database.databaseUrl,
    close: async () => {
      await double?.stop();
      await database.close();
    },
  };
}

const startDouble = (databaseUrl: string) =>
  startServer([join(ROOT, 'bench', 'kurrentdb-double.ts')], environmentOf(databaseUrl), /esdb:\/\/127\.0\.0\.1:(\d+)/);

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
