/**
 * States of single streams, folded as their events come by. What was folded is kept for a while; a stream that
 * comes back later is read again from the store, so memory does not grow with the log.
 */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
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

  /** Reads what came before the batch in streams that are not kept. */
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

  /** The state after the event, which was prepared; an event that is set aside leaves it as it was. */
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

  /** Forgets the streams that were not touched for longest. Not within a batch: what is prepared must stay. */
  trim(): void {
    for (const stream of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_STREAMS) return;
      this.#kept.delete(stream);
    }
  }
}
