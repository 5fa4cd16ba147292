/** Stores a refund like a receipt: entry and paper in one step; afterwards the money is paid back. */

import type { EntryReference, PaymentEntry, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { printMoney } from '../../../domain/values/money.ts';
import type { KeptEntry, PrintedForm } from '../device/database-schema.ts';
import type { EntryApproval, Journal, NewEntry } from '../device/journal.ts';
import { EMPTY_CART } from './cart.ts';
import { DayChanged, type Terms } from './goods.ts';
import { refundTotal } from './refund.ts';
import { NEW_SALE, openExchange, type Sale, type SaleStore, unpaidCart } from './sale-store.ts';

export interface Refunding {
  readonly terms: Terms;
  readonly drawer: string;
  /** The shop's local date and time when *refund* was pressed. */
  readonly date: string;
  readonly time: string;
  readonly cashier: number;
  readonly approval: EntryApproval | null;
  /** Null: a refund without a receipt. */
  readonly receipt: EntryReference | null;
  readonly customer: number | null;
  readonly lines: RefundEntry['lines'];
  readonly payments: readonly PaymentEntry[];
  readonly reason: string;
  readonly paper: (refund: RefundEntry) => PrintedForm;
  /** The stored sale of the window, whose goods came back without a receipt: it ends together with the refund. */
  readonly settles?: string | undefined;
  /** The sale that the window has afterwards, stored together with the refund: an exchange, or the rest of its sale. */
  readonly keeps?: NewEntry['keeps'];
}

/** Throws DayChanged, and the journal's errors; then nothing was stored. */
export async function refund(journal: Pick<Journal, 'append'>, refunding: Refunding): Promise<KeptEntry> {
  const { terms, drawer, time, cashier, approval, receipt, customer, lines, payments, reason, paper } = refunding;
  if (refunding.date !== terms.day) throw new DayChanged(refunding.date);
  const content = (number: string): RefundEntry => ({
    kind: 'refund',
    outlet_fk: terms.outlet_fk,
    inventory_fk: terms.inventory_fk,
    drawer: { uuid: drawer },
    receipt,
    customer_fk: customer,
    date: terms.day,
    time,
    lines,
    payments: [...payments],
    replaced_by: null,
    reason,
    number,
    total: printMoney(refundTotal(lines)),
  });
  return journal.append({
    content: (place) => content(place.number),
    printed: (place) => paper(content(place.number)),
    cashier_fk: cashier,
    approval,
    settles: refunding.settles,
    ...(refunding.keeps ? { keeps: refunding.keeps } : {}),
  });
}

/** The sale of a window whose goods came back: removed lines and an open exchange remain. */
export const withoutGoods = (sale: Sale): Sale => ({
  ...NEW_SALE,
  cart: { ...EMPTY_CART, removed: unpaidCart(sale).removed },
  exchange: openExchange(sale),
});

/**
 * Refunds the goods on the screen without a receipt; the screen keeps the rest of the sale. `write` stores the refund
 * together with that rest. Undefined when nothing was stored, also because the goods changed meanwhile.
 */
export const refundGoods = (
  store: SaleStore,
  seen: Sale,
  write: (rest: Sale) => Promise<KeptEntry | undefined>,
): Promise<KeptEntry | undefined> =>
  store.inTurn(async () => {
    if (store.current().cart !== seen.cart) return undefined;
    const rest = withoutGoods(seen);
    store.set({ isWriting: true });
    try {
      const kept = await write(rest);
      if (kept) store.begin(rest);
      return kept;
    } finally {
      store.set({ isWriting: false });
    }
  });
