/** Checks that a place is empty, so that a restore neither overwrites existing data nor mixes with it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { openLogReader } from '../event-store/opening/log-reader.ts';
import { START } from '../event-store/port.ts';
import { BackupRefused } from './stored/refused.ts';
import { connect, type Place } from './stored/snapshot.ts';
import { BACKED_UP_SCHEMAS, FILLED_BY_MIGRATIONS, LEFT_OUT_SCHEMAS } from './stored/tables.ts';

const SCHEMAS = [...BACKED_UP_SCHEMAS, ...LEFT_OUT_SCHEMAS];
const ADVICE =
  'Restore into an empty place: another DATA_DIR, and with DATABASE_URL or DAFTAR_EVENTSTORE_URL a new database.';

/**
 * Throws BackupRefused when a table of Daftar has a row, KurrentDB has an event of Daftar, or the data folder has pictures
 * or seals. Empty tables, which a failed restore leaves, are removed.
 */
export async function refuseUsedPlace(place: Place): Promise<void> {
  for (const folder of ['attachments', 'seals']) {
    if (isFilled(join(place.dataDir, folder))) {
      throw new BackupRefused(`There are ${folder} in ${place.dataDir} already. ${ADVICE}`);
    }
  }
  const client = await connect(place.databaseUrl);
  try {
    await refuseRows(client);
    if (place.eventStoreUrl) await refuseEvents(place);
    await client.query(`drop schema if exists ${SCHEMAS.join(', ')} cascade`);
    await client.query('drop table if exists kysely_migration, kysely_migration_lock, applied_function');
  } finally {
    await client.end();
  }
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    // A missing or unreadable folder contains no files of Daftar.
    return false;
  }
}

async function refuseRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1) and n.nspname || '.' || c.relname <> all ($2)
     order by n.nspname <> 'log', 1`,
    [SCHEMAS, FILLED_BY_MIGRATIONS],
  );
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount !== 0)
      throw new BackupRefused(`There are books in the database already (${name} has rows). ${ADVICE}`);
  }
}

async function refuseEvents(place: Place): Promise<void> {
  const log = await openLogReader(place);
  try {
    if ((await log.head()) === START) return;
    throw new BackupRefused(`There are events in KurrentDB already. ${ADVICE}`);
  } finally {
    await log.close();
  }
}
