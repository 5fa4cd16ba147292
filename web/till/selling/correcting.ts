/** The cart of a receipt that is sold again: the same goods, quantities and discounts, for the cashier to mend. */
import type { RefundEntry } from '../../../domain/till/device-entry.ts';
import type { Catalogue } from '../device/catalogue.ts';
import { type Cart, type CartLine, EMPTY_CART } from './cart.ts';
import type { FoundReceipt } from './found-receipt.ts';

/** `back`: what was refunded and is sold again; nothing for an exchange, whose goods are others. Goods that are gone are left out. */
export async function correctedCart(
  catalogue: Catalogue,
  { receipt }: FoundReceipt,
  back: readonly RefundEntry['lines'][number][],
): Promise<Cart> {
  const items = await catalogue.items(back.map(({ item_fk }) => item_fk));
  const customer = receipt.customer_fk ? await catalogue.customer(receipt.customer_fk) : undefined;
  const lines = back.flatMap(({ line, item_fk, unit_fk, quantity, price }): CartLine[] => {
    const item = items.find(({ id }) => id === item_fk);
    const sold = receipt.lines.find(({ line_id }) => line_id === line);
    if (!item || !sold) return [];
    const discount = sold.promotion_fk ? null : (sold.discount ?? null);
    return [{ line_id: sold.line_id, item, unit_fk, quantity, price, discount, note: sold.note ?? null }];
  });
  return { ...EMPTY_CART, customer: customer ?? null, lines };
}
