/**
 * Reads of several statements. They need a build with this program's tables: directly after an update readers still
 * use the build of the earlier program. They also need one that stays: a build that was replaced is dropped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../../domain/values/thrown.ts';
import { models } from '../models/all.ts';
import { type Build, currentBuild } from './build.ts';
import { ownDefinition } from './definition.ts';

/** Readers use a build with the tables of another program, or none: this program cannot read it. */
export class OtherBuild extends Error {
  constructor() {
    super(
      'The read models are those of another version of Daftar, and nobody is building those of this version. "npm run doctor" says why; "npm start" builds them.',
    );
    this.name = 'OtherBuild';
  }
}

let digest: string | undefined;

export function isOwn(build: Build | undefined): build is Build {
  digest ??= ownDefinition(models).digest;
  return build?.definition === digest;
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a rebuild after which the wait ends: a projector that just starts needs some; default 30 s. */
  readonly waitsMs?: number | undefined;
  /** Called once when it has to wait for a rebuild. */
  readonly onWait?: (() => void) | undefined;
}

const POLL_MS = 200;
const WAITS_MS = 30_000;

/**
 * Waits until readers use a build of this program, for as long as a rebuild runs. Returns the build that readers use
 * then, which may be another; undefined when there is none. Throws AbortError.
 */
export async function untilOwnBuild(
  client: pg.ClientBase,
  { signal, waitsMs = WAITS_MS, onWait }: Waiting = {},
): Promise<Build | undefined> {
  let untilMs = performance.now() + waitsMs;
  for (let isTold = false; ; ) {
    signal?.throwIfAborted();
    const build = await currentBuild(client);
    if (isOwn(build)) return build;
    if (await isRebuilt(client)) untilMs = performance.now() + waitsMs;
    else if (performance.now() > untilMs) return build;
    if (build && !isTold) {
      onWait?.();
      isTold = true;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** The same on a connection of its own. Throws OtherBuild. */
export async function waitForOwnBuild(databaseUrl: string, waiting: Waiting = {}): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar reader of a build',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!isOwn(await untilOwnBuild(client, waiting))) throw new OtherBuild();
  } finally {
    await client.end();
  }
}

/** Whether a process has the lock of a rebuild (`takeRebuildLock`). */
async function isRebuilt(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_rebuilt: boolean }>(
    `select exists (
       select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where l.locktype = 'advisory' and l.classid = 21 and l.objid = 1 and l.objsubid = 2 and l.granted) as is_rebuilt`,
  );
  return rows[0]?.is_rebuilt === true;
}

/** A build that was just replaced may be dropped before its tables are locked. */
const TRIES = 5;
/** SQLSTATE of a missing schema and a missing table, and of a deadlock with the statement that drops them. */
const GONE: ReadonlySet<unknown> = new Set(['3F000', '42P01', '40P01']);

/**
 * Runs the work in one snapshot of the build that readers use. The build is not dropped before the work ends, also when
 * readers use another one meanwhile. Throws OtherBuild.
 */
export async function inHeldBuild<Result>(
  client: pg.ClientBase,
  work: (build: Build) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const build = await currentBuild(client);
    if (!isOwn(build)) throw new OtherBuild();
    const tables = await tablesOf(client, build);
    await client.query('begin isolation level repeatable read read only');
    try {
      if (await hold(client, build, tables)) return await work(build);
    } finally {
      // A broken connection is already rolled back.
      await client.query('rollback').catch(() => undefined);
    }
    if (tries === TRIES) throw new OtherBuild();
  }
}

async function tablesOf(client: pg.ClientBase, { schema }: Build): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1 order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** False when readers use another build by now. Locks before the first read, which takes the snapshot. */
async function hold(client: pg.ClientBase, { schema }: Build, tables: readonly string[]): Promise<boolean> {
  if (tables.length === 0) return false;
  try {
    await client.query(`lock table ${tables.join(', ')} in access share mode`);
  } catch (error) {
    if (GONE.has(errorCode(error))) return false;
    throw error;
  }
  return (await currentBuild(client))?.schema === schema;
}
