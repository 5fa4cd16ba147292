/**
 * The container of a backup: a tar archive (POSIX ustar) compressed by gzip, which other programs can open; with a passphrase
 * it is encrypted in the format of age. Its last entry is `SHA256SUMS`, in the format of `sha256sum -c`. It is written and
 * read as a stream, so its size does not affect memory.
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCode, toError } from '../../domain/values/thrown.ts';
import { encryptedBytes, type Passphrase, plainBytes } from './age.ts';
import { BackupDamaged, BackupRefused } from './refused.ts';

export interface Entry {
  /** Path inside of the archive, ASCII, at most 100 characters. */
  readonly name: string;
  /** Bytes of the content. */
  readonly size: number;
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

export const CHECKSUMS = 'SHA256SUMS';
const BLOCK = 512;
const NAME_LENGTH_MAX = 100;

/** Writes a new file, mode 0600. Throws the system's error (`ENOSPC`, `EEXIST`), and errors of the entries. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<Entry>,
  passphrase?: Passphrase | undefined,
): Promise<void> {
  const key = await passphrase?.newKey();
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const [blocks, gzip] = [Readable.from(blocksOf(entries)), createGzip()];
  if (key) await finished(blocks, gzip, (chunks: AsyncIterable<Buffer>) => encryptedBytes(chunks, key), out);
  else await finished(blocks, gzip, out);
}

async function* blocksOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const sums: string[] = [];
  for await (const entry of entries) {
    const hash = createHash('sha256');
    yield* entryBlocks(entry, (chunk) => hash.update(chunk));
    sums.push(`${hash.digest('hex')}  ${entry.name}\n`);
  }
  yield* entryBlocks(entryOf(CHECKSUMS, sums.join('')), () => undefined);
  yield Buffer.alloc(2 * BLOCK);
}

export function entryOf(name: string, text: string | Buffer): Entry {
  const content = typeof text === 'string' ? Buffer.from(text) : text;
  return { name, size: content.length, content: [content] };
}

async function* entryBlocks(entry: Entry, seen: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  yield headerOf(entry);
  let size = 0;
  for await (const chunk of entry.content) {
    size += chunk.length;
    seen(chunk);
    yield chunk;
  }
  if (size !== entry.size) throw new Error(`${entry.name} has ${size} bytes, and ${entry.size} were announced`);
  yield Buffer.alloc(paddingOf(size));
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function headerOf({ name, size }: Entry): Buffer {
  if (name.length > NAME_LENGTH_MAX) throw new RangeError(`the name ${name} is too long for the archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'ascii');
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  octal(checksumOf(header), 148, 6);
  header.write('\0 ', 154);
  return header;
}

/** The sum of the header's bytes, with the checksum field counted as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

/**
 * The entries in their order, without `SHA256SUMS`. Unread content of an entry is skipped. Throws BackupRefused for a file
 * that is no archive, BackupLocked for one that the passphrase does not open, and BackupDamaged for a truncated or changed one: at the entry where the damage is found, or after
 * the last entry, when the checksums are compared.
 */
export async function* readArchive(file: string, passphrase?: Passphrase | undefined): AsyncGenerator<Entry> {
  const bytes = new ByteReader(file, passphrase);
  const sums: string[] = [];
  try {
    for (let found = await nextEntry(bytes); found; found = await nextEntry(bytes)) {
      const { name, size } = found;
      const content = new EntryContent(bytes, size);
      if (name === CHECKSUMS) {
        compareSums(bytes, (await contentOf({ name, size, content })).toString(), sums);
        await bytes.exactly(paddingOf(size));
        await bytes.toEnd();
        return;
      }
      yield { name, size, content };
      sums.push(`${await content.digest()}  ${name}\n`);
      await bytes.exactly(paddingOf(size));
    }
    throw bytes.damaged('its end is missing');
  } finally {
    bytes.close();
  }
}

function compareSums(bytes: ByteReader, text: string, sums: readonly string[]): void {
  if (text === sums.join('')) return;
  const written = text.split('\n');
  const different = sums.find((line, index) => line.trimEnd() !== written[index]);
  throw bytes.damaged(
    `the checksum of ${different?.slice(66).trimEnd() ?? 'its entries'} is not the one that was written`,
  );
}

/** The whole content of an entry that is known to be small. */
export async function contentOf({ content }: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Undefined at the zero block that ends an archive. */
async function nextEntry(bytes: ByteReader): Promise<Pick<Entry, 'name' | 'size'> | undefined> {
  const header = await bytes.exactly(BLOCK);
  if (header.every((byte) => byte === 0)) return undefined;
  const number = (at: number, length: number) => Number.parseInt(header.toString('ascii', at, at + length), 8);
  if (number(148, 6) !== checksumOf(header)) throw bytes.damaged('the header of an entry is not valid');
  const name = header.toString('ascii', 0, NAME_LENGTH_MAX);
  return { name: name.split('\0', 1)[0] ?? '', size: number(124, 11) };
}

/** Each iteration continues where the previous one stopped. */
class EntryContent implements AsyncIterable<Buffer> {
  readonly #bytes: ByteReader;
  readonly #hash = createHash('sha256');
  #left: number;

  constructor(bytes: ByteReader, size: number) {
    this.#bytes = bytes;
    this.#left = size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (this.#left > 0) {
      const chunk = await this.#bytes.upTo(this.#left);
      this.#left -= chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** SHA-256 of the whole content, hexadecimal. */
  async digest(): Promise<string> {
    for await (const _ of this);
    return this.#hash.digest('hex');
  }
}

/** The decompressed bytes of a file, in the amounts that the reader requests. */
class ByteReader {
  readonly #file: string;
  readonly #gunzip = createGunzip();
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string, passphrase: Passphrase | undefined) {
    this.#file = file;
    // The errors of both streams reach the iterator.
    const content = Readable.from(plainBytes(file, createReadStream(file), passphrase));
    pipeline(content, this.#gunzip, () => undefined);
    this.#chunks = this.#gunzip[Symbol.asyncIterator]();
  }

  damaged(what: string): BackupDamaged {
    return new BackupDamaged(this.#file, what);
  }

  /** At least one byte, at most `limit`. */
  async upTo(limit: number): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = (await this.#next()) ?? Buffer.alloc(0);
    if (this.#rest.length === 0) throw this.damaged('it is cut off');
    const chunk = this.#rest.subarray(0, limit);
    this.#rest = this.#rest.subarray(chunk.length);
    return chunk;
  }

  async exactly(count: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (let left = count; left > 0; left -= chunks.at(-1)?.length ?? 0) chunks.push(await this.upTo(left));
    return Buffer.concat(chunks);
  }

  /** Reads the rest of the file, because gzip compares its checksum at the end. */
  async toEnd(): Promise<void> {
    while ((await this.#next()) !== undefined);
  }

  close(): void {
    this.#gunzip.destroy();
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.#chunks.next();
      return done ? undefined : value;
    } catch (error) {
      const [code, { message }] = [errorCode(error) ?? '', toError(error)];
      if (!code.startsWith('Z_')) throw error;
      if (message === 'incorrect header check') throw new BackupRefused(`${this.#file} is not a backup of Daftar.`);
      throw this.damaged(code === 'Z_BUF_ERROR' ? 'it is cut off' : `it cannot be decompressed (${message})`);
    }
  }
}
