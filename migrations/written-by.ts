/**
 * The programs that have written a database, and whether this one supports everything they stored
 * (docs/decisions/0060): migrations by name, events by EVENTS_VERSION.
 */
import type pg from 'pg';
import { EVENTS_VERSION } from '../domain/versions/events-version.ts';
import { programVersion } from '../identity/machine/program-version.ts';
import { MIGRATIONS_FOLDER, readMigrations } from './migrate.ts';

export interface Program {
  /** From package.json: `0.2.0`. */
  readonly version: string;
  readonly events: number;
  /** Names of the migrations of this program, in order. */
  readonly migrations: readonly string[];
}

export interface WrittenBy {
  /** The newest first; empty when the last writer was older than 0.2.0. */
  readonly programs: readonly Pick<Program, 'version' | 'events'>[];
  /** Names of the applied migrations; empty before the first. */
  readonly migrations: readonly string[];
}

export function thisProgram(): Program {
  return {
    version: programVersion(),
    events: EVENTS_VERSION,
    migrations: Object.keys(readMigrations(MIGRATIONS_FOLDER)),
  };
}

/** For any role of the database, also when nothing was migrated yet. */
export async function readWrittenBy(client: pg.ClientBase): Promise<WrittenBy> {
  const { rows } = await client.query<{ migrated: boolean; named: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as migrated,
       to_regnamespace('log') is not null and to_regclass('log.program') is not null as named`,
  );
  const [there] = rows;
  const programs = there?.named
    ? await client.query<{ version: string; events: number }>(
        'select version, events from log.program order by events desc, first_at desc',
      )
    : { rows: [] };
  const migrations = there?.migrated
    ? await client.query<{ name: string }>('select name from public.kysely_migration order by name')
    : { rows: [] };
  return { programs: programs.rows, migrations: migrations.rows.map(({ name }) => name) };
}

/** Why a program must not work on the database, in a sentence; undefined when it supports all of it. */
export function whyTooOld(written: WrittenBy, program: Program): string | undefined {
  const [newest] = written.programs;
  const unknown = written.migrations.filter((name) => !program.migrations.includes(name));
  const unread = newest !== undefined && newest.events > program.events ? newest.events : undefined;
  if (unknown.length === 0 && unread === undefined) return undefined;
  const what = [
    ...(unknown.length > 0 ? [`migration ${unknown.join(', ')}`] : []),
    ...(unread === undefined ? [] : [`events of version ${unread} (here ${program.events})`]),
  ].join(' and ');
  const by = newest ? `Daftar ${newest.version}` : 'a newer Daftar';
  return (
    `The data was written by ${by}, and this is Daftar ${program.version}, which does not know all of it: ${what}. ` +
    'Nothing was changed. Start the newer version; how to go back for good is in docs/operations.md, "Going back".'
  );
}

/** Called after the migrations, as the owner of the tables. */
export async function noteProgram(client: pg.ClientBase, { version, events }: Program): Promise<void> {
  await client.query('insert into log.program (version, events) values ($1, $2) on conflict do nothing', [
    version,
    events,
  ]);
}
