/** The log for a reader only: nothing is appended, and no intent is resolved, as opening the whole store would do. */
import { openKurrentReader } from './kurrentdb/reader.ts';
import type { LogReader } from './log-reader-port.ts';
import { openPostgresStore } from './postgres/store.ts';

export type { LogReader } from './log-reader-port.ts';

/** Throws StoreUnavailable when a server is not reachable. */
export function openLogReader(options: {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
}): Promise<LogReader> {
  const { databaseUrl, eventStoreUrl } = options;
  if (eventStoreUrl) return openKurrentReader({ url: eventStoreUrl, databaseUrl });
  return openPostgresStore({ url: databaseUrl });
}
