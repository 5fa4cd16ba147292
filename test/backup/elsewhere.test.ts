/** Copies of finished backups elsewhere: into a second folder, and by a command; a failure is told and never touches the backup. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Copying, copyElsewhere, readCopies, targetsOf, WITHHELD } from '../../backup/elsewhere.ts';
import { startBackupRounds } from '../../launcher/backup-rounds.ts';
import { copyFacts, describeCopies } from '../../launcher/health/copies-state.ts';
import { VARIABLES } from '../../launcher/reference/variables.ts';
import { rolesAt } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';
import { until } from '../support/waiting.ts';

const home = mkdtempSync(join(tmpdir(), 'daftar-elsewhere-'));
const [dataDir, source, second] = [join(home, 'data'), join(home, 'backups'), join(home, 'second')];
afterAll(() => rmSync(home, { recursive: true, force: true }));

let day = 0;
let lines: string[] = [];
beforeEach(() => {
  for (const folder of [dataDir, source, second]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  [day, lines] = [0, []];
});

const now = () => new Date(Date.parse('2026-03-01T02:00:00Z') + day * 24 * 3_600_000);
/** A finished backup of the day. */
function backup(): string {
  const file = join(source, `daftar-${now().toISOString().slice(0, 10)}T020000Z.tar.gz`);
  writeFileSync(file, `books of day ${day}`);
  utimesSync(file, now(), now());
  return file;
}
const copy = (file: string, environment: NodeJS.ProcessEnv, more: Partial<Copying> & { which?: 'all' | 'due' } = {}) =>
  copyElsewhere(file, more.which ?? 'due', {
    ...{ targets: targetsOf(environment), dataDir, now, environment: { ...process.env, ...environment } },
    ...{ onLine: (line: string) => lines.push(line), ...more },
  });
const doctor = (environment: NodeJS.ProcessEnv) => {
  try {
    return describeCopies({ ...environment, DATA_DIR: dataDir }, now());
  } catch (error) {
    return `FAULT ${error instanceof Error ? error.message : String(error)}`;
  }
};
const FOLDER = { BACKUP_COPY_TO: second };
const isAnotherDisk = (path: string): boolean => existsSync(path) && statSync(path).dev !== statSync(home).dev;

describe('the second folder', () => {
  it('gets each backup once, whole and readable by its owner only, and keeps fourteen', async () => {
    expect(await copy(backup(), FOLDER)).toEqual([{ target: 'folder', problem: undefined }]);
    expect(await copy(backup(), FOLDER)).toEqual([]);
    const [name = ''] = readdirSync(second);
    expect([name, readFileSync(join(second, name), 'utf8')]).toEqual([
      'daftar-2026-03-01T020000Z.tar.gz',
      'books of day 0',
    ]);
    expect(statSync(join(second, name)).mode & 0o777).toBe(0o600);
    writeFileSync(join(second, 'something else'), '');
    for (day = 1; day < 16; day += 1) expect(await copy(backup(), FOLDER)).toHaveLength(1);
    const kept = readdirSync(second).filter((each) => each.startsWith('daftar-'));
    expect([kept.length, kept[0]]).toEqual([14, 'daftar-2026-03-03T020000Z.tar.gz']);
    expect(existsSync(join(second, 'something else'))).toBe(true);
    day -= 1;
    expect(doctor(FOLDER)).toMatch(/^the newest in .*second is of a backup of 0 hours ago, .*2026-03-16/);
    expect(copyFacts(dataDir, now().getTime() + 60_000)).toEqual({ ageSeconds: 60, isFailed: false });
  });

  it('that is missing is a fault, is not made, and gets the backup when it is back', async () => {
    expect(doctor(FOLDER)).toMatch(/second: none yet; each backup is copied within the hour$/);
    rmSync(second, { recursive: true });
    const file = backup();
    expect(await copy(file, FOLDER)).toEqual([{ target: 'folder', problem: expect.stringContaining('ENOENT') }]);
    expect([existsSync(second), readFileSync(file, 'utf8')]).toEqual([false, 'books of day 0']);
    expect(doctor(FOLDER)).toMatch(
      /^FAULT copying to .*second failed at 2026-03-01T02.*: ENOENT.*; none has succeeded$/,
    );
    expect(copyFacts(dataDir, now().getTime())).toEqual({ ageSeconds: undefined, isFailed: true });
    mkdirSync(second);
    expect(await copy(file, FOLDER)).toEqual([{ target: 'folder', problem: undefined }]);
    expect(doctor(FOLDER)).toMatch(/^the newest in/);
    expect(copyFacts(dataDir, now().getTime())).toMatchObject({ isFailed: false });
  });

  it('is never that of the backups, and nothing in it is overwritten', async () => {
    const file = backup();
    expect(await copy(file, { BACKUP_COPY_TO: source })).toEqual([
      { target: 'folder', problem: expect.stringContaining('is the folder of the backup itself') },
    ]);
    const there = join(second, 'daftar-2026-03-01T020000Z.tar.gz');
    writeFileSync(there, 'of another business');
    expect((await copy(file, FOLDER))[0]?.problem).toMatch(/is there already, and is another file/);
    expect(readFileSync(there, 'utf8')).toBe('of another business');
    writeFileSync(there, 'books of day 0');
    expect(await copy(file, FOLDER)).toEqual([{ target: 'folder', problem: undefined }]);
    expect(readdirSync(second)).toHaveLength(1);
  });

  it('of which the newest copy is gone or two days old is a fault', async () => {
    await copy(backup(), FOLDER);
    day = 2;
    expect(doctor(FOLDER)).toMatch(/^FAULT the newest in .* is of a backup of 48 hours ago/);
    day = 0;
    rmSync(join(second, readdirSync(second)[0] ?? ''));
    expect(doctor(FOLDER)).toMatch(/^FAULT .*2026-03-01T020000Z.tar.gz, which was copied, is not there any more/);
  });

  it.skipIf(!isAnotherDisk('/dev/shm'))('whose disk is not mounted gets nothing', async () => {
    const disk = mkdtempSync('/dev/shm/daftar-elsewhere-');
    try {
      rmSync(second, { recursive: true });
      symlinkSync(disk, second);
      expect(await copy(backup(), FOLDER)).toEqual([{ target: 'folder', problem: undefined }]);
      rmSync(second);
      mkdirSync(second);
      day = 1;
      expect((await copy(backup(), FOLDER))[0]?.problem).toMatch(/its disk is not mounted/);
      expect(readdirSync(second)).toEqual([]);
    } finally {
      rmSync(disk, { recursive: true });
    }
  });
});

describe('the command', () => {
  const by = (BACKUP_COPY_COMMAND: string) => ({ BACKUP_COPY_COMMAND });
  const problemOf = async (command: string, more: Partial<Copying> = {}) =>
    (await copy(backup(), by(command), { which: 'all', ...more }))[0]?.problem;

  it('gets the path of the backup as $1, or as its last argument, and its output is told', async () => {
    const file = backup();
    expect(await copy(file, by(`cp "$1" ${second}/a && echo sent; echo to a place >&2`))).toEqual([
      { target: 'command', problem: undefined },
    ]);
    expect(await copy(file, by(`cp -t ${second}`), { which: 'all' })).toEqual([
      { target: 'command', problem: undefined },
    ]);
    expect(readdirSync(second).sort()).toEqual(['a', 'daftar-2026-03-01T020000Z.tar.gz']);
    expect(lines.toSorted()).toEqual(['sent', 'to a place']);
    expect(doctor(by('x'))).toMatch(/^the newest in BACKUP_COPY_COMMAND is of a backup of 0 hours ago/);
  });

  it('fails with another exit code than 0, with a signal, and when it is not there', async () => {
    expect(await problemOf('echo no space there >&2; exit 3 #"$1"')).toBe(
      'the command ended with exit code 3: no space there',
    );
    expect(doctor(by('x'))).toMatch(
      /^FAULT BACKUP_COPY_COMMAND failed at .*: the command ended with exit code 3: no space/,
    );
    expect(await problemOf('kill -9 $$ #"$1"')).toBe('the command ended with SIGKILL');
    expect(await problemOf('no-such-program')).toMatch(/exit code 127: .*no-such-program/);
    expect(readFileSync(backup(), 'utf8')).toBe('books of day 0');
  });

  it('is ended after its time, with the processes that it has started', async () => {
    const told = join(home, 'pid');
    const slow = `sleep 1000 & echo $! > ${told}; echo waiting; wait #"$1"`;
    expect(await problemOf(slow, { limitMs: 1_500 })).toMatch(/took longer than 0 minutes and was ended: waiting$/);
    const pid = readFileSync(told, 'utf8').trim();
    await until(async () => spawnSync('kill', ['-0', pid]).status !== 0);
  });

  it('gets the environment without the secrets of Daftar', async () => {
    const secrets = VARIABLES.flatMap(({ name, secret }) => (secret === undefined ? [] : [name]));
    expect([...WITHHELD].sort()).toEqual(secrets.sort());
    const set = Object.fromEntries(secrets.map((name) => [name, `hidden ${name}`]));
    await copy(backup(), { ...set, ...by('env #"$1"'), RESTIC_REPOSITORY: 'somewhere' });
    expect(lines).toContain('RESTIC_REPOSITORY=somewhere');
    expect(lines.filter((line) => line.includes('hidden'))).toEqual([]);
  });

  it('and the folder fail each by itself, and what is no longer set is forgotten', async () => {
    const both = { ...FOLDER, ...by('exit 1 #"$1"') };
    expect((await copy(backup(), both)).map(({ problem }) => problem)).toEqual([
      undefined,
      'the command ended with exit code 1',
    ]);
    expect(Object.keys(readCopies(dataDir))).toEqual(['folder', 'command']);
    expect(doctor(both)).toMatch(/^FAULT the newest in .*\. BACKUP_COPY_COMMAND failed/);
    // Only what failed is tried again.
    expect(await copy(backup(), both)).toMatchObject([{ target: 'command' }]);
    await copy(backup(), FOLDER);
    expect(Object.keys(readCopies(dataDir))).toEqual(['folder']);
    expect(doctor({})).toMatch(/^none: BACKUP_COPY_TO or BACKUP_COPY_COMMAND/);
    await copy(backup(), {});
    expect(copyFacts(dataDir, now().getTime())).toBeUndefined();
  });
});

describe('a running Daftar', () => {
  it('copies each backup when it is made, writes to its log, and says when that failed', async () => {
    const database = await seededDatabase();
    const said: string[] = [];
    const logged: string[] = [];
    const environment = { ...FOLDER, BACKUP_DIR: source, PATH: process.env['PATH'] };
    const rounds = (command: string) =>
      startBackupRounds({
        ...{ databaseUrl: rolesAt(database.url).command, dataDir, say: (line) => said.push(line) },
        ...{ environment: { ...environment, BACKUP_COPY_COMMAND: command } },
        log: { write: (text) => logged.push(...text.trim().split('\n')) },
      });
    try {
      const first = rounds('echo no network "$1"; exit 7');
      await until(async () => said.some((line) => line.startsWith('The newest backup could not be copied')));
      await first.stop();
      const [file = ''] = readdirSync(source).filter((name) => name.endsWith('.gz'));
      expect(readdirSync(second)).toEqual([file]);
      const entries = logged.map((line) => JSON.parse(line));
      expect(entries).toEqual([
        expect.objectContaining({ name: 'backup', line: `no network ${join(source, file)}` }),
        expect.objectContaining({ msg: 'backup copied', target: 'folder' }),
        expect.objectContaining({ msg: 'backup not copied', level: 50, problem: expect.stringMatching(/exit code 7/) }),
        expect.objectContaining({ msg: 'backup ok', file: join(source, file) }),
      ]);
      // The next round, with a command that works, makes no backup.
      const next = rounds(`cp "$1" ${home}/taken`);
      await until(async () => existsSync(join(home, 'taken')) && readCopies(dataDir).command?.copied !== undefined);
      await next.stop();
      expect(readFileSync(join(home, 'taken'))).toEqual(readFileSync(join(source, file)));
      expect(readdirSync(source).filter((name) => name.endsWith('.gz'))).toEqual([file]);
      expect(doctor({ ...FOLDER, BACKUP_COPY_COMMAND: 'x' })).toMatch(/^the newest in /);

      // By hand, with the program that `npm run backup` runs.
      const byHand = (command: string, name: string) => {
        const env = { ...environment, DATABASE_URL: database.url, DATA_DIR: dataDir, BACKUP_COPY_COMMAND: command };
        const main = join(import.meta.dirname, '..', '..', 'backup', 'main.ts');
        return spawnSync(process.execPath, [main, 'backup', join(source, name)], { env, encoding: 'utf8' });
      };
      const well = byHand('true', 'one.tar.gz');
      expect([well.status, well.stdout]).toEqual([
        0,
        expect.stringMatching(/Copied: .*second\nCopied: BACKUP_COPY_COMM/),
      ]);
      const badly = byHand('false', 'two.tar.gz');
      expect([badly.status, badly.stdout]).toEqual([
        1,
        expect.stringMatching(/NOT COPIED: BACKUP_COPY_COMMAND: .*code 1/),
      ]);
      expect(readdirSync(second).sort()).toEqual([file, 'one.tar.gz', 'two.tar.gz']);
    } finally {
      await database.drop();
    }
  });
});
