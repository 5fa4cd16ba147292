/**
 * Migrates a database to the newest schema. Forward only: a migration is a folder `NNNN-name` with one `up.sql`, whose
 * first lines state its purpose; there are no down migrations. Functions are separate files (`functions.ts`), applied
 * after the numbered migrations.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { applyFunctions, readFunctions } from './functions.ts';

const FOLDER_NAME = /^\d{4}-[a-z0-9-]+$/;

export const MIGRATIONS_FOLDER = import.meta.dirname;

/** The migrations of a folder by name. Each runs completely or not at all: PostgreSQL's DDL is transactional. */
export function readMigrations(folder: string): Record<string, Migration> {
  const migrations: Record<string, Migration> = Object.create(null);
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'up.sql');
    if (!FOLDER_NAME.test(name) || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    migrations[name] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/**
 * Runs pending migrations in order, applies the functions whose text changed, and returns the names of the migrations
 * that it ran. Of two concurrent calls one waits for the other and then finds nothing to do. `only` names those to run,
 * for the schema of an older backup, whose functions are applied after the remaining ones. Throws the database's error,
 * naming the migration.
 */
export async function migrate(
  url: string,
  folder: string = MIGRATIONS_FOLDER,
  only?: readonly string[],
): Promise<readonly string[]> {
  // One connection without a statement timeout, because an index on a large table takes long.
  const pool = new Pool({ connectionString: url, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const wanted = ([name]: [string, Migration]) => only?.includes(name) ?? true;
    const migrations = Object.fromEntries(Object.entries(readMigrations(folder)).filter(wanted));
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) {
      const failed = results.find((result) => result.status === 'Error');
      throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${describe(error)}`, { cause: error });
    }
    if (!only) await applyFunctionsOf(folder, pool, results.length > 0);
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** After migrations all functions are replaced: one before 0032 may have created an older definition. */
async function applyFunctionsOf(folder: string, pool: Pool, hasMigrated: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    await applyFunctions(client, readFunctions(folder), hasMigrated);
  } finally {
    client.release();
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
