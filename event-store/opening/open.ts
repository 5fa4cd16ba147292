/** Opens the event store of the environment: KurrentDB when its URL is set, else PostgreSQL. */
import type { RecordedAt } from '../claims/stated-time.ts';
import type { CommandStore } from '../port.ts';
import { openPostgresStore } from '../postgres/store.ts';

export interface StorePlace {
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  /** Undefined when the log is in PostgreSQL. */
  readonly eventStoreUrl?: string | undefined;
}

/**
 * `EVENTSTORE_URL` is accepted too; but a KurrentDB server started in the same shell would read it as its own setting,
 * because its settings have this prefix.
 */
export function eventStoreUrlOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment['DAFTAR_EVENTSTORE_URL'] || environment['EVENTSTORE_URL'] || undefined;
}

export interface StoreOptions extends StorePlace {
  /** True for the command side, which completes commands left by a crash between PostgreSQL and KurrentDB. */
  readonly recovers?: boolean;
  /**
   * True when events are stored or followed: before that, and at each new connection, the log is compared with what was
   * seen of it (`log-guard.ts`). Default true for the command side.
   */
  readonly compares?: boolean;
  /** For a demonstration, with the URL of the database owner; defaults to the server's clock. */
  readonly recordedAt?: RecordedAt | undefined;
}

/** The client of KurrentDB is loaded only for a log in KurrentDB. */
export async function openEventStore(options: StoreOptions): Promise<CommandStore> {
  const { databaseUrl, eventStoreUrl, recovers = false, compares = recovers, recordedAt } = options;
  if (eventStoreUrl) {
    const { openKurrentStore } = await import('../kurrentdb/store.ts');
    return openKurrentStore({ url: eventStoreUrl, databaseUrl, recovers, compares, recordedAt });
  }
  return openPostgresStore({ url: databaseUrl, compares, recordedAt });
}
