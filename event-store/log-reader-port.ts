/** Reading a whole log, wherever its events are. */
import type { EventStore } from './port.ts';

export type LogReader = Pick<EventStore, 'readStored' | 'head' | 'close'>;
