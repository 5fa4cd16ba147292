/** The port for writing a whole log to either store. */
import type pg from 'pg';
import type { StoredEvent } from './port.ts';

export interface LogWriter {
  /** Events must be in order of position; each call continues after the previous one. */
  write(events: readonly StoredEvent[]): Promise<void>;
  /** Call it after the last event. Returns the work to do in the migrated database after its rows are committed. */
  finish(): Promise<(client: pg.ClientBase) => Promise<void>>;
  close(): Promise<void>;
}
