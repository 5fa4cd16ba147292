/** Which tables of PostgreSQL are part of a backup, and their rows as text of COPY. */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Entry, entryOf } from './archive.ts';
import { PART_BYTES, partName } from './format.ts';

/** A test compares both lists with the schemas that the migrations create, so that none is missing. */
export const BACKED_UP_SCHEMAS = ['log', 'claim', 'identity', 'preference', 'attachment'] as const;
/** Read models and their bookkeeping are built from the log; runs of backups and jobs concern only this place. */
export const LEFT_OUT_SCHEMAS = ['read', 'projection', 'backup', 'job'] as const;

/** `log.event` is written as the entries of the log. Sessions and sign-ins are not continued; the others concern only this place. */
const LEFT_OUT_TABLES = [
  'log.event',
  'log.demo',
  'log.restored_position',
  'identity.session',
  'identity.refresh_token',
  'identity.sign_in_ticket',
  'identity.shop_session',
  'identity.request_count',
];

/** Tables with rows in an empty database, from its preparation or from the job queue. A test reports others. */
export const FILLED_BY_MIGRATIONS: readonly string[] = ['claim.clock', 'job.migration', 'log.program'];

/** `schema.table` with its columns, referenced tables before those that refer to them. Generated columns are left out. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

export async function tablesOf(client: pg.ClientBase): Promise<TableColumns> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `select n.nspname || '.' || c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct m.nspname || '.' || r.relname from pg_constraint k
        join pg_class r on r.oid = k.confrelid join pg_namespace m on m.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1) and n.nspname || '.' || c.relname <> all ($2)
     order by 1`,
    [BACKED_UP_SCHEMAS, LEFT_OUT_TABLES],
  );
  const ordered = new Map<string, readonly string[]>();
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ refers_to }) => !refers_to.some((name) => left.has(name)));
    if (ready.length === 0) throw new Error(`these tables refer to each other: ${[...left.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      ordered.set(name, columns);
      left.delete(name);
    }
  }
  return ordered;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quotedTable = (table: string): string => table.split('.').map(quoted).join('.');

/** `copy log.command ("command_id", …) from stdin` */
export const copySql = (table: string, columns: readonly string[], direction: 'from stdin' | 'to stdout'): string =>
  `copy ${quotedTable(table)} (${columns.map(quoted).join(', ')}) ${direction}`;

/** The rows of a table in parts of whole lines; `counted` is called with the number of rows of each part. */
export async function* tableEntries(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  counted: (rows: number) => void,
): AsyncGenerator<Entry> {
  const stream = client.query(copyTo(copySql(table, columns, 'to stdout')));
  let parts: Buffer[] = [];
  let [bytes, part] = [0, 0];
  const flush = (end: Buffer): Entry => {
    const content = Buffer.concat([...parts, end]);
    [parts, bytes, part] = [[], 0, part + 1];
    counted(linesOf(content));
    return entryOf(partName(`tables/${table}`, part, 'copy'), content);
  };
  const chunks: AsyncIterable<Buffer> = stream;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (bytes + chunk.length >= PART_BYTES && end > 0) {
      yield flush(chunk.subarray(0, end));
      if (end < chunk.length) parts.push(Buffer.from(chunk.subarray(end)));
      bytes = chunk.length - end;
    } else {
      parts.push(Buffer.from(chunk));
      bytes += chunk.length;
    }
  }
  if (bytes > 0) yield flush(Buffer.alloc(0));
}

function linesOf(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf(0x0a); at >= 0; at = content.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

/** Sets the sequences of a table to continue after the highest restored number. */
export async function continueNumbers(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select a.attname as column, pg_get_serial_sequence($1, a.attname) as sequence
     from pg_attribute a where a.attrelid = $1::regclass and a.attidentity <> ''`,
    [table],
  );
  for (const { column, sequence } of rows) {
    await client.query(
      `select setval($1::regclass, coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
      [sequence],
    );
  }
}
