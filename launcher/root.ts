import { join } from 'node:path';

/** Folder of the repository, wherever the command was given. */
export const ROOT = join(import.meta.dirname, '..');
