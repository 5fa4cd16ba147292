/**
 * The movements of one pool in order of effect, or of an item in all of its inventories where they may share one
 * average. A book holds all movements, or those from a moment on together with the holding before it.
 */

import type { Pool } from '../entries/entry.ts';
import { defined } from '../values/defined.ts';
import { type EffectiveTime, toTime } from '../values/effective-date.ts';
import { type BookLayers, layersFrom } from './book-layers.ts';
import { byEffect, type Place, type PostedMovement } from './movement.ts';
import { addTo, type Part, partOf, total } from './parts.ts';
import type { CostRules } from './rules.ts';
import type { Holding } from './valuation.ts';

/**
 * Thrown when movements of an earlier moment are needed and not loaded. Load the book from `from` and repeat the call.
 */
export class HistoryNeeded extends Error {
  readonly book: string;
  /** Undefined means from the beginning. */
  readonly from: EffectiveTime | undefined;
  constructor(book: string, from: EffectiveTime | undefined) {
    super(`movements of ${book} are needed from ${from ?? 'the beginning'}`);
    this.name = 'HistoryNeeded';
    this.book = book;
    this.from = from;
  }
}

/** The cost to use when nothing is held: the last average, else the last purchase. */
export type LastCost = (Holding & { readonly by: 'average' | 'purchase' }) | { readonly by: 'nothing' };

/** Part of a history: every movement that is effective at or after `from`, and the present holding of each pool. */
export interface PoolHistory {
  readonly from: EffectiveTime | undefined;
  readonly parts: readonly Readonly<Part>[];
  readonly movements: readonly PostedMovement[];
  /** The last cost at `from`, if it is known. */
  readonly last?: LastCost;
  readonly layers?: BookLayers;
}

export class PoolBook {
  readonly key: string;
  readonly movements: PostedMovement[];
  /** Movements before this moment are not loaded; undefined when all are. */
  readonly #from: EffectiveTime | undefined;
  readonly #last: LastCost | undefined;
  /** Cache of `lastCost` for one index: it saves walking back over a pool that remains empty. */
  #known: { readonly index: number; readonly last: LastCost } | undefined;
  /** Layers before the first loaded movement, if they are known. */
  readonly #layersAtFirst: BookLayers | undefined;
  /** Cache of `layersBefore` for one index. */
  #layersAt: { readonly index: number; readonly layers: BookLayers } | undefined;
  /** The present holding of each pool. */
  parts: Part[];

  constructor(key: string, history: PoolHistory) {
    this.key = key;
    this.#from = history.from;
    this.#last = history.last;
    this.movements = [...history.movements].sort(byEffect);
    this.parts = history.parts.map((part) => ({ ...part }));
    this.#layersAtFirst = history.layers ?? (history.from === undefined ? new Map() : undefined);
  }

  get lastEffective(): EffectiveTime | undefined {
    return this.movements.at(-1)?.effective ?? this.#from;
  }

  part(pool: Pool): Part | undefined {
    return partOf(this.parts, pool);
  }

  /** The part of a pool; a new empty part when there is none. */
  partFor(pool: Pool, outlet: number): Part {
    const known = this.part(pool);
    if (known) return known;
    const part = { pool, outlet, quantity: 0n, value: 0n };
    this.parts.push(part);
    return part;
  }

  /** Inserts a movement at its place and returns its index. It has no value yet. */
  insert(movement: PostedMovement): number {
    this.#mustKnow(movement.effective);
    const index = this.indexOf(movement);
    this.movements.splice(index, 0, movement);
    this.changesFrom(index);
    addTo(this.parts, movement, 1n);
    return index;
  }

  /** Removes a movement and returns it. */
  remove(place: Place): PostedMovement {
    const index = this.indexOf(place);
    const movement = this.movements[index];
    if (!movement || byEffect(movement, place) !== 0) {
      if (this.#from === undefined) throw new Error(`no movement of position ${place.position} in ${this.key}`);
      throw new HistoryNeeded(this.key, place.effective < this.#from ? place.effective : undefined);
    }
    this.movements.splice(index, 1);
    this.changesFrom(index);
    addTo(this.parts, movement, -1n);
    return movement;
  }

  /** Stores the holding after the movements were valued anew. */
  holds(parts: Part[], layers: BookLayers | undefined): void {
    this.parts = parts;
    if (layers) this.#layersAt = { index: this.movements.length, layers };
  }

  /** Drops cached values: movements from `index` on are about to change. */
  changesFrom(index: number): void {
    if (this.#known && index < this.#known.index) this.#known = undefined;
    if (this.#layersAt && index < this.#layersAt.index) this.#layersAt = undefined;
  }

  /** Index of the first movement that is not before `place`. */
  indexOf(place: Place): number {
    let high = this.movements.length;
    const last = this.movements[high - 1];
    if (!last || byEffect(last, place) < 0) return high;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byEffect(defined(this.movements[middle]), place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the first movement on `day` or later. Throws HistoryNeeded. */
  indexOfDay(day: string): number {
    this.#mustKnow(toTime(day));
    return this.indexOf({ effective: toTime(day), position: 0n, line: 0 });
  }

  /**
   * The holding of each pool before the movement at `index`: the present holding less all movements from `index` on.
   */
  before(index: number): Part[] {
    const parts = this.parts.map((part) => ({ ...part }));
    for (let i = index; i < this.movements.length; i++) addTo(parts, defined(this.movements[i]), -1n);
    return parts;
  }

  /** The layers before the movement at `index`. Throws HistoryNeeded. */
  layersBefore(index: number, rules: CostRules): BookLayers {
    const first = this.#layersAtFirst && { index: 0, layers: this.#layersAtFirst };
    const known = this.#layersAt && this.#layersAt.index <= index ? this.#layersAt : first;
    if (!known) throw new HistoryNeeded(this.key, undefined);
    const between = this.movements.slice(known.index, index);
    const layers = layersFrom(known.layers, this.before(known.index), between, rules);
    this.#layersAt = { index, layers };
    return layers;
  }

  /** Drops cached layers, because the rules that build them changed. */
  forgetLayers(): void {
    this.#layersAt = undefined;
  }

  /**
   * The cost used instead of an average before the movement at `index`, when `members` (the pools that share one) hold
   * nothing or less. Throws HistoryNeeded.
   */
  lastCost(index: number, members: readonly Part[]): LastCost {
    const last = this.#lookBack(index, members);
    if (this.parts.length === 1) this.#known = { index, last };
    return last;
  }

  #lookBack(index: number, members: readonly Part[]): LastCost {
    const held = members.map((part) => ({ ...part }));
    const all = this.parts.length === held.length;
    let purchase: LastCost | undefined;
    const known = all && this.#known && this.#known.index <= index ? this.#known : undefined;
    const start = known?.index ?? 0;
    for (let i = index - 1; i >= start; i--) {
      const movement = defined(this.movements[i]);
      const isOwn = all || partOf(held, movement.pool) !== undefined;
      if (isOwn && movement.valued.by === 'statedCost' && movement.quantity > 0n && movement.posted !== 0n) {
        purchase ??= { by: 'purchase', quantity: movement.quantity, value: movement.posted };
      }
      addTo(held, movement, -1n);
      const { quantity, value } = total(held);
      if (quantity > 0n) return { by: 'average', quantity, value };
    }
    const before = known?.last ?? (this.#from === undefined ? ({ by: 'nothing' } as const) : this.#last);
    if (!before) throw new HistoryNeeded(this.key, undefined);
    return before.by === 'average' ? before : (purchase ?? before);
  }

  /**
   * The last cost after all movements, for a later part without movements; undefined when it is not needed or unknown.
   */
  get lastCostAtEnd(): LastCost | undefined {
    const [only, ...others] = this.parts;
    if (!only || others.length > 0 || only.quantity > 0n) return undefined;
    try {
      return this.lastCost(this.movements.length, this.parts);
    } catch (error) {
      if (error instanceof HistoryNeeded) return undefined;
      throw error;
    }
  }

  #mustKnow(effective: EffectiveTime): void {
    if (this.#from !== undefined && effective < this.#from) throw new HistoryNeeded(this.key, effective);
  }
}
