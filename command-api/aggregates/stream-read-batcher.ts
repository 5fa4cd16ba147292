/**
 * Combines the reads of concurrent commands: while reads of the store are running, further requests are collected for
 * the next one. A read starts after all requests that it answers, so its result is as current as a separate read.
 */
import DataLoader from 'dataloader';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { EventStore, StreamRequest } from '../../event-store/port.ts';

type Streams = ReadonlyMap<string, readonly RecordedEvent[]>;

/** One read is prepared while another is answered. */
const READS_AT_ONCE = 2;
/** Maximum number of commands in a group; each command's reads are from one moment. */
const COMMANDS_MAX = 64;
/** A command with more streams is read alone, so that a large document delays others only briefly. */
const STREAMS_MAX = 250;

export class StreamReadBatcher {
  readonly #store: Pick<EventStore, 'readStreams'>;
  readonly #loader: DataLoader<readonly StreamRequest[], Streams>;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(store: Pick<EventStore, 'readStreams'>) {
    this.#store = store;
    this.#loader = new DataLoader((commands) => this.#readGroup(commands), {
      // Results are not cached: the next command needs the state at its time.
      cache: false,
      maxBatchSize: COMMANDS_MAX,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
    });
  }

  /** Returns at least the events after the requested revisions; callers skip those that they have. */
  read(requests: readonly StreamRequest[]): Promise<Streams> {
    return requests.length > STREAMS_MAX ? this.#store.readStreams(requests) : this.#loader.load(requests);
  }

  /** Sends a group when fewer than READS_AT_ONCE are running; until then more commands join it. */
  #schedule(dispatch: () => void): void {
    if (this.#running === READS_AT_ONCE) {
      this.#waiting.push(dispatch);
      return;
    }
    this.#running += 1;
    setImmediate(dispatch);
  }

  /** One read for all; every command receives the whole result. */
  async #readGroup(commands: readonly (readonly StreamRequest[])[]): Promise<Streams[]> {
    const after = new Map<string, number>();
    for (const { stream, after: revision } of commands.flat()) {
      after.set(stream, Math.min(revision, after.get(stream) ?? revision));
    }
    try {
      const streams = await this.#store.readStreams([...after].map(([stream, from]) => ({ stream, after: from })));
      return commands.map(() => streams);
    } finally {
      const next = this.#waiting.shift();
      if (next) setImmediate(next);
      else this.#running -= 1;
    }
  }
}
