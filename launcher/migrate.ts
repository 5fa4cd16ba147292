/**
 * `npm run migrate`: creates the roles and tables for a deployment of several services, and exits. DATABASE_URL is the
 * address of a role that may do that; the services get only the addresses of their own roles.
 */
import { openDatabase } from './database/open-database.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { takeLock } from './machine/lock.ts';
import { prepareDataFolder } from './machine/preflight.ts';
import { namesOf, rolesSentence } from './machine/role-names.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export async function migrateDatabase(): Promise<number> {
  const dataDir = prepareDataFolder(process.env['DATA_DIR'] ?? 'data');
  const lock = takeLock(dataDir);
  try {
    const database = await openDatabase({ dataDir, say });
    lock.note({ databasePort: database.port });
    try {
      for (const name of await prepareDatabase(database)) say(`Database: ${name}`);
      say(`The database is up to date. Its roles are ${rolesSentence(namesOf(database.urls), database.areSeparate)}`);
    } finally {
      await database.stop();
    }
  } finally {
    lock.release();
  }
  return 0;
}
