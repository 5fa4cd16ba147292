/**
 * Automatic backups: one a day into BACKUP_DIR, of which fourteen are kept; each week an old one is opened and checked. A
 * round is started every hour and does the tasks that are due, in one process at a time.
 */
import { rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { checkBackup, headerOf } from './check.ts';
import { AHEAD_MS_MAX, KEPT, keptBackups, nameOf, pastBackups, removeOld, removeUnfinished, timeOf } from './kept.ts';
import { beginOf, copiedFiles, copyFolder, runsIn } from './log-copy/copied-files.ts';
import { knownMigrations } from './restore.ts';
import { problemOf, type Run, recordRun } from './runs.ts';
import { isOnOtherDisk, ON_OTHER_DISK, refuseUnmounted, requireFolder } from './stored/folder.ts';
import { BackupLocked, BackupRefused } from './stored/refused.ts';
import { connect, type Place } from './stored/snapshot.ts';
import { takeBackup } from './take.ts';

export interface Round {
  readonly place: Place;
  readonly folder: string;
  readonly now: () => Date;
  /** Called each hour with the newest daily backup in the folder, which may be copied elsewhere. */
  readonly onNewest?: (file: string) => Promise<void>;
}

/** In the data folder, of which a disk that is full would stop the books too. */
const KEPT_BESIDE_DATA = 3;
const FREE_BYTES_BESIDE_DATA = 1_000_000_000;
const HOUR_MS = 3_600_000;
/** A little less than a day: with rounds every hour, a whole day would make each backup later than the last one. */
const DUE_AFTER_MS = 23.5 * HOUR_MS;
const CHECK_AFTER_MS = 7 * 24 * HOUR_MS;

/** Returns the runs of the round; none when nothing was due or another process holds the lock. Throws without a database. */
export async function dailyRound(round: Round): Promise<readonly Run[]> {
  const client = await connect(round.place.databaseUrl);
  try {
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(23, 1) as mine');
    if (!lock.rows[0]?.mine) return [];
    const runs: Run[] = [];
    for (const work of [backupWhenDue, checkWhenDue]) {
      const run = await work(client, round);
      if (!run) continue;
      await recordRun(client, run);
      runs.push(run);
    }
    // A folder that is missing has none; the backup reports it.
    const newest = (await pastBackups(round.folder, round.now()).catch(() => [])).at(-1);
    if (newest !== undefined) await round.onNewest?.(join(round.folder, newest));
    return runs;
  } finally {
    await client.end();
  }
}

async function isDue(client: pg.Client, condition: string, now: Date, afterMs: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from backup.run where ${condition} and started_at > $1 and started_at <= $2 limit 1`,
    [new Date(now.getTime() - afterMs), new Date(now.getTime() + AHEAD_MS_MAX)],
  );
  return rowCount === 0;
}

async function backupWhenDue(client: pg.Client, { place, folder, now }: Round): Promise<Run | undefined> {
  const startedAt = now();
  const condition = `kind = 'backup' and is_daily and (problem is null or problem = 'pictures_missing')`;
  if (!(await isDue(client, condition, startedAt, DUE_AFTER_MS))) return undefined;
  const file = join(folder, nameOf(startedAt, place.passphrase !== undefined));
  const run = { kind: 'backup', isDaily: true, file, startedAt } as const;
  try {
    await requireFolder(folder);
    const isProtected = await isOnOtherDisk(folder, place.dataDir);
    if (!isProtected) await refuseUnmounted(client, folder);
    await removeUnfinished(folder);
    await refusePlain(folder, place);
    const isBesideData = resolve(folder) === resolve(place.dataDir, 'backups');
    if (isBesideData) await requireSpace(folder);
    const { bytes, contents, header, missingPictures } = await takeBackup(place, file, startedAt);
    await removeOld(folder, startedAt, isBesideData ? KEPT_BESIDE_DATA : KEPT);
    await removeOldCopies(folder, place);
    const isWhole = missingPictures.length === 0;
    const details = [
      ...(isWhole ? [] : [`not in the data folder: ${missingPictures.slice(0, 10).join(', ')}`]),
      ...(isProtected ? [ON_OTHER_DISK] : []),
    ];
    return {
      ...run,
      finishedAt: now(),
      bytes,
      events: contents.events,
      lastPosition: header.head,
      ...(isWhole ? {} : { problem: 'pictures_missing' as const }),
      ...(details.length > 0 && { detail: details.join('; ') }),
    };
  } catch (error) {
    return { ...run, finishedAt: now(), ...problemOf(error) };
  }
}

async function checkWhenDue(client: pg.Client, { place, folder, now }: Round): Promise<Run | undefined> {
  const startedAt = now();
  if (!(await isDue(client, `kind = 'check' and problem is null`, startedAt, CHECK_AFTER_MS))) return undefined;
  // A failed check is repeated every day until the file is complete or removed.
  if (!(await isDue(client, `kind = 'check'`, startedAt, DUE_AFTER_MS))) return undefined;
  // A missing folder has no backup to check; the next backup reports that it is missing.
  const oldest = (await keptBackups(folder).catch(() => [])).at(0);
  if (!oldest || startedAt.getTime() - timeOf(oldest) < CHECK_AFTER_MS) return undefined;
  const file = join(folder, oldest);
  const run = { kind: 'check', isDaily: true, file, startedAt } as const;
  try {
    const { contents, header, sealProblem } = await checkBackup(file, knownMigrations(), place.passphrase);
    const broken = sealProblem && { problem: 'damaged' as const, detail: sealProblem };
    return { ...run, finishedAt: now(), events: contents.events, lastPosition: header.head, ...broken };
  } catch (error) {
    const isDamaged = error instanceof BackupRefused && !(error instanceof BackupLocked);
    const damaged = isDamaged && { problem: 'damaged' as const };
    return { ...run, finishedAt: now(), ...problemOf(error), ...damaged };
  }
}

/** A variable that was forgotten must not leave the books readable where they were encrypted. */
async function refusePlain(folder: string, { passphrase }: Place): Promise<void> {
  if (passphrase || !(await keptBackups(folder)).at(-1)?.endsWith('.age')) return;
  throw new BackupLocked(
    `the backups in ${folder} are encrypted, and BACKUP_PASSPHRASE is not set. Set it, or choose another folder`,
  );
}

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= FREE_BYTES_BESIDE_DATA) return;
  throw Object.assign(new Error('less than 1 GB is free on the disk of the data, which the books need'), {
    code: 'ENOSPC',
  });
}

/** Removes the files of the copy of the log whose events are all in the oldest backup that is kept. */
async function removeOldCopies(folder: string, { passphrase }: Place): Promise<void> {
  const oldest = (await keptBackups(folder)).at(0);
  if (oldest === undefined) return;
  // The weekly check reports one that is damaged or locked; until it is gone nothing of the copy is removed.
  const header = await headerOf(join(folder, oldest), knownMigrations(), passphrase).catch(() => undefined);
  if (!header) return;
  const head = BigInt(header.head);
  for (const run of runsIn(copyFolder(folder))) {
    const files = copiedFiles(run);
    for (const [at, file] of files.entries()) {
      const next = files[at + 1];
      if (next !== undefined && beginOf(next) <= head) await rm(file);
    }
  }
}
