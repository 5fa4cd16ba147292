/** The log of KurrentDB for a reader only. */
import type { LogReader } from '../log-reader.ts';
import { START } from '../port.ts';
import { openLog, storedText } from './restored-log.ts';

const TIMEOUT_MS = 10_000;

/** Throws StoreUnavailable when PostgreSQL is not reachable. */
export async function openKurrentReader(options: {
  readonly url: string;
  readonly databaseUrl: string;
}): Promise<LogReader> {
  const log = await openLog(options.url, options.databaseUrl, TIMEOUT_MS);
  return {
    head: () => log.head(async () => START),
    readStored: async (after, limit) => (await log.readAll(after, limit)).events.map(storedText),
    close: () => log.close(),
  };
}
