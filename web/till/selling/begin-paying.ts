/** The step from the lines of a receipt to its payment. */
import type { Terms } from './goods.ts';
import { pricedCart } from './priced-cart.ts';
import type { SaleStore } from './sale-store.ts';

/**
 * Opens the payment after all earlier scans are looked up, so that their lines are part of the receipt. Returns
 * `not_payable` for a receipt without lines or with problems, and `needs_approval` when limits are exceeded.
 */
export function beginPaying(store: SaleStore, terms: Terms): Promise<'paying' | 'not_payable' | 'needs_approval'> {
  return store.inTurn(async () => {
    const { cart, stage } = store.current();
    const { problems, beyond } = pricedCart(cart, terms);
    if (stage !== 'selling' || cart.lines.length === 0 || problems.length > 0) return 'not_payable';
    if (beyond.length > 0) return 'needs_approval';
    store.set({ stage: 'paying' });
    return 'paying';
  });
}
