/** What the bill of goods that came before it says: its lines at the prices of the purchase, and what typed prices change. */

import { suppliersAmount } from '../../domain/posting/purchase-bill.ts';
import { baseUnits, receivedOf } from '../../domain/pricing/purchase-values.ts';
import { unbilledReceipts } from '../../domain/purchasing/billing.ts';
import type { BilledPrice } from '../../domain/purchasing/purchase-events.ts';
import { money, printMoney, readMoney, subtract } from '../../domain/values/money.ts';
import { printQuantity } from '../../domain/values/quantity.ts';
import type { ReadPurchase } from './read-purchase.ts';

export interface LineToBill {
  readonly line_id: number;
  readonly item_fk: number;
  /** Including bonus, in base units. */
  readonly quantity: string;
  readonly price: string;
}

/** The lines that came and were not billed yet. */
export function linesToBill(purchase: ReadPurchase): LineToBill[] {
  const receipts = unbilledReceipts({ ...purchase, status: 'complete', purchase });
  return purchase.lines.flatMap((line): LineToBill[] => {
    const came = receipts.reduce(
      (all, { before, after }) => all + receivedOf(line, after) - receivedOf(line, before),
      0n,
    );
    const { line_id, item_fk, price } = line;
    return came === 0n ? [] : [{ line_id, item_fk, quantity: printQuantity(baseUnits(came)), price }];
  });
}

/** Typed prices that are prices, of lines whose price differs. */
export const otherPrices = (lines: readonly LineToBill[], typed: Readonly<Record<number, string>>): BilledPrice[] =>
  lines.flatMap(({ line_id, price }) => {
    const own = readMoney(typed[line_id] ?? price);
    return own === undefined || own === money(price) ? [] : [{ line_id, price: printMoney(own) }];
  });

/** What the bill comes to, and how much more or less that is than at the prices of the purchase. */
export function billAmounts(purchase: ReadPurchase, prices: readonly BilledPrice[]) {
  const receipts = unbilledReceipts({ ...purchase, status: 'complete', purchase });
  const bill = { date: purchase.date, time: null, reference_number: null, receipts, prices };
  const [total, expected] = [suppliersAmount(purchase, receipts, [bill]), suppliersAmount(purchase, receipts)];
  return { total: printMoney(total), difference: printMoney(subtract(total, expected)) };
}
