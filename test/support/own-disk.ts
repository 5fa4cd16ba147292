/**
 * Small disks in memory that tests can fill: only where mounting is possible (Linux, as root, not in every container).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `size` in the format of `mount`: `64k`, `900m`. False when mounting failed. */
export const mountDisk = (folder: string, size: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status === 0;

export const unmountDisk = (folder: string): void => {
  spawnSync('umount', ['-l', folder]);
};

export function canMountDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'daftar-disk-'));
  const isMounted = mountDisk(folder, '64k');
  if (isMounted) unmountDisk(folder);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}
