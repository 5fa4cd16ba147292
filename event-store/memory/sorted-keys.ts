/** A growing set of keys that is read by prefix: new ones are sorted in at the next reading. */
export class SortedKeys {
  #sorted: string[] = [];
  #fresh: string[] = [];

  /** The key must be new. */
  add(key: string): void {
    this.#fresh.push(key);
  }

  /** In ascending order. */
  startingWith(prefix: string): string[] {
    this.#sortIn();
    const first = this.#placeOf(prefix);
    let end = first;
    while (this.#sorted[end]?.startsWith(prefix)) end += 1;
    return this.#sorted.slice(first, end);
  }

  #sortIn(): void {
    if (this.#fresh.length === 0) return;
    if (this.#fresh.length > this.#sorted.length / 100) {
      this.#sorted = [...this.#sorted, ...this.#fresh].sort(byUnits);
    } else {
      for (const key of this.#fresh) this.#sorted.splice(this.#placeOf(key), 0, key);
    }
    this.#fresh = [];
  }

  /** Index of the first key that is not before this one. */
  #placeOf(key: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
