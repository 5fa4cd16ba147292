/**
 * States for a decision in which records are as they were, folded from their histories. Documents are as they are now.
 */
import type { EventStore } from '../../../event-store/port.ts';
import type { AggregateRepository, LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, type RecordType, readStream } from '../../aggregates/aggregate-types.ts';
import type { CommandContext } from '../../aggregates/command-context.ts';

export interface HistorySources {
  readonly store: Pick<EventStore, 'readStreams'>;
  readonly states: Pick<AggregateRepository, 'read' | 'fold' | 'initial' | 'days'>;
  readonly kinds: AggregateRegistry;
}

export interface ChangedRecord {
  readonly stream: string;
  readonly present: LoadedAggregate;
}

/** What is wanted of the past. */
export interface Then {
  /** What was read for the decision already. */
  readonly loaded: Pick<CommandContext, 'read'>;
  /** True for the kinds of records that are as they were. */
  readonly concerns: (kind: RecordType) => boolean;
  /** True for a moment after the one that is wanted. */
  readonly isLater: (recordedAt: string) => boolean;
  /** The states that changed records had; those that are left out are as they are now. */
  readonly before: (changed: readonly ChangedRecord[]) => Promise<ReadonlyMap<string, LoadedAggregate>>;
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
    const { concerns, isLater, before } = this.#then;
    const known = await this.#now(streams);
    const changed: ChangedRecord[] = [];
    for (const [stream, present] of known) {
      this.present.set(stream, present);
      const kind = this.#sources.kinds.get(readStream(stream)?.kind ?? '');
      const { recordedAt } = present;
      if (kind?.is === 'record' && concerns(kind) && recordedAt !== undefined && isLater(recordedAt))
        changed.push({ stream, present });
    }
    if (changed.length > 0) for (const [stream, then] of await before(changed)) known.set(stream, then);
    return known;
  }

  /** Only what was not read for the decision is read from the store. */
  async #now(streams: Iterable<string>): Promise<Map<string, LoadedAggregate>> {
    const known = new Map<string, LoadedAggregate>();
    const others: string[] = [];
    for (const stream of streams) {
      const loaded = this.#then.loaded.read(stream);
      if (loaded) known.set(stream, loaded);
      else others.push(stream);
    }
    if (others.length > 0) for (const [stream, now] of await this.#sources.states.read(others)) known.set(stream, now);
    return known;
  }
}
