/**
 * Replaces the package `fflate` in the browser (vite.config.ts): zips in the calling thread. The package starts workers
 * from `blob:` addresses, which the content security policy refuses; Excel files are created in a worker anyway.
 */
import { strToU8, type Zippable, zipSync } from 'fflate/browser';

export { strToU8, zipSync };

/** Compressing takes most of the time of a file; level 1 takes a third of the usual one, for a sixth more bytes. */
const LEVEL = 1;

export function zip(files: Zippable, done: (problem: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files, { level: LEVEL }));
}
