/** Databases with the records of a first start, each copied from a template of the run. */
import pg from 'pg';
import { inject } from 'vitest';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { models } from '../../projector/models/all.ts';
import { runProjector } from '../../projector/projector.ts';
import { cloneOf, copyStatements, type FreshDatabase, rolesAt, whenNobodyIsConnected } from './database.ts';
import { databaseUrl } from './database-url.ts';
import { until } from './waiting.ts';

/** Its user, with a password already set. */
export const SUPER_USER = { email: 'admin@daftar.local', password: 'a long enough secret' } as const;

export const PASSWORD = 'a password for tests';
/** A Wednesday in an open period. */
export const TODAY = new Date(2026, 2, 11, 10, 30);

/** With the records of every start, and their read models. */
export const seededDatabase = (): Promise<FreshDatabase> =>
  copyOf('seeded', async ({ command, projector }) => {
    const first = await ensureFirstUser({ databaseUrl: command, password: SUPER_USER.password, rate: '1480' });
    if (first?.email !== SUPER_USER.email) throw new Error(`the first user is ${first?.email}`);
    await ensureRecords({ databaseUrl: command });
    await project(projector);
  });

/** A first start in this year, whose super user has PASSWORD; without read models. */
export const startedDatabase = (year = TODAY.getFullYear()): Promise<FreshDatabase> =>
  copyOf(`started_${year}`, (urls) => startedIn(year, urls));

/** The same with its read models. */
export const projectedDatabase = (year = TODAY.getFullYear()): Promise<FreshDatabase> =>
  copyOf(`projected_${year}`, async (urls) => {
    await startedIn(year, urls);
    await project(urls.projector);
  });

async function startedIn(year: number, { command }: Urls): Promise<void> {
  const clock = () => new Date(year, TODAY.getMonth(), TODAY.getDate());
  await ensureFirstUser({ databaseUrl: command, clock, password: PASSWORD, rate: '1480' });
}

type Urls = ReturnType<typeof rolesAt>;

/** Cloned from a template, which the first worker that needs it creates. */
async function copyOf(name: string, fill: (urls: Urls) => Promise<void>): Promise<FreshDatabase> {
  const { adminUrl, prefix } = inject('databaseServer');
  const template = `${prefix}${name}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(client, template, fill);
    return await cloneOf(template);
  } finally {
    await client.end();
  }
}

/** Created under another name until it is complete, so that no incomplete template is cloned. */
async function makeTemplate(client: pg.Client, name: string, fill: (urls: Urls) => Promise<void>): Promise<void> {
  const { adminUrl, template } = inject('databaseServer');
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  for (const statement of copyStatements(template, draft)) await client.query(statement);
  await fill(rolesAt(databaseUrl(adminUrl, draft)));
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
