/**
 * The program's log file. A full file is renamed to `daftar.log.1` and a new one started; the oldest are removed. Lines
 * that cannot be written because the disk is full are counted and dropped: the log never ends the program.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { systemCode } from './startup-error.ts';

export interface LogFileOptions {
  /** A file that would grow beyond it is rotated. */
  readonly bytesMax?: number;
  /** Number of rotated files that are kept. */
  readonly keptMax?: number;
}

export const LOG_BYTES_MAX = 10 * 1024 * 1024;
export const LOGS_KEPT = 5;
/** Characters that may be pending while the disk is slow; further lines are dropped. */
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

  /** Resolves when all pending lines are written or dropped. */
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
      // Fewer files exist than may be kept, or one was moved by hand.
      await rename(before, `${this.#path}.${number}`).catch(() => undefined);
    }
    await this.#open();
  }

  /** The next line opens the file again: meanwhile space may have been freed, or the file moved. */
  async #leave(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    // The file is closed either way.
    await handle?.close().catch(() => undefined);
  }

  #lose(texts: readonly string[], cause: string): void {
    this.#lost += texts.length;
    this.#cause = cause;
  }

  /** Reports lost lines after a failure; starts with a line break, because a partial line may precede it. */
  #lostLine(): string {
    if (this.#lost === 0) return '';
    const line = { level: 40, time: Date.now(), lost: this.#lost, cause: this.#cause };
    return `\n${JSON.stringify({ ...line, msg: 'lines of this log could not be written' })}\n`;
  }
}
