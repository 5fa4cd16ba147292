/** Health of the parts beside the database, for /readyz: the log in KurrentDB, Redis, the disk, and the two APIs behind the web. */
import { setTimeout as sleep } from 'node:timers/promises';
import { membersOf } from '../domain/values/members.ts';
import type { LogReader } from '../event-store/log-reader-port.ts';
import { openLogReader } from '../event-store/opening/log-reader.ts';
import { type DiskSpace, FREE_MB_MIN } from '../identity/machine/disk-space.ts';
import type { Check } from './database/health.ts';
import { logAgrees, type SeenPlace } from './log-agrees.ts';
import { redisState } from './stores.ts';

const WITHIN_MS = 2_500;
const SILENT = 'does not answer';

/** The answer of a part, or that there was none in time; an error counts as none. */
async function within(answer: Promise<string | undefined>): Promise<string | undefined> {
  const late = new AbortController();
  // The sleep is ended by an answer.
  const silent = sleep(WITHIN_MS, SILENT, { signal: late.signal }).catch(() => SILENT);
  try {
    // What exactly failed is in the server's log.
    return await Promise.race([answer.catch(() => SILENT), silent]);
  } finally {
    late.abort();
  }
}

/** The log in KurrentDB: that it answers, and that it is the one that was seen (docs/decisions/0131). */
export class LogHealth {
  readonly #place: SeenPlace;
  #reader: LogReader | undefined;
  #running: Promise<string | undefined> | undefined;

  constructor(place: SeenPlace) {
    this.#place = place;
  }

  /** A check that has no answer yet is not asked a second time. */
  readonly check: Check = () => {
    this.#running ??= this.#ask().finally(() => {
      this.#running = undefined;
    });
    return within(this.#running);
  };

  async close(): Promise<void> {
    // Its outcome was told to those who asked.
    await this.#running?.catch(() => undefined);
    await this.#leave();
  }

  async #ask(): Promise<string | undefined> {
    try {
      if (!this.#reader) {
        if (!(await logAgrees(this.#place))) return 'is not the one that was seen';
        this.#reader = await openLogReader(this.#place);
      }
      await this.#reader.head();
      return undefined;
    } catch (error) {
      await this.#leave();
      throw error;
    }
  }

  async #leave(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    // The connection is discarded either way.
    await reader?.close().catch(() => undefined);
  }
}

/** What a command needs beside the stores. Jobs in PostgreSQL are as well as the database. */
export function partsOf(
  space: DiskSpace,
  { REDIS_URL: redisUrl }: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, Check>> {
  const disk: Check = async () =>
    space.isLow ? `only ${space.freeMb} MB are free, and nothing is stored below ${FREE_MB_MIN} MB` : undefined;
  return { disk, ...(redisUrl && { jobs: () => within(redisState(redisUrl).then(() => undefined)) }) };
}

/** Another service: what it says of itself at /readyz. */
export const serviceHealth =
  (address: string): Check =>
  () =>
    within(askService(new URL('/readyz', address)));

async function askService(url: URL): Promise<string | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  const { checks } = membersOf(await answer.json());
  if (answer.ok) return undefined;
  const wrong = Object.entries(membersOf(checks)).filter(([, state]) => state !== 'ok');
  return wrong.map(([name, state]) => `${name}: ${String(state)}`).join('; ') || `answers with ${answer.status}`;
}
