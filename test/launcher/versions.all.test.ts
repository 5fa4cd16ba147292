/**
 * Data are marked with the version that wrote them; an older version refuses them with a message, and changes nothing.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import { checkMajor } from '../../launcher/database/cluster.ts';
import { describeVersions, refuseNewer } from '../../launcher/database/refuse-newer.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { readWrittenBy, thisProgram, whyTooOld } from '../../migrations/written-by.ts';
import { environmentAt, type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { version, migrations } = thisProgram();
let database: FreshDatabase;
let client: pg.Client;
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'daftar-versions-'));
  chmodSync(home, 0o755);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const wrote = (by: string, events: number): Promise<unknown> =>
  client.query('insert into log.program (version, events) values ($1, $2)', [by, events]);

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const { DATABASE_URL: _, ...own } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), ...args], {
    env: { ...own, DATA_DIR: home, PORT: '0', JWT_SECRET: 'k'.repeat(48), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe('a prepared database', () => {
  it('states the program that wrote it, for every role', async () => {
    for (const url of Object.values(rolesAt(database.url))) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      expect(await readWrittenBy(client)).toEqual({ programs: [{ version, events: EVENTS_VERSION }], migrations });
      await client.end();
    }
    expect(await describeVersions(database.url)).toBe(
      `Daftar ${version}, events ${EVENTS_VERSION}, ${migrations.at(-1)}; the data was written by Daftar ${version}, events ${EVENTS_VERSION}, ${migrations.at(-1)}`,
    );
  });

  it('from before versions existed is accepted, and doctor reports it', async () => {
    await client.query('truncate log.program');
    await refuseNewer(database.url);
    expect(await describeVersions(database.url)).toMatch(/; the data was written by a Daftar before 0\.2\.0, \d{4}-/);
  });

  it('of another version that knows no more is let in, as in a rolling update and on the way back', async () => {
    await wrote('9.9.9', EVENTS_VERSION);
    await wrote('0.1.9', 1);
    await refuseNewer(database.url);
  });
});

describe('what a newer version has written', () => {
  const newer = new RegExp(
    `The data was written by Daftar 9\\.1\\.0, and this is Daftar ${version}, which does not know all of it: events of version ${EVENTS_VERSION + 1} `,
  );

  it.each([
    ['start', []],
    ['migrate', []],
    ['verify', []],
    ['rebuild', []],
    ['backup', ['never.tar.gz']],
    ['command-api', []],
    ['projector', []],
  ])('%s refuses it and writes nothing', async (command, args) => {
    await wrote('9.1.0', EVENTS_VERSION + 1);
    const before = (await client.query('select * from log.program order by version')).rows;
    const { code, output } = await run(environmentAt(database.url), command, ...args);
    expect([code, output]).toEqual([1, expect.stringMatching(newer)]);
    expect(output).toContain('Nothing was changed. Start the newer version; ');
    expect(output).not.toMatch(/^ {4}at /m);
    expect((await client.query('select * from log.program order by version')).rows).toEqual(before);
    expect((await client.query('select from log.event')).rowCount).toBe(0);
    expect(existsSync('never.tar.gz')).toBe(false);
  });

  it('a service that knows only its own role refuses it', async () => {
    await wrote('9.1.0', EVENTS_VERSION + 1);
    const { code, output } = await run({ READ_DATABASE_URL: rolesAt(database.url).read }, 'read-api');
    expect([code, output]).toEqual([1, expect.stringMatching(newer)]);
  });

  it('doctor names both versions in a fault', async () => {
    await wrote('9.1.0', EVENTS_VERSION + 1);
    const { code, output } = await run(environmentAt(database.url), 'doctor');
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`FAULT {2}Version +${newer.source}`))]);
  });

  it('is refused because of its migration too, of any program', async () => {
    await client.query(`insert into kysely_migration (name, timestamp) values ('9999-hovercraft', now()::text)`);
    await expect(refuseNewer(database.url)).rejects.toThrow(StartupError);
    await expect(refuseNewer(database.url)).rejects.toThrow(/does not know all of it: migration 9999-hovercraft\. /);
    await client.query('truncate log.program');
    await expect(refuseNewer(database.url)).rejects.toThrow(/^The data was written by a newer Daftar, and this is /);
  });
});

it('an empty database has no version', async () => {
  expect(whyTooOld({ programs: [], migrations: [] }, thisProgram())).toBeUndefined();
});

it('a cluster of another PostgreSQL is refused with what to do, before that fails to start on it', () => {
  const folder = join(home, 'cluster');
  mkdirSync(folder);
  const binaries = { initdb: '', postgres: '', pgCtl: '', major: '18' };
  writeFileSync(join(folder, 'PG_VERSION'), '18\n');
  checkMajor({ folder, binaries });
  writeFileSync(join(folder, 'PG_VERSION'), '17\n');
  expect(() => checkMajor({ folder, binaries })).toThrow(StartupError);
  expect(() => checkMajor({ folder, binaries })).toThrow(/is of PostgreSQL 17, and this Daftar brings PostgreSQL 18/);
});
