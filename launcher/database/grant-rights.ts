/** Grants the runtime roles their rights (rights.sql), and the projector the read models. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { errorCode, toError } from '../../domain/values/thrown.ts';
import { areOfNewer } from '../../migrations/functions.ts';
import { type RuntimeUrls, userOf } from '../machine/role-names.ts';
import { StartupError } from '../machine/startup-error.ts';

const RIGHTS = readFileSync(join(import.meta.dirname, 'rights.sql'), 'utf8');

/** The projector replaces the views and drops the builds, which only their owner may do. */
const READ_MODELS = `
  select format('alter schema %I owner to %I', n.nspname, $1::text) as statement, 1 as place
  from pg_namespace n where n.nspname ~ '^(read|rm_\\d+)$' and n.nspowner <> (select oid from pg_roles where rolname = $1)
  union all
  select format('alter %s %I.%I owner to %I', case c.relkind when 'v' then 'view' else 'table' end, n.nspname, c.relname, $1::text), 2
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname ~ '^(read|rm_\\d+)$' and c.relkind in ('r', 'v')
    and c.relowner <> (select oid from pg_roles where rolname = $1)
  order by place`;

const BUILDS = `select quote_ident(nspname) as name from pg_namespace where nspname ~ '^rm_\\d+$'`;
const BUILD_RIGHTS = `grant usage on schema {build} to {command}, {read};
  grant select on all tables in schema {build} to {command}, {read}`;
const NOT_ALLOWED = '42501';

/**
 * `url` is the owner's; the database must be migrated. Throws a StartupError when the owner cannot transfer the
 * projector's tables.
 */
export async function grantRights(url: string, urls: RuntimeUrls): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(24, 0)');
    await refuseSuperuser(client);
    // A newer program may have functions that this one grants to nobody.
    if (!(await areOfNewer(client))) await grantAll(client, urls);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function grantAll(client: pg.Client, urls: RuntimeUrls): Promise<void> {
  await giveReadModels(client, userOf(urls.projector));
  await client.query(withNames(client, RIGHTS, urls));
  const { rows: builds } = await client.query<{ name: string }>(BUILDS);
  for (const { name } of builds) await client.query(withNames(client, BUILD_RIGHTS.replaceAll('{build}', name), urls));
}

/** `log.append` runs with its owner's rights, so every caller would have a superuser's. */
async function refuseSuperuser(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select r.rolname as name from pg_class c join pg_roles r on r.oid = c.relowner
     where c.oid = 'log.event'::regclass and r.rolsuper`,
  );
  const [superuser] = rows;
  if (!superuser) return;
  throw new StartupError(
    `The tables belong to the superuser "${superuser.name}". Run "npm run migrate" with its address in DATABASE_URL, which makes an owner for them.`,
  );
}

async function giveReadModels(client: pg.Client, projector: string): Promise<void> {
  const name = client.escapeIdentifier(projector);
  try {
    const { rows: databases } = await client.query<{ database: string }>('select current_database() as database');
    const database = client.escapeIdentifier(databases[0]?.database ?? '');
    await client.query(`grant create on database ${database} to ${name}`);
    const { rows } = await client.query<{ statement: string }>(READ_MODELS, [projector]);
    for (const { statement } of rows) await client.query(statement);
  } catch (error) {
    if (errorCode(error) !== NOT_ALLOWED) throw error;
    throw new StartupError(
      `The read models cannot be given to the role "${projector}" (${toError(error).message}). Whoever administers the database ` +
        `makes the role of DATABASE_URL the owner of the database and says: grant ${name} to <that role>`,
    );
  }
}

function withNames(client: pg.Client, text: string, urls: RuntimeUrls): string {
  const name = (url: string) => client.escapeIdentifier(userOf(url));
  return text
    .replaceAll('{command}', name(urls.command))
    .replaceAll('{read}', name(urls.read))
    .replaceAll('{projector}', name(urls.projector));
}
