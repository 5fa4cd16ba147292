/**
 * States during a replay of the log, limited in number: a dropped state is folded again from its stream on demand, so
 * that memory does not grow with the number of documents.
 */
import { defined } from '../../../domain/values/defined.ts';
import type { EventStore, Position } from '../../../event-store/port.ts';
import { NO_STREAM } from '../../../event-store/port.ts';
import { AggregateRepository, type LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import type { AggregateRegistry } from '../../aggregates/aggregate-types.ts';

/** At most some hundred megabytes: records and documents have a few kilobytes each. */
const KEPT_MAX = 20_000;

/** Thrown for a state that is not in memory: `load` it and repeat the call. */
export class NotKept extends Error {
  readonly stream: string;
  constructor(stream: string) {
    super(`the state of ${stream} is not kept`);
    this.name = 'NotKept';
    this.stream = stream;
  }
}

export class StatesOfLog {
  readonly #store: Pick<EventStore, 'readStreams'>;
  readonly #fold: AggregateRepository;
  readonly #max: number;
  /** In order of use, the last used state last. */
  readonly #kept = new Map<string, LoadedAggregate>();
  /** All states that the current command needs. */
  readonly #held = new Map<string, LoadedAggregate>();

  constructor(store: Pick<EventStore, 'readStreams'>, kinds: AggregateRegistry, max = KEPT_MAX) {
    this.#store = store;
    this.#fold = new AggregateRepository(store, kinds);
    this.#max = max;
  }

  /** Revision NO_STREAM when the stream has no events yet. Throws NotKept. */
  get(stream: string): LoadedAggregate {
    const folded = this.#kept.get(stream) ?? this.#held.get(stream);
    if (!folded) throw new NotKept(stream);
    this.keep(stream, folded);
    return folded;
  }

  fold(
    stream: string,
    ...more: readonly [LoadedAggregate, Parameters<AggregateRepository['fold']>[2]]
  ): LoadedAggregate {
    return this.#fold.fold(stream, ...more);
  }

  initial(stream: string): LoadedAggregate {
    return this.#fold.initial(stream);
  }

  keep(stream: string, folded: LoadedAggregate): void {
    this.#kept.delete(stream);
    this.#kept.set(stream, folded);
    if (this.#kept.size > this.#max) this.#kept.delete(defined(this.#kept.keys().next().value));
  }

  /** Folds the events of the stream before a position. */
  async load(stream: string, before: Position): Promise<void> {
    const read = await this.#store.readStreams([{ stream, after: NO_STREAM }]);
    const events = (read.get(stream) ?? []).filter(({ position }) => position < before);
    this.#held.set(stream, this.#fold.fold(stream, this.#fold.initial(stream), events));
  }

  /** Releases the states of the finished command. */
  letGo(): void {
    this.#held.clear();
  }
}
