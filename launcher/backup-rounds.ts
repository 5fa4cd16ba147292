/**
 * With BACKUP_DIR set, a separate process checks every hour whether a backup is due (`backup/daily.ts`). It has a low
 * priority, and its failure does not affect the server: it stores its result in the database, for doctor and the home
 * page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { environmentAs } from './database/role-names.ts';
import { ROOT } from './root.ts';

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
}

const HOUR_MS = 3_600_000;
const PRIORITY = 10;

export function startBackupRounds(options: BackupRoundsOptions): BackupRounds {
  const { databaseUrl, dataDir, environment, say } = options;
  if (!environment['BACKUP_DIR']) return { stop: async () => undefined };
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  const round = (): void => {
    if (child) return;
    const own = { ...environmentAs(environment, databaseUrl), DATA_DIR: dataDir };
    const started = spawn(process.execPath, [join(ROOT, 'backup', 'main.ts'), 'daily'], { env: own, stdio: 'ignore' });
    child = started;
    lowerPriority(started.pid);
    ended = new Promise<void>((resolve) => {
      started.once('error', () => resolve());
      started.once('exit', (code) => {
        if (code !== null && code !== 0)
          say('The backup of today failed, or an old one is damaged: see npm run doctor.');
        resolve();
      });
    }).then(() => {
      child = undefined;
    });
  };
  round();
  const timer = setInterval(round, HOUR_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      child?.kill('SIGTERM');
      await ended;
    },
  };
}

/** The shop has priority over backups. Not every system allows a lower priority. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // The process keeps the usual priority.
  }
}
