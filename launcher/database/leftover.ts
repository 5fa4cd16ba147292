/**
 * What a killed Daftar leaves in the cluster's folder: a server that still runs, or a `postmaster.pid` whose
 * process is gone. The first is stopped cleanly, so that nobody else writes while we start; the second is taken
 * away when its number belongs to another program by now (PostgreSQL itself would refuse to start).
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTime } from '../lock.ts';
import { StartupError } from '../startup-error.ts';
import { type ClusterOptions, readPidFile, stopCluster } from './cluster.ts';

const GONE_WITHIN_MS = 10_000;

export async function clearLeftover(
  options: Pick<ClusterOptions, 'folder' | 'account' | 'binaries'>,
  say: (line: string) => void,
): Promise<void> {
  const pid = Number(readPidFile(options.folder)[0]);
  if (!Number.isInteger(pid) || pid <= 0 || startTime(pid) === undefined) return;
  if (!isPostgres(pid)) {
    say('A database lock was left behind by a process that is gone: removing it.');
    rmSync(join(options.folder, 'postmaster.pid'), { force: true });
    return;
  }
  say('The database was left running when Daftar was killed: stopping it cleanly first.');
  if (!stopCluster(options)) {
    throw new StartupError(
      `PostgreSQL (process ${pid}) still runs on ${options.folder} and does not stop. Stop that process, then start Daftar again.`,
    );
  }
  const deadline = Date.now() + GONE_WITHIN_MS;
  while (startTime(pid) !== undefined && Date.now() < deadline) await sleep(50);
}

/** By the program's name where the system tells it; elsewhere PostgreSQL's own word in the file is believed. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.includes('postgres') ?? false;
  } catch {
    // No such process, or one that nobody may look at: it is not ours.
    return false;
  }
}
