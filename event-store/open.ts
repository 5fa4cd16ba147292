/** The event store that the environment asks for: KurrentDB when a URL of one is set, else PostgreSQL. */
import type { RecordedAt } from './claims/stated-time.ts';
import { openKurrentStore } from './kurrentdb/store.ts';
import type { CommandStore } from './port.ts';
import { openPostgresStore } from './postgres/store.ts';

export interface StorePlace {
  /** Migrated. */
  readonly databaseUrl: string;
  /** Undefined when the log is in PostgreSQL. */
  readonly eventStoreUrl?: string | undefined;
}

/**
 * `EVENTSTORE_URL` is read as well; a KurrentDB of the same shell would take it for a setting of its own, because all
 * of its settings begin like that.
 */
export function eventStoreUrlOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment['DAFTAR_EVENTSTORE_URL'] || environment['EVENTSTORE_URL'] || undefined;
}

export interface StoreOptions extends StorePlace {
  /** For the command side: only it completes what a crash left between PostgreSQL and KurrentDB. */
  readonly recovers?: boolean;
  /** For a demonstration, with the address of the owner of the database; the time of the server when it is not given. */
  readonly recordedAt?: RecordedAt | undefined;
}

export function openEventStore(options: StoreOptions): Promise<CommandStore> {
  const { databaseUrl, eventStoreUrl, recovers = false, recordedAt } = options;
  if (eventStoreUrl) return openKurrentStore({ url: eventStoreUrl, databaseUrl, recovers, recordedAt });
  return openPostgresStore({ url: databaseUrl, recordedAt });
}
