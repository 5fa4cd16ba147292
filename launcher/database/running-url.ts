import type { Running } from '../lock.ts';
import { loadSecrets } from '../secrets.ts';
import { SUPERUSER } from './cluster.ts';
import { DATABASE_NAME } from './open-database.ts';

/** Address of the embedded database of a Daftar that runs on the folder; undefined before it is up. */
export function urlOfRunning(running: Running, dataDir: string): string | undefined {
  if (running.databasePort === undefined) return undefined;
  const { databasePassword } = loadSecrets(dataDir);
  return `postgres://${SUPERUSER}:${databasePassword}@127.0.0.1:${running.databasePort}/${DATABASE_NAME}`;
}
