/** Marks of single events, for printed documents. The log is opened for reading on first use. */
import type { LogReader } from '../event-store/log-reader-port.ts';
import { openLogReader } from '../event-store/opening/log-reader.ts';
import type { StorePlace } from '../event-store/opening/open.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { lineOf } from './line.ts';
import { markOf } from './mark.ts';
import { leafHash } from './tree.ts';

export interface Marks {
  /** The mark of the event at this position; undefined when there is none, and while the log is unreachable. */
  at(position: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `onUnreachable` is called with the error when the log is unreachable. */
export function marksOf(place: StorePlace, onUnreachable: (error: StoreUnavailable) => void): Marks {
  let opened: Promise<LogReader> | undefined;
  const log = (): Promise<LogReader> => {
    opened ??= openLogReader(place).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    at: async (position) => {
      try {
        const [event] = await (await log()).readStored(BigInt(position) - 1n, 1);
        return event && String(event.position) === position ? markOf(leafHash(lineOf(event))) : undefined;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        onUnreachable(error);
        return undefined;
      }
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}
