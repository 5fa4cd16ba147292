/** Read-only access to the log in KurrentDB. */
import { LogTables } from '../claims/tables.ts';
import type { LogReader } from '../log-reader-port.ts';
import { START } from '../port.ts';
import { Intents } from './intents.ts';
import { openLog, storedText } from './restored-log.ts';

const TIMEOUT_MS = 10_000;

/** Throws StoreUnavailable when PostgreSQL is unreachable. */
export async function openKurrentReader(options: {
  readonly url: string;
  readonly databaseUrl: string;
}): Promise<LogReader> {
  const log = await openLog(options.url, options.databaseUrl, TIMEOUT_MS);
  const tables = new LogTables({ url: options.databaseUrl, timeoutMs: TIMEOUT_MS, poolSize: 1 });
  const intents = new Intents(tables);
  return {
    // A schema before migration 0017 does not store the position; then the log is read from its end.
    head: () => log.head(() => intents.settledPosition().catch(() => START)),
    readStored: async (after, limit) => (await log.readAll(after, limit)).events.map(storedText),
    eventAt: async (position) => {
      const event = await log.eventAt(position);
      return event && storedText(event);
    },
    close: async () => {
      await log.close();
      await tables.close();
    },
  };
}
