/** Removed lines, as content of a device's entry. */
import { REMOVED_MAX, type RemovedLine } from '../../../domain/till/removed-lines.schema.ts';
import type { Cart } from './cart.ts';
import type { Terms } from './goods.ts';
import { priceOf } from './listed.ts';

/** At the prices on the screen; the newest when there are more than an entry may contain. */
export function removedContent(
  { removed, customer }: Pick<Cart, 'removed' | 'customer'>,
  terms: Terms,
): { readonly removed?: RemovedLine[] } {
  const lines = removed.flatMap(({ line, at }): RemovedLine[] => {
    // Sales parked by earlier versions have no line here.
    if (!line || !at) return [];
    const { price } = priceOf(line, customer?.id ?? null, terms);
    return [{ item_fk: line.item.id, unit_fk: line.unit_fk, quantity: line.quantity, price, ...at }];
  });
  return lines.length > 0 ? { removed: lines.slice(-REMOVED_MAX) } : {};
}
