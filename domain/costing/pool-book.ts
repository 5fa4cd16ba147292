/** One pool: its movements in order of effect, or the last part of them with what the pool held before. */
import type { EffectiveTime } from '../kernel/effective-date.ts';
import type { Pool } from '../posting/entry.ts';
import { type BookedMovement, byEffect, type Place, poolKey } from './movement.ts';
import type { Holding } from './valuation.ts';

/** Costing was asked for a moment of which it was not given the movements. Load the pool from there and try again. */
export class HistoryNeeded extends Error {
  readonly pool: string;
  /** Undefined: from the beginning. */
  readonly from: EffectiveTime | undefined;
  constructor(pool: string, from: EffectiveTime | undefined) {
    super(`movements of ${pool} are needed from ${from ?? 'the beginning'}`);
    this.name = 'HistoryNeeded';
    this.pool = pool;
    this.from = from;
  }
}

/** What stands in for an average where a pool holds nothing: the last one, else the last purchase. */
export type LastCost = (Holding & { readonly by: 'average' | 'purchase' }) | { readonly by: 'nothing' };

/** Part of a pool's history: everything that is effective at or after `from`, and what the pool holds in all. */
export interface PoolHistory {
  readonly from: EffectiveTime | undefined;
  readonly held: Holding;
  readonly movements: readonly BookedMovement[];
  /** Where the part begins, if it is known. */
  readonly last?: LastCost;
}

export class PoolBook {
  readonly pool: Pool;
  readonly key: string;
  readonly movements: BookedMovement[];
  /** Nothing before this moment is known; undefined when all is. */
  readonly #from: EffectiveTime | undefined;
  readonly #last: LastCost | undefined;
  /** The last cost before the movement at an index, as it was looked up last: it saves walking back over a pool that stays empty. */
  #known: { readonly index: number; readonly last: LastCost } | undefined;
  quantity: bigint;
  value: bigint;

  constructor(pool: Pool, history: PoolHistory) {
    this.pool = pool;
    this.key = poolKey(pool);
    this.#from = history.from;
    this.#last = history.last;
    this.movements = [...history.movements].sort(byEffect);
    this.quantity = history.held.quantity;
    this.value = history.held.value;
  }

  get lastEffective(): EffectiveTime | undefined {
    return this.movements.at(-1)?.effective ?? this.#from;
  }

  /** Puts a movement in its place and gives its index. It has no value yet. */
  insert(movement: BookedMovement): number {
    this.#mustKnow(movement.effective);
    const index = this.indexOf(movement);
    this.movements.splice(index, 0, movement);
    this.changesFrom(index);
    this.quantity += movement.quantity;
    this.value += movement.value;
    return index;
  }

  /** Takes a movement out and gives it. */
  remove(place: Place): BookedMovement {
    const index = this.indexOf(place);
    const movement = this.movements[index];
    if (!movement || byEffect(movement, place) !== 0) {
      if (this.#from === undefined) throw new Error(`no movement of position ${place.position} in ${this.key}`);
      throw new HistoryNeeded(this.key, place.effective < this.#from ? place.effective : undefined);
    }
    this.movements.splice(index, 1);
    this.changesFrom(index);
    this.quantity -= movement.quantity;
    this.value -= movement.value;
    return movement;
  }

  /** What it holds in all, after its movements were valued anew. */
  holds({ quantity, value }: Holding): void {
    this.quantity = quantity;
    this.value = value;
  }

  /** Values at `index` and after it are about to change. */
  changesFrom(index: number): void {
    if (this.#known && index < this.#known.index) this.#known = undefined;
  }

  /** Index of the first movement that is not before `place`. */
  indexOf(place: Place): number {
    let high = this.movements.length;
    const last = this.movements[high - 1];
    if (!last || byEffect(last, place) < 0) return high;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byEffect(this.movements[middle] as BookedMovement, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** What the pool holds before the movement at `index`: what it holds in all, less everything from there on. */
  before(index: number): { quantity: bigint; value: bigint } {
    let { quantity, value } = this;
    for (let i = index; i < this.movements.length; i++) {
      const movement = this.movements[i] as BookedMovement;
      quantity -= movement.quantity;
      value -= movement.value;
    }
    return { quantity, value };
  }

  /**
   * What stands in for an average before the movement at `index`, where the pool holds `held` (nothing, or less).
   * Throws HistoryNeeded.
   */
  lastCost(index: number, held: Holding): LastCost {
    const last = this.#lookBack(index, held);
    this.#known = { index, last };
    return last;
  }

  #lookBack(index: number, held: Holding): LastCost {
    let { quantity, value } = held;
    let purchase: LastCost | undefined;
    const known = this.#known && this.#known.index <= index ? this.#known : undefined;
    const start = known?.index ?? 0;
    for (let i = index - 1; i >= start; i--) {
      const movement = this.movements[i] as BookedMovement;
      if (movement.valued.by === 'fact' && movement.quantity > 0n && movement.posted !== 0n) {
        purchase ??= { by: 'purchase', quantity: movement.quantity, value: movement.posted };
      }
      quantity -= movement.quantity;
      value -= movement.value;
      if (quantity > 0n) return { by: 'average', quantity, value };
    }
    const before = known?.last ?? (this.#from === undefined ? ({ by: 'nothing' } as const) : this.#last);
    if (!before) throw new HistoryNeeded(this.key, undefined);
    return before.by === 'average' ? before : (purchase ?? before);
  }

  /** The last cost at the end, so that a part without movements can be carried on; undefined where it is not needed or not known. */
  get lastCostAtEnd(): LastCost | undefined {
    if (this.quantity > 0n) return undefined;
    try {
      return this.lastCost(this.movements.length, this);
    } catch (error) {
      if (error instanceof HistoryNeeded) return undefined;
      throw error;
    }
  }

  #mustKnow(effective: EffectiveTime): void {
    if (this.#from !== undefined && effective < this.#from) throw new HistoryNeeded(this.key, effective);
  }
}
