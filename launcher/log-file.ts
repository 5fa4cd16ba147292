/**
 * The log of the program, in a file of its own. When the file is full it is put beside, as `daftar.log.1`, and a new one
 * begins; the oldest are removed. What cannot be written, because the disk is full, is counted and left out: a log never
 * ends the process that it is about.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { systemCode } from './startup-error.ts';

export interface LogFileOptions {
  /** A file that would grow beyond it is put beside. */
  readonly bytesMax?: number;
  /** So many are kept beside the one that is written. */
  readonly keptMax?: number;
}

export const LOG_BYTES_MAX = 10 * 1024 * 1024;
export const LOGS_KEPT = 5;
/** What waits for a disk that does not take it, in characters; further lines are left out. */
const WAITING_MAX = 1024 * 1024;

export class LogFile {
  readonly #path: string;
  readonly #bytesMax: number;
  readonly #keptMax: number;
  #handle: FileHandle | undefined;
  #bytes = 0;
  #waiting: string[] = [];
  #waitingLength = 0;
  #running: Promise<void> | undefined;
  #lost = 0;
  #cause = '';

  constructor(path: string, { bytesMax = LOG_BYTES_MAX, keptMax = LOGS_KEPT }: LogFileOptions = {}) {
    this.#path = path;
    this.#bytesMax = bytesMax;
    this.#keptMax = keptMax;
  }

  /** Whole lines. Returns at once; never throws. */
  write(text: string): void {
    if (this.#waitingLength > WAITING_MAX) {
      this.#lose([text], 'too many at once');
      return;
    }
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when everything that waits is written or was left out. */
  async flush(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#leave();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const texts = this.#waiting;
      this.#waiting = [];
      this.#waitingLength = 0;
      try {
        await this.#append(texts.join(''));
      } catch (error) {
        this.#lose(texts, systemCode(error) ?? String(error));
        await this.#leave();
      }
    }
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(`${this.#lostLine()}${text}`);
    await this.#open();
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#bytesMax) await this.#beginAnew();
    await this.#handle?.appendFile(bytes);
    this.#bytes += bytes.length;
    this.#lost = 0;
  }

  async #open(): Promise<void> {
    if (this.#handle) return;
    this.#handle = await open(this.#path, 'a', 0o600);
    this.#bytes = (await this.#handle.stat()).size;
  }

  async #beginAnew(): Promise<void> {
    await this.#leave();
    await rm(`${this.#path}.${this.#keptMax}`, { force: true });
    for (let number = this.#keptMax; number > 0; number -= 1) {
      const before = number === 1 ? this.#path : `${this.#path}.${number - 1}`;
      // There are fewer files than may be kept, or one was moved by hand.
      await rename(before, `${this.#path}.${number}`).catch(() => undefined);
    }
    await this.#open();
  }

  /** The file is opened again with the next line: by then somebody may have made space or moved it. */
  async #leave(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    // The file is given up either way.
    await handle?.close().catch(() => undefined);
  }

  #lose(texts: readonly string[], cause: string): void {
    this.#lost += texts.length;
    this.#cause = cause;
  }

  /** After a failure; it begins a line of its own, because half of one may stand in the file. */
  #lostLine(): string {
    if (this.#lost === 0) return '';
    const line = { level: 40, time: Date.now(), lost: this.#lost, cause: this.#cause };
    return `\n${JSON.stringify({ ...line, msg: 'lines of this log could not be written' })}\n`;
  }
}
