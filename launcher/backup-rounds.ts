/**
 * A separate process checks every hour whether a backup is due (`backup/daily.ts`). It has a low
 * priority, and its failure does not affect the server: it stores its result in the database, for doctor and the home
 * page. With BACKUP_DIR set this process copies each entry into the folder within seconds (`backup/log-copy/rounds.ts`);
 * without it backups are in the data folder.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { NOT_COPIED } from '../backup/elsewhere.ts';
import { keepLogCopy } from '../backup/log-copy/rounds.ts';
import { Passphrase } from '../backup/stored/age.ts';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { backupFolderOf } from './health/backup-folder.ts';
import { environmentAs } from './machine/role-names.ts';
import { ROOT } from './machine/root.ts';
import type { ProgramLog } from './program-log.ts';

export interface BackupRounds {
  /** Aborts a running backup; the next start repeats it. */
  stop(): Promise<void>;
}

export interface BackupRoundsOptions {
  /** Address for the role of the command API, which may read everything that a backup contains. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  /** The program's log. */
  readonly log?: Pick<ProgramLog, 'write'>;
}

const HOUR_MS = 3_600_000;
const BESIDE_DATA_AFTER_MS = 600_000;
const PRIORITY = 10;
const SAID = {
  nothing: undefined,
  backup: 'The backup of today failed, or an old one is damaged: see npm run doctor.',
  copy: 'The newest backup could not be copied elsewhere: see npm run doctor.',
} as const;

export function startBackupRounds(options: BackupRoundsOptions): BackupRounds {
  const { databaseUrl, dataDir, environment, say, log } = options;
  const to = backupFolderOf({ ...environment, DATA_DIR: dataDir });
  if (!to) return { stop: async () => undefined };
  const { folder, isBesideData } = to;
  const passphrase = Passphrase.of(environment);
  const place = { databaseUrl, eventStoreUrl: eventStoreUrlOf(environment), dataDir, passphrase };
  const endCopy = isBesideData ? undefined : keepLogCopy({ place, folder }, say);
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  const round = (): void => {
    if (child) return;
    if (isBesideData && !isMade(folder)) {
      say(`No backup is made: ${folder} cannot be made.`);
      return;
    }
    const own = { ...environmentAs(environment, databaseUrl), DATA_DIR: dataDir, BACKUP_DIR: folder };
    const started = spawn(process.execPath, [join(ROOT, 'backup', 'main.ts'), 'daily'], {
      env: own,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => log?.write(text));
    }
    lowerPriority(started.pid);
    ended = new Promise<void>((resolve) => {
      started.once('error', () => resolve());
      started.once('close', (code) => {
        const told = code === null ? undefined : SAID[code === NOT_COPIED ? 'copy' : code === 0 ? 'nothing' : 'backup'];
        if (told !== undefined) say(told);
        resolve();
      });
    }).then(() => {
      child = undefined;
    });
  };
  // Who only looks at Daftar for a few minutes needs no copy of it on the same disk.
  const first = setTimeout(round, isBesideData ? BESIDE_DATA_AFTER_MS : 0);
  const timer = setInterval(round, HOUR_MS);
  for (const each of [first, timer]) each.unref();
  return {
    stop: async () => {
      clearTimeout(first);
      clearInterval(timer);
      child?.kill('SIGTERM');
      await Promise.all([ended, endCopy?.()]);
    },
  };
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    // The caller says it; nothing else depends on it.
    return false;
  }
}

/** The shop has priority over backups. Not every system allows a lower priority. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // The process keeps the usual priority.
  }
}
