/**
 * Records what a decision reads outside of its own streams, at the moment of reading: the facts record every access,
 * so that no decider can omit one. The records are conditions of the append.
 */
import { type DecisionRead, digestOf } from '../../event-store/decision-read.ts';
import type { LevelTotal } from '../../event-store/port.ts';

export class DecisionReads {
  readonly #reads = new Map<string, DecisionRead>();

  level(key: string, total: string): void {
    this.#note(`level ${key}`, { of: 'level', key, total });
  }

  /** All levels under a prefix, as read from the store. */
  levels(prefix: string, levels: readonly LevelTotal[]): void {
    this.#note(`levels ${prefix}`, { of: 'levels', prefix, digest: digestOf(levels) });
  }

  stream(stream: string, revision: number): void {
    this.#note(stream, { of: 'stream', stream, revision });
  }

  /** All records of a kind, including retired ones. */
  records(kind: string, count: number): void {
    this.#note(`records ${kind}`, { of: 'records', prefix: `${kind}-`, count });
  }

  /** A read model's result about streams of a kind, known at a position. */
  kind(kind: string, position: string): void {
    this.#note(`kind ${kind}`, { of: 'kind', prefix: `${kind}-`, position });
  }

  /** A read model's result about levels up to the end of a day, known at a position. */
  books(position: string, to: string): void {
    this.#note(`books ${to}`, { of: 'books', position, to });
  }

  /** The conditions without the written streams, whose revisions the batch checks itself. */
  besides(written: readonly string[]): readonly DecisionRead[] {
    return [...this.#reads.values()].filter((read) => read.of !== 'stream' || !written.includes(read.stream));
  }

  /** Keeps the first value read, so that a decision uses one state of each stream and level. */
  #note(name: string, read: DecisionRead): void {
    if (!this.#reads.has(name)) this.#reads.set(name, read);
  }
}
