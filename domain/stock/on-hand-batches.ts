/** Stock by batch during the decision of one document: each line reduces it for the next one. */
import type { Facts } from '../kernel/facts.ts';
import { quantity } from '../kernel/quantity.ts';
import { type Batch, byExpiry, isSameBatch } from './batch.ts';
import { mayGoBelowZero } from './negative-stock.ts';

/** Of the facts of a decision, what stock by batch needs. */
type BatchFacts = Pick<Facts, 'batchesOnHand' | 'record'>;

interface Pool {
  readonly item: number;
  readonly inventory: number;
}

interface Stock {
  /** Sorted by expiry date. */
  readonly batches: { readonly batch: Batch; left: bigint }[];
  /** Quantity of no named batch. */
  unnamed: bigint;
}

export class OnHandBatches {
  readonly #facts: BatchFacts;
  readonly #stocks = new Map<string, Stock>();

  constructor(facts: BatchFacts) {
    this.#facts = facts;
  }

  /** Takes `count` from the permitted batches in the order of expiry; batches with `isLast` come after all others. */
  firstOut(
    pool: Pool,
    count: bigint,
    mayTake: (batch: Batch) => boolean,
    isLast: (batch: Batch) => boolean,
  ): (readonly [Batch, bigint])[] {
    const { batches } = this.#of(pool);
    const inOrder = [...batches.filter(({ batch }) => !isLast(batch)), ...batches.filter(({ batch }) => isLast(batch))];
    let rest = count;
    return inOrder.flatMap((entry) => {
      const { batch, left } = entry;
      if (left <= 0n || rest <= 0n || !mayTake(batch)) return [];
      const taken = left < rest ? left : rest;
      rest -= taken;
      entry.left -= taken;
      return [[batch, taken] as const];
    });
  }

  /** The first batch on hand that matches. */
  first(pool: Pool, isWanted: (batch: Batch) => boolean): Batch | undefined {
    return this.#of(pool).batches.find(({ batch, left }) => left > 0n && isWanted(batch))?.batch;
  }

  take(pool: Pool, batch: Batch, count: bigint): void {
    const stock = this.#of(pool);
    const entry = stock.batches.find((other) => isSameBatch(other.batch, batch));
    if (entry) entry.left -= count;
    else stock.unnamed -= count;
  }

  has(pool: Pool, batch: Batch, count: bigint): boolean {
    return this.#of(pool).batches.some((entry) => isSameBatch(entry.batch, batch) && entry.left >= count);
  }

  /** True when `count` is available without a named batch, or when the inventory may go below zero. */
  hasUnnamed(pool: Pool, count: bigint): boolean {
    return mayGoBelowZero(pool.inventory, this.#facts) || this.#of(pool).unnamed >= count;
  }

  #of({ item, inventory }: Pool): Stock {
    const name = `${item}:${inventory}`;
    const known = this.#stocks.get(name);
    if (known) return known;
    const { batches, onHand } = this.#facts.batchesOnHand?.(item, inventory) ?? { batches: [], onHand: '0' };
    const named = batches.map((batch) => ({ batch, left: 0n + quantity(batch.quantity) }));
    const unnamed = quantity(onHand) - named.reduce((sum, { left }) => sum + left, 0n);
    const stock = { batches: named.sort((a, b) => byExpiry(a.batch, b.batch)), unnamed };
    this.#stocks.set(name, stock);
    return stock;
  }
}
