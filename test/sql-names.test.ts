/**
 * Every statement of the program names tables and columns that the migrated database has. Statements are taken from the
 * source, so that none is left out because no request reaches it.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceFiles, sourceOf } from '../tools/suite/import-graph.ts';
import { projectedDatabase } from './support/seeded-database.ts';
import { type Catalog, COLUMN, checkNames, type SqlText, sqlTextsOf } from './support/sql-names.ts';

const FOLDERS = ['read-api', 'command-api', 'projector', 'identity', 'event-store', 'backup', 'seal'];

const texts: readonly SqlText[] = sourceFiles()
  .filter((file) => FOLDERS.includes(file.split('/')[0] ?? ''))
  .flatMap((file) => sqlTextsOf(file, sourceOf(file)));

let client: pg.Client;
let drop: () => Promise<void>;
let catalog: Catalog;
let schema: string;

beforeAll(async () => {
  const database = await projectedDatabase();
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: builds } = await client.query<{ schema: string }>(
    `select schema from projection.build where status = 'current'`,
  );
  schema = builds[0]?.schema ?? '';
  const { rows } = await client.query<{ of: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as of, array_agg(a.attname::text) as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v', 'm', 'p') and not a.attisdropped
       and n.nspname not in ('information_schema', 'pg_toast', 'public')
     group by 1`,
  );
  const found = new Map(rows.map(({ of, columns }) => [of, new Set(columns)]));
  const more = (table: string, columns: readonly string[]) =>
    found.set(table, new Set([...(found.get(table) ?? []), ...columns]));
  for (const { of, columns } of rows) {
    // The tables of the build have columns that its views leave out.
    if (of.startsWith(`${schema}.`)) more(of.replace(schema, 'read'), columns);
    more(`any.${of.split('.')[1]}`, columns);
  }
  catalog = found;
});
afterAll(async () => {
  await client.end();
  await drop();
});

it('every column that a statement names with an alias is one of its tables', () => {
  const { unknown, unbound, checked } = checkNames(texts, catalog);
  process.stdout.write(`columns named in SQL: ${checked} in ${texts.length} texts\n`);
  expect(unknown).toEqual([]);
  expect(unbound).toEqual([]);
});

/** The minimum share of the names that are found when they are misspelt; the others are of subqueries. */
const FOUND_MIN = 0.65;

it('most names are found when they are misspelt, all at once', () => {
  const schemas = new Set([...catalog.keys()].map((table) => table.split('.')[0]));
  const misspell = (name: string, alias: string) => (schemas.has(alias) ? name : `${name}_misspelt`);
  const misspelt = texts.map((text) => ({ ...text, text: text.text.replaceAll(COLUMN, misspell) }));
  const { unknown, checked } = checkNames(misspelt, catalog);
  const names = unknown.filter((name) => name.endsWith('_misspelt'));
  process.stdout.write(`misspelt columns found: ${names.length} of ${checked}\n`);
  expect(names.length / checked).toBeGreaterThan(FOUND_MIN);
});

/** The table of a build, which a view of `read` stands for. */
const ofBuild = (view: string, name: string): string => (catalog.has(`${schema}.${name}`) ? `${schema}.${name}` : view);

it('the database knows every name of the statements that are written as a whole', async () => {
  const wrong: string[] = [];
  let parsed = 0;
  for (const { file, line, statement, isWhole } of texts) {
    if (!isWhole || /\bany\./.test(statement) || !/^\s*(select|insert|update|delete|with)\b/.test(statement)) continue;
    try {
      await client.query(`prepare taken as ${statement.replaceAll(/\bread\.([a-z_]+)/g, ofBuild)}`);
      await client.query('deallocate taken');
      parsed += 1;
    } catch (problem) {
      const { code = '', message } = problem as pg.DatabaseError;
      // A table without a schema is one that the program creates for itself, or is of the text that comes before.
      if (code === '42703' || (code === '42P01' && message.includes('.'))) wrong.push(`${file}:${line} ${message}`);
    }
  }
  process.stdout.write(`statements parsed as a whole: ${parsed}\n`);
  expect(wrong).toEqual([]);
});

it('a column, a table or a column of an insert that does not exist is found', () => {
  const planted = (statement: string) =>
    checkNames([...texts, ...sqlTextsOf('read-api/planted.ts', `sql\`${statement}\``)], catalog).unknown.filter(
      (name) => name.startsWith('read-api/planted.ts'),
    );
  expect(planted('select j.effective_day from read.journal_line j where j.outlet_fk = 1')).toEqual([
    'read-api/planted.ts:1 j.effective_day',
  ]);
  expect(planted('j.effective_day = 1')).toEqual(['read-api/planted.ts:1 j.effective_day']);
  expect(planted('select j.position from read.journal_lines j')).toEqual(['read-api/planted.ts:1 read.journal_lines']);
  expect(planted('insert into log.command (comand_id) values (1)')).toEqual([
    'read-api/planted.ts:1 log.command.comand_id',
  ]);
  expect(planted('select j.total from (select sum(l.base) as total from read.journal_line l) j')).toEqual([]);
});
