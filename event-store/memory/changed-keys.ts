/** Which rows of the levels have changed. */
type Pair = readonly [key: string, at: string];

export class ChangedKeys {
  readonly #levels = new Set<string>();
  readonly #days = new Map<string, Set<string>>();
  readonly #moments = new Map<string, Set<string>>();
  readonly #counts = new Map<string, Set<string>>();

  level(key: string): void {
    this.#levels.add(key);
  }

  day(key: string, day: string): void {
    add(this.#days, key, day);
  }

  moment(key: string, at: string): void {
    add(this.#moments, key, at);
  }

  count(key: string, at: string): void {
    add(this.#counts, key, at);
  }

  /** Each changed row once, and none of them in the next call. */
  take() {
    const taken = {
      levels: [...this.#levels],
      days: pairsOf(this.#days),
      moments: pairsOf(this.#moments),
      counts: pairsOf(this.#counts),
    };
    for (const rows of [this.#levels, this.#days, this.#moments, this.#counts]) rows.clear();
    return taken;
  }
}

function add(rows: Map<string, Set<string>>, key: string, at: string): void {
  const known = rows.get(key);
  if (known) known.add(at);
  else rows.set(key, new Set([at]));
}

const pairsOf = (rows: ReadonlyMap<string, ReadonlySet<string>>): Pair[] =>
  [...rows].flatMap(([key, all]) => [...all].map((at): Pair => [key, at]));
