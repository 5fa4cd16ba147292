/** Backups with a passphrase: in the format of age, opened by its own program, and by nobody without the passphrase. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '../../backup/check.ts';
import { dailyRound } from '../../backup/daily.ts';
import { copyFolder, runsIn } from '../../backup/log-copy/copied-files.ts';
import { LogCopy } from '../../backup/log-copy/rounds.ts';
import { knownMigrations, restoreBackup } from '../../backup/restore.ts';
import { isHalfRestored } from '../../backup/restoring.ts';
import { encryptedBytes, Passphrase, plainBytes } from '../../backup/stored/age.ts';
import { BackupDamaged, BackupLocked, BackupRefused } from '../../backup/stored/refused.ts';
import { takeBackup } from '../../backup/take.ts';
import { describeBackups } from '../../launcher/health/backup-state.ts';
import { describeLogCopy } from '../../launcher/health/log-copy-state.ts';
import { TODAY } from '../api/api.ts';
import { pageOf } from '../operations/handbook.ts';
import type { Office } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { emptyPlace, onDatabase, openOffice, type TestPlace, tablesIn } from './place.ts';

const PHRASE = 'five ordinary words in a row';
const OTHER = 'five other words in a row';
/** `A sale of 3 pieces.`, encrypted by age 1.1.1: `age -p`. */
const OF_AGE = Buffer.from(
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBsU0tuS0VvMGtYMmNtYnFrck8vUnV3IDE4ClBVNm1OaUY2TW5obVJGRVRCNVllN0VJaFJIbzBv' +
    'ZnZBd2E5WTFITC9oMmsKLS0tIGJST2I5L2VaZkVicFN6TlJ2dVR5THZ4QWJCdkU4QWRSSHo0VUZkbTQrN0kKNbHBezTZXQD7VEpuxv8MM9j2tgCcGcQF' +
    'qj5mdKlvnNdYlbMaN3yNXrYRzIRBfWen+cCGDg==',
  'base64',
);
const hasAge = spawnSync('age', ['--version']).status === 0 && spawnSync('script', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'daftar-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const phrase = new Passphrase(PHRASE);

const open = (bytes: Buffer, passphrase: Passphrase | undefined = phrase, part = 1_000) =>
  buffer(plainBytes('the file', Readable.from(partsOf(bytes, part)), passphrase));
function* partsOf(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const encrypt = async (content: Buffer) =>
  buffer(encryptedBytes(Readable.from(partsOf(content, 700)), await phrase.newKey()));

describe('the format', () => {
  it('is that of age: its file is opened, and written again from the same random bytes it is the same', async () => {
    expect((await open(OF_AGE)).toString()).toBe('A sale of 3 pieces.\n');
    const header = OF_AGE.subarray(0, OF_AGE.lastIndexOf('\n', 200) + 1).toString('latin1');
    const [, salt = '', work = ''] = /-> scrypt (\S+) (\d+)/.exec(header) ?? [];
    const key = await phrase.keyOf('the file', header);
    const again = await new Passphrase(PHRASE).keyWith(key, Buffer.from(salt, 'base64'), Number(work));
    const nonce = OF_AGE.subarray(header.length, header.length + 16);
    const content = Readable.from([Buffer.from('A sale of 3 pieces.\n')]);
    expect(await buffer(encryptedBytes(content, again, nonce))).toEqual(OF_AGE);
  });

  it('holds any length, and is read in parts of any length', async () => {
    for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
      const content = Buffer.alloc(length, 'books ');
      const file = await encrypt(content);
      for (const part of [1 + (length % 977), 65_552, 1_000_000])
        expect(await open(file, phrase, part)).toEqual(content);
      expect(file.includes('books')).toBe(false);
    }
  });

  it('never has the same header, key or content twice', async () => {
    const [one, two] = [await encrypt(Buffer.from('books')), await encrypt(Buffer.from('books'))];
    expect(one.subarray(30, 60)).not.toEqual(two.subarray(30, 60));
    expect(one.subarray(-21)).not.toEqual(two.subarray(-21));
  });

  it('is not opened by another passphrase, nor without one, and a file that is not encrypted is read as it is', async () => {
    await expect(open(OF_AGE, new Passphrase(OTHER))).rejects.toThrow(
      new BackupLocked('BACKUP_PASSPHRASE does not open the file: it was encrypted with another passphrase.'),
    );
    await expect(buffer(plainBytes('the file', Readable.from([OF_AGE]), undefined))).rejects.toThrow(
      /the file is encrypted\. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE/,
    );
    for (const text of ['', 'age', 'daftar-backup', 'x'.repeat(5_000)]) {
      expect((await open(Buffer.from(text))).toString()).toBe(text);
    }
  });

  it('finds every changed byte and every cut', async () => {
    const whole = await encrypt(Buffer.alloc(70_000, 'books '));
    const headerLength = whole.indexOf('\n', whole.indexOf('--- ')) + 1;
    for (const at of [60, headerLength - 5, headerLength + 3, headerLength + 20, 40_000, 65_700, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed), `byte ${at}`).rejects.toThrow(BackupRefused);
    }
    const ends = [25, headerLength - 1, headerLength, headerLength + 10, headerLength + 16, headerLength + 16 + 65_552];
    for (const end of [...ends, whole.length - 1]) {
      await expect(open(whole.subarray(0, end)), `cut at ${end}`).rejects.toThrow(/is damaged: it is cut off/);
    }
    await expect(open(Buffer.concat([whole, Buffer.from('x')]))).rejects.toThrow(BackupDamaged);
  });

  it('refuses a file that asks for the memory of the machine, and one that is encrypted with keys', async () => {
    const text = OF_AGE.toString('latin1');
    await expect(open(Buffer.from(text.replace(' 18\n', ' 30\n'), 'latin1'))).rejects.toThrow('too much memory');
    const ofKeys = `age-encryption.org/v1\n-> X25519 ${'A'.repeat(43)}\n${'B'.repeat(43)}\n--- ${'C'.repeat(43)}\n`;
    await expect(open(Buffer.from(ofKeys + 'x'.repeat(2_000)))).rejects.toThrow(/encrypted with keys.*age -d -i/);
  });

  it('has a passphrase of at least 16 characters', () => {
    expect(Passphrase.of({})).toBeUndefined();
    expect(Passphrase.of({ BACKUP_PASSPHRASE: '' })).toBeUndefined();
    expect(() => Passphrase.of({ BACKUP_PASSPHRASE: 'short' })).toThrow('at least 16 characters');
    expect(Passphrase.of({ BACKUP_PASSPHRASE: PHRASE })).toBeInstanceOf(Passphrase);
  });
});

describe('a place with a passphrase', () => {
  const disk = join(folder, 'disk');
  const places: TestPlace[] = [];
  const now = () => new Date();
  let office: Office;
  let place: TestPlace;
  let roles: TestPlace;
  const newPlace = async () => {
    const made = await emptyPlace('postgresql');
    places.push(made);
    return made;
  };
  const doctor = (environment: NodeJS.ProcessEnv, at = now()) =>
    onDatabase(place.databaseUrl, (client) =>
      describeBackups(async (sql) => (await client.query(sql)).rows, { BACKUP_DIR: disk, ...environment }, at).catch(
        (error: Error) => `FAULT ${error.message}`,
      ),
    );
  const copy = async (passphrase: Passphrase | undefined) => {
    const copying = new LogCopy({ place: { ...roles, passphrase }, folder: disk, now });
    await copying.round();
    await copying.close();
  };
  const brand = (name: string) => office.add('brands', { brand_name: name });
  const filesOf = (run: string | undefined) => readdirSync(run ?? '').sort();

  beforeAll(async () => {
    mkdirSync(disk);
    place = await newPlace();
    office = await openOffice(place);
    roles = { ...place, databaseUrl: rolesAt(place.databaseUrl).command };
  });
  afterAll(async () => {
    await office?.close();
    for (const each of places) await each.remove();
  });

  it('makes an encrypted backup every day, which is restored with the passphrase only', async () => {
    const [run] = await dailyRound({ place: { ...roles, passphrase: phrase }, folder: disk, now });
    const file = run?.file ?? '';
    expect([run?.problem, file]).toEqual([undefined, expect.stringMatching(/daftar-.*Z\.tar\.gz\.age$/)]);
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    await expect(checkBackup(file, knownMigrations())).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE');
    const to = await newPlace();
    for (const passphrase of [undefined, new Passphrase(OTHER)]) {
      await expect(restoreBackup(file, { ...to, passphrase })).rejects.toThrow(BackupLocked);
      expect(isHalfRestored(to.dataDir)).toBe(false);
    }
    const { contents } = await restoreBackup(file, { ...to, passphrase: new Passphrase(PHRASE) });
    expect(contents.events).toBe(run?.events);
    expect(await tablesIn(to)).toEqual(await tablesIn(place));
  });

  it('is reported by doctor: encrypted, locked, or not encrypted yet', async () => {
    expect(await doctor({ BACKUP_PASSPHRASE: PHRASE })).toMatch(/^the newest is .*\.tar\.gz\.age, encrypted/);
    expect(await doctor({})).toMatch(/^FAULT .*\.age is encrypted\. Set BACKUP_PASSPHRASE/);
    expect(await doctor({ BACKUP_PASSPHRASE: OTHER })).toMatch(/^FAULT BACKUP_PASSPHRASE does not open .*\.age/);
  });

  it('reads backups of before the passphrase, and its weekly check calls a locked one failed, not damaged', async () => {
    const old = join(folder, 'old');
    mkdirSync(old);
    const week = 8 * 24 * 3_600_000;
    const nameAt = (ms: number) => `daftar-${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`;
    const plain = join(old, nameAt(Date.now() - week));
    await takeBackup(roles, plain, TODAY);
    const round = async (passphrase: Passphrase | undefined, later: number) => {
      const at = () => new Date(Date.now() + later);
      const runs = await dailyRound({ place: { ...roles, passphrase }, folder: old, now: at });
      return runs.filter(({ kind }) => kind === 'check').map(({ problem }) => problem);
    };
    expect(await round(phrase, 0)).toEqual([undefined]);
    rmSync(plain);
    expect(await round(new Passphrase(OTHER), week)).toEqual([]);
    // The oldest is now one of the first passphrase.
    await takeBackup({ ...roles, passphrase: phrase }, join(old, `${nameAt(Date.now() - 2 * week)}.age`), TODAY);
    await onDatabase(place.databaseUrl, (client) => client.query(`delete from backup.run where kind = 'check'`));
    expect(await round(new Passphrase(OTHER), week)).toEqual(['failed']);
    await onDatabase(place.databaseUrl, (client) =>
      client.query(`delete from backup.run where kind = 'check' or starts_with(file, $1)`, [old]),
    );
  });

  it('copies each entry encrypted, in a file that is whole after each addition, and restores up to the last', async () => {
    await brand('First');
    const copying = new LogCopy({ place: { ...roles, passphrase: phrase }, folder: disk, now });
    await copying.round();
    await brand('Second');
    await copying.round();
    await copying.close();
    await brand('Third');
    await copy(phrase);
    const [run = ''] = runsIn(copyFolder(disk));
    expect(filesOf(run)).toEqual([expect.stringMatching(/^\d{20}\.jsonl\.age$/)]);
    const [file = ''] = filesOf(run).map((name) => join(run, name));
    expect(readFileSync(file).includes('brand')).toBe(false);
    const text = (await buffer(plainBytes(file, createReadStream(file), phrase))).toString();
    expect(text.trimEnd().split('\n')).toHaveLength(4);
    const backup = join(disk, readdirSync(disk).filter((name) => name.endsWith('.age'))[0] ?? '');
    const to = await newPlace();
    const onward = { until: new Date(8.64e15), folder: copyFolder(disk) };
    const { continuation } = await restoreBackup(backup, { ...to, passphrase: phrase }, onward);
    expect(continuation).toMatchObject({ events: 3, later: 0 });
  });

  it('says in doctor whether the copy can be opened', async () => {
    const look = (BACKUP_PASSPHRASE: string | undefined) =>
      describeLogCopy({
        ...{ databaseUrl: place.databaseUrl, eventStoreUrl: undefined, isRunning: true, now: now() },
        environment: { BACKUP_DIR: disk, BACKUP_PASSPHRASE },
      });
    expect(await look(PHRASE)).toMatch(/^every entry up to position/);
    await expect(look(undefined)).rejects.toThrow(/is encrypted\. Set BACKUP_PASSPHRASE/);
    await expect(look(OTHER)).rejects.toThrow(/does not open/);
  });

  it('is not followed by anything that is not encrypted in the same folder', async () => {
    await brand('Fourth');
    await expect(copy(undefined)).rejects.toThrow(/is encrypted\. Set BACKUP_PASSPHRASE/);
    const tomorrow = () => new Date(Date.now() + 24 * 3_600_000);
    const [run] = await dailyRound({ place: roles, folder: disk, now: tomorrow });
    expect(run).toMatchObject({ problem: 'failed', detail: expect.stringContaining('are encrypted, and BACKUP_PASS') });
    expect(readdirSync(disk).filter((name) => name.startsWith('daftar-'))).toHaveLength(1);
    await copy(phrase);
  });

  it('is begun in the run of the copy that was not encrypted', async () => {
    const before = join(folder, 'before');
    mkdirSync(before);
    const backup = join(before, 'plain.tar.gz');
    await takeBackup(roles, backup, TODAY);
    const copyInto = async (passphrase: Passphrase | undefined) => {
      const copying = new LogCopy({ place: { ...roles, passphrase }, folder: before, now });
      await copying.round();
      await copying.close();
    };
    // Without an event, so that the encrypted file takes its place.
    await copyInto(undefined);
    await copyInto(phrase);
    await brand('Encrypted');
    await copyInto(phrase);
    expect(filesOf(runsIn(copyFolder(before))[0]).map((name) => name.slice(20))).toEqual(['.jsonl.age']);
    rmSync(copyFolder(before), { recursive: true });
    await copyInto(undefined);
    await brand('Plain');
    await copyInto(undefined);
    await brand('Encrypted again');
    await copyInto(phrase);
    const [run, more] = runsIn(copyFolder(before));
    expect(more).toBeUndefined();
    expect(filesOf(run).map((name) => name.slice(20))).toEqual(['.jsonl', '.jsonl.age']);
    const late = join(before, 'late.tar.gz');
    await takeBackup(roles, late, TODAY);
    const to = await newPlace();
    const onward = { until: new Date(8.64e15), folder: copyFolder(before) };
    expect((await restoreBackup(late, { ...to, passphrase: phrase }, onward)).continuation).toMatchObject({
      events: 0,
    });
  });

  it('goes on in another run with another passphrase, and each opens its own', async () => {
    const [run] = runsIn(copyFolder(disk));
    const all = { until: new Date(8.64e15), folder: copyFolder(disk) };
    const other = new Passphrase(OTHER);
    const before = readFileSync(join(run ?? '', filesOf(run).at(-1) ?? ''));
    await copy(other);
    expect(runsIn(copyFolder(disk))).toHaveLength(2);
    expect(readFileSync(join(run ?? '', filesOf(run).at(-1) ?? ''))).toEqual(before);
    const second = join(disk, 'after.tar.gz.age');
    await takeBackup({ ...roles, passphrase: other }, second, TODAY);
    await brand('Later');
    await copy(other);
    const third = await newPlace();
    expect((await restoreBackup(second, { ...third, passphrase: other }, all)).continuation).toMatchObject({
      events: 1,
    });
    // Without any run that opens, the reason is that they are locked.
    rmSync(runsIn(copyFolder(disk))[1] ?? '', { recursive: true });
    const fourth = await newPlace();
    await expect(restoreBackup(second, { ...fourth, passphrase: other }, all)).rejects.toThrow(BackupLocked);
  });

  it.skipIf(!hasAge)('is opened by the program age', async () => {
    const file = join(folder, 'books.tar.gz.age');
    await takeBackup({ ...roles, passphrase: phrase }, file, TODAY);
    const opened = join(folder, 'books.tar.gz');
    // The command of the handbook, with the files of this test.
    const told = /^age -d -o books\.tar\.gz daftar-\S+\.age$/m.exec(pageOf('Encrypted backups'))?.[0] ?? '';
    const command = told.replace('books.tar.gz', opened).replace(/daftar-\S+\.age$/, file);
    const { status } = spawnSync('script', ['-qec', command, '/dev/null'], { input: `${PHRASE}\n` });
    expect(status).toBe(0);
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    execFileSync('tar', ['xzf', opened, '-C', unpacked]);
    execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
    expect(existsSync(join(unpacked, 'daftar-backup.json'))).toBe(true);
  });
});
