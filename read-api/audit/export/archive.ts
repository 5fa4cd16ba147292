/**
 * Everything of a business as one archive: each file of separated values, the same as a workbook, and the attachments, with a
 * file that says which record or document holds each. It is written piece by piece and renamed at its end.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sql } from 'kysely';
import { errorCode } from '../../../domain/values/thrown.ts';
import { attachmentFile } from '../../../identity/machine/attachment-file.ts';
import { startLongSnapshot } from '../../database/long-snapshot.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { Reader } from '../../database/reader-type.ts';
import { type ExportedFile, everything, fileOf } from './everything.ts';
import { owner } from './owner.ts';
import { SHEET_ROWS_MAX, workbookOf } from './workbook.ts';

export interface Archived {
  /** Entries of the archive. */
  readonly files: number;
  readonly bytes: number;
  readonly attachments: number;
  /** Attachments whose files are not in the data folder. */
  readonly missing: readonly string[];
}

/** What the format counts in 16 and 32 bits. */
const LIMITS = { entries: 65_535, bytes: 4_294_967_295 };
type ArchiveLimits = typeof LIMITS;

/** One snapshot, so that the files agree with each other. Throws ArchiveTooLarge, before anything is written where that is known. */
export async function archiveEverything(
  reader: Reader,
  target: string,
  onFile: (path: string) => void = () => undefined,
  limits: ArchiveLimits = LIMITS,
): Promise<Archived> {
  const dataDir = process.env['DATA_DIR'] ?? 'data';
  const part = `${target}.part`;
  const snapshot = await startLongSnapshot(reader);
  const archive = new Archive(part, limits);
  try {
    const attached = await heldAttachments(snapshot);
    // They are not packed: what they take is known.
    archive.mustFit(attached.files.length, attached.bytes);
    for await (const file of everything(snapshot, owner, [attached.list])) {
      onFile(file.path);
      await archive.add(file.path, [strToU8(file.text)]);
      for (const [path, rows] of sheetsOf(file)) await archive.add(path, workbookOf(rows), { isPacked: true });
    }
    const missing: string[] = [];
    for (const { id, digest, path } of attached.files) {
      onFile(path);
      const content = attachmentFile(dataDir, digest);
      if (await isThere(content)) await archive.add(path, createReadStream(content), { isPacked: true });
      else missing.push(id);
    }
    const { files, bytes } = await archive.end();
    await rename(part, target);
    return { files, bytes, attachments: attached.files.length - missing.length, missing };
  } catch (error) {
    await archive.abandon();
    await rm(part, { force: true });
    throw error;
  } finally {
    await snapshot.rollback().execute();
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A file with more rows than a sheet takes becomes several workbooks. */
function* sheetsOf({ path, cells }: ExportedFile): Generator<[path: string, rows: readonly (readonly string[])[]]> {
  const [headings = [], ...rows] = cells;
  const most = SHEET_ROWS_MAX - 1;
  for (let from = 0; from === 0 || from < rows.length; from += most) {
    const name = from === 0 ? '.xlsx' : `.sheet-${from / most + 1}.xlsx`;
    yield [path.replace(/\.csv$/, name), [headings, ...rows.slice(from, from + most)]];
  }
}

interface Held {
  readonly id: string;
  readonly digest: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly file_name: string;
  readonly held_by: string;
}

/** What an event names; an upload that nothing holds is no part of the business. */
async function heldAttachments(snapshot: Snapshot) {
  const { rows } = await sql<Held>`
    select u.id, u.digest, u.media_type, u.bytes, u.file_name, string_agg(h.stream, ' ' order by h.stream) as held_by
    from attachment.upload u join attachment.holder h on h.attachment = u.id
    where exists (
      select from read.event e where e.kind = split_part(h.stream, '-', 1)
        and e.entity_id = split_part(h.stream, '-', 2)::int and strpos(e.data::text, u.id) > 0)
    group by u.id order by u.id`.execute(snapshot);
  const files = rows.map((row) => ({ ...row, path: `attachments/${row.id.slice(0, 32)}-${plainName(row.file_name)}` }));
  const told = files.map(({ id, digest, media_type, bytes, file_name, held_by, path }) => ({
    attachment: id,
    path,
    file_name,
    media_type,
    bytes,
    sha256: digest,
    held_by,
  }));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { files, bytes, list: fileOf('attachments.csv', told) };
}

/** As other systems take it in a path. */
const plainName = (name: string): string => name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Co}/\\:*?"<>|]/gu, '_');

/** A part of its message tells the page what to say (`web/shared/jobs/job-problem.ts`). */
class ArchiveTooLarge extends Error {
  constructor() {
    super('the business is larger than one archive takes: 4 GB, 65,535 files; npm run backup has everything');
    this.name = 'ArchiveTooLarge';
  }
}

class Archive {
  readonly #zip: Zip;
  readonly #out: ReturnType<typeof createWriteStream>;
  readonly #limits: ArchiveLimits;
  #files = 0;
  #bytes = 0;
  #failed: Error | null = null;

  constructor(file: string, limits: ArchiveLimits) {
    this.#limits = limits;
    this.#out = createWriteStream(file, { mode: 0o600 });
    this.#out.on('error', (error) => {
      this.#failed ??= error;
    });
    this.#zip = new Zip((error, piece) => {
      this.#failed ??= error;
      if (error) return;
      this.#bytes += piece.length;
      this.#out.write(piece);
    });
  }

  /** `isPacked`: a picture or a workbook is stored as it is. */
  async add(
    name: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    { isPacked = false } = {},
  ): Promise<void> {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    this.#files += 1;
    for await (const piece of pieces) {
      entry.push(piece);
      if (this.#failed) throw this.#failed;
      if (this.#out.writableNeedDrain) await once(this.#out, 'drain');
    }
    entry.push(new Uint8Array(), true);
    this.mustFit(0, 0);
  }

  /** Throws ArchiveTooLarge when so much more does not fit. */
  mustFit(entries: number, bytes: number): void {
    if (this.#files + entries > this.#limits.entries || this.#bytes + bytes > this.#limits.bytes) {
      throw new ArchiveTooLarge();
    }
  }

  async end(): Promise<{ readonly files: number; readonly bytes: number }> {
    this.#zip.end();
    this.#out.end();
    await finished(this.#out);
    if (this.#failed) throw this.#failed;
    return { files: this.#files, bytes: this.#bytes };
  }

  async abandon(): Promise<void> {
    this.#zip.terminate();
    this.#out.destroy();
    // It was ended before its end.
    await finished(this.#out).catch(() => undefined);
  }
}
