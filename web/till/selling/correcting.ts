/** The cart for correcting a receipt: the same goods, quantities and discounts, editable by the cashier. */
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import { type BatchQuantity, batchesOf, partOfBatches } from '../../../domain/stock/batch.ts';
import type { RefundEntry } from '../../../domain/till/device-entry.ts';
import { discountsLeft } from '../../../domain/till/discounts-left.ts';
import type { Catalogue } from '../device/catalogue.ts';
import { type Cart, type CartLine, EMPTY_CART } from './cart.ts';
import type { FoundReceipt } from './found-receipt.ts';
import { factorOf } from './goods.ts';

/**
 * `again`: the refunded quantities to sell again; empty for an exchange. Items that no longer exist are omitted, and free
 * goods, which promotions give again.
 */
export async function correctedCart(
  catalogue: Catalogue,
  { receipt, refunds }: FoundReceipt,
  { again, decimals }: { readonly again: readonly RefundEntry['lines'][number][]; readonly decimals: number },
): Promise<Cart> {
  const items = await catalogue.items(again.map(({ item_fk }) => item_fk));
  const customer = receipt.customer_fk ? await catalogue.customer(receipt.customer_fk) : undefined;
  const sold = { lines: receipt.lines, discount: receipt.discount ?? null };
  const rest = discountsLeft(
    sold,
    refunds.flatMap(({ lines: back }) => back),
    decimals,
  );
  const lines = again.flatMap(({ line, item_fk, unit_fk, quantity: count, price }): CartLine[] => {
    const item = items.find(({ id }) => id === item_fk);
    const before = receipt.lines.find(({ line_id }) => line_id === line);
    if (!item || !before || quantity(count) <= 0n) return [];
    const { line_id, promotion_fk, note = null } = before;
    const discount = promotion_fk ? null : (rest.ofLines.get(line_id) ?? null);
    const same = soldAgain(before, refunds, count, factorOf(item, unit_fk));
    return [
      { line_id, item, unit_fk, quantity: count, price, discount, note, ...(same.length > 0 ? { again: same } : {}) },
    ];
  });
  // A promotion's discount is not copied: the promotion gives it again if it is still valid.
  const isPromised = (receipt.promotions ?? []).length > 0;
  const discount = again.length === 0 || isPromised ? null : rest.ofReceipt;
  return { ...EMPTY_CART, customer: customer ?? null, discount, lines };
}

/** The batches of `count` pieces of the line after those that earlier refunds returned. */
function soldAgain(
  line: FoundReceipt['receipt']['lines'][number],
  refunds: FoundReceipt['refunds'],
  count: string,
  factor: string,
): readonly BatchQuantity[] {
  const base = (text: string) => inBaseUnits(quantity(text), quantity(factor));
  const back = refunds.flatMap(({ lines }) => lines).filter((of) => of.line === line.line_id);
  const before = back.reduce((sum, of) => sum + base(of.quantity), 0n);
  return partOfBatches(batchesOf(line), before, base(count)).map(([{ batch_number, expire_date }, part]) => ({
    ...{ batch_number, expire_date, quantity: printQuantity(toQuantity(part)) },
  }));
}
