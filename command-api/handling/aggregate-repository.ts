/**
 * States of documents and records, folded once and kept by revision. Every load still asks the store for what
 * came after the kept revision, so a state is never stale; only the folding is spared.
 */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import { type Kinds, readStream, type Status } from './aggregate-types.ts';
import { ReadLane } from './stream-read-batcher.ts';

export interface Folded {
  /** NO_STREAM while nothing was stored. */
  readonly revision: number;
  readonly state: Status;
}

/** Some hundred megabytes at the very most: records and documents are a few kilobytes each. */
const KEPT_STATES_MAX = 20_000;

export class States {
  readonly #lane: ReadLane;
  readonly #kinds: Kinds;
  readonly #kept = new Map<string, Folded>();

  constructor(store: Pick<EventStore, 'readStreams'>, kinds: Kinds) {
    this.#lane = new ReadLane(store);
    this.#kinds = kinds;
  }

  /** What is known without asking; may be behind. */
  kept(stream: string): Folded | undefined {
    return this.#kept.get(stream);
  }

  /** The present states of streams of known kinds, in one round trip. */
  async read(streams: Iterable<string>): Promise<Map<string, Folded>> {
    const before = new Map<string, Folded>();
    for (const stream of new Set(streams)) {
      const initial = this.#initial(stream);
      if (initial) before.set(stream, this.#kept.get(stream) ?? initial);
    }
    if (before.size === 0) return before;
    const requests = [...before].map(([stream, { revision }]) => ({ stream, after: revision }));
    const news = await this.#lane.read(requests);
    for (const [stream, folded] of before) {
      const now = this.fold(stream, folded, news.get(stream) ?? []);
      before.set(stream, now);
      if (now.revision !== NO_STREAM) this.keep(stream, now);
    }
    return before;
  }

  fold(stream: string, from: Folded, events: readonly RecordedEvent[]): Folded {
    const decider = this.#kinds.get(readStream(stream)?.kind ?? '')?.decider;
    if (!decider) return from;
    let { state, revision } = from;
    for (const event of events) {
      if (event.revision <= revision) continue;
      state = decider.evolve(state, upcast(event));
      revision = event.revision;
    }
    return { state, revision };
  }

  /** Never replaces a newer state by an older one. */
  keep(stream: string, folded: Folded): void {
    const held = this.#kept.get(stream);
    if (held && held.revision > folded.revision) return;
    this.#kept.delete(stream);
    this.#kept.set(stream, folded);
    if (this.#kept.size > KEPT_STATES_MAX) this.#kept.delete(this.#kept.keys().next().value as string);
  }

  initial(stream: string): Folded {
    const initial = this.#initial(stream);
    if (!initial) throw new RangeError(`no kind for stream ${stream}`);
    return initial;
  }

  #initial(stream: string): Folded | undefined {
    const decider = this.#kinds.get(readStream(stream)?.kind ?? '')?.decider;
    return decider && { revision: NO_STREAM, state: decider.initial };
  }
}
