/**
 * Automatic backups: one a day into BACKUP_DIR, of which fourteen are kept; each week an old one is opened and checked. A
 * round is started every hour and does the tasks that are due, in one process at a time.
 */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type pg from 'pg';
import { checkBackup } from './check.ts';
import { BackupRefused } from './refused.ts';
import { knownMigrations } from './restore.ts';
import { problemOf, type Run, recordRun } from './runs.ts';
import { connect, type Place } from './snapshot.ts';
import { takeBackup } from './take.ts';

export interface Round {
  readonly place: Place;
  readonly folder: string;
  readonly now: () => Date;
}

export const KEPT = 14;
const HOUR_MS = 3_600_000;
/** A little less than a day: with rounds every hour, a whole day would make each backup later than the last one. */
const DUE_AFTER_MS = 23.5 * HOUR_MS;
const CHECK_AFTER_MS = 7 * 24 * HOUR_MS;
/** Later runs and files are of a clock that was ahead: they neither delay a backup nor take the place of one. */
const AHEAD_MS_MAX = 5 * 60_000;

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
  const file = join(folder, nameOf(startedAt));
  const run = { kind: 'backup', isDaily: true, file, startedAt } as const;
  try {
    await requireFolder(folder);
    const isProtected = await isOnOtherDisk(folder, place.dataDir);
    if (!isProtected) await refuseUnmounted(client, folder);
    await removeUnfinished(folder);
    const { bytes, contents, header, missingPictures } = await takeBackup(place, file, startedAt);
    await removeOld(folder, startedAt);
    const isWhole = missingPictures.length === 0;
    const details = [
      ...(isWhole ? [] : [`not in the data folder: ${missingPictures.slice(0, 10).join(', ')}`]),
      ...(isProtected ? [ON_OTHER_DISK] : []),
    ];
    return {
      ...{ ...run, finishedAt: now(), bytes, events: contents.events, lastPosition: header.head },
      ...(isWhole ? {} : { problem: 'pictures_missing' as const }),
      ...(details.length > 0 && { detail: details.join('; ') }),
    };
  } catch (error) {
    return { ...run, finishedAt: now(), ...problemOf(error) };
  }
}

/** Never creates the folder: if its disk is not mounted, the folder would be on the disk that the backup protects. */
async function requireFolder(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory())
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
}

/** Part of the detail of a backup: later ones into the same folder need its disk. */
const ON_OTHER_DISK = 'on another disk than the data folder';

async function isOnOtherDisk(folder: string, dataDir: string): Promise<boolean> {
  return (await stat(folder)).dev !== (await stat(dataDir)).dev;
}

/**
 * Throws for a folder that was on another disk at an earlier backup and is on that of the data folder now, without that
 * backup: the folder is the place at which the disk was mounted, and a file there would protect nothing.
 */
async function refuseUnmounted(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ file: string }>(
    `select file from backup.run where kind = 'backup' and is_daily and strpos(detail, $1) > 0 and starts_with(file, $2)
     order by started_at desc, run_id desc limit 1`,
    [ON_OTHER_DISK, join(folder, sep)],
  );
  const [last] = rows;
  if (!last || existsSync(last.file)) return;
  const message = `its disk is not mounted: ${folder} is now on the disk of the data folder. If it is meant to be there, choose another folder`;
  throw Object.assign(new Error(message), { code: 'ENOENT' });
}

async function checkWhenDue(client: pg.Client, { folder, now }: Round): Promise<Run | undefined> {
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
    const { contents, header, sealProblem } = await checkBackup(file, knownMigrations());
    const broken = sealProblem && { problem: 'damaged' as const, detail: sealProblem };
    return { ...run, finishedAt: now(), events: contents.events, lastPosition: header.head, ...broken };
  } catch (error) {
    const damaged = error instanceof BackupRefused && { problem: 'damaged' as const };
    return { ...run, finishedAt: now(), ...problemOf(error), ...damaged };
  }
}

/** `daftar-2026-03-01T020000Z.tar.gz` */
const NAME = /^daftar-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
const PART = /^daftar-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz\.part$/;

const nameOf = (moment: Date): string => `daftar-${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`;

const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1$2:$3:$4Z'));

/** Names, oldest first. */
async function keptBackups(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

/**
 * Removes unfinished files of killed rounds, before the next backup, which may need their space. Only the round that
 * holds the lock writes such files.
 */
async function removeUnfinished(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => PART.test(name));
  for (const name of parts) await rm(join(folder, name));
}

/** Removes all but the newest backups. Those of the future stay until their day. */
async function removeOld(folder: string, now: Date): Promise<void> {
  const past = (await keptBackups(folder)).filter((name) => timeOf(name) <= now.getTime() + AHEAD_MS_MAX);
  for (const name of past.slice(0, -KEPT)) await rm(join(folder, name));
}
