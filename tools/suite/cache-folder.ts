import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for what runs of tests remember about this machine's clones, beside other programs' caches. */
export const cacheFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'daftar');
