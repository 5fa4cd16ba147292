/** The output of the embedded PostgreSQL is limited while it runs, and Daftar reports when it runs as root. */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDaftar } from '../../launcher/daftar.ts';
import { AS_ROOT, isRoot } from '../../launcher/database/account.ts';
import { keepSmall } from '../../launcher/database/server-log.ts';
import { environmentAt } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-server-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a log of the server that is full is put beside, and the server that has it open goes on at its beginning', async () => {
  const path = join(folder, 'postgres.log');
  await keepSmall(path);
  // Opened as the server does: for its whole runtime, in append mode.
  const server = openSync(path, 'a', 0o600);
  writeSync(server, 'x'.repeat(1_000));
  await keepSmall(path, 1_000);
  expect([statSync(path).size, existsSync(`${path}.1`)]).toEqual([1_000, false]);
  writeSync(server, 'last\n');
  await keepSmall(path, 1_000);
  expect([statSync(path).size, statSync(`${path}.1`).size]).toEqual([0, 1_005]);
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600);
  writeSync(server, 'next\n');
  closeSync(server);
  expect(readFileSync(path, 'utf8')).toBe('next\n');
});

test('a start as root says so, and any other does not', async () => {
  const database = await seededDatabase();
  const said: string[] = [];
  const environment = { ...process.env, ...environmentAt(database.url), PORT: '0' };
  const daftar = await startDaftar({ dataDir: folder, environment, say: (line) => said.push(line), withoutWeb: true });
  await daftar.stop();
  await database.drop();
  expect(said.filter((line) => line === AS_ROOT)).toHaveLength(isRoot() ? 1 : 0);
  expect(AS_ROOT).toMatch(/^Daftar runs as root.*Start it as an ordinary user/);
});
