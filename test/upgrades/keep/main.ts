/**
 * Stores the database of a program as a sample for upgrades (docs/testing.md):
 * DATABASE_URL=… DATA_DIR=… node test/upgrades/keep/main.ts COMMIT ANSWERS
 * as a superuser, while that program does not run. ANSWERS is a file with the answers of its API: `{ "address": body
 * }`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copySql } from '../../../backup/stored/tables.ts';
import type { KeptDatabase, KeptTable } from '../kept-database.ts';

const SCHEMAS = ['log', 'claim', 'identity', 'preference', 'attachment', 'projection'];
const FOLDERS = ['attachments', 'seals'];

const COLUMNS = `select n.nspname || '.' || c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname = any ($1) group by 1 order by 1`;

/** Includes the sequence of builds, so that the next build has another name. */
const STATEMENTS = `
  select format('create schema %I', nspname) as statement, 1 as place from pg_namespace where nspname ~ '^rm_\\d+$'
  union all
  select format('create table %I.%I (%s)', n.nspname, c.relname,
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)), 2
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname ~ '^rm_\\d+$' group by n.nspname, c.relname
  union all
  select format('create or replace view %I.%I as %s', schemaname, viewname, definition), 3
  from pg_views where schemaname = 'read'
  union all
  select format('select setval(%L, %s)', schemaname || '.' || sequencename, last_value), 4
  from pg_sequences where schemaname = 'projection' and last_value is not null
  order by place`;

async function keep(url: string, dataDir: string): Promise<KeptDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name');
    const found = await client.query<Omit<KeptTable, 'rows'>>(COLUMNS, [SCHEMAS]);
    const tables: KeptTable[] = [];
    for (const { name, columns } of found.rows) {
      const parts: Buffer[] = [];
      for await (const part of client.query(copyTo(copySql(name, columns, 'to stdout')))) parts.push(part as Buffer);
      tables.push({ name, columns, rows: Buffer.concat(parts).toString('utf8') });
    }
    const { rows } = await client.query<{ statement: string }>(STATEMENTS);
    return {
      migrations: migrations.rows.map(({ name }) => name),
      statements: rows.map(({ statement }) => statement),
      tables: tables.filter((table) => table.rows !== ''),
      files: filesOf(dataDir),
    };
  } finally {
    await client.end();
  }
}

function filesOf(dataDir: string): Readonly<Record<string, string>> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Object.fromEntries(files.map((file) => [relative(dataDir, file), readFileSync(file).toString('base64')]));
}

function write(file: string, content: unknown): void {
  const bytes = Buffer.from(JSON.stringify(content));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const compressed = brotliCompressSync(bytes, { params });
  writeFileSync(file, compressed);
  process.stdout.write(`${file}: ${compressed.length} bytes\n`);
}

const [commit = '', answers = ''] = process.argv.slice(2);
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const folder = join(import.meta.dirname, '..', commit);
mkdirSync(folder, { recursive: true });
write(join(folder, 'database.json.br'), await keep(DATABASE_URL, DATA_DIR));
write(join(folder, 'answers.json.br'), JSON.parse(readFileSync(answers, 'utf8')));
