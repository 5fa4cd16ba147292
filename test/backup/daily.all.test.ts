/** Automatic backups: when one is due, how many are kept, the weekly check, and the report of doctor. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBackup } from '../../backup/check.ts';
import { dailyRound } from '../../backup/daily.ts';
import { KEPT } from '../../backup/kept.ts';
import { knownMigrations } from '../../backup/restore.ts';
import type { Run } from '../../backup/runs.ts';
import { startBackupRounds } from '../../launcher/backup-rounds.ts';
import { backupFolderOf } from '../../launcher/health/backup-folder.ts';
import { describeBackups } from '../../launcher/health/backup-state.ts';
import { rolesAt } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';
import { onDatabase } from './place.ts';

const home = mkdtempSync(join(tmpdir(), 'daftar-daily-'));
const folder = join(home, 'disk');
const START = Date.parse('2026-03-01T02:00:00Z');
const HOUR_MS = 3_600_000;
let database: Awaited<ReturnType<typeof seededDatabase>>;
let hours = 0;

beforeAll(async () => {
  database = await seededDatabase();
});
afterAll(async () => {
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  hours = 0;
  await onDatabase(database.url, (client) => client.query('truncate backup.run'));
});

const now = (): Date => new Date(START + hours * HOUR_MS);
const round = (): Promise<readonly Run[]> =>
  dailyRound({ place: { databaseUrl: rolesAt(database.url).command, dataDir: home }, folder, now });
const files = (): readonly string[] => readdirSync(folder).sort();

/** The output of doctor, or its error. */
async function doctor(environment: NodeJS.ProcessEnv = { BACKUP_DIR: folder }): Promise<string> {
  return onDatabase(database.url, (client) =>
    describeBackups(async (sql) => (await client.query(sql)).rows, environment, now()).catch(
      (error: Error) => `FAULT ${error.message}`,
    ),
  );
}

const said = (runs: readonly Run[]) => runs.map(({ kind, problem }) => `${kind} ${problem ?? 'ok'}`);

/** Two runs each day for `count` days. */
async function days(count: number): Promise<Run[]> {
  const runs: Run[] = [];
  for (const end = hours + 24 * count; hours < end; hours += 12) runs.push(...(await round()));
  return runs;
}

const isAnotherDisk = (path: string): boolean => existsSync(path) && statSync(path).dev !== statSync(home).dev;

describe('a round', () => {
  it('makes a backup when the last is a day old, and not before', async () => {
    expect(said(await round())).toEqual(['backup ok']);
    expect(files()).toEqual(['daftar-2026-03-01T020000Z.tar.gz']);
    hours = 23;
    expect(await round()).toEqual([]);
    hours = 24;
    expect(await round()).toHaveLength(1);
    expect(files()).toEqual(['daftar-2026-03-01T020000Z.tar.gz', 'daftar-2026-03-02T020000Z.tar.gz']);
    for (const name of files()) await checkBackup(join(folder, name), knownMigrations());
  });

  it('keeps the newest fourteen, and no other files of the folder change', async () => {
    writeFileSync(join(folder, 'letter.txt'), 'not ours');
    writeFileSync(join(folder, 'daftar-2026-02-01T020000Z.tar.gz.part'), 'of a round that was killed');
    await days(17);
    const kept = files().filter((name) => name !== 'letter.txt');
    expect([kept.length, KEPT, files().includes('letter.txt')]).toEqual([14, 14, true]);
    expect([kept.at(0)?.slice(7, 17), kept.at(-1)?.slice(7, 17)]).toEqual(['2026-03-04', '2026-03-17']);
  });

  it('opens the oldest each week and checks it', async () => {
    const checks = (await days(16)).filter(({ kind }) => kind === 'check');
    expect(checks.map(({ problem, startedAt }) => [problem, startedAt.toISOString().slice(0, 10)])).toEqual([
      [undefined, '2026-03-08'],
      [undefined, '2026-03-15'],
    ]);
    expect(checks[0]?.events).toBeGreaterThan(0);
    expect(await doctor()).toMatch(
      /the newest is .* hours? old, \d+ events, .*, an old one was checked \d+ (hours|days) ago/,
    );
  });

  it('finds an old one that is damaged, reports it every day, and stops when it is deleted', async () => {
    await days(1);
    const [oldest = ''] = files();
    const bytes = readFileSync(join(folder, oldest));
    bytes.writeUInt8(bytes.readUInt8(2000) ^ 1, 2000);
    writeFileSync(join(folder, oldest), bytes);
    const checks = (await days(8)).filter(({ kind }) => kind === 'check');
    expect(checks.length).toBeGreaterThan(1);
    expect(new Set(checks.map(({ problem }) => problem))).toEqual(new Set(['damaged']));
    expect(await doctor()).toMatch(/^FAULT the check of an old backup, .*: it is damaged: .*daftar-2026-03-01/);
    rmSync(join(folder, oldest));
    expect(said(await days(1))).toContain('check ok');
    expect(await doctor()).toMatch(/^the newest is/);
  });

  it('finds an old one whose log is not the one that was sealed', async () => {
    mkdirSync(join(home, 'seals'), { recursive: true });
    const seal = join(home, 'seals', 'seal-100.jsonl');
    writeFileSync(seal, '{"seal":"daftar-seal-1","events":100,"last_position":"100","root":"00","days":0}\n');
    expect(said(await days(8))).toContain('check damaged');
    expect(await doctor()).toContain('the events up to 100 are not those that were sealed');
    rmSync(seal);
  });

  it('is made although the clock was ahead once, and one of the future is neither the newest nor takes its place', async () => {
    hours = 400 * 24;
    await days(15);
    const future = files();
    hours = 24;
    expect(said(await round())).toEqual(['backup ok']);
    expect(files()).toEqual(['daftar-2026-03-02T020000Z.tar.gz', ...future]);
    hours = 26;
    expect(await round()).toEqual([]);
    expect(await doctor()).toMatch(/^the newest is 2 hours old, .*2026-03-02T.*WARNING: .*2027-04.* in the future/);
    hours = 24 * 4;
    expect(await doctor()).toMatch(/^FAULT the newest is 3 days old/);
  });

  it('does nothing while another process has its turn', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('select pg_advisory_lock(23, 1)');
    expect(await round()).toEqual([]);
    await client.end();
    await expect.poll(round).toHaveLength(1);
  });
});

describe('backups in the data folder, because no other one is set', () => {
  it('are the newest three, and doctor says that they are lost with the disk', async () => {
    const beside = join(home, 'backups');
    mkdirSync(beside);
    const place = { databaseUrl: rolesAt(database.url).command, dataDir: home };
    for (let day = 0; day < 5; day += 1, hours += 24) await dailyRound({ place, folder: beside, now });
    hours -= 24;
    expect(readdirSync(beside).map((name) => name.slice(7, 17))).toEqual(['2026-03-03', '2026-03-04', '2026-03-05']);
    expect(await doctor({ DATA_DIR: home })).toMatch(/^the newest is .*Set BACKUP_DIR to a folder on another disk/);
    expect(await doctor({ DATA_DIR: join(home, 'other') })).not.toContain('Set BACKUP_DIR');
    rmSync(beside, { recursive: true });
  });

  it('begin some minutes after a start, and none are made with an empty BACKUP_DIR', async () => {
    expect(backupFolderOf({ DATA_DIR: home })).toEqual({ folder: join(home, 'backups'), isBesideData: true });
    expect(backupFolderOf({ DATA_DIR: home, BACKUP_DIR: folder })).toEqual({ folder, isBesideData: false });
    expect(backupFolderOf({ DATA_DIR: home, BACKUP_DIR: '' })).toBeUndefined();
    const place = { databaseUrl: rolesAt(database.url).command, dataDir: home, say: () => undefined };
    const rounds = startBackupRounds({ ...place, environment: {} });
    await rounds.stop();
    expect(existsSync(join(home, 'backups'))).toBe(false);
  });
});

describe('the copy of the log', () => {
  it('loses the files that the oldest backup holds, and no other', async () => {
    const runs = [join(folder, 'log-copy', '0001'), join(folder, 'log-copy', '0002')];
    const nameOf = (after: number) => `${String(after).padStart(20, '0')}.jsonl`;
    for (const run of runs) {
      mkdirSync(run, { recursive: true });
      for (const after of [0, 1, 1_000_000_000]) writeFileSync(join(run, nameOf(after)), '');
    }
    await round();
    for (const run of runs) expect(readdirSync(run)).toEqual([nameOf(1), nameOf(1_000_000_000)]);
  });
});

describe('a backup that fails', () => {
  it('because the folder is gone is a problem, makes no folder, and is made when the folder is back', async () => {
    await round();
    rmSync(folder, { recursive: true });
    hours = 24;
    expect(said(await round())).toEqual(['backup folder_missing']);
    expect(existsSync(folder)).toBe(false);
    expect(await doctor()).toBe(`FAULT the folder of backups, ${folder}, is not there`);
    mkdirSync(folder);
    expect(await doctor()).toMatch(/^FAULT the last backup, less than an hour ago: the folder is not there/);
    hours = 25;
    expect(said(await round())).toEqual(['backup ok']);
    expect(await doctor()).toMatch(/^the newest is less than an hour old/);
  });

  it.skipIf(!isAnotherDisk('/dev/shm'))('because its disk is not mounted writes nothing below it', async () => {
    const disk = mkdtempSync('/dev/shm/daftar-daily-');
    try {
      rmSync(folder, { recursive: true });
      symlinkSync(disk, folder);
      expect(said(await round())).toEqual(['backup ok']);
      rmSync(folder);
      mkdirSync(folder);
      hours = 24;
      expect(said(await round())).toEqual(['backup folder_missing']);
      expect(files()).toEqual([]);
      expect(await doctor()).toMatch(/^FAULT the last backup, .*its disk is not mounted/);
      rmSync(folder, { recursive: true });
      symlinkSync(disk, folder);
      hours = 25;
      expect(said(await round())).toEqual(['backup ok']);
      expect(files()).toHaveLength(2);
    } finally {
      rmSync(disk, { recursive: true });
    }
  });

  it('has removed the unfinished file of a round that was killed, which may need the space of the next one', async () => {
    writeFileSync(join(folder, 'daftar-2026-02-01T020000Z.tar.gz.part'), 'of a round that was killed');
    // A file with the name of the next backup, which is not overwritten.
    const next = 'daftar-2026-03-01T020000Z.tar.gz';
    writeFileSync(join(folder, next), 'in the way');
    const [run] = await round();
    expect(run?.problem).toBeDefined();
    expect(files()).toEqual([next]);
  });

  it.skipIf(process.platform !== 'linux')('because nothing may be written is a problem', async () => {
    // A folder in which no file can be created, even by root.
    const nowhere = { place: { databaseUrl: database.url, dataDir: home }, folder: '/sys', now };
    expect(said(await dailyRound(nowhere))).toEqual(['backup not_writable']);
    expect(await doctor({ BACKUP_DIR: '/sys' })).toMatch(
      /^FAULT the last backup, .*: this user may not write there: \/sys/,
    );
  });

  it('leaves no file, and does not take an old one away', async () => {
    await days(15);
    const before = files();
    // A folder with the name of the next file.
    hours += 24;
    mkdirSync(join(folder, `daftar-${now().toISOString().slice(0, 10)}T020000Z.tar.gz.part`, 'in the way'), {
      recursive: true,
    });
    const [run] = await round();
    expect(run?.problem).toBeDefined();
    expect(files().filter((name) => name.endsWith('.gz'))).toEqual(before);
    expect(await doctor()).toMatch(/^FAULT the last backup/);
  });
});

describe('doctor', () => {
  it('reports that none was made, and how to make one every day', async () => {
    expect(await doctor({})).toMatch(/^none was made yet\. Set BACKUP_DIR/);
    expect(await doctor()).toMatch(/^FAULT none was made into .* yet/);
  });

  it('finds that a day was missed, and that the newest file is gone', async () => {
    await round();
    hours = 50;
    expect(await doctor()).toMatch(/^FAULT the newest is 2 days old; one a day is made while Daftar runs/);
    hours = 1;
    rmSync(join(folder, files()[0] ?? ''));
    expect(await doctor()).toMatch(/^FAULT the newest, .*, is not there any more/);
  });
});
