/**
 * The views that readers use. A view is replaced, never dropped, so that grants on it and other views on it remain. It
 * therefore keeps its columns in their order; new columns follow them.
 */
import type pg from 'pg';

interface Column {
  readonly relation: string;
  readonly of: 'view' | 'table';
  readonly name: string;
  readonly type: string;
}

/** A foreign view depends on one of our views, on a column that is removed or has another type. */
export class ViewInUse extends Error {
  constructor(view: string, users: readonly string[]) {
    super(`${users.join(', ')} uses columns of read.${view} that change: drop it, and create it anew afterwards`);
    this.name = 'ViewInUse';
  }
}

/** Statements that point the views of schema `read` at the tables of a build, one view after the other. Throws ViewInUse. */
export async function viewStatements(
  client: pg.ClientBase,
  schema: string,
  names: readonly string[],
): Promise<string[]> {
  const columns = await readColumns(client, schema, names);
  const statements: string[] = [];
  for (const name of names) {
    const own = columns.filter(({ relation }) => relation === name);
    const table = own.filter((column) => column.of === 'table');
    const before = own.filter((column) => column.of === 'view');
    const isKept = before.every((column) => table.some((other) => isSame(column, other)));
    const ordered = isKept
      ? [...before, ...table.filter((column) => !before.some((other) => isSame(column, other)))]
      : table;
    const select = `select ${ordered.map((column) => `"${column.name}"`).join(', ')} from ${schema}.${name}`;
    if (isKept) {
      statements.push(`create or replace view read.${name} as ${select}`);
      continue;
    }
    const users = await viewsOn(client, name);
    if (users.length > 0) throw new ViewInUse(name, users);
    const grants = await grantsOn(client, name);
    statements.push(`drop view read.${name}`, `create view read.${name} as ${select}`, ...grants);
  }
  return statements;
}

const isSame = (a: Column, b: Column): boolean => a.name === b.name && a.type === b.type;

async function readColumns(
  client: pg.ClientBase,
  schema: string,
  names: readonly string[],
): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as relation, case n.nspname when 'read' then 'view' else 'table' end as of, a.attname as name,
       format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('read', $1) and c.relname = any($2) and c.relkind in ('v', 'r') and a.attnum > 0
       and not a.attisdropped
     order by n.nspname, c.relname, a.attnum`,
    [schema, names],
  );
  return rows;
}

async function grantsOn(client: pg.ClientBase, name: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('grant %s on read.%I to %s%s', x.privilege_type, c.relname,
       case x.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(x.grantee)) end,
       case when x.is_grantable then ' with grant option' else '' end) as statement
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x
     where n.nspname = 'read' and c.relname = $1 and x.grantee <> c.relowner`,
    [name],
  );
  return rows.map(({ statement }) => statement);
}

async function viewsOn(client: pg.ClientBase, name: string): Promise<string[]> {
  const { rows } = await client.query<{ view: string }>(
    `select distinct w.ev_class::regclass::text as view
     from pg_depend d join pg_rewrite w on w.oid = d.objid
     where d.refobjid = to_regclass($1) and w.ev_class <> d.refobjid order by 1`,
    [`read.${name}`],
  );
  return rows.map(({ view }) => view);
}
