/** A running job is interrupted when the disk is almost full, and run again when there is space. */
import type { DiskSpace } from '../../identity/machine/disk-space.ts';

const LOOKED_EVERY_MS = 1_000;

/** Aborted as soon as the disk space is below its minimum, checked until `ended` is aborted. */
export function whenFull(space: DiskSpace | undefined, ended: AbortSignal): AbortSignal {
  const full = new AbortController();
  const look = (): void => {
    if (space?.isLow) full.abort();
  };
  look();
  const timer = setInterval(look, LOOKED_EVERY_MS);
  ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  return full.signal;
}
