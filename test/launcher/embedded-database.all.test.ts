import { fork } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRoot } from '../../launcher/database/account.ts';
import { type Database, openDatabase } from '../../launcher/database/open-database.ts';
import { prepareDatabase } from '../../launcher/database/prepare-database.ts';
import { startTime } from '../../launcher/machine/lock.ts';

let home: string;
let said: string[];
let open: Database[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'daftar-embedded-'));
  // The user of PostgreSQL must be able to enter the temporary folder.
  chmodSync(home, 0o755);
  said = [];
  open = [];
});

afterEach(async () => {
  for (const database of open) await database.stop();
  rmSync(home, { recursive: true, force: true });
});

const dataDir = (): string => join(home, 'data');

async function start(folder = dataDir()): Promise<Database> {
  const database = await openDatabase({ dataDir: folder, say: (line) => said.push(line), environment: {} });
  open.push(database);
  return database;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const answers = await client.query({ text: sql, rowMode: 'array' });
    // Several statements return several results; the last one is used.
    return [answers].flat().at(-1)?.rows.flat() ?? [];
  } finally {
    await client.end();
  }
}

const postmaster = (): number =>
  Number(readFileSync(join(dataDir(), 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('keeps what was stored over a stop and a start, with the same password', async () => {
  const first = await start();
  await ask(first.url, 'create table kept (n int); insert into kept values (42)');
  await first.stop();
  expect(existsSync(join(dataDir(), 'postgres', 'postmaster.pid'))).toBe(false);

  const second = await start();
  expect(await ask(second.url, 'select n from kept')).toEqual([42]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test('is made for durable, exact work: synchronous commit, UTF-8, byte order, no jit, only this machine', async () => {
  const { url } = await start();
  const settings = `select current_setting(name) from unnest(array['synchronous_commit', 'fsync', 'server_encoding',
    'jit', 'listen_addresses', 'shared_buffers', 'max_wal_size', 'password_encryption']) name`;
  expect(await ask(url, settings)).toEqual(['on', 'on', 'UTF8', 'off', '127.0.0.1', '256MB', '2GB', 'scram-sha-256']);
  expect(await ask(url, `select 'Z' < 'a', 'z' < 'é', lower('É') = 'é'`)).toEqual([true, true, true]);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  for (const file of ['secrets.json', 'postgres.log'])
    expect([file, statSync(join(dataDir(), file)).mode & 0o777]).toEqual([file, 0o600]);
});

test('starts again after a kill -9 of Daftar left its server running', async () => {
  const program = fileURLToPath(new URL('./programs/open-database.ts', import.meta.url));
  const killed = fork(program, [dataDir()], { execArgv: [] });
  const url = await new Promise<string>((resolve) => killed.once('message', (message) => resolve(String(message))));
  await ask(url, 'create table kept (n int); insert into kept values (7)');
  const left = postmaster();
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.once('exit', resolve));
  expect(startTime(left)).toBeDefined();

  const next = await start();
  expect(said.join()).toContain('left running');
  expect(startTime(left)).toBeUndefined();
  expect(await ask(next.url, 'select n from kept')).toEqual([7]);
});

test('starts although a stale lock names a process that is somebody else by now', async () => {
  const first = await start();
  await ask(first.url, 'create table kept (n int)');
  const lock = join(dataDir(), 'postgres', 'postmaster.pid');
  const content = readFileSync(lock, 'utf8');
  await first.stop();
  writeFileSync(lock, content.replace(/^\d+/, String(process.ppid)));

  const second = await start();
  expect(said.join()).toContain('lock was left behind');
  expect(await ask(second.url, 'select count(*) from kept')).toEqual(['0']);
});

test('comes back on the same port when the server itself is killed', async () => {
  const { url } = await start();
  await ask(url, 'create table kept (n int); insert into kept values (1)');
  process.kill(postmaster(), 'SIGKILL');
  await expect.poll(() => ask(url, 'select n from kept').catch(() => undefined), { interval: 200 }).toEqual([1]);
});

test('opens a folder of before there were roles: what is stored is there, and nothing works as the superuser any more', async () => {
  const environment = {};
  const old = await openDatabase({ dataDir: dataDir(), say: () => undefined, environment, roles: 'leave' });
  open.push(old);
  await prepareDatabase(old);
  await ask(
    old.url,
    `insert into log.event values (1, gen_random_uuid(), 'sale-1', 0, 'sale.completed', 1, '{}', '{}', now())`,
  );
  expect(await ask(old.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([true]);
  await old.stop();
  const file = join(dataDir(), 'secrets.json');
  const { rolePasswords: _, ...before } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify(before));

  const next = await start();
  await prepareDatabase(next);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(before);
  const whoever =
    'select current_user::text, rolsuper, (select count(*)::int from log.event) from pg_roles where rolname = current_user';
  expect(await ask(next.url, whoever)).toEqual(['daftar_owner', false, 1]);
  expect(await ask(next.urls.command, whoever)).toEqual(['daftar_command', false, 1]);
  await expect(ask(next.urls.command, 'delete from log.event')).rejects.toThrow(/permission denied/);
});

test('makes the database anew when the first start was killed while making it', async () => {
  mkdirSync(join(dataDir(), 'postgres.new', 'base'), { recursive: true });
  writeFileSync(join(dataDir(), 'postgres.new', 'PG_VERSION'), '18\n');
  const { url } = await start();
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test('says what to do when the secrets of an existing database are gone', async () => {
  const first = await start();
  await first.stop();
  rmSync(join(dataDir(), 'secrets.json'));
  await expect(start()).rejects.toThrow(/secrets\.json is missing.*npm run doctor -- --new-secrets/);
});

test.runIf(isRoot())(
  'as root below a closed folder, keeps the database where PostgreSQL can reach it, and says where',
  async () => {
    chmodSync(home, 0o700);
    const first = await start();
    const place = readFileSync(join(dataDir(), 'postgres.location'), 'utf8').trim();
    try {
      expect(said.join()).toContain(`the database is kept in ${place}`);
      expect(place.startsWith(home)).toBe(false);
      await ask(first.url, 'create table kept (n int)');
      await first.stop();
      await sleep(10);
      const second = await start();
      expect(await ask(second.url, 'select count(*) from kept')).toEqual(['0']);
      await second.stop();
    } finally {
      for (const left of [place, `${place}.log`]) rmSync(left, { recursive: true, force: true });
      expect(dirname(place)).toMatch(/^\/var\/(lib|tmp)\/daftar$/);
    }
  },
);
