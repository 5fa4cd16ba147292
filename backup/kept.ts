/** The files of the daily backups in a folder, by their names. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export const KEPT = 14;
/** Later runs and files are of a clock that was ahead: they neither delay a backup nor take the place of one. */
export const AHEAD_MS_MAX = 5 * 60_000;

/** `daftar-2026-03-01T020000Z.tar.gz`, and with `.age` when it is encrypted. */
const NAME = /^daftar-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.tar\.gz(?:\.age)?$/;
const PART = /^daftar-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz(?:\.age)?\.part$/;

export const nameOf = (moment: Date, isEncrypted: boolean): string =>
  `daftar-${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz${isEncrypted ? '.age' : ''}`;

export const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1$2:$3:$4Z'));

/** Names, oldest first. */
export async function keptBackups(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

/** Without those of the future. */
export async function pastBackups(folder: string, now: Date): Promise<readonly string[]> {
  return (await keptBackups(folder)).filter((name) => timeOf(name) <= now.getTime() + AHEAD_MS_MAX);
}

/**
 * Removes unfinished files of killed rounds, before the next backup, which may need their space. Only the round that
 * holds the lock writes such files.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => PART.test(name));
  for (const name of parts) await rm(join(folder, name));
}

/** Removes all but the newest backups. Those of the future stay until their day. */
export async function removeOld(folder: string, now: Date, kept = KEPT): Promise<void> {
  for (const name of (await pastBackups(folder, now)).slice(0, -kept)) await rm(join(folder, name));
}
