/**
 * The folder that a restore fills and that exists until its end: a place with it was not restored completely. Its
 * database may already look like books, so Daftar does not start on it.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../domain/values/thrown.ts';

export const restoringFolder = (dataDir: string): string => join(dataDir, 'restoring');

export const isHalfRestored = (dataDir: string): boolean => existsSync(restoringFolder(dataDir));

/** Removes what an earlier restore left. */
export async function beginRestoring(dataDir: string): Promise<void> {
  await rm(restoringFolder(dataDir), { recursive: true, force: true });
  await mkdir(restoringFolder(dataDir), { mode: 0o700 });
}

export async function endRestoring(dataDir: string): Promise<void> {
  await rm(restoringFolder(dataDir), { recursive: true, force: true });
}

/** The target may be a disk of its own, to which nothing can be renamed: then its files are copied and flushed. */
export async function moveFolder(from: string, to: string, renamed: typeof rename = rename): Promise<void> {
  try {
    await renamed(from, to);
  } catch (error) {
    if (!['EXDEV', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
    await cp(from, to, { recursive: true });
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) await flush(join(entry.parentPath.replace(from, to), entry.name));
    }
    await rm(from, { recursive: true });
  }
}

async function flush(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
