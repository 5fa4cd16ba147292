/**
 * Notes what a decision reads outside of its own streams, as it reads it: the facts that it is given note every
 * access, so no decider and no rule can forget one. The notes travel with the append as its conditions.
 */
import { type DecisionRead, digestOf } from '../../event-store/decision-read.ts';
import type { LevelTotal } from '../../event-store/port.ts';

export class DecisionReads {
  readonly #reads = new Map<string, DecisionRead>();

  level(key: string, total: string): void {
    this.#note(`level ${key}`, { of: 'level', key, total });
  }

  /** All levels under a prefix, as the store gave them. */
  levels(prefix: string, levels: readonly LevelTotal[]): void {
    this.#note(`levels ${prefix}`, { of: 'levels', prefix, digest: digestOf(levels) });
  }

  stream(stream: string, revision: number): void {
    this.#note(stream, { of: 'stream', stream, revision });
  }

  /** All records of a kind, retired ones included. */
  records(kind: string, count: number): void {
    this.#note(`records ${kind}`, { of: 'records', prefix: `${kind}-`, count });
  }

  /** What a read model said of the streams of a kind, known at a position. */
  kind(kind: string, position: string): void {
    this.#note(`kind ${kind}`, { of: 'kind', prefix: `${kind}-`, position });
  }

  /** What a read model said of the levels up to the end of a day, known at a position. */
  books(position: string, to: string): void {
    this.#note(`books ${to}`, { of: 'books', position, to });
  }

  /** The conditions without the streams that the batch writes: the batch states their revisions itself. */
  besides(written: readonly string[]): readonly DecisionRead[] {
    return [...this.#reads.values()].filter((read) => read.of !== 'stream' || !written.includes(read.stream));
  }

  /** The first value that was read is kept, so that a decision uses one state of each stream and level. */
  #note(name: string, read: DecisionRead): void {
    if (!this.#reads.has(name)) this.#reads.set(name, read);
  }
}
