/**
 * The tables of the job queue, in a schema of their own. They are created by the owner of the database before the
 * queue is used; the role of the queue cannot alter them.
 */
import { createRequire } from 'node:module';
import pg from 'pg';

export const JOB_SCHEMA = 'job';

const { version }: { readonly version: string } = createRequire(import.meta.url)('bullmq/package.json');
/** Stored as the comment of the schema, so that a start need not load the library when nothing changed. */
const MADE_BY = `bullmq ${version}`;

/** `databaseUrl` is the owner's. Two processes may call it at the same time. */
export async function ensureJobTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(24, 1)');
    const { rows } = await client.query<{ made_by: string | null }>(
      `select obj_description(to_regnamespace($1)::oid, 'pg_namespace') as made_by`,
      [JOB_SCHEMA],
    );
    if (rows[0]?.made_by === MADE_BY) return;
    const { runMigrations } = await import('bullmq');
    await runMigrations(client, JOB_SCHEMA);
    await client.query(`comment on schema ${JOB_SCHEMA} is ${client.escapeLiteral(MADE_BY)}`);
  } finally {
    await client.end();
  }
}
