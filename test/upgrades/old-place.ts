/** A place of an earlier commit: a database of a superuser, without roles, and a data folder. */
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { whenNobodyIsConnected } from '../support/database.ts';
import { databaseUrl } from '../support/database-url.ts';
import { type KeptDatabase, loadDatabase, writeFiles } from './kept-database.ts';

export interface OldPlace {
  /** The address for the superuser. */
  readonly url: string;
  readonly dataDir: string;
  /** Another place with the same content. Nobody may be connected to this one. */
  copy(): Promise<OldPlace>;
  remove(): Promise<void>;
}

export async function oldPlace(kept?: KeptDatabase): Promise<OldPlace> {
  const place = await placeFrom(`template template0 encoding 'UTF8' locale 'C'`);
  if (kept) {
    await loadDatabase(place.url, kept);
    writeFiles(place.dataDir, kept);
  }
  return place;
}

async function placeFrom(source: string): Promise<OldPlace> {
  const { adminUrl, prefix } = inject('databaseServer');
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  const administrator = new pg.Client({ connectionString: adminUrl });
  await administrator.connect();
  await administrator.query(`create database ${name} ${source}`);
  const url = databaseUrl(adminUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-upgrade-'));
  chmodSync(dataDir, 0o755);
  return {
    url,
    dataDir,
    copy: async () => {
      await whenNobodyIsConnected(administrator, name);
      const copied = await placeFrom(`template ${name} strategy file_copy`);
      cpSync(dataDir, copied.dataDir, { recursive: true });
      return copied;
    },
    remove: async () => {
      await administrator.query(`drop database ${name} with (force)`);
      const { rows } = await administrator.query<{ role: string }>(
        'select quote_ident(rolname) as role from pg_roles where starts_with(rolname, $1)',
        [name],
      );
      for (const { role } of rows) await administrator.query(`drop role ${role}`);
      await administrator.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
