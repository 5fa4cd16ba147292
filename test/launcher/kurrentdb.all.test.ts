/** A whole Daftar with its log in KurrentDB (the double): start, doctor, stop, and the loss of PostgreSQL. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { checkStoreIsRight } from '../../launcher/stores.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { hasRedis, openRedis } from '../support/redis.ts';
import { seededDatabase } from '../support/seeded-database.ts';
import { until } from '../support/waiting.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let server: KurrentDouble;
let databases: readonly [FreshDatabase, FreshDatabase];
const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'daftar-kurrent-')));
const running: Daftar[] = [];

beforeAll(async () => {
  server = await startKurrentDouble();
  databases = [await freshDatabase(), await freshDatabase()];
});
afterAll(async () => {
  for (const daftar of running.splice(0)) await daftar.stop();
  await server.close();
  for (const database of databases) await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const environmentOf = (place: 0 | 1, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ ...environmentAt(databases[place].url), DAFTAR_EVENTSTORE_URL: server.url, EVENTSTORE_URL: 'esdb://nowhere:1' },
  ...{ DATA_DIR: folders[place], PORT: '0', REDIS_URL: '', LOG_LEVEL: 'error', ...more },
});

async function start(place: 0 | 1, firstDay = new Date()): Promise<Daftar> {
  const [dataDir, environment] = [folders[place] as string, environmentOf(place)];
  const daftar = await startDaftar({ dataDir, environment, say: () => undefined, withoutWeb: true, firstDay });
  running.push(daftar);
  return daftar;
}

async function stop(): Promise<void> {
  await running.pop()?.stop();
}

/** Runs a command without npm. */
async function run(place: 0 | 1, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), ...args], {
    env: environmentOf(place, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

const ours = () => server.log.all.filter(({ stream }) => !stream.startsWith('$')).length;
const records = async (place: 0 | 1) =>
  (await onDatabase(databases[place].url, (client) => client.query('select * from claim.record order by record'))).rows;

test('doctor counts the events of KurrentDB, names what waits for a person, and Daftar stops', async () => {
  await start(0);
  const well = await until(async () => {
    const found = await run(0, ['doctor']);
    return found.text.includes(`4 models, ${ours()} events, 0 behind`) && found;
  });
  expect(well.text).toMatch(/ok {5}Event store {3}KurrentDB, its last event at position \d+/);
  expect(well.text).not.toContain('Jobs');

  const id = '7d9f2a54-1b6c-4c0e-8a35-0f4a6f8d2e10';
  const batch = JSON.stringify({ writes: [{ stream: 'sale-7' }, { stream: 'payment-3' }] });
  await onDatabase(databases[0].url, (client) =>
    client.query(
      `insert into claim.intent (command_id, batch, claims, numbers, undo, recorded_at, stuck)
       values ($1, $2, '{}', '[]', '{}', now(), 'stream payment-3 is at revision 4, not 3')`,
      [id, batch],
    ),
  );
  const stuck = await run(0, ['doctor']);
  await onDatabase(databases[0].url, (client) => client.query('delete from claim.intent'));
  expect(stuck.code).toBe(1);
  expect(stuck.text).toMatch(/FAULT {2}Event store {3}command 7d9f2a54.* on sale-7, payment-3 since/);
  expect(stuck.text).toContain(`npm run doctor -- resolve ${id}`);
  const resolve = ['doctor', 'resolve', id, '--by', 'admin@daftar.local', '--reason', 'x'];
  expect((await run(0, resolve)).text).toContain(`Command ${id} is not stored in part.`);
  await stop();
});

test.runIf(hasRedis)('doctor looks at Redis', async () => {
  const redis = await openRedis();
  expect((await run(0, ['doctor'], { REDIS_URL: redis.url })).text).toMatch(/ok {5}Jobs {10}Redis \d/);
  await redis.stop();
  expect((await run(0, ['doctor'], { REDIS_URL: redis.url })).text).toMatch(/FAULT {2}Jobs/);
});

test('a log in the other kind of store is refused, and nothing is backed up or rebuilt from it', async () => {
  const before = await records(0);
  const without = { DAFTAR_EVENTSTORE_URL: '', EVENTSTORE_URL: '' };
  const file = join(folders[0] ?? '', 'books.tar.gz');
  for (const args of [
    ['backup', file],
    ['rebuild', 'claims'],
  ]) {
    const refused = await run(0, args, without);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('DAFTAR_EVENTSTORE_URL is not set') });
  }
  expect(existsSync(file)).toBe(false);
  expect(await records(0)).toEqual(before);
  const inPostgres = await seededDatabase();
  const place = { databaseUrl: inPostgres.url, eventStoreUrl: server.url };
  await expect(checkStoreIsRight(place)).rejects.toThrow('The events of this database are in PostgreSQL itself');
  await inPostgres.drop();
});

test('a PostgreSQL that is lost is made again from the log, after a start that says how', async () => {
  const [events, before] = [ours(), await records(0)];
  await expect(start(1)).rejects.toThrow('npm run rebuild -- claims');
  const rebuilt = await run(1, ['rebuild', 'claims']);
  expect(rebuilt).toMatchObject({ code: 0, text: expect.stringContaining(`(${events} events)`) });
  expect(await records(1)).toEqual(before);
  // Years later, the first financial year is not entered again.
  const daftar = await start(1, new Date('2031-05-01T08:00:00Z'));
  expect(daftar.firstUser?.email).toBe('admin@daftar.local');
  expect(ours()).toBe(events);
  await stop();

  // As an older backup of PostgreSQL is: what it has seen is in the log, and more.
  const seen = (position: string) => `delete from claim.log_seen; update claim.clock set position = ${position}`;
  const former = 'select position from log.command order by position desc offset 1 limit 1';
  await onDatabase(databases[1].url, (client) =>
    client.query(`create table former as ${former};
      create table kept as select * from log.command where position > (select position from former);
      delete from log.command where position > (select position from former); ${seen('(select position from former)')}`),
  );
  await expect(start(1)).rejects.toThrow('is an older backup');
  await onDatabase(databases[1].url, (client) => client.query('insert into log.command select * from kept'));
  // A KurrentDB that lacks events, as an older backup or an empty one does.
  await onDatabase(databases[1].url, (client) => client.query(seen('position + 100000')));
  await expect(start(1)).rejects.toThrow('The log is older, or its end was cut off');
  const backup = await run(1, ['backup', join(folders[1] ?? '', 'books.tar.gz')]);
  expect(backup).toMatchObject({ code: 1, text: expect.stringContaining('The log is older, or its end was cut off') });
});
