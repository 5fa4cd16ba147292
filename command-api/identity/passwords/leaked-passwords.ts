/**
 * Leaked passwords from a file of the operator: sorted SHA-1 digests in hexadecimal, one per line, optionally followed
 * by `:` and a count. Have I Been Pwned publishes such a file; there is no network request. Lines are found by binary
 * search, so a file of many gigabytes takes about thirty reads.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const DIGEST_LENGTH = 40;
const DIGEST = /^[0-9A-F]{40}(:\d+)?$/;
/** Longer than any line. */
const READ_BYTES = 128;

export class LeakedPasswords {
  readonly #path: string;

  /**
   * Opens the file named by LEAKED_PASSWORDS; undefined when not configured. Throws RangeError when it cannot be read.
   */
  static of(environment: NodeJS.ProcessEnv): LeakedPasswords | undefined {
    const path = environment['LEAKED_PASSWORDS'] ?? '';
    if (path === '') return undefined;
    try {
      accessSync(path, constants.R_OK);
    } catch {
      throw new RangeError(`LEAKED_PASSWORDS is "${path}", which cannot be read`);
    }
    return new LeakedPasswords(path);
  }

  constructor(path: string) {
    this.#path = path;
  }

  /** Rejects when the file cannot be read or its lines are not digests, so that no password is accepted unchecked. */
  async has(password: string): Promise<boolean> {
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    const file = await open(this.#path, 'r');
    try {
      let [low, high] = [0, (await file.stat()).size];
      // The line of `wanted` begins at or after `low` and before `high`.
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const { digest, start, next } = await lineAround(file, middle);
        if (digest === wanted) return true;
        if (digest < wanted) low = next;
        else high = start;
      }
      return false;
    } finally {
      await file.close();
    }
  }
}

interface Line {
  readonly digest: string;
  /** Offsets of the first byte of the line, and of the next line. */
  readonly start: number;
  readonly next: number;
}

/** The line that contains the byte at `offset`; its line feed is part of it. */
async function lineAround(file: FileHandle, offset: number): Promise<Line> {
  const from = Math.max(0, offset - READ_BYTES);
  const buffer = Buffer.alloc(2 * READ_BYTES);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const at = offset - from;
  const first = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(first, end < 0 ? undefined : end).replace(/\r$/, '');
  if (!DIGEST.test(line.toUpperCase())) throw new Error('LEAKED_PASSWORDS has a line that is no SHA-1 digest');
  const digest = line.slice(0, DIGEST_LENGTH).toUpperCase();
  return { digest, start: from + first, next: end < 0 ? from + text.length : from + end + 1 };
}
