/**
 * `npm run doctor -- --new-secrets`: new secrets for a data folder whose `secrets.json` is lost, damaged or of another
 * database. Whoever owns the folder may read the database anyway, so nothing else is asked.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { newSecretsOfCluster } from './database/open-database.ts';
import { takeLock } from './machine/lock.ts';
import { anySpace, prepareDataFolder } from './machine/preflight.ts';
import { StartupError } from './machine/startup-error.ts';

export const REPLACED = 'secrets.json.replaced';

const SAID =
  'The embedded database has new passwords, and the tokens a new key, in secrets.json. Everybody signs in again; second factors have to be set up again (a recovery code still signs in once). Nothing else was changed: npm start';

export async function newSecrets(
  environment: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Promise<number> {
  if (environment['DATABASE_URL']) {
    throw new StartupError(
      'DATABASE_URL is set: the passwords of that database are set there. secrets.json then has only the key of tokens; remove it, and the next start makes another.',
    );
  }
  const dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data', anySpace);
  const lock = takeLock(dataDir);
  try {
    const [file, replaced] = [join(dataDir, 'secrets.json'), join(dataDir, REPLACED)];
    const isThere = existsSync(file);
    if (isThere) renameSync(file, replaced);
    try {
      await newSecretsOfCluster(dataDir, say);
    } catch (error) {
      // As before: the file may be right for a database that cannot be opened for another reason.
      if (isThere) renameSync(replaced, file);
      throw error;
    }
    say(isThere ? `${SAID}. The former file is ${replaced}.` : `${SAID}.`);
    return 0;
  } finally {
    lock.release();
  }
}
