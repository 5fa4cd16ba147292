/**
 * Free space on Daftar's disks. Below the minimum nothing new is stored, so that PostgreSQL keeps enough space to
 * answer and to stop properly; above it, writing resumes automatically.
 */

/** Minimum in megabytes. */
export const FREE_MB_MIN = 200;
/** Time for which a reading is cached. */
const FRESH_MS = 2_000;

/** 503: the request would store something, and the disk space is insufficient. */
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

  /** `readFreeMb` returns the free space of the fullest disk; `now` returns milliseconds. */
  constructor(readFreeMb: () => number, now: () => number = () => performance.now()) {
    this.#readFreeMb = readFreeMb;
    this.#now = now;
  }

  /** Free megabytes. */
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
