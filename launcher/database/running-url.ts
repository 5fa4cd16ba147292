import type { Running } from '../lock.ts';
import { loadSecrets } from '../secrets.ts';
import { DATABASE_NAME } from './open-database.ts';
import { roleName, urlAs } from './role-names.ts';

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
