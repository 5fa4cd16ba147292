/**
 * Stands in for the package `fflate` in the browser (vite.config.ts): it zips in the thread that asked. The
 * package itself starts workers from `blob:` addresses, which the content security policy refuses; our Excel
 * files are made in a worker of our own anyway.
 */
import { strToU8, type Zippable, zipSync } from 'fflate/browser';

export { strToU8, zipSync };

export function zip(files: Zippable, done: (problem: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
