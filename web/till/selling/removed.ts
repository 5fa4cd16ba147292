/** What was taken off receipts, as an entry of the device says it. */
import { REMOVED_MAX, type RemovedLine } from '../../../domain/till/removed-lines.schema.ts';
import type { Cart } from './cart.ts';
import type { Terms } from './goods.ts';
import { priceOf } from './listed.ts';

/** At the prices that stood on the screen; the newest where there are more than an entry takes. */
export function removedContent(
  { removed, customer }: Pick<Cart, 'removed' | 'customer'>,
  terms: Terms,
): { readonly removed?: RemovedLine[] } {
  const lines = removed.flatMap(({ line, at }): RemovedLine[] => {
    // A sale that was parked by a program of before has no line here.
    if (!line || !at) return [];
    const { price } = priceOf(line, customer?.id ?? null, terms);
    return [{ item_fk: line.item.id, unit_fk: line.unit_fk, quantity: line.quantity, price, ...at }];
  });
  return lines.length > 0 ? { removed: lines.slice(-REMOVED_MAX) } : {};
}
