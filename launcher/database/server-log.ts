/**
 * The log of the embedded server. The server has it open for as long as it runs and only ever adds to its end, so a full
 * one is copied beside and cut to nothing; lines that are printed in between may be lost.
 */
import { copyFile, stat, truncate } from 'node:fs/promises';
import { LOG_BYTES_MAX } from '../log-file.ts';

/** One copy is kept, `postgres.log.1`. Never throws: a log that cannot be cut is no reason not to run. */
export async function keepSmall(path: string, bytesMax = LOG_BYTES_MAX): Promise<void> {
  try {
    if ((await stat(path)).size <= bytesMax) return;
    await copyFile(path, `${path}.1`);
    await truncate(path, 0);
  } catch {
    // It is not there yet, or the disk is full.
  }
}
