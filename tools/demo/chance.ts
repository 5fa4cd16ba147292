/** Pseudo-random choices that are the same for the same seed, on every machine. */

/** Mulberry32: 32 bits of state suffice for a few thousand documents. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  /** True with a probability of `times` percent. */
  inHundred(times: number): boolean {
    return this.#next() * 100 < times;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.between(0, from.length - 1)];
    if (picked === undefined) throw new RangeError('there is nothing to pick from');
    return picked;
  }

  /** Distinct members, in the order of drawing. */
  pickSome<T>(from: readonly T[], count: number): T[] {
    const some = new Set<T>();
    for (let tries = 0; some.size < Math.min(count, from.length) && tries < count * 20; tries += 1) {
      some.add(this.pick(from));
    }
    return [...some];
  }
}
