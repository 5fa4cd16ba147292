/** The event store that the environment asks for: KurrentDB when `EVENTSTORE_URL` is set, else PostgreSQL. */
import { openKurrentStore } from './kurrentdb/store.ts';
import type { EventStore } from './port.ts';
import { openPostgresStore } from './postgres/store.ts';

export function openEventStore(options: {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string;
}): Promise<EventStore> {
  const { databaseUrl, eventStoreUrl } = options;
  if (eventStoreUrl) return openKurrentStore({ url: eventStoreUrl, databaseUrl });
  return openPostgresStore({ url: databaseUrl });
}
