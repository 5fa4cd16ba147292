/**
 * States for a decision in which records are as they were, folded from their histories. Documents are as they are now.
 */
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import { type EventStore, NO_STREAM } from '../../../event-store/port.ts';
import type { AggregateRepository, LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, type RecordType, readStream } from '../../aggregates/aggregate-types.ts';

export interface HistorySources {
  readonly store: Pick<EventStore, 'readStreams'>;
  readonly states: Pick<AggregateRepository, 'read' | 'fold' | 'initial'>;
  readonly kinds: AggregateRegistry;
}

/** What is wanted of the past. */
export interface Then {
  /** True for the kinds of records that are as they were. */
  readonly concerns: (kind: RecordType) => boolean;
  /** True for a moment after the one that is wanted. */
  readonly isLater: (recordedAt: string) => boolean;
  /** The events of a changed record that count; the record is as it is now where none does. */
  readonly counted: (events: readonly RecordedEvent[]) => readonly RecordedEvent[];
}

export class StatesThen {
  /** The present states of all that was read. */
  readonly present = new Map<string, LoadedAggregate>();
  readonly #sources: HistorySources;
  readonly #then: Then;

  constructor(sources: HistorySources, then: Then) {
    this.#sources = sources;
    this.#then = then;
  }

  kept(): undefined {
    return undefined;
  }

  async read(streams: Iterable<string>): Promise<Map<string, LoadedAggregate>> {
    const { store, states, kinds } = this.#sources;
    const { concerns, isLater, counted } = this.#then;
    const known = await states.read(streams);
    const changed: { readonly stream: string; readonly after: number }[] = [];
    for (const [stream, folded] of known) {
      this.present.set(stream, folded);
      const kind = kinds.get(readStream(stream)?.kind ?? '');
      const { recordedAt } = folded;
      if (kind?.is === 'record' && concerns(kind) && recordedAt !== undefined && isLater(recordedAt))
        changed.push({ stream, after: NO_STREAM });
    }
    if (changed.length === 0) return known;
    for (const [stream, events] of await store.readStreams(changed)) {
      const before = counted(events);
      if (before.length > 0) known.set(stream, states.fold(stream, states.initial(stream), before));
    }
    return known;
  }
}
