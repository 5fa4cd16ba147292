/** Writing a whole log, wherever its events go. */
import type pg from 'pg';
import type { StoredEvent } from './port.ts';

export interface LogWriter {
  /** In order of position; each call continues where the one before stopped. */
  write(events: readonly StoredEvent[]): Promise<void>;
  /** After the last event. Gives what has to be done in the migrated database, when the rows are committed. */
  finish(): Promise<(client: pg.ClientBase) => Promise<void>>;
  close(): Promise<void>;
}
