/** Stock by batches as a person with a pencil would keep it: what each document moved, in the order of its time. */

/** The batches that there are, with their days of expiry. */
export const BATCHES: Readonly<Record<string, string>> = {
  B1: '2026-09-30',
  B2: '2026-12-31',
  B3: '2027-06-30',
  B4: '2028-01-31',
};

/** Goods of no named batch, as the program answers them: what was sold beyond what there was. */
export const UNNAMED = 'null';

export type Part = readonly [batch: string, count: number];

interface Move {
  readonly item: number;
  readonly inventory: number;
  readonly batch: string;
  readonly count: number;
}

export interface Entered {
  readonly kind: string;
  readonly id: number;
  readonly step: number;
  readonly moves: readonly Move[];
  /** Of a count: what was there of every batch. */
  readonly counted?: { readonly item: number; readonly inventory: number; readonly parts: readonly Part[] };
  /** Of a return. */
  readonly origin?: Entered;
}

export class BatchModel {
  #standing: Entered[] = [];
  documents = 0;

  enter(entered: Entered): void {
    this.documents += 1;
    this.#standing = [...this.#standing, entered].toSorted((a, b) => a.step - b.step);
  }

  cancel(entered: Entered): void {
    this.#standing = this.#standing.filter((other) => other !== entered);
  }

  standing(kind: string): readonly Entered[] {
    return this.#standing.filter((entered) => entered.kind === kind);
  }

  level(item: number, inventory: number, batch: string, among: readonly Entered[] = this.#standing): number {
    return among.reduce((level, { moves, counted }) => {
      if (counted && counted.item === item && counted.inventory === inventory) {
        return counted.parts.find(([name]) => name === batch)?.[1] ?? 0;
      }
      const own = moves.filter((move) => move.item === item && move.inventory === inventory && move.batch === batch);
      return own.reduce((sum, move) => sum + move.count, level);
    }, 0);
  }

  /** Undefined where there is not so much, unless stock may be below zero: then the rest is of no batch. */
  firstOut(item: number, inventory: number, count: number, mayBeNegative = false): readonly Part[] | undefined {
    const parts: Part[] = [];
    let rest = count;
    for (const batch of Object.keys(BATCHES)) {
      const taken = Math.min(rest, Math.max(0, this.level(item, inventory, batch)));
      if (taken > 0) parts.push([batch, taken]);
      rest -= taken;
    }
    if (rest > 0 && mayBeNegative) return [...parts, [UNNAMED, rest]];
    return rest > 0 ? undefined : parts;
  }

  #returnsOf = (origin: Entered): readonly Entered[] => this.#standing.filter((other) => other.origin === origin);

  hasReturns(origin: Entered): boolean {
    return this.#returnsOf(origin).length > 0;
  }

  #returnedOf(origin: Entered): number {
    return this.#returnsOf(origin)
      .flatMap(({ moves }) => moves)
      .reduce((sum, { count }) => sum + count, 0);
  }

  leftToReturn(origin: Entered): number {
    return origin.moves.reduce((sum, { count }) => sum - count, 0) - this.#returnedOf(origin);
  }

  /** So many of what left, after those that came back before. */
  returned(origin: Entered, count: number): readonly Move[] {
    let [skip, rest] = [this.#returnedOf(origin), count];
    return origin.moves.flatMap((move): Move[] => {
      const skipped = Math.min(skip, -move.count);
      const taken = Math.min(rest, -move.count - skipped);
      skip -= skipped;
      rest -= taken;
      return taken > 0 ? [{ ...move, count: taken }] : [];
    });
  }

  /** Whether something would be below zero without it, now or at the time of a later document. */
  isNeeded(entered: Entered): boolean {
    const others = this.#standing.filter((other) => other !== entered);
    return others.some((_, index) => {
      const until = others.slice(0, index + 1);
      return entered.moves.some(({ item, inventory, batch }) => this.level(item, inventory, batch, until) < 0);
    });
  }

  /** As the program answers it: `inventory batch quantity`. */
  shown(item: number, inventories: readonly number[]): string[] {
    return inventories
      .flatMap((inventory) => [...Object.keys(BATCHES), UNNAMED].map((batch) => ({ inventory, batch })))
      .flatMap(({ inventory, batch }) => {
        const level = this.level(item, inventory, batch);
        return level === 0 ? [] : [`${inventory} ${batch} ${level}`];
      })
      .toSorted();
  }
}
