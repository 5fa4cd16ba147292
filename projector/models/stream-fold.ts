/**
 * States of single streams, folded event by event. Recent states are cached; a stream that left the cache is read again
 * from the store, so memory does not grow with the log.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { isSetAside, type Sources, upcastAll } from './model.ts';

interface Kept<State> {
  readonly revision: number;
  readonly state: State;
}

export interface Folding<State> {
  concerns(event: RecordedEvent): boolean;
  readonly initial: (stream: string) => State;
  evolve(state: State, event: RecordedEvent): State;
}

const KEPT_STREAMS = 5_000;

export class StreamFold<State> {
  readonly #sources: Pick<Sources, 'store' | 'setAside'>;
  readonly #folding: Folding<State>;
  readonly #kept = new Map<string, Kept<State>>();

  constructor(sources: Pick<Sources, 'store' | 'setAside'>, folding: Folding<State>) {
    this.#sources = sources;
    this.#folding = folding;
  }

  /** Reads the events before the batch for streams that are not cached. */
  async prepare(events: readonly RecordedEvent[]): Promise<void> {
    const first = new Map<string, RecordedEvent>();
    for (const event of events) {
      if (this.#folding.concerns(event) && !first.has(event.stream)) first.set(event.stream, event);
    }
    const missing = [...first.values()].filter(
      ({ stream, revision }) => revision > 0 && this.#kept.get(stream)?.revision !== revision - 1,
    );
    if (missing.length === 0) return;
    const { store, setAside } = this.#sources;
    const streams = await store.readStreams(missing.map(({ stream }) => ({ stream, after: NO_STREAM })));
    for (const { stream, revision } of missing) {
      const earlier = upcastAll(streams.get(stream) ?? [], setAside).filter((event) => event.revision < revision);
      if (earlier.length !== revision) throw new Error(`${stream} was read without its first ${revision} events`);
      const state = earlier.reduce((folded, event) => this.#evolve(folded, event), this.#folding.initial(stream));
      this.#kept.set(stream, { revision: revision - 1, state });
    }
  }

  /**
   * Returns the state after the event. `prepare` must have been called with it. An event that is set aside leaves the
   * state unchanged.
   */
  take(event: RecordedEvent): State {
    const { stream, revision } = event;
    const kept = this.#kept.get(stream);
    if (revision > 0 && kept?.revision !== revision - 1) throw new Error(`${stream} was not prepared for ${revision}`);
    const before = revision === 0 || !kept ? this.#folding.initial(stream) : kept.state;
    const state = this.#evolve(before, event);
    this.#kept.delete(stream);
    this.#kept.set(stream, { revision, state });
    return state;
  }

  #evolve(before: State, event: RecordedEvent): State {
    return isSetAside(event) ? before : this.#folding.evolve(before, event);
  }

  /** Drops the least recently used streams. Must not be called within a batch: prepared streams must remain. */
  trim(): void {
    for (const stream of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_STREAMS) return;
      this.#kept.delete(stream);
    }
  }
}
