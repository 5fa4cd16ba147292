import type { Running } from '../machine/lock.ts';
import { roleName, urlAs } from '../machine/role-names.ts';
import { loadSecrets } from '../machine/secrets.ts';
import { DATABASE_NAME } from './open-database.ts';

/**
 * Address of the embedded database of a Daftar that runs on the folder, for the owner; undefined before the database
 * runs.
 */
export function urlOfRunning(running: Running, dataDir: string): string | undefined {
  if (running.databasePort === undefined) return undefined;
  const { owner } = loadSecrets(dataDir).rolePasswords;
  return urlAs(
    `postgres://127.0.0.1:${running.databasePort}/${DATABASE_NAME}`,
    roleName(DATABASE_NAME, 'owner'),
    owner,
  );
}
