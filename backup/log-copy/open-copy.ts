/** The file of the copy of the log to which events are added. */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { defined } from '../../domain/values/defined.ts';
import type { Position, StoredEvent } from '../../event-store/port.ts';
import { encryptedBytes, type FileKey, type Passphrase } from '../stored/age.ts';
import { eventLine } from '../stored/event-lines.ts';
import { flushFolder } from '../stored/folder.ts';
import { type CopyHeader, fileAfter, firstDigest, printEvent, printHeader } from './copied-files.ts';

/** The file to which events are added. */
export interface Open {
  readonly run: string;
  readonly file: string;
  readonly header: CopyHeader;
  readonly position: Position;
  /** Line of the last event; undefined when the file has none. */
  readonly last: string | undefined;
  readonly digest: string;
  readonly bytes: number;
  /** What an encrypted file holds, and the key of the file; undefined for one that is not encrypted. */
  readonly encrypted: { readonly content: Buffer; readonly key: FileKey } | undefined;
}

/** Begins a file, and its run when that is new. */
export async function begun(run: string, header: CopyHeader, passphrase: Passphrase | undefined): Promise<Open> {
  // Never the folder of the backups itself.
  for (const folder of [dirname(run), run]) if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 });
  const file = fileAfter(run, BigInt(header.after), passphrase !== undefined);
  const line = printHeader(header);
  const content = Buffer.from(`${line}\n`);
  const key = await passphrase?.newKey();
  const encrypted = key && { content, key };
  const begin = { run, file, header, position: BigInt(header.after), last: undefined, digest: firstDigest(line) };
  if (encrypted) {
    await writeEncrypted(file, encrypted);
    // Has no event: the passphrase was set after it was begun.
    await rm(fileAfter(run, begin.position, false), { force: true });
  } else {
    await writeFlushed(file, content);
    await flushFolder(run);
  }
  return { ...begin, bytes: content.length, encrypted };
}

/** Throws when the file is not the one that was written: its disk was taken away, or somebody has changed it. */
export async function added(at: Open, events: readonly StoredEvent[]): Promise<Open> {
  const lines: string[] = [];
  let { digest } = at;
  for (const event of events) {
    const printed = printEvent(event, digest);
    lines.push(`${printed.line}\n`);
    digest = printed.digest;
  }
  const content = Buffer.from(lines.join(''));
  const last = defined(events.at(-1));
  const bytes = at.bytes + content.length;
  const after = { ...at, position: last.position, last: eventLine(last).line, digest, bytes };
  if (at.encrypted) {
    // The file is still there: its disk may have been taken away.
    await stat(at.file);
    const encrypted = { ...at.encrypted, content: Buffer.concat([at.encrypted.content, content]) };
    await writeEncrypted(at.file, encrypted);
    return { ...after, encrypted };
  }
  const handle = await open(at.file, 'r+');
  try {
    const { size } = await handle.stat();
    if (size !== at.bytes) throw new Error(`${at.file} has ${size} bytes, and ${at.bytes} were written`);
    await handle.write(content, 0, content.length, at.bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return after;
}

/**
 * Written as a new file with a nonce of its own, and renamed: nothing is added to an encrypted file, whose end is marked. It
 * keeps its key, from which each nonce makes another one, so that the passphrase is not derived for each addition.
 */
async function writeEncrypted(file: string, { content, key }: NonNullable<Open['encrypted']>): Promise<void> {
  await writeFlushed(`${file}.part`, await buffer(encryptedBytes(Readable.from([content]), key)));
  await rename(`${file}.part`, file);
  await flushFolder(dirname(file));
}

async function writeFlushed(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
