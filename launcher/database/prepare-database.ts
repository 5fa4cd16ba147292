/** Prepares a database for the program: tables, the tables of the queue, and the rights of the roles. */
import pg from 'pg';
import { ensureJobTables } from '../../command-api/jobs/job-tables.ts';
import { pendingFunctions, readFunctions } from '../../migrations/functions.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../migrations/migrate.ts';
import { StartupError } from '../machine/startup-error.ts';
import { grantRights } from './grant-rights.ts';
import type { Roles } from './open-roles.ts';
import { refuseNewer, writeProgram } from './refuse-newer.ts';

/** Returns the names of the migrations that it ran. Throws a StartupError, or the database's error. */
export async function prepareDatabase({ url, urls, areSeparate }: Roles): Promise<readonly string[]> {
  const names = await migrate(url);
  await writeProgram(url);
  await ensureJobTables(url);
  if (areSeparate) await grantRights(url, urls);
  return names;
}

/** For a role that may not migrate. Throws a StartupError when a migration is pending. */
export async function mustBePrepared(url: string): Promise<void> {
  await refuseNewer(url);
  const pending = await pendingAt(url);
  if (pending.length === 0) return;
  throw new StartupError(
    `The database is not prepared for this version (${pending.join(', ')}). Run "npm run migrate" with the address of its owner in DATABASE_URL.`,
  );
}

/** Names of pending migrations, and `functions` when a function differs from this version's. */
export async function pendingAt(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const ran = await client
      .query<{ name: string }>('select name from kysely_migration')
      .then(({ rows }) => rows.map(({ name }) => name))
      .catch((): string[] => []);
    const pending = Object.keys(readMigrations(MIGRATIONS_FOLDER)).filter((name) => !ran.includes(name));
    const functions = await pendingFunctions(client, readFunctions(MIGRATIONS_FOLDER));
    return functions.length === 0 ? pending : [...pending, 'functions'];
  } finally {
    await client.end();
  }
}
