/** Stock in pieces, as far as planning needs it, so that no sale exceeds the stock. */
import type { Chance } from './chance.ts';
import type { Goods } from './goods/goods.ts';

export class ShelfPlan {
  readonly #pieces = new Map<string, number>();
  readonly #inOpenOrders = new Set<string>();
  /** Each item, repeated by its demand. */
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

  /** An order that remains open reserves its goods. */
  order(inventory: number, { item }: Goods): void {
    this.#inOpenOrders.add(`${inventory}:${item}`);
  }

  isInOpenOrder(inventory: number, { item }: Goods): boolean {
    return this.#inOpenOrders.has(`${inventory}:${item}`);
  }

  /** Distinct goods with at least so many pieces in stock. */
  choose(chance: Chance, inventory: number, lines: number, pieces: number): Goods[] {
    const chosen = new Set<Goods>();
    for (let tries = 0; chosen.size < lines && tries < lines * 30; tries += 1) {
      const goods = chance.pick(this.#asked);
      if (this.on(inventory, goods) >= pieces) chosen.add(goods);
    }
    return [...chosen];
  }

  /** The goods of a range with the lowest stock. */
  lowest(inventory: number, of: readonly Goods[], count: number): Goods[] {
    return [...of].sort((a, b) => this.on(inventory, a) - this.on(inventory, b)).slice(0, count);
  }
}
