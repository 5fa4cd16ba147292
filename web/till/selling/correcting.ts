/** The cart for correcting a receipt: the same goods, quantities and discounts, editable by the cashier. */

import type { RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { discountsLeft } from '../../../domain/till/receipts/discounts-left.ts';
import { backOf } from '../../../domain/till/receipts/refunded-lines.ts';
import { type BatchQuantity, batchesOf, partOfBatches } from '../../../domain/values/batch.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Catalogue } from '../device/catalogue/catalogue.ts';
import { type Cart, type CartLine, EMPTY_CART } from './cart.ts';
import type { FoundReceipt } from './found-receipt.ts';
import { factorOf, unitsIn } from './goods.ts';
import { FREE_LINE } from './priced-cart.ts';
import { factorIn, refundedIn, type UnitsOf } from './refund.ts';

/**
 * `again`: the refunded quantities to sell again, gifts included; empty for an exchange. Items that no longer exist are
 * omitted. Goods that were free are on the counter: their promotion gives them again, and where it has ended they stay
 * free as they were.
 */
export async function correctedCart(
  catalogue: Catalogue,
  { receipt, refunds }: FoundReceipt,
  { again, decimals }: { readonly again: readonly RefundEntry['lines'][number][]; readonly decimals: number },
): Promise<Cart> {
  const items = await catalogue.items(again.map(({ item_fk }) => item_fk));
  const customer = receipt.customer_fk ? await catalogue.customer(receipt.customer_fk) : undefined;
  const sold = { lines: receipt.lines, discount: receipt.discount ?? null };
  const unitsOf: UnitsOf = (item) => unitsIn(items.find(({ id }) => id === item));
  const back = refundedIn(refunds, receipt.lines, unitsOf).flatMap((refund) => refund.lines);
  const rest = discountsLeft(
    {
      ...sold,
      lines: sold.lines.map((line) => ({ ...line, unit_factor: factorIn(unitsOf, line.item_fk, line.unit_fk) })),
    },
    back.map((line) => ({ ...line, line: line.line_id })),
    decimals,
  );
  const lines = again.flatMap(({ line, item_fk, unit_fk, quantity: paid, bonus_quantity: free, price }): CartLine[] => {
    const item = items.find(({ id }) => id === item_fk);
    const before = receipt.lines.find(({ line_id }) => line_id === line);
    const count = countOf({ quantity: paid, bonus_quantity: free });
    if (!item || !before || quantity(count) <= 0n) return [];
    const { line_id, promotion_fk, note = null } = before;
    const isGift = quantity(before.bonus_quantity ?? '0') > 0n;
    const discount = promotion_fk && !isGift ? null : (rest.ofLines.get(line_id) ?? null);
    const base = inBaseUnits(quantity(count), quantity(factorOf(item, unit_fk)));
    const same = soldAgain(before, backOf([{ lines: back }], before.line_id), base);
    return [
      {
        line_id,
        item,
        unit_fk,
        quantity: count,
        discount,
        note,
        // Earlier versions sold free goods on lines of their own, at the price 0.
        price: quantity(before.quantity) > 0n ? price : null,
        ...(same.length > 0 ? { again: same } : {}),
        ...(free && promotion_fk ? { gift: { promotion_fk, quantity: free } } : {}),
      },
    ];
  });
  // A promotion's discount is not copied: the promotion gives it again if it is still valid.
  const isPromised = (receipt.promotions ?? []).length > 0;
  const discount = again.length === 0 || isPromised ? null : rest.ofReceipt;
  return { ...EMPTY_CART, customer: customer ?? null, discount, lines: numbered(lines) };
}

/** Lines of gifts of their own get a number after the others, because those numbers are used for gifts again. */
function numbered(lines: readonly CartLine[]): readonly CartLine[] {
  let last = Math.max(0, ...lines.map(({ line_id }) => line_id).filter((id) => id < FREE_LINE));
  return lines.map((line) => (line.line_id < FREE_LINE ? line : { ...line, line_id: ++last }));
}

/** Paid and free goods together. */
const countOf = ({
  quantity: paid,
  bonus_quantity: free,
}: {
  quantity: string;
  bonus_quantity: string | null | undefined;
}) => printQuantity(toQuantity(quantity(paid) + quantity(free ?? '0')));

/** The batches of `count` base units of the line after those that earlier refunds returned. */
function soldAgain(
  line: FoundReceipt['receipt']['lines'][number],
  back: ReturnType<typeof backOf>,
  count: Quantity,
): readonly BatchQuantity[] {
  return partOfBatches(batchesOf(line), back.sold + back.bonus, count).map(([{ batch_number, expire_date }, part]) => ({
    batch_number,
    expire_date,
    quantity: printQuantity(toQuantity(part)),
  }));
}
