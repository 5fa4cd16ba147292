/** A place of an earlier commit: a database of a superuser, without roles, and a data folder. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from '../support/database-url.ts';
import { type KeptDatabase, loadDatabase, writeFiles } from './kept-database.ts';

export interface OldPlace {
  /** The address for the superuser. */
  readonly url: string;
  readonly dataDir: string;
  remove(): Promise<void>;
}

export async function oldPlace(kept?: KeptDatabase): Promise<OldPlace> {
  const { adminUrl, prefix } = inject('databaseServer');
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  const administrator = new pg.Client({ connectionString: adminUrl });
  await administrator.connect();
  await administrator.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const url = databaseUrl(adminUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-upgrade-'));
  chmodSync(dataDir, 0o755);
  if (kept) {
    await loadDatabase(url, kept);
    writeFiles(dataDir, kept);
  }
  return {
    url,
    dataDir,
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
