/** The log of KurrentDB for a reader only. */
import { LogTables } from '../claims/tables.ts';
import type { LogReader } from '../log-reader-port.ts';
import { START } from '../port.ts';
import { Intents } from './intents.ts';
import { openLog, storedText } from './restored-log.ts';

const TIMEOUT_MS = 10_000;

/** Throws StoreUnavailable when PostgreSQL is not reachable. */
export async function openKurrentReader(options: {
  readonly url: string;
  readonly databaseUrl: string;
}): Promise<LogReader> {
  const log = await openLog(options.url, options.databaseUrl, TIMEOUT_MS);
  const tables = new LogTables({ url: options.databaseUrl, timeoutMs: TIMEOUT_MS, poolSize: 1 });
  const intents = new Intents(tables);
  return {
    // A schema of before 0017 does not keep the position; then the log is read from its end.
    head: () => log.head(() => intents.settledPosition().catch(() => START)),
    readStored: async (after, limit) => (await log.readAll(after, limit)).events.map(storedText),
    close: async () => {
      await log.close();
      await tables.close();
    },
  };
}
