/**
 * Transfers a superuser's Daftar objects to the owner: a database from before roles existed belongs to the superuser
 * that created it. Other objects in the database remain unchanged.
 */
import type pg from 'pg';

/** Created by the migrations, by the job queue, and by the projector (`rm_1`, `rm_2`, …). */
const OURS = `(n.nspname in ('log', 'claim', 'identity', 'preference', 'attachment', 'projection', 'read', 'backup', 'job')
  or n.nspname ~ '^rm_\\d+$')`;

/** One statement in each row, schemas before their content. Sequences of columns follow their tables. */
const STATEMENTS = `
  with superuser as (select oid from pg_roles where rolsuper)
  select format('alter schema %I owner to %I', n.nspname, $1::text) as statement, 1 as place
  from pg_namespace n where ${OURS} and n.nspowner in (select oid from superuser)
  union all
  select format('alter %s %I.%I owner to %I', case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
    n.nspname, c.relname, $1::text), 2
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (${OURS} or (n.nspname = 'public' and c.relname in ('kysely_migration', 'kysely_migration_lock', 'applied_function')))
    and c.relkind in ('r', 'p', 'v', 'S') and c.relowner in (select oid from superuser)
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
      and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relkind = 'S')
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text), 3
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${OURS} and p.proowner in (select oid from superuser)
  union all
  select format('alter type %I.%I owner to %I', n.nspname, t.typname, $1::text), 4
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where ${OURS} and t.typtype in ('e', 'd') and t.typowner in (select oid from superuser)
  order by place`;

/** Must run within a transaction of a superuser. */
export async function giveToOwner(client: pg.Client, database: string, owner: string): Promise<void> {
  const name = client.escapeIdentifier(database);
  const { rows: databases } = await client.query<{ theirs: boolean }>(
    'select pg_get_userbyid(datdba) = $2 as theirs from pg_database where datname = $1',
    [database, owner],
  );
  if (!databases[0]?.theirs) await client.query(`alter database ${name} owner to ${client.escapeIdentifier(owner)}`);
  const { rows } = await client.query<{ statement: string }>(STATEMENTS, [owner]);
  for (const { statement } of rows) await client.query(statement);
}
