import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';

async function tablesOf(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'public'`,
    );
    return found.rows.map((row) => row.tablename);
  } finally {
    await client.end();
  }
}

test('every test has a migrated database of its own, and a dropped one is gone', async () => {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  await client.query('create table only_in_the_first (id int)');
  await client.end();

  expect(await tablesOf(first.url)).toEqual(expect.arrayContaining(['kysely_migration', 'only_in_the_first']));
  expect(await tablesOf(second.url)).toContain('kysely_migration');
  expect(await tablesOf(second.url)).not.toContain('only_in_the_first');

  await Promise.all([first.drop(), second.drop()]);
  await expect(tablesOf(first.url)).rejects.toThrow(/does not exist/);
});
