/**
 * Builds of the read models. A build is a schema of tables. Readers use the build that the views in schema `read`
 * select from. A new build is filled while no view selects from it; one short transaction then repoints the views.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../domain/values/thrown.ts';
import type { Model } from '../models/model.ts';
import { LiveRows, readColumnTypes } from '../rows/live-rows.ts';
import { type Definition, definitionSql, ownDefinition } from './definition.ts';
import { viewStatements } from './views.ts';

export interface Build {
  readonly schema: string;
  /** Digest of the definition of the program that created the build. */
  readonly definition: string;
  readonly version: number;
}

export async function currentBuild(client: pg.ClientBase): Promise<Build | undefined> {
  const { rows } = await client.query<Build>(
    `select schema, definition, version from projection.build where status = 'current'`,
  );
  return rows[0];
}

/** Creates a schema with empty tables, without indexes, and with checkpoints at the beginning of the log. */
export async function createBuild(
  client: pg.ClientBase,
  models: readonly Model[],
  { digest: definition, version }: Definition = ownDefinition(models),
): Promise<Build> {
  const { rows } = await client.query<{ number: string }>(`select nextval('projection.build_number') as number`);
  const build = { schema: `rm_${rows[0]?.number}`, definition, version };
  await inTransaction(client, async () => {
    await asOwnerOfViews(client);
    await client.query(
      `insert into projection.build (schema, definition, version, status) values ($1, $2, $3, 'filling')`,
      [build.schema, definition, version],
    );
    await client.query(`create schema ${build.schema}`);
    for (const model of models) {
      await client.query(definitionSql(model, 'tables', build.schema));
      await client.query('insert into projection.checkpoint (schema, model) values ($1, $2)', [
        build.schema,
        model.name,
      ]);
    }
  });
  return build;
}

/**
 * Runs inside the caller's transaction. The new schema belongs to the owner of schema `read`, because that role writes
 * the rows later; the caller may be the owner of the database (a tool).
 */
async function asOwnerOfViews(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('role', r.rolname, true) from pg_namespace n join pg_roles r on r.oid = n.nspowner
     where n.nspname = 'read' and r.rolname <> current_user`,
  );
}

export async function addIndexes(client: pg.ClientBase, build: Build, models: readonly Model[]): Promise<void> {
  for (const model of models) await client.query(definitionSql(model, 'indexes', build.schema));
}

/** Writes the rows that exist before the first event. */
export async function seedBuild(client: pg.ClientBase, build: Build, models: readonly Model[]): Promise<void> {
  const seeds = new LiveRows(build.schema, await readColumnTypes(client, build.schema), client);
  for (const model of models) model.seed(seeds);
  await inTransaction(client, () => seeds.write());
}

/** Returns the build that readers use; creates the first, empty one. Several processes may call it at once. */
export async function ensureBuild(
  client: pg.ClientBase,
  models: readonly Model[],
  definition: Definition = ownDefinition(models),
): Promise<Build> {
  await client.query('select pg_advisory_lock(21, 0)');
  try {
    const current = await currentBuild(client);
    if (current) return current;
    const build = await createBuild(client, models, definition);
    await addIndexes(client, build, models);
    await seedBuild(client, build, models);
    await makeCurrent(client, build, models);
    return build;
  } finally {
    await client.query('select pg_advisory_unlock(21, 0)');
  }
}

/** Notification channel: readers use another build from now on. */
export const BUILD_CHANNEL = 'daftar_build';

/**
 * Shorter than PostgreSQL's deadlock_timeout (1 s): when a reader holds one view and waits for another, this
 * transaction fails and is tried again, never the reader's.
 */
const LOCK_TIMEOUT_MS = 200;
/** About a quarter of an hour: other programs may hold a view for minutes. Exports hold no views; they read the tables. */
const LOCK_TRIES = 1_500;
const LOCK_PAUSE_MS = 800;
const LOCK_NOT_AVAILABLE = '55P03';
/** A reader locks the tables of its build in another order than a drop. */
const DEADLOCK = '40P01';

/**
 * Points the views at the build. Queries that are running finish on the old build. Throws BuildBehind, unless the build
 * `mayGoBack`: the log lacks events that the readers' build has, and a person accepted it.
 */
export async function makeCurrent(
  client: pg.ClientBase,
  build: Build,
  models: readonly Model[],
  { mayGoBack = false } = {},
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(client, () => repoint(client, build, models, mayGoBack));
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE_MS * Math.random());
    }
  }
}

const namesOf = (models: readonly Model[]): string[] => models.flatMap(({ tables }) => tables.map(({ name }) => name));

/** Throws ViewInUse when the views could not be pointed at the build after it is filled. */
export async function mustBeTakeable(
  client: pg.ClientBase,
  { schema }: Build,
  models: readonly Model[],
): Promise<void> {
  await viewStatements(client, schema, namesOf(models));
}

/** The build is behind the one that readers use. A switch would hide events that a reader has already waited for. */
export class BuildBehind extends Error {
  /** Names of the models that are behind. */
  readonly models: readonly string[];
  constructor(schema: string, behind: readonly string[]) {
    super(`${schema} is behind the build that readers see`);
    this.name = 'BuildBehind';
    this.models = behind;
  }
}

/** One statement for all views keeps the time for which readers are locked out at some milliseconds. */
async function repoint(
  client: pg.ClientBase,
  { schema }: Build,
  models: readonly Model[],
  mayGoBack: boolean,
): Promise<void> {
  await asOwnerOfViews(client);
  // The lock stops the live projector from advancing meanwhile.
  const { rows } = await client.query<{ model: string; behind: boolean }>(
    `select o.model, o.position > n.position as behind
     from projection.checkpoint o
     join projection.build b on b.schema = o.schema and b.status = 'current'
     join projection.checkpoint n on n.schema = $1 and n.model = o.model
     for update of o`,
    [schema],
  );
  const behind = rows.filter((row) => row.behind).map(({ model }) => model);
  if (behind.length > 0 && !mayGoBack) throw new BuildBehind(schema, behind);
  const views = await viewStatements(client, schema, namesOf(models));
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(`
    ${views.map((statement) => `${statement};`).join('\n')}
    update projection.build set status = 'retired', finished_at = now() where status = 'current';
    update projection.build set status = 'current', finished_at = now() where schema = '${schema}';
    select pg_notify('${BUILD_CHANNEL}', '${schema}');`);
}

/** Longer than most reports run; an export may read the tables of its build for minutes. */
const DROP_TIMEOUT_MS = 5_000;

/**
 * Drops the tables of builds that nobody reads, including those of interrupted rebuilds. Skips a build that is still
 * read; the next call tries again.
 */
export async function dropOldBuilds(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select schema from projection.build where status in ('retired', 'abandoned')`,
  );
  for (const { schema } of rows) {
    try {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${DROP_TIMEOUT_MS}`);
        await dropBuild(client, schema);
      });
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(String(errorCode(error)))) throw error;
    }
  }
}

export async function dropBuild(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.query('delete from projection.build where schema = $1', [schema]);
}

export async function inTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A broken connection is already rolled back. The caller throws the first error.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
