/**
 * The copy of the log beside the backups: while Daftar runs, each event is added within seconds to a file of BACKUP_DIR, so
 * that a backup can be restored with what came after it (docs/operations.md).
 *
 *   log-copy/<run>/<position>.jsonl, with `.age` when it is encrypted (backup/stored/age.ts)
 *
 * The first line is a header with the position after which the file begins. Each further line is that of an event, as
 * docs/seal.md defines it, a tab, and the SHA-256 of the digest of the line before and the line. A run is begun anew when the
 * log is not the one that was copied, as after a restore: nothing that was copied is changed.
 */
import { hash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import type { Position, StoredEvent } from '../../event-store/port.ts';
import { type Passphrase, plainBytes } from '../stored/age.ts';
import { eventLine, readEventLine } from '../stored/event-lines.ts';
import { BackupDamaged, BackupRefused } from '../stored/refused.ts';

export const COPY_FORMAT = 'daftar-log-copy-1';

const headerLine = checked(
  'the header of a copy of the log',
  Type.Object({
    format: Type.Literal(COPY_FORMAT),
    made_by: Type.String(),
    events_version: Type.Integer(),
    /** Undefined as long as the log was empty. */
    log_identity: Type.Optional(Type.String()),
    after: Type.String({ pattern: '^\\d+$' }),
    /** UTC day on which the file was begun. */
    day: Type.String(),
  }),
);
export type CopyHeader = ReturnType<typeof headerLine.read>;

export const copyFolder = (backupDir: string): string => join(backupDir, 'log-copy');

/** Folders of the runs, oldest first. */
export function runsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^\d{4}$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

export function nextRun(folder: string): string {
  const last = Number(basename(runsIn(folder).at(-1) ?? '0'));
  return join(folder, String(last + 1).padStart(4, '0'));
}

/** Files of a run, oldest first. */
export function copiedFiles(run: string): readonly string[] {
  const names = readdirSync(run).filter((name) => /^\d{20}\.jsonl(\.age)?$/.test(name));
  return names.sort().map((name) => join(run, name));
}

export const fileAfter = (run: string, after: Position, isEncrypted: boolean): string =>
  join(run, `${String(after).padStart(20, '0')}.jsonl${isEncrypted ? '.age' : ''}`);

/** The position after which a file begins. */
export const beginOf = (file: string): Position => BigInt(basename(file).slice(0, 20));

export const isEncryptedCopy = (file: string): boolean => file.endsWith('.age');

export const printHeader = (header: CopyHeader): string => JSON.stringify(header);

export const firstDigest = (header: string): string => hash('sha256', header);

/** The line of an event behind the line with this digest. */
export function printEvent(event: StoredEvent, before: string): { readonly line: string; readonly digest: string } {
  const { line } = eventLine(event);
  const digest = hash('sha256', `${before}\n${line}`);
  return { line: `${line}\t${digest}`, digest };
}

/** The end of a file: what the next line is written behind. */
export interface CopiedEnd {
  readonly header: CopyHeader;
  /** The last event of the file; undefined when it has none. */
  readonly last: StoredEvent | undefined;
  readonly digest: string;
  /** Bytes of the whole lines. What comes behind them is of a line that was not finished. */
  readonly bytes: number;
  /** The lines of an encrypted file, which is written anew with each addition; undefined for one that is not. */
  readonly content: Buffer | undefined;
}

/**
 * Undefined for a file without a whole header. Throws BackupDamaged for a last line that was changed, and BackupLocked for a
 * file that the passphrase does not open.
 */
export async function endOf(file: string, passphrase: Passphrase | undefined): Promise<CopiedEnd | undefined> {
  if (isEncryptedCopy(file)) return endOfEncrypted(file, passphrase);
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const head = await lineFrom(handle, 0, size);
    if (head === undefined) return undefined;
    const { whole, line } = await lastLine(handle, size);
    return { ...endAt(file, head, line), bytes: whole, content: undefined };
  } finally {
    await handle.close();
  }
}

function endAt(file: string, head: string, line: string): Pick<CopiedEnd, 'header' | 'last' | 'digest'> {
  const header = headerOf(file, head);
  if (line === head) return { header, last: undefined, digest: firstDigest(head) };
  const { event, digest } = eventOf(file, line);
  return { header, last: event, digest };
}

/** Such a file is never cut off: it is renamed when it is whole. */
async function endOfEncrypted(file: string, passphrase: Passphrase | undefined): Promise<CopiedEnd | undefined> {
  const content = await buffer(plainBytes(file, createReadStream(file), passphrase));
  const lines = content.toString().trimEnd().split('\n');
  const [head = '', line = head] = [lines[0], lines.at(-1)];
  return { ...endAt(file, head, line), bytes: content.length, content };
}

/** The last file of a run that has a header, and its end. */
export async function endOfRun(
  run: string,
  passphrase: Passphrase | undefined,
): Promise<(CopiedEnd & { readonly file: string }) | undefined> {
  for (const file of copiedFiles(run).toReversed()) {
    const end = await endOf(file, passphrase);
    if (end) return { ...end, file };
  }
  return undefined;
}

const BLOCK = 65_536;

/** The line that begins at a byte; undefined without its end. */
async function lineFrom(handle: FileHandle, at: number, size: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  for (let from = at; from < size; from += BLOCK) {
    const part = await read(handle, from, Math.min(size, from + BLOCK));
    const end = part.indexOf(0x0a);
    parts.push(end < 0 ? part : part.subarray(0, end));
    if (end >= 0) return Buffer.concat(parts).toString();
  }
  return undefined;
}

/** The last line that has an end, and the bytes up to that end. */
async function lastLine(handle: FileHandle, size: number): Promise<{ readonly whole: number; readonly line: string }> {
  for (let window = BLOCK; ; window *= 4) {
    const from = Math.max(0, size - window);
    const part = await read(handle, from, size);
    const end = part.lastIndexOf(0x0a);
    const before = end > 0 ? part.lastIndexOf(0x0a, end - 1) : -1;
    if (end >= 0 && (before >= 0 || from === 0)) {
      return { whole: from + end + 1, line: part.subarray(before + 1, end).toString() };
    }
    if (from === 0) return { whole: 0, line: '' };
  }
}

async function read(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

function headerOf(file: string, line: string): CopyHeader {
  let header: CopyHeader;
  try {
    header = headerLine.parse(line);
  } catch (cause) {
    throw Object.assign(new BackupDamaged(file, 'its first line is not the header of a copy of the log'), { cause });
  }
  if (header.events_version > EVENTS_VERSION) {
    throw new BackupRefused(`${file} was made by a newer Daftar (${header.made_by}). Update this one, then restore.`);
  }
  return header;
}

function eventOf(
  file: string,
  line: string,
): { readonly event: StoredEvent; readonly text: string; readonly digest: string } {
  const end = line.lastIndexOf('\t');
  const [text, digest] = [line.slice(0, Math.max(0, end)), line.slice(end + 1)];
  try {
    return { event: readEventLine(text), text, digest };
  } catch (error) {
    throw new BackupDamaged(file, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads the files of a run in order, and compares each line with its digest and each file with the end of the one before.
 * Only the last file may end in the midst of a line. Throws BackupDamaged, BackupLocked and BackupRefused.
 */
export async function* readCopy(run: string, passphrase: Passphrase | undefined): AsyncGenerator<StoredEvent> {
  const files = copiedFiles(run);
  let last: Position | undefined;
  for (const file of files) {
    const isLast = file === files.at(-1);
    let digest: string | undefined;
    for await (const line of wholeLines(file, passphrase, isLast)) {
      if (digest === undefined) {
        const { after } = headerOf(file, line);
        if (last !== undefined && BigInt(after) !== last) {
          throw new BackupDamaged(file, `it begins after position ${after}, and the file before ends at ${last}`);
        }
        [digest, last] = [firstDigest(line), BigInt(after)];
        continue;
      }
      const found = eventOf(file, line);
      if (found.digest !== hash('sha256', `${digest}\n${found.text}`)) {
        throw new BackupDamaged(
          file,
          `the line of position ${found.event.position}, or the one before it, was changed`,
        );
      }
      if (last !== undefined && found.event.position <= last) {
        throw new BackupDamaged(file, `event ${found.event.position} comes after event ${last}`);
      }
      [digest, last] = [found.digest, found.event.position];
      yield found.event;
    }
    if (digest === undefined && !isLast) throw new BackupDamaged(file, 'it has no header');
  }
}

/** Only line feeds end a line: texts of events may have other separators. */
async function* wholeLines(
  file: string,
  passphrase: Passphrase | undefined,
  mayEndEarly: boolean,
): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of plainBytes(file, createReadStream(file), passphrase)) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString();
      [rest, from] = [[], end + 1];
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0 && !mayEndEarly) throw new BackupDamaged(file, 'it is cut off');
}
