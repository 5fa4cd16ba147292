import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../migrations/migrate.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

let folder: string;
let database: FreshDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-migrations-'));
  database = await freshDatabase();
  // Removes the migrations of the template: these tests have their own.
  await run('drop table kysely_migration, kysely_migration_lock, applied_function');
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function migration(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'up.sql'), sql);
}

async function run(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('runs each migration once, in order, with several statements in one', async () => {
  migration('0002-second', 'insert into steps values (2); insert into steps values (3);');
  migration('0001-first', '-- Intent: the steps.\ncreate table steps (n int); insert into steps values (1);');
  expect(await migrate(database.url, folder)).toEqual(['0001-first', '0002-second']);
  expect(await migrate(database.url, folder)).toEqual([]);
  migration('0003-third', 'insert into steps values (4)');
  expect(await migrate(database.url, folder)).toEqual(['0003-third']);
  expect(await run('select n from steps')).toEqual([1, 2, 3, 4]);
});

test('runs each migration once when several processes start at the same moment', async () => {
  migration('0001-slow', 'create table steps (n int); select pg_sleep(0.3); insert into steps values (1);');
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)));
  expect(ran.flat()).toEqual(['0001-slow']);
  expect(await run('select n from steps')).toEqual([1]);
});

test('stores nothing when a migration fails, names it, and runs them all once it is mended', async () => {
  migration('0001-good', 'create table steps (n int)');
  migration('0002-bad', 'insert into steps values (1); insert into no_such_table values (1)');
  await expect(migrate(database.url, folder)).rejects.toThrow(/0002-bad failed: relation "no_such_table"/);
  expect(await run(`select to_regclass('steps') is null`)).toEqual([true]);
  writeFileSync(join(folder, '0002-bad', 'up.sql'), 'insert into steps values (5)');
  expect(await migrate(database.url, folder)).toEqual(['0001-good', '0002-bad']);
  expect(await run('select n from steps')).toEqual([5]);
});

test('refuses a database that has a migration which is not here: it belongs to a newer version', async () => {
  migration('0001-first', 'select 1');
  migration('0002-newer', 'select 1');
  await migrate(database.url, folder);
  rmSync(join(folder, '0002-newer'), { recursive: true });
  await expect(migrate(database.url, folder)).rejects.toThrow(/0002-newer/);
});

test('the migrations of the product run on an empty database', async () => {
  const product = readMigrations(join(import.meta.dirname, '..', '..', 'migrations'));
  const other = await freshDatabase();
  try {
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    const ran = await client.query<{ name: string }>('select name from kysely_migration order by name');
    await client.end();
    expect(ran.rows.map((row) => row.name)).toEqual(Object.keys(product));
    expect(Object.keys(product)[0]).toBe('0001-event-log');
  } finally {
    await other.drop();
  }
});
