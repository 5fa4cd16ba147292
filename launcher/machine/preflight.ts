/** Checks before the start; each failed one is reported with the remedy. */
import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isHalfRestored, restoringFolder } from '../../backup/restoring.ts';
import { isZone } from '../../domain/values/zone.ts';
import { StartupError, systemCode } from './startup-error.ts';

const LEAST_FREE_MB = 500;

/** For what works on a nearly full disk too: a measure that finds any disk sufficient. */
export const anySpace = (): number => Number.POSITIVE_INFINITY;

/** Creates the data folder when it is missing, and returns its absolute path. */
export function prepareDataFolder(dataDir: string, freeMegabytes: (folder: string) => number = freeSpace): string {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = systemCode(error);
    const reason = why === 'ENOTDIR' ? 'something there is not a folder' : `it is not writable (${why})`;
    throw new StartupError(
      `The data folder ${folder} cannot be used: ${reason}. Give this user the right to write there, or choose another with DATA_DIR.`,
    );
  }
  checkFreeSpace(folder, freeMegabytes);
  return folder;
}

/** The books of a restore that did not end may lack pictures, seals or events. */
export function refuseHalfRestored(dataDir: string): void {
  if (!isHalfRestored(dataDir)) return;
  throw new StartupError(
    `A restore into ${dataDir} did not end: ${restoringFolder(dataDir)} is still there. Empty the place (this folder, and the ` +
      'database of DATABASE_URL and DAFTAR_EVENTSTORE_URL if you use them) and repeat it: npm run restore -- FILE',
  );
}

/** Creates one folder at a time: Node's recursive mode never returns where the system answers ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o755 });
}

/** Refuses to start below 500 MB, so that the disk does not become full during a working day. */
export function checkFreeSpace(folder: string, freeMegabytes: (folder: string) => number = freeSpace): void {
  const free = freeMegabytes(folder);
  if (free >= LEAST_FREE_MB) return;
  throw new StartupError(
    `There are only ${free} MB free on the disk of ${folder}; Daftar starts with ${LEAST_FREE_MB} MB or more. ` +
      'Free some space, or choose a folder on another disk with DATA_DIR.',
  );
}

/**
 * The zone in whose midnight days begin. Throws a StartupError when TZ is not the name of a zone: the system would take
 * it for another zone, or for UTC, without a word.
 */
export function timeZoneOf(environment: NodeJS.ProcessEnv): string {
  const given = environment['TZ'];
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (given === undefined || (zone !== undefined && isZone(given))) return zone ?? 'of the machine';
  throw new StartupError(
    `TZ is "${given}", which is not a time zone. Give the name of one, such as TZ=Asia/Baghdad, or leave it unset for that of the machine.`,
  );
}

/** Megabytes on the disk of the folder. */
export function freeSpace(folder: string): number {
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY;
  const disk = statfsSync(folder);
  return Math.floor((disk.bavail * disk.bsize) / 1024 / 1024);
}
