/**
 * Caches folded states of documents and records by revision. Every load reads the events after the cached revision
 * from the store, so a state is never stale; only the folding is saved.
 */
import { defined } from '../../domain/kernel/defined.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import { type AggregateRegistry, type AggregateState, readStream } from './aggregate-types.ts';
import { StreamReadBatcher } from './stream-read-batcher.ts';

export interface LoadedAggregate {
  /** NO_STREAM when no event is stored. */
  readonly revision: number;
  readonly state: AggregateState;
}

/** At most some hundred megabytes: records and documents have a few kilobytes each. */
const KEPT_STATES_MAX = 20_000;

export class AggregateRepository {
  readonly #lane: StreamReadBatcher;
  readonly #kinds: AggregateRegistry;
  readonly #kept = new Map<string, LoadedAggregate>();

  constructor(store: Pick<EventStore, 'readStreams'>, kinds: AggregateRegistry) {
    this.#lane = new StreamReadBatcher(store);
    this.#kinds = kinds;
  }

  /** The cached state without a request to the store; it may be out of date. */
  kept(stream: string): LoadedAggregate | undefined {
    return this.#kept.get(stream);
  }

  /** The present states of streams, read in one round trip. */
  async read(streams: Iterable<string>): Promise<Map<string, LoadedAggregate>> {
    const before = new Map<string, LoadedAggregate>();
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

  fold(stream: string, from: LoadedAggregate, events: readonly RecordedEvent[]): LoadedAggregate {
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
  keep(stream: string, folded: LoadedAggregate): void {
    const held = this.#kept.get(stream);
    if (held && held.revision > folded.revision) return;
    this.#kept.delete(stream);
    this.#kept.set(stream, folded);
    if (this.#kept.size > KEPT_STATES_MAX) this.#kept.delete(defined(this.#kept.keys().next().value));
  }

  initial(stream: string): LoadedAggregate {
    const initial = this.#initial(stream);
    if (!initial) throw new RangeError(`no kind for stream ${stream}`);
    return initial;
  }

  #initial(stream: string): LoadedAggregate | undefined {
    const decider = this.#kinds.get(readStream(stream)?.kind ?? '')?.decider;
    return decider && { revision: NO_STREAM, state: decider.initial };
  }
}
