/**
 * The log of the embedded server. The server keeps it open and appends to it, so a full log is copied and truncated;
 * lines printed in between may be lost.
 */
import { copyFile, stat, truncate } from 'node:fs/promises';
import { LOG_BYTES_MAX } from '../machine/log-file.ts';

/** Keeps one copy, `postgres.log.1`. Never throws: the log must not stop the program. */
export async function keepSmall(path: string, bytesMax = LOG_BYTES_MAX): Promise<void> {
  try {
    if ((await stat(path)).size <= bytesMax) return;
    await copyFile(path, `${path}.1`);
    await truncate(path, 0);
  } catch {
    // The log does not exist yet, or the disk is full.
  }
}
