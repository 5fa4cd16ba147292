/** What stands on the shelves, in pieces, as far as planning needs it: nobody sells what is not there. */
import type { Chance } from './chance.ts';
import type { Goods } from './goods.ts';

export class ShelfPlan {
  readonly #pieces = new Map<string, number>();
  /** Each item as often as it is asked for. */
  readonly #asked: readonly Goods[];

  constructor(all: readonly Goods[]) {
    this.#asked = all.flatMap((goods) => Array.from({ length: goods.weight }, () => goods));
  }

  on(inventory: number, { item }: Goods): number {
    return this.#pieces.get(`${inventory}:${item}`) ?? 0;
  }

  put(inventory: number, { item }: Goods, pieces: number): void {
    const key = `${inventory}:${item}`;
    this.#pieces.set(key, (this.#pieces.get(key) ?? 0) + pieces);
  }

  /** Different goods of which at least so many pieces are there. */
  choose(chance: Chance, inventory: number, lines: number, pieces: number): Goods[] {
    const chosen = new Set<Goods>();
    for (let tries = 0; chosen.size < lines && tries < lines * 30; tries += 1) {
      const goods = chance.pick(this.#asked);
      if (this.on(inventory, goods) >= pieces) chosen.add(goods);
    }
    return [...chosen];
  }

  /** Goods that run out soonest, of a range of them. */
  lowest(inventory: number, of: readonly Goods[], count: number): Goods[] {
    return [...of].sort((a, b) => this.on(inventory, a) - this.on(inventory, b)).slice(0, count);
  }
}
