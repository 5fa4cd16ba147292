/** Lost secrets of the embedded database: whoever owns the folder makes new ones, and every entry is there as before. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../launcher/database/open-database.ts';
import { newSecrets, REPLACED } from '../../launcher/new-secrets.ts';
import { stepsOf } from '../operations/handbook.ts';

let home: string;
let dataDir: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'daftar-secrets-'));
  // The user of PostgreSQL must be able to enter the temporary folder.
  chmodSync(home, 0o755);
  dataDir = join(home, 'data');
  file = join(dataDir, 'secrets.json');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = () => openDatabase({ dataDir, say: () => undefined, environment: {} });
async function asked(sql: string): Promise<unknown> {
  const database = await open();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(sql);
    return rows[0]?.n;
  } finally {
    await client.end();
    await database.stop();
  }
}
const make = (environment: NodeJS.ProcessEnv = {}) =>
  newSecrets({ DATA_DIR: dataDir, ...environment }, () => undefined);

test('a file that is missing, damaged or of another database is replaced by the command that the start names', async () => {
  await asked('create table kept as select 42 as n');
  const first = readFileSync(file, 'utf8');
  expect(stepsOf('When secrets.json was lost')).toEqual(['npm run doctor -- --new-secrets', 'npm start']);

  rmSync(file);
  await expect(open()).rejects.toThrow(/is missing.*npm run doctor -- --new-secrets/);
  expect(await make()).toBe(0);
  expect(existsSync(join(dataDir, REPLACED))).toBe(false);
  expect(await asked('select n from kept')).toBe(42);
  expect(readFileSync(file, 'utf8')).not.toBe(first);

  writeFileSync(file, first.slice(0, 40));
  await expect(open()).rejects.toThrow(/is damaged.*npm run doctor -- --new-secrets/);
  await make();
  expect(readFileSync(join(dataDir, REPLACED), 'utf8')).toBe(first.slice(0, 40));
  expect(await asked('select n from kept')).toBe(42);

  writeFileSync(file, first);
  await expect(open()).rejects.toThrow(/does not accept the password.*npm run doctor -- --new-secrets/);
  await make();
  expect(await asked('select n from kept')).toBe(42);
});

test('a folder that is in use, without a database, or with an address of another one, is left as it is', async () => {
  await expect(make()).rejects.toThrow('There is no database in');
  expect(existsSync(file)).toBe(false);
  const database = await open();
  const kept = readFileSync(file, 'utf8');
  await expect(make({ DATABASE_URL: 'postgres://db.example.com/a' })).rejects.toThrow('DATABASE_URL is set');
  await database.stop();
  expect(readFileSync(file, 'utf8')).toBe(kept);
});
