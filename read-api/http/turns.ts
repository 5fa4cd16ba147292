/**
 * Heavy reads take turns: one of a person at a time, and a limited number in all, so that they never use all
 * connections or the whole processor. Each process counts its own.
 */
import { TooMany } from '../../identity/too-many.ts';

export interface TurnLimits {
  /** Number that run at a time, each for another person. */
  readonly atOnce: number;
  /** Number of a person's reads that may wait; 0 refuses instead. */
  readonly waitingOfPerson: number;
  /** Longest wait in milliseconds. */
  readonly waitMs: number;
}

interface Waiting {
  readonly person: number;
  readonly begin: () => void;
}

/** Seconds; sent as `Retry-After`. */
const RETRY_AFTER = 10;

export class Turns {
  readonly #limits: TurnLimits;
  readonly #running = new Set<number>();
  readonly #waiting = new Set<Waiting>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves when it is the person's turn, with a function that ends the turn (idempotent). Throws TooMany when the
   * person already has too many reads, when the turn did not come in time, or when `gone` was aborted before.
   */
  async take(person: number, gone: AbortSignal): Promise<() => void> {
    if (this.#mayBegin(person)) this.#running.add(person);
    else await this.#wait(person, AbortSignal.any([gone, AbortSignal.timeout(this.#limits.waitMs)]));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running.delete(person);
      this.#beginNext();
    };
  }

  #mayBegin(person: number): boolean {
    return this.#running.size < this.#limits.atOnce && !this.#running.has(person);
  }

  async #wait(person: number, until: AbortSignal): Promise<void> {
    const own = [...this.#waiting].filter((waiting) => waiting.person === person);
    if (own.length >= this.#limits.waitingOfPerson || until.aborted) throw this.#tooMany(person);
    const turn = Promise.withResolvers<void>();
    const waiting = { person, begin: turn.resolve };
    const leave = () => {
      if (this.#waiting.delete(waiting)) turn.reject(this.#tooMany(person));
    };
    this.#waiting.add(waiting);
    until.addEventListener('abort', leave);
    try {
      await turn.promise;
    } finally {
      until.removeEventListener('abort', leave);
    }
  }

  /** In order of arrival, except that a person's second read never blocks another person. */
  #beginNext(): void {
    for (const waiting of this.#waiting) {
      if (!this.#mayBegin(waiting.person)) continue;
      this.#waiting.delete(waiting);
      this.#running.add(waiting.person);
      waiting.begin();
    }
  }

  #tooMany(person: number): TooMany {
    return new TooMany(this.#running.has(person) ? 'own_heavy_read' : 'heavy_reads_of_others', RETRY_AFTER);
  }
}
