/**
 * Builds of the read models. A build is a schema of tables; readers see the one that the views in schema `read`
 * point at. A build is filled out of sight and takes the views over in one short transaction.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../domain/kernel/thrown.ts';
import type { Model } from '../models/model.ts';
import { LiveRows, readColumnTypes } from '../rows/live-rows.ts';
import { type Definition, definitionSql, ownDefinition } from './definition.ts';
import { viewStatements } from './views.ts';

export interface Build {
  readonly schema: string;
  /** Digest of the program's definition that made it. */
  readonly definition: string;
  readonly version: number;
}

export async function currentBuild(client: pg.ClientBase): Promise<Build | undefined> {
  const { rows } = await client.query<Build>(
    `select schema, definition, version from projection.build where status = 'current'`,
  );
  return rows[0];
}

/** A new schema with empty tables, without indexes, and checkpoints at the beginning. */
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
 * Within the transaction: whoever makes a build (a tool works as the owner of the database), it belongs to the role that has
 * schema `read`, which is the one that carries it on.
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

/** Writes the rows that are there before the first event. */
export async function seedBuild(client: pg.ClientBase, build: Build, models: readonly Model[]): Promise<void> {
  const seeds = new LiveRows(build.schema, await readColumnTypes(client, build.schema), client);
  for (const model of models) model.seed(seeds);
  await inTransaction(client, () => seeds.write());
}

/** The build that readers see; the first one, still empty, is made here. Several processes may call it at once. */
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

/** Tells projectors that readers see another build from now on. */
export const BUILD_CHANNEL = 'daftar_build';

/**
 * Shorter than PostgreSQL's deadlock_timeout (1 s): where a reader holds one view and waits for another, it is we
 * who give way and try again, never the reader.
 */
const LOCK_TIMEOUT_MS = 200;
/** A quarter of an hour: other programs may hold a view for minutes; exports read the tables themselves. */
const LOCK_TRIES = 1_500;
const LOCK_PAUSE_MS = 800;
const LOCK_NOT_AVAILABLE = '55P03';

/** Points the views at the build. Readers that are in the middle of a query finish on the old one. Throws BuildBehind. */
export async function makeCurrent(client: pg.ClientBase, build: Build, models: readonly Model[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(client, () => repoint(client, build, models));
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE_MS * Math.random());
    }
  }
}

const namesOf = (models: readonly Model[]): string[] => models.flatMap(({ tables }) => tables.map(({ name }) => name));

/** Throws ViewInUse when the build could not be taken into use once it is filled. */
export async function mustBeTakeable(
  client: pg.ClientBase,
  { schema }: Build,
  models: readonly Model[],
): Promise<void> {
  await viewStatements(client, schema, namesOf(models));
}

/** The build is not as far as the one that readers see: a reader who has waited for a position would lose it again. */
export class BuildBehind extends Error {
  /** Names of the models that are behind. */
  readonly models: readonly string[];
  constructor(schema: string, behind: readonly string[]) {
    super(`${schema} is behind the build that readers see`);
    this.name = 'BuildBehind';
    this.models = behind;
  }
}

/** One message does everything: readers wait for some milliseconds. */
async function repoint(client: pg.ClientBase, { schema }: Build, models: readonly Model[]): Promise<void> {
  await asOwnerOfViews(client);
  // Locked, so that the live projector does not get further ahead meanwhile.
  const { rows } = await client.query<{ model: string; behind: boolean }>(
    `select o.model, o.position > n.position as behind
     from projection.checkpoint o
     join projection.build b on b.schema = o.schema and b.status = 'current'
     join projection.checkpoint n on n.schema = $1 and n.model = o.model
     for update of o`,
    [schema],
  );
  const behind = rows.filter((row) => row.behind).map(({ model }) => model);
  if (behind.length > 0) throw new BuildBehind(schema, behind);
  const views = await viewStatements(client, schema, namesOf(models));
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(`
    ${views.map((statement) => `${statement};`).join('\n')}
    update projection.build set status = 'retired', finished_at = now() where status = 'current';
    update projection.build set status = 'current', finished_at = now() where schema = '${schema}';
    select pg_notify('${BUILD_CHANNEL}', '${schema}');`);
}

/** As long as reports run, as a rule; an export may read the tables of its build for minutes. */
const DROP_TIMEOUT_MS = 5_000;

/**
 * Drops the tables of builds that nobody reads any more, those of rebuilds that were broken off included. One that an
 * export still reads is left to the next call.
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
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
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
    // A connection that is broken has rolled back by itself; what is thrown is why.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
