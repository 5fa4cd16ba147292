/**
 * Goods that were sold before they came: they left without a batch, and took the goods of no batch below zero. What comes in
 * settles them first (docs/decisions/0156), so no batch is on hand that customers have already.
 */
import { type BatchCount, hasSerials, isNamed } from '../values/batch.ts';
import type { BatchTask } from './batch-tasks.ts';
import type { OnHandBatches } from './on-hand-batches.ts';

/** Their goods that come in come back from customers: they are here, and settle nothing. */
const FROM_CUSTOMERS: ReadonlySet<string> = new Set(['sale', 'sale_return', 'pos_sale', 'online_order']);

export class SoldBefore {
  readonly #kind: string;
  /** By item and inventory: how far the goods of no batch are below zero after the document. */
  readonly #missing = new Map<string, bigint>();

  /** `found` are the batches of each movement of a document of this kind. */
  constructor(kind: string, found: ReadonlyMap<BatchTask, readonly BatchCount[]>, onHand: OnHandBatches) {
    this.#kind = kind;
    for (const [{ movement, pool, count }, parts] of found) {
      if (movement.valued.by === 'count') continue;
      const named = parts.reduce((sum, [batch, part]) => (isNamed(batch) ? sum + part : sum), 0n);
      const unnamed = movement.quantity < 0n ? named - count : count - named;
      const before = this.#missing.get(nameOf(pool)) ?? -onHand.unnamedNow(pool);
      this.#missing.set(nameOf(pool), before - unnamed);
    }
  }

  /** Of `count` pieces of a batch that a movement brings in, those that were sold before. */
  settledBy({ movement, pool, item }: BatchTask, count: bigint): bigint {
    // A piece is known by its number, which says whether it was sold (docs/decisions/0144).
    if (hasSerials(item)) return 0n;
    const missing = this.#missing.get(nameOf(pool)) ?? 0n;
    const comesIn = movement.quantity > 0n && movement.valued.by !== 'count' && !FROM_CUSTOMERS.has(this.#kind);
    if (!comesIn || missing <= 0n) return 0n;
    const settled = missing < count ? missing : count;
    this.#missing.set(nameOf(pool), missing - settled);
    return settled;
  }
}

const nameOf = ({ item, inventory }: BatchTask['pool']): string => `${item}:${inventory}`;
