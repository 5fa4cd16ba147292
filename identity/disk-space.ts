/**
 * How much is free on the disks that Daftar writes to. Below the floor nothing new is stored, so that PostgreSQL keeps
 * the space that it needs to go on answering and to stop in order; above it everything goes on by itself.
 */

/** Megabytes. */
export const FREE_MB_MIN = 200;
/** That old an answer still counts. */
const FRESH_MS = 2_000;

/** 503: what was asked for would be stored, and there is too little space. */
export class NoSpace extends Error {
  constructor(freeMb: number) {
    super(`only ${freeMb} MB are free`);
    this.name = 'NoSpace';
  }
}

export class DiskSpace {
  readonly #readFreeMb: () => number;
  readonly #now: () => number;
  #freeMb = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;

  /** `readFreeMb` is of the disk that has least; `now` is in milliseconds. */
  constructor(readFreeMb: () => number, now: () => number = () => performance.now()) {
    this.#readFreeMb = readFreeMb;
    this.#now = now;
  }

  /** Megabytes. */
  get freeMb(): number {
    const now = this.#now();
    if (now - this.#readAt > FRESH_MS) {
      this.#freeMb = this.#readFreeMb();
      this.#readAt = now;
    }
    return this.#freeMb;
  }

  get isLow(): boolean {
    return this.freeMb < FREE_MB_MIN;
  }

  /** Throws NoSpace. */
  requireSpace(): void {
    if (this.isLow) throw new NoSpace(this.freeMb);
  }
}
