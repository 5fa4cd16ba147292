/** The entry of a paid receipt, which the server stores unchanged. */

import type { EntryReference, PaymentEntry, ReceiptEntry } from '../../../domain/till/device-entry.schema.ts';
import { add, printMoney, ZERO } from '../../../domain/values/money.ts';
import type { Cart } from './cart.ts';
import type { Terms } from './goods.ts';
import type { Settlement, Tender } from './payment.ts';
import type { PricedCart } from './priced-cart.ts';
import { removedContent } from './removed.ts';

/** All decisions before *paid* is pressed. */
export interface PaidReceipt {
  readonly cart: Cart;
  readonly priced: PricedCart;
  readonly tenders: readonly Tender[];
  readonly settlement: Settlement;
  readonly terms: Terms;
  readonly drawer: EntryReference;
  /** `HH:MM:SS`, the shop's local time. */
  readonly time: string;
  /** The refund that it is exchanged for. */
  readonly replaces: EntryReference | null;
  /** Id of the server's parked receipt that was resumed. */
  readonly held: number | null;
}

export function receiptContent(paid: PaidReceipt, number: string): ReceiptEntry {
  const { cart, priced, terms, settlement } = paid;
  return {
    kind: 'receipt',
    outlet_fk: terms.outlet_fk,
    inventory_fk: terms.inventory_fk,
    drawer: paid.drawer,
    customer_fk: cart.customer?.id ?? null,
    date: terms.day,
    time: paid.time,
    discount: priced.discount,
    lines: priced.lines.map(({ amounts, total, promotion, ...line }) => ({
      line_id: line.line_id,
      item_fk: line.item_fk,
      unit_fk: line.unit_fk,
      quantity: line.quantity,
      bonus_quantity: line.bonus_quantity,
      price: line.price,
      discount: line.discount,
      tax_percent: line.tax_percent,
      promotion_fk: promotion?.id ?? null,
      note: line.note,
      ...(line.batches.length > 0 ? { batches: [...line.batches] } : {}),
      discount_amount: printMoney(add(amounts.itemDiscount, amounts.invoiceDiscount)),
      tax_amount: printMoney(amounts.tax),
      total_amount: printMoney(total),
    })),
    // The discount belongs to the promotion, not to the cashier.
    ...(priced.invoicePromotion ? { promotions: [{ promotion_fk: priced.invoicePromotion.id }] } : {}),
    payments: paid.tenders.map(paymentOf),
    replaces: paid.replaces,
    held_fk: paid.held,
    note: cart.note,
    ...removedContent(cart, terms),
    number,
    total: printMoney(priced.totals.total),
    change: printMoney(settlement.change ?? ZERO),
    // The server may receive the receipt before the drawer's opening, and then knows no account of the drawer.
    change_account_fk: settlement.changeAccount,
  };
}

export const paymentOf = ({ method, amount, cash, reference, isExchanged }: Tender): PaymentEntry => ({
  method,
  amount,
  account_fk: cash?.account_fk ?? null,
  rate_fk: cash?.rate_fk ?? null,
  rate: cash?.rate ?? null,
  reference_number: reference,
  ...(isExchanged ? { is_exchanged: true } : {}),
});
