/**
 * Restores a backup into an empty place: the schema as of the backup, its tables and its log in one transaction, then
 * the newer migrations. Read models are built from the log when Daftar starts.
 */

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isOneOf } from '../domain/values/members.ts';
import { identityOf } from '../event-store/log-identity.ts';
import type { LogWriter } from '../event-store/log-writer-port.ts';
import { openLogReader } from '../event-store/opening/log-reader.ts';
import { openLogWriter } from '../event-store/opening/log-writer.ts';
import { forgetSeenInFolder } from '../event-store/opening/seen-in-folder.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../migrations/migrate.ts';
import { storedUntil } from '../seal/seal.ts';
import { leafHash, MerkleTree } from '../seal/tree.ts';
import { type Checked, checkBackup } from './check.ts';
import { refuseUsedPlace } from './empty-place.ts';
import { type Continuation, continuationOf } from './log-copy/continuation.ts';
import { beginRestoring, endRestoring, moveFolder, restoringFolder } from './restoring.ts';
import { contentOf, type Entry, readArchive } from './stored/archive.ts';
import { eventLine, readEventLine } from './stored/event-lines.ts';
import type { Header } from './stored/format.ts';
import { BackupRefused } from './stored/refused.ts';
import { connect, type Place } from './stored/snapshot.ts';
import { continueNumbers, copySql, FILLED_BY_MIGRATIONS, tablesOf } from './stored/tables.ts';

export interface Restored extends Checked {
  /** Migrations that ran after the rows were restored, because the backup is of an older Daftar. */
  readonly migrated: readonly string[];
  /** Tables of the backup that this Daftar does not have. */
  readonly leftOut: readonly string[];
  /** What came after the backup; undefined when it was not asked for. */
  readonly continuation: Continuation | undefined;
}

/** What is restored beside the backup: the events that were copied after it, up to a moment. */
export interface Onward {
  readonly until: Date;
  /** The folder of the copy of the log, or one run of it. */
  readonly folder: string;
}

export const knownMigrations = (): readonly string[] => Object.keys(readMigrations(MIGRATIONS_FOLDER));

/**
 * Folders of the data folder that a backup fills: in `restoring`, and moved when the database is complete, so that a
 * failed restore can be repeated.
 */
const FOLDERS = ['attachments', 'seals'] as const;

/**
 * Throws BackupRefused, and writes nothing, when the file is damaged or newer or the place is not empty. Throws the
 * error of the database or the disk when it fails later. Before the commit PostgreSQL and the data folder are then empty,
 * and KurrentDB may contain a part of the events; after it the place must be emptied. Daftar does not start on either.
 *
 * With `onward` the claims are those of the backup, and are behind the log: Daftar does not start before they were made
 * again and `endRestoring` was called.
 */
export async function restoreBackup(file: string, place: Place, onward?: Onward): Promise<Restored> {
  const checked = await checkBackup(file, knownMigrations(), place.passphrase);
  const { header } = checked;
  refuseOtherStore(file, place, header);
  const continuation = onward && (await continuationOf(onward, endOf(checked), place.passphrase));
  await refuseUsedPlace(place);
  await beginRestoring(place.dataDir);
  await migrate(place.databaseUrl, MIGRATIONS_FOLDER, header.migrations);
  const filling = restoringFolder(place.dataDir);
  const { leftOut, finishLog } = await restoreRows(file, place, header, continuation);
  for (const folder of FOLDERS) {
    await mkdir(join(filling, folder), { recursive: true, mode: 0o700 });
    await moveFolder(join(filling, folder), join(place.dataDir, folder));
  }
  const migrated = await migrate(place.databaseUrl);
  await withClient(place, finishLog);
  await compareRoot(place, checked);
  forgetSeenInFolder(place.dataDir);
  if (!continuation) await endRestoring(place.dataDir);
  return { ...checked, migrated, leftOut, continuation };
}

export const endOf = ({ header, lastLine }: Checked) => ({
  head: BigInt(header.head),
  lastLine,
  identity: header.log_identity,
});

/** A backup may contain intents, which only the store in KurrentDB can settle. */
function refuseOtherStore(file: string, { eventStoreUrl }: Place, { store }: Header): void {
  if (store === 'kurrentdb' && !eventStoreUrl) {
    throw new BackupRefused(
      `${file} is of a Daftar whose log is in KurrentDB. Set DAFTAR_EVENTSTORE_URL to an empty one.`,
    );
  }
  if (store === 'postgresql' && eventStoreUrl) {
    throw new BackupRefused(
      `${file} is of a Daftar whose log is in PostgreSQL. Restore it without DAFTAR_EVENTSTORE_URL.`,
    );
  }
}

async function withClient<Result>(place: Place, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(place.databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Rows {
  readonly leftOut: readonly string[];
  /** Runs after the newer migrations. */
  readonly finishLog: (client: pg.ClientBase) => Promise<void>;
}

function restoreRows(file: string, place: Place, header: Header, continuation?: Continuation): Promise<Rows> {
  return withClient(place, async (client) => {
    await client.query('begin');
    const log = await openLogWriter({ ...place, client });
    try {
      const here = await tablesOf(client);
      for (const table of here.keys()) {
        // The backup contains the later values of these rows.
        if (FILLED_BY_MIGRATIONS.includes(table)) await client.query(`delete from ${table}`);
      }
      const leftOut = Object.keys(header.tables).filter((table) => !here.has(table));
      for await (const entry of readArchive(file, place.passphrase))
        await restoreEntry(entry, { client, log, header, place, leftOut });
      for await (const page of continuation?.pages() ?? []) await log.write(page);
      const finishLog = await log.finish();
      for (const table of here.keys()) await continueNumbers(client, table);
      await client.query('commit');
      return { leftOut, finishLog };
    } finally {
      await log.close();
    }
  });
}

interface Into {
  readonly client: pg.Client;
  readonly log: LogWriter;
  readonly header: Header;
  readonly place: Place;
  readonly leftOut: readonly string[];
}

async function restoreEntry(entry: Entry, { client, log, header, place, leftOut }: Into): Promise<void> {
  const [section = '', folder = ''] = entry.name.split('/');
  if (section === 'log') {
    await log.write((await contentOf(entry)).toString().trimEnd().split('\n').map(readEventLine));
  } else if (section === 'tables' && !leftOut.includes(folder)) {
    const copy = client.query(copyFrom(copySql(folder, header.tables[folder] ?? [], 'from stdin')));
    await pipeline(Readable.from(entry.content), copy);
  } else if (isOneOf(FOLDERS, section)) {
    const file = join(restoringFolder(place.dataDir), entry.name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(entry.content), createWriteStream(file, { mode: 0o600, flush: true }));
  }
}

/** Compares the root of the restored log with that of the backup. */
async function compareRoot(place: Place, { header, contents }: Checked): Promise<void> {
  const log = await openLogReader(place);
  try {
    const identity = await identityOf(log);
    if (header.log_identity !== undefined && header.log_identity !== identity) {
      throw new Error(`the restored log has the identity ${identity}, and the backup ${header.log_identity}`);
    }
    const tree = new MerkleTree();
    for await (const page of storedUntil(log, BigInt(header.head))) {
      for (const event of page) tree.add(leafHash(eventLine(event).line));
    }
    if (tree.size !== contents.events || (contents.root !== null && tree.root() !== contents.root)) {
      throw new Error(`the restored log has the root ${tree.root()}, and the backup ${contents.root}`);
    }
  } finally {
    await log.close();
  }
}
