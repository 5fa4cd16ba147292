/**
 * Combines the reads of concurrent commands: while one read of the store is running, further requests are collected for the
 * next one. A read starts after every request that it answers, so its result is as current as a read of its own.
 */
import DataLoader from 'dataloader';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore, StreamRequest } from '../../event-store/port.ts';

type Streams = ReadonlyMap<string, readonly RecordedEvent[]>;

/** One read prepares while the other is answered. */
const READS_AT_ONCE = 2;
/** Commands in a group; what one of them reads is of one moment. */
const COMMANDS_MAX = 64;
/** A command that reads more goes by itself, so that a large document does not hold up the others for long. */
const STREAMS_MAX = 250;

export class StreamReadBatcher {
  readonly #store: Pick<EventStore, 'readStreams'>;
  readonly #loader: DataLoader<readonly StreamRequest[], Streams>;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(store: Pick<EventStore, 'readStreams'>) {
    this.#store = store;
    this.#loader = new DataLoader((commands) => this.#readGroup(commands), {
      // Results are not kept: the next command needs the state at its own time.
      cache: false,
      maxBatchSize: COMMANDS_MAX,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
    });
  }

  /** At least the events after the asked revisions; a caller passes over those that it has. */
  read(requests: readonly StreamRequest[]): Promise<Streams> {
    return requests.length > STREAMS_MAX ? this.#store.readStreams(requests) : this.#loader.load(requests);
  }

  /** A group is sent when fewer than READS_AT_ONCE are under way; until then more commands come into it. */
  #schedule(dispatch: () => void): void {
    if (this.#running === READS_AT_ONCE) {
      this.#waiting.push(dispatch);
      return;
    }
    this.#running += 1;
    setImmediate(dispatch);
  }

  /** One read for all; each command is given everything that was read. */
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
