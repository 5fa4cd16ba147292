/** A database with the records of a first start. */
import pg from 'pg';
import { inject } from 'vitest';
import { ensureFirstUser, ensureRecords } from '../../command-api/main.ts';
import { openEventStore } from '../../event-store/open.ts';
import { models } from '../../projector/models/all.ts';
import { runProjector } from '../../projector/run/projector.ts';
import { cloneOf, copyStatements, type FreshDatabase, rolesAt, whenNobodyIsConnected } from './database.ts';
import { databaseUrl } from './database-url.ts';
import { until } from './waiting.ts';

/** Its user, with a password already set. */
export const SUPER_USER = { email: 'admin@daftar.local', password: 'a long enough secret' } as const;

/** Cloned from a template, which the first worker that needs it creates. */
export async function seededDatabase(): Promise<FreshDatabase> {
  const { adminUrl, prefix } = inject('databaseServer');
  const template = `${prefix}seeded`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(client, template);
    return await cloneOf(template);
  } finally {
    await client.end();
  }
}

/** Created under another name until it is complete, so that no incomplete template is cloned. */
async function makeTemplate(client: pg.Client, name: string): Promise<void> {
  const { adminUrl, template } = inject('databaseServer');
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  for (const statement of copyStatements(template, draft)) await client.query(statement);
  const { command, projector } = rolesAt(databaseUrl(adminUrl, draft));
  const first = await ensureFirstUser({ databaseUrl: command, password: SUPER_USER.password, rate: '1480' });
  if (first?.email !== SUPER_USER.email) throw new Error(`the first user is ${first?.email}`);
  await ensureRecords({ databaseUrl: command });
  await project(projector);
  await whenNobodyIsConnected(client, draft);
  await client.query(`alter database ${draft} rename to ${name}`);
}

/** Projects the events, so that the first test finds complete read models. */
async function project(url: string): Promise<void> {
  const store = await openEventStore({ databaseUrl: url });
  const stopping = new AbortController();
  const running = runProjector({ store, databaseUrl: url, signal: stopping.signal });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await until(async () => {
    const { rows } = await client.query<{ done: boolean }>(
      `select count(*) = $1 and bool_and(position >= (select max(position) from log.event)) as done
       from projection.checkpoint`,
      [models.length],
    );
    return rows[0]?.done;
  });
  await client.end();
  stopping.abort();
  await running;
  await store.close();
}
