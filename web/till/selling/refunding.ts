/** Stores a refund like a receipt: entry and paper in one step; afterwards the money is paid back. */
import { printMoney } from '../../../domain/kernel/money.ts';
import type { EntryReference, PaymentEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import type { KeptEntry, PrintedForm } from '../device/database-schema.ts';
import type { Journal, NewEntry } from '../device/journal.ts';
import type { Terms } from './goods.ts';
import { refundTotal } from './refund.ts';

export interface Refunding {
  readonly terms: Terms;
  readonly drawer: string;
  readonly time: string;
  readonly cashier: number;
  readonly approvedBy: number | null;
  /** Null: a refund without a receipt. */
  readonly receipt: EntryReference | null;
  readonly customer: number | null;
  readonly lines: RefundEntry['lines'];
  readonly payments: readonly PaymentEntry[];
  readonly reason: string;
  readonly paper: (refund: RefundEntry) => PrintedForm;
  /** The sale in exchange, stored together with the refund. */
  readonly keeps?: NewEntry['keeps'];
}

/** Throws the journal's errors; then nothing was stored. */
export async function refund(journal: Journal, refunding: Refunding): Promise<KeptEntry> {
  const { terms, drawer, time, cashier, approvedBy, receipt, customer, lines, payments, reason, paper } = refunding;
  const content = (number: string): RefundEntry => ({
    kind: 'refund',
    ...{ outlet_fk: terms.outlet_fk, inventory_fk: terms.inventory_fk, drawer: { uuid: drawer } },
    ...{ receipt, customer_fk: customer, date: terms.day, time, lines, payments: [...payments] },
    ...{ replaced_by: null, reason, number, total: printMoney(refundTotal(lines)) },
  });
  return journal.append({
    content: (place) => content(place.number),
    printed: (place) => paper(content(place.number)),
    ...{ cashier_fk: cashier, approved_by_fk: approvedBy },
    ...(refunding.keeps ? { keeps: refunding.keeps } : {}),
  });
}
