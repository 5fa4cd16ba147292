/**
 * The remains of a killed Daftar in the cluster's folder: a running server, or a `postmaster.pid` without its process.
 * A running server is stopped cleanly, so that only one writes; the file is removed when its process id belongs to
 * another program by now (PostgreSQL would refuse to start).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTime } from '../machine/lock.ts';
import { StartupError } from '../machine/startup-error.ts';
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

/** The output of a program of the system; undefined when there is no such program. */
type Ask = (program: string, args: readonly string[]) => string | undefined;

const askSystem: Ask = (program, args) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? undefined;

/** Compares the program's name where the system provides it; otherwise trusts the file. */
export function isPostgres(pid: number, platform: NodeJS.Platform = process.platform, ask: Ask = askSystem): boolean {
  if (platform !== 'linux') {
    const name =
      platform === 'win32'
        ? ask('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
        : ask('ps', ['-o', 'comm=', '-p', String(pid)]);
    return name?.includes('postgres') ?? true;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.includes('postgres') ?? false;
  } catch {
    // No such process, or no right to inspect it: the process belongs to another program.
    return false;
  }
}
