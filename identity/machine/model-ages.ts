/**
 * How old the data of each read model is: the time since an event was stored that the model has not taken. Everybody is
 * told of a model that is older than half a minute.
 */

/** A model that is older is shown as out of date; one that has also stood still for as long makes a process not ready. */
export const MODEL_AGE_SECONDS_MAX = 30;

/** A row of `log.model_ages`, which any role may ask. */
export interface ModelRow {
  readonly model: string;
  readonly status: string;
  readonly position: string;
  /** Position of the last event of the log. */
  readonly head: string;
  /** Seconds since the first event that the model has not taken; null when there is none. */
  readonly waits: number | null;
  /** Seconds since the model last moved. */
  readonly stands: number;
}

export interface ModelAge {
  readonly model: string;
  /** Seconds; 0 for a model that has taken every event. */
  readonly age: number;
  readonly isStopped: boolean;
  /** It is too old, and has not moved for as long. */
  readonly isStill: boolean;
  /** Distance to the end of the log: events of a log in PostgreSQL, bytes of one in KurrentDB. */
  readonly behind: bigint;
}

interface Head {
  readonly position: bigint;
  readonly seenMs: number;
}

/** One is removed from their middle when there are more: the first ones tell the age of a model that stands still. */
const HEADS_MAX = 256;

/**
 * An age is measured by the ends of the log that this process has seen itself, because the times of events can be those of
 * a clock that was wrong, or of days that were entered later. What was stored before the process looked counts by its
 * time, and only when the model has not moved since.
 */
export class ModelAges {
  readonly #now: () => number;
  readonly #heads: Head[] = [];

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  take(rows: readonly ModelRow[]): readonly ModelAge[] {
    const nowMs = this.#now();
    const [first] = rows;
    if (!first) return [];
    this.#see(BigInt(first.head), nowMs);
    const ages = rows.map(({ model, status, position, head, waits, stands }) => {
      const at = BigInt(position);
      const missed = this.#heads.find((head) => head.position > at);
      const seen = missed ? (nowMs - missed.seenMs) / 1000 : 0;
      const told = waits === null || waits < 0 ? 0 : Math.min(waits, stands);
      const age = at < BigInt(head) ? Math.max(seen, told) : 0;
      const isStill = age > MODEL_AGE_SECONDS_MAX && stands > MODEL_AGE_SECONDS_MAX;
      return { model, age, isStopped: status === 'stopped', isStill, behind: BigInt(head) - at };
    });
    const taken = rows.reduce(
      (least, { position }) => (BigInt(position) < least ? BigInt(position) : least),
      BigInt(first.head),
    );
    while (this.#heads[0] && this.#heads[0].position <= taken) this.#heads.shift();
    return ages;
  }

  #see(position: bigint, seenMs: number): void {
    const last = this.#heads.at(-1);
    // A log that was taken as it is after a loss has an earlier end.
    if (last && position < last.position) this.#heads.length = 0;
    if (last?.position === position) return;
    this.#heads.push({ position, seenMs });
    if (this.#heads.length > HEADS_MAX) this.#heads.splice(HEADS_MAX >> 1, 1);
  }
}
