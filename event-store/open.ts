/** The event store that the environment asks for: KurrentDB when a URL of one is set, else PostgreSQL. */
import { openKurrentStore } from './kurrentdb/store.ts';
import type { CommandStore } from './port.ts';
import { openPostgresStore } from './postgres/store.ts';

export interface StorePlace {
  /** Migrated. */
  readonly databaseUrl: string;
  /** Undefined when the log is in PostgreSQL. */
  readonly eventStoreUrl?: string;
}

/**
 * `EVENTSTORE_URL` is read as well; a KurrentDB of the same shell would take it for a setting of its own, because all
 * of its settings begin like that.
 */
export function eventStoreUrlOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment['DAFTAR_EVENTSTORE_URL'] || environment['EVENTSTORE_URL'] || undefined;
}

/** `recovers` is for the command side: only it completes what a crash left between PostgreSQL and KurrentDB. */
export function openEventStore(options: StorePlace & { readonly recovers?: boolean }): Promise<CommandStore> {
  const { databaseUrl, eventStoreUrl, recovers = false } = options;
  if (eventStoreUrl) return openKurrentStore({ url: eventStoreUrl, databaseUrl, recovers });
  return openPostgresStore({ url: databaseUrl });
}
