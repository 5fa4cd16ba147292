import type { EventStoreDBClient } from '@eventstore/db-client';

/** The number of calls that the client has open, for which its closing waits. */
export const callsOf = (client: EventStoreDBClient): number =>
  (client as unknown as { readonly disposableStreams: ReadonlySet<unknown> }).disposableStreams.size;
