/** Read-only access to the log: unlike opening the store, it resolves no intents. */
import { openKurrentReader } from './kurrentdb/reader.ts';
import type { LogReader } from './log-reader-port.ts';
import { openPostgresStore } from './postgres/store.ts';

export type { LogReader } from './log-reader-port.ts';

/** Throws StoreUnavailable when a server is unreachable. */
export function openLogReader(options: {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
}): Promise<LogReader> {
  const { databaseUrl, eventStoreUrl } = options;
  if (eventStoreUrl) return openKurrentReader({ url: eventStoreUrl, databaseUrl });
  return openPostgresStore({ url: databaseUrl });
}
