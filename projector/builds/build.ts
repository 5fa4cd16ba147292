/**
 * Builds of the read models. A build is a schema of tables; readers see the one that the views in schema `read`
 * point at. A build is filled out of sight and takes the views over in one short transaction.
 */
import type pg from 'pg';
import type { Model } from '../models/model.ts';
import { LiveRows, readColumnTypes } from '../rows/live-rows.ts';
import { definitionDigest, definitionSql } from './definition.ts';

export interface Build {
  readonly schema: string;
  readonly definition: string;
}

export async function currentBuild(client: pg.ClientBase): Promise<Build | undefined> {
  const { rows } = await client.query<Build>(
    `select schema, definition from projection.build where status = 'current'`,
  );
  return rows[0];
}

/** A new schema with empty tables, without indexes, and checkpoints at the beginning. */
export async function createBuild(client: pg.ClientBase, models: readonly Model[]): Promise<Build> {
  const { rows } = await client.query<{ number: string }>(`select nextval('projection.build_number') as number`);
  const build = { schema: `rm_${rows[0]?.number}`, definition: definitionDigest(models) };
  await inTransaction(client, async () => {
    await client.query(`insert into projection.build (schema, definition, status) values ($1, $2, 'filling')`, [
      build.schema,
      build.definition,
    ]);
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

export async function addIndexes(client: pg.ClientBase, build: Build, models: readonly Model[]): Promise<void> {
  for (const model of models) await client.query(definitionSql(model, 'indexes', build.schema));
}

/** The build that readers see; the first one, still empty, is made here. Several processes may call it at once. */
export async function ensureBuild(client: pg.ClientBase, models: readonly Model[]): Promise<Build> {
  await client.query('select pg_advisory_lock(21, 0)');
  try {
    const current = await currentBuild(client);
    if (current) return current;
    const build = await createBuild(client, models);
    await addIndexes(client, build, models);
    const seeds = new LiveRows(build.schema, await readColumnTypes(client, build.schema));
    for (const model of models) model.seed(seeds);
    await inTransaction(client, () => seeds.write(client));
    await makeCurrent(client, build, models);
    return build;
  } finally {
    await client.query('select pg_advisory_unlock(21, 0)');
  }
}

const LOCK_TIMEOUT_MS = 2_000;

/** Points the views at the build. Readers that are in the middle of a query finish on the old one. */
export async function makeCurrent(client: pg.ClientBase, build: Build, models: readonly Model[]): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (const { name } of models.flatMap((model) => model.tables)) {
      await client.query(`drop view if exists read.${name}`);
      await client.query(`create view read.${name} as select * from ${build.schema}.${name}`);
    }
    await client.query(`update projection.build set status = 'retired', finished_at = now() where status = 'current'`);
    await client.query(`update projection.build set status = 'current', finished_at = now() where schema = $1`, [
      build.schema,
    ]);
  });
}

/** Drops the tables of builds that nobody reads any more, those of rebuilds that were broken off included. */
export async function dropOldBuilds(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select schema from projection.build where status in ('retired', 'abandoned')`,
  );
  for (const { schema } of rows) await dropBuild(client, schema);
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
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
