/** Read-only access to the log: unlike opening the store, it resolves no intents. */
import type { LogReader } from '../log-reader-port.ts';
import { openPostgresStore } from '../postgres/store.ts';

/** Throws StoreUnavailable when a server is unreachable. */
export async function openLogReader(options: {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
}): Promise<LogReader> {
  const { databaseUrl, eventStoreUrl } = options;
  if (eventStoreUrl) {
    const { openKurrentReader } = await import('../kurrentdb/reader.ts');
    return openKurrentReader({ url: eventStoreUrl, databaseUrl });
  }
  return openPostgresStore({ url: databaseUrl });
}
