/** Makes a backup of a place while Daftar is in use. */

import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type pg from 'pg';
import { errorCode } from '../domain/values/thrown.ts';
import { attachmentFile, smallFile } from '../identity/machine/attachment-file.ts';
import { thisProgram } from '../migrations/written-by.ts';
import { keptSeals } from '../seal/files.ts';
import { storedUntil } from '../seal/seal.ts';
import { leafHash, MerkleTree } from '../seal/tree.ts';
import { type Entry, entryOf, writeArchive } from './stored/archive.ts';
import { eventLine } from './stored/event-lines.ts';
import { flushFolder } from './stored/folder.ts';
import { CONTENTS, type Contents, FORMAT, HEADER, type Header, PART_BYTES, partName } from './stored/format.ts';
import { BackupRefused } from './stored/refused.ts';
import { openSnapshot, type Place, type Snapshot } from './stored/snapshot.ts';
import { tableEntries } from './stored/tables.ts';

export interface Taken {
  readonly header: Header;
  readonly contents: Contents;
  readonly bytes: number;
  /** Digests of pictures whose files are not in the data folder although they are still registered. */
  readonly missingPictures: readonly string[];
}

/**
 * Writes the backup beside `file` and renames it when it is complete and on the disk. Throws BackupRefused when the file
 * exists or the database has no tables of Daftar, StoreUnavailable, and the system's error of a disk (`ENOSPC`, `ENOENT`).
 */
export async function takeBackup(place: Place, file: string, now: Date): Promise<Taken> {
  if (existsSync(file)) throw new BackupRefused(`${file} is there already. Name another file; nothing is overwritten.`);
  const part = `${file}.part`;
  const snapshot = await openSnapshot(place);
  try {
    const writing = new Writing(place, snapshot, now);
    await rm(part, { force: true });
    await writeArchive(part, writing.entries(), place.passphrase);
    await rename(part, file);
    await flushFolder(dirname(file));
    const handle = await open(file);
    const { size } = await handle.stat();
    await handle.close();
    await snapshot.client.query('rollback');
    return {
      ...writing.taken(),
      bytes: size,
      missingPictures: await stillRegistered(snapshot.client, writing.missing),
    };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await snapshot.close();
  }
}

/** Digests that are still registered: an unused picture may have been removed while the backup was made. */
async function stillRegistered(client: pg.Client, digests: readonly string[]): Promise<readonly string[]> {
  if (digests.length === 0) return [];
  const { rows } = await client.query<{ digest: string }>(
    'select distinct digest from attachment.upload where digest = any ($1) order by 1',
    [digests],
  );
  return rows.map(({ digest }) => digest);
}

class Writing {
  readonly missing: string[] = [];
  readonly #place: Place;
  readonly #snapshot: Snapshot;
  readonly #header: Header;
  readonly #tree = new MerkleTree();
  readonly #rows: Record<string, number> = Object.create(null);
  #isSealable = true;
  #events = 0;
  #pictures = 0;
  #papers = 0;
  #seals = 0;

  constructor(place: Place, snapshot: Snapshot, now: Date) {
    this.#place = place;
    this.#snapshot = snapshot;
    const program = thisProgram();
    this.#header = {
      format: FORMAT,
      made_by: `daftar ${program.version}`,
      made_at: now.toISOString(),
      store: place.eventStoreUrl ? 'kurrentdb' : 'postgresql',
      head: String(snapshot.head),
      migrations: snapshot.migrations,
      events_version: program.events,
      ...(snapshot.identity === undefined ? {} : { log_identity: snapshot.identity }),
      tables: Object.fromEntries(snapshot.tables),
    };
  }

  async *entries(): AsyncGenerator<Entry> {
    yield entryOf(HEADER, `${JSON.stringify(this.#header, null, 2)}\n`);
    yield* this.#sealFiles();
    yield* this.#log();
    for (const [table, columns] of this.#snapshot.tables) {
      this.#rows[table] = 0;
      yield* tableEntries(this.#snapshot.client, table, columns, (rows) => {
        this.#rows[table] = (this.#rows[table] ?? 0) + rows;
      });
    }
    yield* this.#pictureFiles();
    yield entryOf(CONTENTS, `${JSON.stringify(this.taken().contents, null, 2)}\n`);
  }

  taken(): Pick<Taken, 'header' | 'contents'> {
    const root = this.#isSealable ? this.#tree.root() : null;
    const contents = {
      events: this.#events,
      root,
      rows: this.#rows,
      pictures: this.#pictures,
      papers: this.#papers,
      seals: this.#seals,
    };
    return { header: this.#header, contents };
  }

  async *#log(): AsyncGenerator<Entry> {
    let lines: string[] = [];
    let [bytes, part] = [0, 0];
    const flush = (): Entry => {
      const entry = entryOf(partName('log', part + 1, 'jsonl'), `${lines.join('\n')}\n`);
      [lines, bytes, part] = [[], 0, part + 1];
      return entry;
    };
    for await (const page of storedUntil(this.#snapshot.log, this.#snapshot.head)) {
      for (const event of page) {
        const { line, isSealable } = eventLine(event);
        this.#isSealable &&= isSealable;
        this.#tree.add(leafHash(line));
        this.#events += 1;
        lines.push(line);
        bytes += line.length;
      }
      if (bytes >= PART_BYTES) yield flush();
    }
    if (lines.length > 0) yield flush();
  }

  /** Without seals from after the snapshot, which cover more events than this log. */
  async *#sealFiles(): AsyncGenerator<Entry> {
    for (const file of keptSeals(this.#place.dataDir)) {
      if (BigInt(/seal-(\d+)\.jsonl$/.exec(file)?.[1] ?? 0) > this.#snapshot.head) continue;
      const entry = await fileEntry(`seals/${basename(file)}`, file);
      if (!entry) continue;
      this.#seals += 1;
      yield entry;
    }
  }

  async *#pictureFiles(): AsyncGenerator<Entry> {
    if (!this.#snapshot.tables.has('attachment.upload')) return;
    const { rows } = await this.#snapshot.client.query<{ digest: string; is_picture: boolean }>(
      `select digest, bool_or(media_type like 'image/%') as is_picture from attachment.upload group by digest order by 1`,
    );
    for (const { digest, is_picture } of rows) {
      const file = attachmentFile(this.#place.dataDir, digest);
      const name = `attachments/${digest.slice(0, 2)}/${digest}`;
      const picture = await fileEntry(name, file);
      const small = is_picture ? await fileEntry(smallFile(name), smallFile(file)) : undefined;
      if (picture) yield picture;
      if (small) yield small;
      if (small) this.#pictures += 1;
      this.#papers += (picture ? 1 : 0) - (small ? 1 : 0);
      if (!picture || (is_picture && !small)) this.missing.push(digest);
    }
  }
}

/** Undefined when the file does not exist. */
async function fileEntry(name: string, file: string): Promise<Entry | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const { size } = await handle.stat();
  // Reading to the end closes the handle.
  return { name, size, content: handle.createReadStream() };
}
