/**
 * One Daftar for each data folder: `data/running.json` names the process that uses it. A killed process leaves the file
 * behind; it is valid only while that process runs, identified by its id and its start time, because the system reuses
 * ids. A process in another container cannot be seen by its id: it runs while it renews the file.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { StartupError, systemCode } from './startup-error.ts';

export interface Running {
  readonly pid: number;
  readonly startedAt: string;
  /** The namespace of its id, on Linux: another one for each container. */
  readonly namespace?: string | undefined;
  /** Address of the web, once it listens. */
  readonly address?: string;
  /** Port of the embedded database, once it runs. */
  readonly databasePort?: number | undefined;
}

const runningFile = checked(
  'running.json',
  Type.Object({
    pid: Type.Integer(),
    startedAt: Type.String(),
    namespace: Type.Optional(Type.String()),
    address: Type.Optional(Type.String()),
    databasePort: Type.Optional(Type.Integer()),
  }),
);

export interface Lock {
  /** Adds details for other programs, such as the address. */
  note(more: Partial<Running>): void;
  release(): void;
}

const RENEWED_EVERY_MS = 5_000;
/** A file that was not renewed for so long is of a process that is gone. */
const RENEWED_WITHIN_MS = 30_000;

/** Takes the folder, or throws a StartupError that names the process that uses it. */
export function takeLock(dataDir: string): Lock {
  const file = join(dataDir, 'running.json');
  let mine: Running = { pid: process.pid, startedAt: startTime(process.pid) ?? '', namespace: ownNamespace() };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || attempt > 2) throw error;
    }
    const other = whoRuns(dataDir);
    if (other) {
      const where = other.address ? ` at ${other.address}` : '';
      const who = isElsewhere(other) ? 'in another container' : `process ${other.pid}${where}`;
      const killed = isElsewhere(other) ? ' If that was killed, try again in half a minute.' : '';
      throw new StartupError(
        `Daftar is already running on ${dataDir} (${who}). Stop it first, or choose another folder with DATA_DIR.${killed}`,
      );
    }
    rmSync(file, { force: true });
  }
  const renewing = setInterval(() => renew(file), RENEWED_EVERY_MS).unref();
  return {
    note: (more) => {
      mine = { ...mine, ...more };
      writeFileSync(file, JSON.stringify(mine), { mode: 0o600 });
    },
    release: () => {
      clearInterval(renewing);
      rmSync(file, { force: true });
    },
  };
}

function renew(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The data folder is away at the moment, or the file was removed by a person.
  }
}

/** The running process that uses the folder, if any. */
export function whoRuns(dataDir: string): Running | undefined {
  try {
    const file = join(dataDir, 'running.json');
    const found = runningFile.parse(readFileSync(file, 'utf8'));
    const runs = isElsewhere(found)
      ? Math.abs(Date.now() - statSync(file).mtimeMs) < RENEWED_WITHIN_MS
      : startTime(found.pid) === found.startedAt;
    return runs ? found : undefined;
  } catch {
    // The file is missing or half written: no process is known.
    return undefined;
  }
}

const isElsewhere = ({ namespace }: Running): boolean => namespace !== undefined && namespace !== ownNamespace();

function ownNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux, or a /proc without namespaces: ids are those of the machine.
    return undefined;
  }
}

/** Start time of a process in the system's format; undefined when there is no such process. */
export function startTime(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name may contain spaces and brackets, so fields are counted after the last bracket; field 22 is the start
      // time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      // The process is gone.
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return undefined;
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
