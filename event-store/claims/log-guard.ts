/**
 * Compares the log with what the claims and the read models have seen of it: before the first append or read of a process,
 * at each new connection to the log, and while it advances. A log that disagrees is compared again at each call, and
 * nothing is stored or read until it agrees.
 */

import {
  type ComparedLog,
  compareLog,
  differenceSentence,
  identityOf,
  type LogMark,
  type LogSeen,
  markAt,
} from '../log-identity.ts';
import { LogDisagrees, START } from '../port.ts';
import { within } from './connection.ts';
import type { LogTables } from './tables.ts';

/** Where it is stored what was seen: `log.seen` and `log.see` of the database. */
export interface SeenPlace {
  read(): Promise<readonly LogSeen[]>;
  write(holder: string, mark: LogMark): Promise<void>;
}

type SeenRow = [holder: string, identity: string | null, position: string | null, digest: string | null, last: string];

/** In the order of the columns of `log.seen`. */
export const readSeen = ([holder, identity, position, digest, last]: SeenRow): LogSeen => ({
  holder,
  mark:
    identity === null || position === null || digest === null
      ? undefined
      : { identity, position: BigInt(position), digest },
  last: BigInt(last),
});

export function seenInTables(tables: LogTables): SeenPlace {
  return {
    read: async () =>
      (await tables.query<SeenRow>('seen', 'select holder, identity, position, digest, last from log.seen()', [])).map(
        readSeen,
      ),
    write: async (holder, { identity, position, digest }) => {
      await tables.query('see', 'select log.see($1, $2, $3, $4)', [holder, identity, String(position), digest]);
    },
  };
}

/** How often it is stored what was seen, when the log has advanced. */
const MARKED_EVERY_MS = 10_000;
/** A log that does not answer delays the end of a process by this time. */
const CLOSE_MS = 1_000;

export class LogGuard {
  readonly #log: ComparedLog;
  readonly #seen: SeenPlace;
  readonly #lasts: ((onLost: () => void) => Promise<boolean>) | undefined;
  readonly #timer: NodeJS.Timeout;
  #isTrusted = false;
  #isWatched = false;
  #losses = 0;
  #asking: Promise<void> | undefined;

  /**
   * `lasts` returns true when the log is connected, and calls `onLost` when that connection ends. Without it the caller
   * calls `anew` at each new connection.
   */
  constructor(log: ComparedLog, seen: SeenPlace, lasts?: (onLost: () => void) => Promise<boolean>) {
    this.#log = log;
    this.#seen = seen;
    this.#lasts = lasts;
    // A log that disagrees or is away is told by the next call.
    this.#timer = setInterval(() => void this.#mark().catch(() => undefined), MARKED_EVERY_MS);
    this.#timer.unref();
  }

  /** Throws LogDisagrees, and StoreUnavailable. */
  trust(): Promise<void> {
    if (this.#isTrusted) return Promise.resolve();
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** At a new connection: what was trusted of the one before counts no more. */
  anew(): Promise<void> {
    this.#lost();
    return this.trust();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // What was seen since the last time is compared by its position only.
    await within(CLOSE_MS, 'the mark', this.#mark()).catch(() => undefined);
  }

  async #ask(): Promise<void> {
    const losses = this.#losses;
    if (!(await this.#isConnected())) await this.#log.head();
    const isConnected = await this.#isConnected();
    await this.#compare();
    this.#isTrusted = isConnected && losses === this.#losses;
  }

  async #compare(): Promise<void> {
    const seen = await this.#seen.read();
    const different = await compareLog(this.#log, seen);
    if (different) {
      this.#isTrusted = false;
      throw new LogDisagrees(differenceSentence(different));
    }
    const moved = seen.filter(({ last, mark }) => last > (mark?.position ?? START));
    const identity = moved.length > 0 ? await identityOf(this.#log) : undefined;
    for (const { holder, last } of moved) {
      const mark = identity === undefined ? undefined : await markAt(this.#log, identity, last);
      if (mark) await this.#seen.write(holder, mark);
    }
  }

  async #mark(): Promise<void> {
    if (!this.#isTrusted) return;
    const seen = await this.#seen.read();
    if (seen.some(({ last, mark }) => last > (mark?.position ?? START))) await this.#compare();
  }

  async #isConnected(): Promise<boolean> {
    if (!this.#lasts || this.#isWatched) return true;
    // A log that cannot be reached is told by the next call to it.
    this.#isWatched = await this.#lasts(() => this.#lost()).catch(() => false);
    return this.#isWatched;
  }

  #lost(): void {
    this.#isTrusted = false;
    this.#isWatched = false;
    this.#losses += 1;
  }
}
