/** The port for reading a whole log from either store. */
import type { EventStore } from './port.ts';

export type LogReader = Pick<EventStore, 'readStored' | 'eventAt' | 'head' | 'close'>;
