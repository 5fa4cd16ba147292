/**
 * A model of stock by batches that shares no code with the program: the movements of each document, in the order of
 * their times.
 */

/** The batches, with their expiry dates, in the order of expiry. */
export const BATCHES: Readonly<Record<string, string>> = {
  B1: '2026-09-30',
  B2: '2026-12-31',
  B3: '2027-06-30',
  B4: '2028-01-31',
};

/** The batch of goods that are sold beyond the stock of all batches. The API returns null as their batch number. */
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
  /** For a count: the counted quantity of each batch. */
  readonly counted?: { readonly item: number; readonly inventory: number; readonly parts: readonly Part[] };
  /** For a return: the document whose goods are returned. */
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

  /**
   * Returns `count` pieces, by batch, in the order of expiry. Pieces beyond the stock have no batch if `mayBeNegative`;
   * otherwise the result is undefined.
   */
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

  /** Returns the pieces of each batch of a sale that did not come back, in the order in which they left. */
  leftOf(origin: Entered): readonly Part[] {
    const back = this.#returnsOf(origin).flatMap(({ moves }) => moves);
    return [...new Set(origin.moves.map(({ batch }) => batch))].flatMap((batch): Part[] => {
      const own = [...origin.moves, ...back].filter((move) => move.batch === batch);
      const left = own.reduce((rest, { count }) => rest - count, 0);
      return left > 0 ? [[batch, left]] : [];
    });
  }

  leftToReturn(origin: Entered): number {
    return this.leftOf(origin).reduce((sum, [, count]) => sum + count, 0);
  }

  /** Returns the next `count` pieces that come back, by batch. */
  nextBack(origin: Entered, count: number): readonly Part[] {
    let rest = count;
    return this.leftOf(origin).flatMap(([batch, left]): Part[] => {
      const taken = Math.min(rest, left);
      rest -= taken;
      return taken > 0 ? [[batch, taken]] : [];
    });
  }

  /** What came in, of which goods that were sold without a batch before are settled first: they are of no batch no longer. */
  settling(moves: readonly Move[]): readonly Move[] {
    const missing = new Map<string, number>();
    const nameOf = ({ item, inventory }: Move) => `${item} ${inventory}`;
    for (const move of moves) {
      const before = missing.get(nameOf(move)) ?? -this.level(move.item, move.inventory, UNNAMED);
      missing.set(nameOf(move), move.batch === UNNAMED ? before - move.count : before);
    }
    return moves.flatMap((move) => {
      const settled = move.batch === UNNAMED ? 0 : Math.min(move.count, missing.get(nameOf(move)) ?? 0);
      if (settled <= 0) return [move];
      missing.set(nameOf(move), (missing.get(nameOf(move)) ?? 0) - settled);
      return [move, { ...move, count: -settled }, { ...move, batch: UNNAMED, count: settled }];
    });
  }

  /** Returns whether a batch would be below zero without this document, at the time of any other document. */
  isNeeded(entered: Entered): boolean {
    const others = this.#standing.filter((other) => other !== entered);
    return others.some((_, index) => {
      const until = others.slice(0, index + 1);
      return entered.moves.some(({ item, inventory, batch }) => this.level(item, inventory, batch, until) < 0);
    });
  }

  /** Returns `inventory batch quantity` for each batch in stock, sorted, for comparison with the answer of the API. */
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
