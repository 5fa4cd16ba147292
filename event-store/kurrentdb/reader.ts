/** The log of KurrentDB for a reader only. */
import type { LogReader } from '../log-reader.ts';
import { within } from '../postgres/connection.ts';
import { type Log, openLog, storedText } from './restored-log.ts';

const TIMEOUT_MS = 10_000;

const CLOSE_MS = 2_000;

/** The client waits without an end for a call that was left; what is not closed in this time ends with the process. */
export async function closeWithin(log: Pick<Log, 'close'>): Promise<void> {
  await within(CLOSE_MS, 'closing', log.close()).catch(() => undefined);
}

/** Throws StoreUnavailable when PostgreSQL is not reachable. */
export async function openKurrentReader(options: {
  readonly url: string;
  readonly databaseUrl: string;
}): Promise<LogReader> {
  const log = await openLog(options.url, options.databaseUrl, TIMEOUT_MS);
  return {
    head: () => log.head(),
    readStored: async (after, limit) => (await log.readAll(after, limit)).events.map(storedText),
    close: () => closeWithin(log),
  };
}
