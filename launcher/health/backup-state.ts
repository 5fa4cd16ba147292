/** Doctor's report on backups: the age of the newest one, and problems. */

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { QueryResultRow } from 'pg';
import { isOpened, Passphrase } from '../../backup/stored/age.ts';
import { backupFolderOf } from './backup-folder.ts';

interface RunRow {
  readonly kind: 'backup' | 'check';
  readonly is_daily: boolean;
  readonly file: string;
  readonly finished_at: Date;
  readonly events: string | null;
  readonly problem: string | null;
  readonly detail: string | null;
}

/** The rows have the columns that the statement selects. */
export type Query = <Row extends QueryResultRow>(sql: string) => Promise<readonly Row[]>;

const SENTENCES: Readonly<Record<string, string>> = {
  disk_full: 'the disk is full',
  folder_missing: 'the folder is not there',
  not_writable: 'this user may not write there',
  pictures_missing: 'it lacks pictures whose files are not in the data folder',
  damaged: 'it is damaged',
  failed: 'it could not be made',
};

const HOUR_MS = 3_600_000;
/** One daily backup is missing. */
const OLD_HOURS = 48;
/** A run that began later than this after now is of a clock that was ahead. */
const AHEAD_MS_MAX = 5 * 60_000;
const ADVICE =
  'Set BACKUP_DIR to a folder on another disk: one is made there every day, and each entry is copied to it within seconds.';

/** Returns the state in words; throws an error for a problem. `now` is the time of the machine. */
export async function describeBackups(query: Query, environment: NodeJS.ProcessEnv, now: Date): Promise<string> {
  if ((await query(`select where to_regclass('backup.run') is not null`)).length === 0)
    return 'not known before the migrations have run';
  const latest = `timestamptz '${new Date(now.getTime() + AHEAD_MS_MAX).toISOString()}'`;
  const of = async (condition: string): Promise<RunRow | undefined> =>
    (
      await query<RunRow>(`select kind, is_daily, file, finished_at, events, problem, detail from backup.run
      where ${condition} order by started_at desc, run_id desc limit 1`)
    )[0];
  const ahead = await of(`kind = 'backup' and started_at > ${latest}`);
  const told = await describePast((condition) => of(`started_at <= ${latest} and ${condition}`), environment, now);
  return ahead ? `${told}. ${aheadSentence(ahead)}` : told;
}

type LastRun = (condition: string) => Promise<RunRow | undefined>;

async function describePast(of: LastRun, environment: NodeJS.ProcessEnv, now: Date): Promise<string> {
  const newest = await of(`kind = 'backup' and (problem is null or problem = 'pictures_missing')`);
  const lastDaily = await of(`kind = 'backup' and is_daily`);
  const lastCheck = await of(`kind = 'check'`);
  const folder = environment['BACKUP_DIR'] || (lastDaily && dirname(lastDaily.file));
  const beside = backupFolderOf({ ...environment, BACKUP_DIR: undefined })?.folder;
  const isAlone = !folder || folder === beside;
  if (folder && !existsSync(folder)) throw new Error(`the folder of backups, ${folder}, is not there`);
  for (const run of [lastDaily, lastCheck]) if (run?.problem) throw new Error(problemSentence(run, now));
  if (!newest) {
    if (!folder) return `none was made yet. ${ADVICE}`;
    throw new Error(`none was made into ${folder} yet; it is made while Daftar runs`);
  }
  if (newest.is_daily && !existsSync(newest.file)) throw new Error(`the newest, ${newest.file}, is not there any more`);
  const age = `the newest is ${ageOf(newest, now)} old`;
  if (folder && hoursOf(newest, now) >= OLD_HOURS) throw new Error(`${age}; one a day is made while Daftar runs`);
  const locked = await encryptionOf(newest.file, environment);
  const checked = lastCheck ? `, an old one was checked ${ageOf(lastCheck, now)} ago` : '';
  return `${age}, ${newest.events} events, ${newest.file}${locked}${checked}${isAlone ? `. ${ADVICE}` : ''}`;
}

/** Throws BackupLocked when the backup cannot be opened with the passphrase that is set, or without one. */
async function encryptionOf(file: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const passphrase = Passphrase.of(environment);
  // A backup by hand may be on a disk that was taken away.
  if (!existsSync(file)) return '';
  if (await isOpened(file, passphrase)) return ', encrypted';
  return passphrase ? ', NOT ENCRYPTED: the next one will be' : '';
}

const aheadSentence = ({ file, finished_at }: RunRow): string =>
  `WARNING: by its clock ${file} was made at ${finished_at.toISOString()}, which is in the future: the clock was ahead then. It does not count as the newest; delete it when you do not need it`;

function problemSentence(run: RunRow, now: Date): string {
  const what = run.kind === 'backup' ? 'the last backup' : 'the check of an old backup';
  return `${what}, ${ageOf(run, now)} ago: ${SENTENCES[run.problem ?? ''] ?? run.problem}: ${run.file} (${run.detail ?? ''})`;
}

const hoursOf = ({ finished_at }: RunRow, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - finished_at.getTime()) / HOUR_MS));

function ageOf(run: RunRow, now: Date): string {
  const hours = hoursOf(run, now);
  if (hours < 1) return 'less than an hour';
  return hours < OLD_HOURS ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
