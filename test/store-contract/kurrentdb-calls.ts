import type { EventStoreDBClient } from '@eventstore/db-client';

/** Calls that the client waits for when it is closed. */
export const callsOf = (client: EventStoreDBClient): number =>
  (client as unknown as { readonly disposableStreams: ReadonlySet<unknown> }).disposableStreams.size;
