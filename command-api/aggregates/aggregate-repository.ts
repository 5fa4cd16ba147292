/**
 * Caches folded states of documents and records by revision. Every load reads the events after the cached revision
 * from the store, so a state is never stale; only the folding is saved.
 */

import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { defined } from '../../domain/values/defined.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import { type AggregateRegistry, type AggregateState, readStream } from './aggregate-types.ts';
import { RecordDays } from './record-days.ts';
import { StreamReadBatcher } from './stream-read-batcher.ts';

export interface LoadedAggregate {
  /** NO_STREAM when no event is stored. */
  readonly revision: number;
  readonly state: AggregateState;
  /** When its last event was stored; undefined where nobody asks. */
  readonly recordedAt?: string;
}

/**
 * Numbers of cached states, of a few kilobytes each. Many commands read the same records; a document is read again
 * soon or not at all.
 */
const KEPT_MAX = { record: 20_000, document: 2_000 } as const;

type Kept = Map<string, LoadedAggregate>;

export class AggregateRepository {
  /** Earlier states of records. */
  readonly days: RecordDays<LoadedAggregate>;
  readonly #batcher: StreamReadBatcher;
  readonly #kinds: AggregateRegistry;
  readonly #kept: Readonly<Record<keyof typeof KEPT_MAX, Kept>> = { record: new Map(), document: new Map() };

  constructor(store: Pick<EventStore, 'readStreams'>, kinds: AggregateRegistry) {
    this.#batcher = new StreamReadBatcher(store);
    this.#kinds = kinds;
    this.days = new RecordDays(store, this);
  }

  /** The cached state without a request to the store; it may be out of date. */
  kept(stream: string): LoadedAggregate | undefined {
    const { is } = this.#kinds.get(readStream(stream)?.kind ?? '') ?? {};
    return is && this.#kept[is].get(stream);
  }

  /** The present states of streams, read in one round trip. */
  async read(streams: Iterable<string>): Promise<Map<string, LoadedAggregate>> {
    const before = new Map<string, LoadedAggregate>();
    for (const stream of new Set(streams)) {
      const initial = this.#initial(stream);
      if (initial) before.set(stream, this.kept(stream) ?? initial);
    }
    if (before.size === 0) return before;
    const requests = [...before].map(([stream, { revision }]) => ({ stream, after: revision }));
    const news = await this.#batcher.read(requests);
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
    let { state, revision, recordedAt } = from;
    for (const event of events) {
      if (event.revision <= revision) continue;
      state = decider.evolve(state, upcast(event));
      ({ revision, recordedAt } = event);
    }
    return { state, revision, ...(recordedAt === undefined ? {} : { recordedAt }) };
  }

  /** Never replaces a newer state by an older one. */
  keep(stream: string, folded: LoadedAggregate): void {
    const { is } = this.#kinds.get(readStream(stream)?.kind ?? '') ?? {};
    if (!is) return;
    const kept = this.#kept[is];
    const held = kept.get(stream);
    if (held && held.revision > folded.revision) return;
    kept.delete(stream);
    kept.set(stream, folded);
    if (kept.size > KEPT_MAX[is]) kept.delete(defined(kept.keys().next().value));
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
