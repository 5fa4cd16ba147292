import { join } from 'node:path';

/** Folder of the repository, independent of the current folder. */
export const ROOT = join(import.meta.dirname, '..', '..');
