/** The folder of BACKUP_DIR, whose disk may not be there. */
import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type pg from 'pg';

/** Never creates the folder: if its disk is not mounted, the folder would be on the disk that the backup protects. */
export async function requireFolder(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory())
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
}

/** Part of the detail of a backup: later ones into the same folder need its disk. */
export const ON_OTHER_DISK = 'on another disk than the data folder';

export async function isOnOtherDisk(folder: string, dataDir: string): Promise<boolean> {
  return (await stat(folder)).dev !== (await stat(dataDir)).dev;
}

/**
 * Throws for a folder that was on another disk at an earlier backup and is on that of the data folder now, without that
 * backup: the folder is the place at which the disk was mounted, and a file there would protect nothing.
 */
export async function refuseUnmounted(client: pg.Client, folder: string): Promise<void> {
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

/** Flushes a folder, so that a new name in it survives a power cut. Windows does not need this and cannot open a folder. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and some file systems cannot flush one.
  const handle = await open(folder).catch(() => undefined);
  // The file has its name already; only a power cut at this moment could undo the renaming.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
