/** The holding of each pool of a book. */
import type { Pool } from '../entries/entry.ts';
import type { PostedMovement } from './movement.ts';
import type { Holding } from './valuation.ts';

export interface Part {
  readonly pool: Pool;
  /** The outlet of the pool's account. */
  readonly outlet: number;
  quantity: bigint;
  value: bigint;
  /** Goods in the inventory that are sold and not delivered; they are counted with the stock, and not part of it. */
  undelivered?: bigint;
}

/** The part of `pool`; undefined when the book has none. A cash account has a separate book for each currency. */
export function partOf(parts: readonly Part[], pool: Pool): Part | undefined {
  if (pool.kind === 'stock') return ofInventory(parts, pool.inventory);
  return pool.outlet === undefined ? parts[0] : parts.find((part) => part.outlet === pool.outlet);
}

function ofInventory(parts: readonly Part[], inventory: number): Part | undefined {
  return parts.find(({ pool }) => pool.kind === 'stock' && pool.inventory === inventory);
}

/** Adds the effect of a movement to the parts, `times` times (−1 removes it). */
export function addTo(parts: readonly Part[], movement: PostedMovement, times: bigint): void {
  const { pool, quantity, value, shares } = movement;
  const own = partOf(parts, pool);
  if (own) {
    own.quantity += quantity * times;
    own.value += value * times;
    addUndelivered(own, movement, times);
  }
  for (const share of shares) {
    const part = ofInventory(parts, share.inventory);
    if (part) part.value += share.value * times;
  }
}

export function addUndelivered(own: Part, { undelivered }: PostedMovement, times: bigint): void {
  if (undelivered !== undefined) own.undelivered = (own.undelivered ?? 0n) + undelivered * times;
}

export function total(parts: readonly Part[]): Holding {
  let quantity = 0n;
  let value = 0n;
  for (const part of parts) {
    quantity += part.quantity;
    value += part.value;
  }
  return { quantity, value };
}
