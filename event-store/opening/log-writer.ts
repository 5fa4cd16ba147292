/** Writes events of a backup unchanged into an empty log: ids, streams, revisions, positions, times, texts. */
import type pg from 'pg';
import type { LogWriter } from '../log-writer-port.ts';
import { copyEvents } from '../postgres/copy-events.ts';

/** `client` is in the transaction that restores the other tables; with PostgreSQL the events are a part of it. */
export async function openLogWriter(options: {
  readonly client: pg.ClientBase;
  readonly eventStoreUrl?: string | undefined;
}): Promise<LogWriter> {
  const { client, eventStoreUrl } = options;
  if (eventStoreUrl) {
    const { openKurrentWriter } = await import('../kurrentdb/writer.ts');
    return openKurrentWriter(eventStoreUrl);
  }
  return {
    write: (events) => copyEvents(client, events),
    finish: async () => async () => undefined,
    close: async () => undefined,
  };
}
