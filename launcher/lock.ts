/**
 * One Daftar a data folder: `data/running.json` names the process that has it. A process that was killed leaves
 * the file behind; it counts only while that very process lives, told by its number and its start time, because
 * the system gives numbers out again.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../domain/kernel/checked.schema.ts';
import { StartupError, systemCode } from './startup-error.ts';

export interface Running {
  readonly pid: number;
  readonly startedAt: string;
  /** Of the web, once it listens. */
  readonly address?: string;
  /** Port of the embedded database, once it runs. */
  readonly databasePort?: number | undefined;
}

const runningFile = checked(
  'running.json',
  Type.Object({
    pid: Type.Integer(),
    startedAt: Type.String(),
    address: Type.Optional(Type.String()),
    databasePort: Type.Optional(Type.Integer()),
  }),
);

export interface Lock {
  /** Adds what others may want to know, such as the address. */
  note(more: Partial<Running>): void;
  release(): void;
}

/** Takes the folder, or throws an Obstacle that names the process that has it. */
export function takeLock(dataDir: string): Lock {
  const file = join(dataDir, 'running.json');
  let mine: Running = { pid: process.pid, startedAt: startTime(process.pid) ?? '' };
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
      throw new StartupError(
        `Daftar is already running on ${dataDir} (process ${other.pid}${where}). Stop it first, or choose another folder with DATA_DIR.`,
      );
    }
    rmSync(file, { force: true });
  }
  return {
    note: (more) => {
      mine = { ...mine, ...more };
      writeFileSync(file, JSON.stringify(mine), { mode: 0o600 });
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** The living process that has the folder, if there is one. */
export function whoRuns(dataDir: string): Running | undefined {
  try {
    const found = runningFile.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    return startTime(found.pid) === found.startedAt ? found : undefined;
  } catch {
    // No file, or one that is half written: nobody is known to run.
    return undefined;
  }
}

/** When a process started, in the system's own words; undefined when there is no such process. */
export function startTime(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name may hold spaces and brackets, so the fields are counted after its last bracket; 22 is the start.
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
