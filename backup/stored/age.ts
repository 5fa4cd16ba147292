/**
 * Encryption of backups in the age format, version 1, with a passphrase (age-encryption.org/v1, its recipient `scrypt`), so
 * that the ordinary program opens them: `age -d FILE`. Every file has a key, a salt and a nonce of its own, as the format
 * demands; what a passphrase opens once in a process is not derived again.
 *
 *   age-encryption.org/v1
 *   -> scrypt <salt> <log2 of the work>
 *   <file key, encrypted with a key that scrypt makes of passphrase and salt>
 *   --- <HMAC of the header>
 *   <nonce><chunks of 64 KiB, each encrypted with ChaCha20-Poly1305; the number of the last one is marked>
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { open } from 'node:fs/promises';
import { BackupDamaged, BackupLocked, BackupRefused } from './refused.ts';

const VERSION = 'age-encryption.org/v1';
const HEADER = /^age-encryption\.org\/v1\n-> scrypt ([^ \n]+) ([1-9]\d?)\n([^\n]+)\n--- ([^\n]+)\n/;
/** Longer than any header with one passphrase. */
const HEADER_LENGTH_MAX = 1024;
const ALGORITHM = 'chacha20-poly1305';
const [FILE_KEY, SALT, NONCE, TAG] = [16, 16, 16, 16];
const CHUNK = 65_536;
/** 128 MiB of memory for some tenths of a second. */
const WORK = 17;
/** 1 GiB: a file that asks for more would stop the machine. */
const WORK_MAX = 20;
const LENGTH_MIN = 16;

/** A key, and the header from which a passphrase finds it. */
export interface FileKey {
  readonly header: Buffer;
  readonly key: Buffer;
}

export class Passphrase {
  readonly #phrase: string;
  /** By header. */
  readonly #opened = new Map<string, Buffer>();

  /** Undefined without BACKUP_PASSPHRASE. Throws BackupRefused for a short one. */
  static of({ BACKUP_PASSPHRASE: phrase = '' }: Readonly<Record<string, string | undefined>>): Passphrase | undefined {
    if (phrase === '') return undefined;
    if (phrase.length >= LENGTH_MIN) return new Passphrase(phrase);
    throw new BackupRefused(
      `BACKUP_PASSPHRASE is too short. Give at least ${LENGTH_MIN} characters, such as five words.`,
    );
  }

  constructor(phrase: string) {
    this.#phrase = phrase;
  }

  /** The key of a file that is encrypted now. */
  async newKey(): Promise<FileKey> {
    return this.keyWith(randomBytes(FILE_KEY), randomBytes(SALT), WORK);
  }

  /** The header is a function of what is random in it. */
  async keyWith(key: Buffer, salt: Buffer, work: number): Promise<FileKey> {
    const wrapped = encrypt(await wrapKeyOf(this.#phrase, salt, work), Buffer.alloc(12), key);
    const begin = `${VERSION}\n-> scrypt ${base64(salt)} ${work}\n${base64(wrapped)}\n---`;
    const header = `${begin} ${base64(macOf(key, begin))}\n`;
    this.#opened.set(header, key);
    return { header: Buffer.from(header), key };
  }

  /** Throws BackupLocked when the passphrase is another one, and BackupDamaged. */
  async keyOf(file: string, header: string): Promise<Buffer> {
    const known = this.#opened.get(header);
    if (known) return known;
    const [, salt = '', work = '', body = '', mac = ''] = HEADER.exec(header) ?? [];
    const [saltBytes, bodyBytes, macBytes] = [bytesOf(salt), bytesOf(body), bytesOf(mac)];
    if (saltBytes?.length !== SALT || bodyBytes?.length !== FILE_KEY + TAG || macBytes?.length !== 32) {
      throw new BackupDamaged(file, 'its header cannot be read');
    }
    if (Number(work) > WORK_MAX) throw new BackupRefused(`${file} asks for too much memory (scrypt ${work}).`);
    const key = decrypt(await wrapKeyOf(this.#phrase, saltBytes, Number(work)), Buffer.alloc(12), bodyBytes);
    if (!key)
      throw new BackupLocked(`BACKUP_PASSPHRASE does not open ${file}: it was encrypted with another passphrase.`);
    const begin = header.slice(0, header.lastIndexOf('---') + 3);
    if (!timingSafeEqual(macOf(key, begin), macBytes)) throw new BackupDamaged(file, 'its header was changed');
    this.#opened.set(header, key);
    return key;
  }
}

/** Throws BackupLocked without a passphrase. */
async function keyIn(file: string, header: string, passphrase: Passphrase | undefined): Promise<Buffer> {
  if (passphrase) return passphrase.keyOf(file, header);
  throw new BackupLocked(`${file} is encrypted. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE, to its passphrase.`);
}

/** Content in the format, in parts. */
export async function* encryptedBytes(
  content: AsyncIterable<Buffer>,
  { header, key }: FileKey,
  nonce: Buffer = randomBytes(NONCE),
): AsyncGenerator<Buffer> {
  yield Buffer.concat([header, nonce]);
  const payloadKey = derived(key, nonce, 'payload');
  for await (const { bytes, number, isLast } of chunksOf(content, CHUNK)) {
    yield encrypt(payloadKey, nonceOf(number, isLast), bytes);
  }
}

/**
 * The content of a stored file, which may be encrypted or not. Throws BackupLocked without the passphrase, BackupDamaged for
 * a file that is cut off or was changed, and BackupRefused for one that is encrypted in another way.
 */
export async function* plainBytes(
  file: string,
  stored: AsyncIterable<Buffer>,
  passphrase: Passphrase | undefined,
): AsyncGenerator<Buffer> {
  const source = stored[Symbol.asyncIterator]();
  try {
    let begin: Buffer = Buffer.alloc(0);
    const readOn = async (): Promise<boolean> => {
      const { value, done } = await source.next();
      if (!done) begin = Buffer.concat([begin, value]);
      return !done;
    };
    while (begin.length < VERSION.length && (await readOn()));
    const isEncrypted = begin.subarray(0, VERSION.length).toString('latin1') === VERSION;
    if (isEncrypted) while (!HEADER.test(textOf(begin)) && begin.length < HEADER_LENGTH_MAX && (await readOn()));
    const rest = (async function* () {
      yield begin;
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    })();
    if (!isEncrypted) {
      yield* rest;
      return;
    }
    const header = HEADER.exec(textOf(begin))?.[0];
    if (header === undefined) {
      if (begin.length < HEADER_LENGTH_MAX) throw new BackupDamaged(file, 'it is cut off');
      throw new BackupRefused(
        `${file} is encrypted with keys, not with a passphrase. Decrypt it first: age -d -i KEY FILE`,
      );
    }
    const key = await keyIn(file, header, passphrase);
    while (begin.length < header.length + NONCE && (await readOn()));
    const nonce = begin.subarray(header.length, header.length + NONCE);
    if (nonce.length < NONCE) throw new BackupDamaged(file, 'it is cut off');
    begin = begin.subarray(header.length + NONCE);
    const payloadKey = derived(key, nonce, 'payload');
    for await (const { bytes, number, isLast } of chunksOf(rest, CHUNK + TAG)) {
      const content = decrypt(payloadKey, nonceOf(number, isLast), bytes);
      // Only a file without content has an empty chunk.
      if (!content || (content.length === 0 && number > 0)) {
        throw new BackupDamaged(file, isLast ? 'it is cut off, or its end was changed' : 'its content was changed');
      }
      if (content.length > 0) yield content;
    }
  } finally {
    await source.return?.();
  }
}

/** Whether a stored file is encrypted; if so it opens with the passphrase, otherwise BackupLocked is thrown. */
export async function isOpened(file: string, passphrase: Passphrase | undefined): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEADER_LENGTH_MAX), 0, HEADER_LENGTH_MAX, 0);
    const header = HEADER.exec(textOf(buffer.subarray(0, bytesRead)))?.[0];
    if (header === undefined) return false;
    await keyIn(file, header, passphrase);
    return true;
  } finally {
    await handle.close();
  }
}

const textOf = (begin: Buffer): string => begin.subarray(0, HEADER_LENGTH_MAX).toString('latin1');

interface Chunk {
  readonly bytes: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/** Parts of this length; the last one may be shorter, and is empty only without any content. */
async function* chunksOf(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Chunk> {
  let parts: Buffer[] = [];
  let [gathered, number] = [0, 0];
  for await (const part of content) {
    parts.push(part);
    gathered += part.length;
    if (gathered <= length) continue;
    let all = Buffer.concat(parts);
    for (; all.length > length; all = all.subarray(length), number += 1) {
      yield { bytes: all.subarray(0, length), number, isLast: false };
    }
    [parts, gathered] = [[all], all.length];
  }
  yield { bytes: Buffer.concat(parts), number, isLast: true };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function encrypt(key: Buffer, nonce: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG });
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined for another key, and for bytes that were changed. */
function decrypt(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer | undefined {
  if (bytes.length < TAG) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
  } catch {
    // The only error of these calls: the tag is another one.
    return undefined;
  }
}

const derived = (key: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

const macOf = (key: Buffer, begin: string): Buffer =>
  createHmac('sha256', derived(key, Buffer.alloc(0), 'header'))
    .update(begin)
    .digest();

function wrapKeyOf(phrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** work, r: 8, p: 1, maxmem: 2 ** work * 1024 + 2 ** 20 };
  const salted = Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]);
  return new Promise((resolve, reject) => {
    scrypt(phrase, salted, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Undefined for a text that is not the one form in which these bytes are written. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return base64(bytes) === text ? bytes : undefined;
}
