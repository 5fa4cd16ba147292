/** What each pool of a book holds. */
import type { Pool } from '../posting/entry.ts';
import type { PostedMovement } from './movement.ts';
import type { Holding } from './valuation.ts';

export interface Part {
  readonly pool: Pool;
  /** Outlet of its account. */
  readonly outlet: number;
  quantity: bigint;
  value: bigint;
}

/** Cash has a book of its own for each pool. */
export function partOf(parts: readonly Part[], pool: Pool): Part | undefined {
  return pool.kind === 'stock' ? ofInventory(parts, pool.inventory) : parts[0];
}

function ofInventory(parts: readonly Part[], inventory: number): Part | undefined {
  return parts.find(({ pool }) => pool.kind === 'stock' && pool.inventory === inventory);
}

/** Adds what a movement did to the parts that are there, so many times. */
export function addTo(parts: readonly Part[], { pool, quantity, value, shares }: PostedMovement, times: bigint): void {
  const own = partOf(parts, pool);
  if (own) {
    own.quantity += quantity * times;
    own.value += value * times;
  }
  for (const share of shares) {
    const part = ofInventory(parts, share.inventory);
    if (part) part.value += share.value * times;
  }
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
