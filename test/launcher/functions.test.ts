/** The functions of a database equal the files of `migrations/functions`, whichever version the database is from. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BACKED_UP_SCHEMAS, LEFT_OUT_SCHEMAS } from '../../backup/stored/tables.ts';
import { applyFunctions, pendingFunctions, readFunctions } from '../../migrations/functions.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../migrations/migrate.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const files = readFunctions(MIGRATIONS_FOLDER);
const migrations = Object.keys(readMigrations(MIGRATIONS_FOLDER));
/** Earlier migrations define functions, as they did when they were applied. */
const FIRST_WITHOUT = '0032';

let database: FreshDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** By name: the definition, with rights, search path and settings. */
async function definitions(): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as text
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('log', 'claim', 'identity', 'attachment', 'preference', 'projection', 'backup') order by 1, 2`,
  );
  return Object.fromEntries(rows.map(({ name, text }, at) => [rows[at - 1]?.name === name ? `${name}+` : name, text]));
}

const names = (functions: Record<string, string>) => Object.keys(functions).sort();

async function emptied(): Promise<void> {
  const schemas = [...BACKED_UP_SCHEMAS, ...LEFT_OUT_SCHEMAS].join(', ');
  await client.query(`drop schema if exists ${schemas} cascade;
    drop table kysely_migration, kysely_migration_lock, applied_function`);
}

describe('the functions of a fresh database', () => {
  it('are those of the files and no others, each with the text of its file', async () => {
    const found = await definitions();
    expect(names(found)).toEqual(files.map(({ name }) => name));
    const bodyOf = (text: string) => text.split(/\$(?:function|procedure)?\$/)[1];
    for (const { name, text } of files) expect(bodyOf(found[name] ?? ''), name).toBe(bodyOf(text));
  });

  it('have the rights, the path and the settings that their files give them', async () => {
    const before = await definitions();
    for (const { name, text } of files) {
      const told = (word: RegExp) => word.test(text.split('$$')[0] as string);
      const [head = ''] = (before[name] as string).split('AS $');
      expect(/ SECURITY DEFINER/.test(head), name).toBe(told(/ security definer/));
      expect(/SET search_path TO 'pg_catalog', 'pg_temp'/.test(head), name).toBe(
        told(/set search_path = pg_catalog, pg_temp/),
      );
      expect(/SET enable_seqscan TO 'off'/.test(head), name).toBe(told(/set enable_seqscan = off/));
      expect(/SET plan_cache_mode TO 'force_generic_plan'/.test(head), name).toBe(
        told(/plan_cache_mode = force_generic_plan/),
      );
      await client.query(text);
    }
    expect(await definitions()).toEqual(before);
  });

  it('may be called by nobody who was not given the right', async () => {
    await migrate(database.url);
    const { rows } = await client.query(
      `select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('log', 'claim', 'identity') and has_function_privilege('public', p.oid, 'execute')`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a database of an earlier level', () => {
  it('ends with the same functions, whichever level it is', async () => {
    const fresh = await definitions();
    const textOf = (name: string) => readFileSync(join(MIGRATIONS_FOLDER, name, 'up.sql'), 'utf8');
    const levels = migrations.filter((name) => /\b(function|procedure)\b/i.test(textOf(name)));
    expect(levels.length).toBeGreaterThan(8);
    for (const last of levels) {
      await emptied();
      const level = migrations.indexOf(last) + 1;
      await migrate(database.url, MIGRATIONS_FOLDER, migrations.slice(0, level));
      expect(await migrate(database.url)).toEqual(migrations.slice(level));
      expect(await definitions(), last).toEqual(fresh);
    }
  }, 120_000);

  it('that has all migrations and older functions gets those of the files', async () => {
    const fresh = await definitions();
    await emptied();
    await migrate(database.url, MIGRATIONS_FOLDER, migrations);
    expect(names(await definitions())).toContain('claim.write_takes');
    expect(await migrate(database.url)).toEqual([]);
    expect(await definitions()).toEqual(fresh);
  });
});

describe('a numbered migration', () => {
  it(`defines no function from ${FIRST_WITHOUT} on`, () => {
    const wrong = readdirSync(MIGRATIONS_FOLDER)
      .filter((name) => /^\d{4}-/.test(name) && name >= FIRST_WITHOUT)
      .filter((name) =>
        /create\s+(or\s+replace\s+)?(function|procedure)|pg_get_functiondef|alter\s+(function|procedure|routine)/i.test(
          readFileSync(join(MIGRATIONS_FOLDER, name, 'up.sql'), 'utf8'),
        ),
      );
    expect(wrong).toEqual([]);
  });
});

describe('a file', () => {
  let folder: string;
  const put = (name: string, text: string) => writeFileSync(join(folder, 'functions', name), text);
  const answer = async () => (await client.query({ text: 'select one.answer()', rowMode: 'array' })).rows.flat()[0];
  const one = (n: number) => `create or replace function one.answer() returns int language sql as $$ select ${n} $$;\n`;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-functions-'));
    mkdirSync(join(folder, 'functions'));
    mkdirSync(join(folder, '0001-one'));
    writeFileSync(join(folder, '0001-one', 'up.sql'), 'create schema one;');
    await client.query('drop table kysely_migration, kysely_migration_lock, applied_function');
    put('one.answer.sql', one(1));
    await migrate(database.url, folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const oid = async () =>
    (await client.query(`select xmin::text from pg_proc where oid = 'one.answer'::regproc`)).rows[0];

  it('is applied when its text changed, and not when nothing did', async () => {
    expect(await answer()).toBe(1);
    const before = await oid();
    await migrate(database.url, folder);
    expect(await oid()).toEqual(before);
    put('one.answer.sql', one(2));
    await migrate(database.url, folder);
    expect(await answer()).toBe(2);
  });

  it('is applied once when several processes start at the same moment', async () => {
    put('one.answer.sql', one(3));
    await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
    expect(await answer()).toBe(3);
    expect((await client.query('select name from applied_function')).rows).toEqual([{ name: 'one.answer' }]);
  });

  it('is applied after a migration that brings an older definition', async () => {
    mkdirSync(join(folder, '0002-older'));
    writeFileSync(join(folder, '0002-older', 'up.sql'), one(9));
    await migrate(database.url, folder);
    expect(await answer()).toBe(1);
  });

  it('that is gone takes its function with it', async () => {
    put('one.other.sql', one(1).replace('answer', 'other'));
    await migrate(database.url, folder);
    rmSync(join(folder, 'functions', 'one.answer.sql'));
    await migrate(database.url, folder);
    await expect(answer()).rejects.toThrow(/does not exist/);
    expect((await client.query('select one.other() as n')).rows).toEqual([{ n: 1 }]);
  });

  it('of an older program neither replaces nor removes the functions of a newer one', async () => {
    const apply = (version: string) => applyFunctions(client, readFunctions(folder), false, version);
    put('one.answer.sql', one(2));
    put('one.other.sql', one(1).replace('answer', 'other'));
    await apply('0.10.0');
    put('one.answer.sql', one(1));
    rmSync(join(folder, 'functions', 'one.other.sql'));
    const older = readFunctions(folder);
    expect(await pendingFunctions(client, older, '0.9.2')).toEqual([]);
    await apply('0.9.2');
    expect([await answer(), (await client.query('select one.other() as n')).rows]).toEqual([2, [{ n: 1 }]]);
    expect(await pendingFunctions(client, older, '0.10.0')).toEqual(['one.answer', 'one.other']);
    await apply('0.10.0');
    expect(await answer()).toBe(1);
  });

  it('is of the newest program that has it, also when an older one applied it', async () => {
    await client.query('alter table applied_function drop column version');
    await applyFunctions(client, readFunctions(folder), false, '99.0.0');
    put('one.answer.sql', one(2));
    await migrate(database.url, folder);
    expect(await answer()).toBe(1);
  });

  it('that is wrong leaves every function as it was', async () => {
    put('one.answer.sql', one(5));
    put('one.wrong.sql', 'create or replace function one.wrong() returns int language plpgsql as $$ begn $$;\n');
    await expect(migrate(database.url, folder)).rejects.toThrow(/function one\.wrong failed: syntax error/);
    expect(await answer()).toBe(1);
  });

  it('that defines something other than its name is refused', async () => {
    copyFileSync(join(folder, 'functions', 'one.answer.sql'), join(folder, 'functions', 'one.other.sql'));
    await expect(migrate(database.url, folder)).rejects.toThrow('one.other.sql defines one.answer');
  });
});
