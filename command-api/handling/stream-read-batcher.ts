/**
 * Reads of commands that run side by side go to the store together: while one read is under way the next ones
 * gather. A read never starts before it was asked for, so what it gives is as new as if it had gone alone.
 */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore, StreamRequest } from '../../event-store/port.ts';

type Streams = ReadonlyMap<string, readonly RecordedEvent[]>;

interface Waiting {
  readonly requests: readonly StreamRequest[];
  readonly resolve: (streams: Streams) => void;
  readonly reject: (error: unknown) => void;
}

/** One read prepares while the other is answered. */
const READS_AT_ONCE = 2;
/** A group of very many streams is split, so that one large document does not hold up the others for long. */
const STREAMS_MAX = 1000;

export class ReadLane {
  readonly #store: Pick<EventStore, 'readStreams'>;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(store: Pick<EventStore, 'readStreams'>) {
    this.#store = store;
  }

  /** At least the events after the asked revisions; a caller passes over those that it has. */
  read(requests: readonly StreamRequest[]): Promise<Streams> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ requests, resolve, reject });
      if (this.#running < READS_AT_ONCE) {
        this.#running += 1;
        setImmediate(() => void this.#run());
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#readGroup(this.#takeGroup());
    this.#running -= 1;
  }

  #takeGroup(): Waiting[] {
    let streams = 0;
    const end = this.#waiting.findIndex((each, index) => {
      streams += each.requests.length;
      return index > 0 && streams > STREAMS_MAX;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #readGroup(group: readonly Waiting[]): Promise<void> {
    const after = new Map<string, number>();
    for (const { requests } of group) {
      for (const each of requests) after.set(each.stream, Math.min(each.after, after.get(each.stream) ?? each.after));
    }
    try {
      const streams = await this.#store.readStreams([...after].map(([stream, from]) => ({ stream, after: from })));
      for (const { resolve } of group) resolve(streams);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
