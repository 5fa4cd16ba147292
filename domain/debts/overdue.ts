/** The limit of days of a customer: a sale on account is refused while an older document is unpaid, in any currency. */

import { type Facts, type OpenItem, presentRecords } from '../deciding/facts.ts';
import type { OpenItemsOf } from '../documents/document.ts';
import { systemCurrency } from '../documents/document-rules.ts';
import type { CustomerData } from '../parties/customer.record.ts';
import { daysLater } from '../values/effective-date.ts';
import { readRate } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';
import { termsOf } from './due-date.ts';
import { unpaidBeyondCredits } from './free-credits.ts';

type Data = Readonly<Record<string, unknown>>;

/** Number of days after which an unpaid document blocks sales on account; null means never. */
export function overdueDays(customer: Partial<CustomerData> | undefined): number | null {
  return customer?.overdue_option === 'all' ? 0 : (customer?.overdue_days ?? null);
}

/** Open items are read for customers with a limit of days or of credit only, which most do not have. */
export function itemsThatMayBeOverdue(
  { payment_type, customer_fk }: Data,
  named: (stream: string) => Data | undefined,
): OpenItemsOf | undefined {
  if (payment_type !== 'on_account') return undefined;
  return openItemsOfLimited(customer_fk, named);
}

/** The open items of a customer with a limit; undefined for all others. */
export function openItemsOfLimited(
  customer_fk: unknown,
  named: (stream: string) => Data | undefined,
): OpenItemsOf | undefined {
  if (!customer_fk) return undefined;
  const party = `customer-${customer_fk}`;
  const known = named(party);
  return overdueDays(known) === null && (known?.['allowed_debit_amount'] ?? null) === null
    ? undefined
    : { party, withDueDays: true };
}

/**
 * Refuses a sale on account while a document of the customer is past its due day, by as many days as the customer's
 * overdue days exceed the terms. A document without a stored due day may be as old as the overdue days. `replaced`: the
 * stream of a document that the same command reverses.
 */
export function checkOverdue(
  customerId: number | null,
  day: string,
  facts: Facts,
  issues: Issues,
  replaced?: string,
): void {
  const present = presentRecords(facts);
  const allowed = overdueDays(present.record<CustomerData>('customer', customerId ?? 0)?.data);
  if (allowed === null) return;
  const grace = Math.max(0, allowed - termsOf({ kind: 'customer', id: customerId }, present));
  const lastDay = ({ date, due }: OpenItem) => (due ? daysLater(due, grace) : daysLater(date, allowed));
  // Credits are never due, and pay the oldest. The items are sorted by currency first.
  const rateOf = () => readRate(facts.rateOn?.(day)?.in_rate ?? '');
  const items = facts.openItems.filter(({ document }) => document !== replaced);
  const [oldest] = unpaidBeyondCredits(items, { system: systemCurrency(facts), rateOf }).toSorted(
    (a, b) => Date.parse(lastDay(a)) - Date.parse(lastDay(b)),
  );
  if (!oldest || day <= lastDay(oldest)) return;
  const since = Math.min(Date.parse(oldest.date), Date.parse(oldest.due ?? oldest.date));
  const age = Math.floor((Date.parse(day) - since) / 86_400_000);
  issues.add('customer_fk', 'customer_overdue', { document: oldest.document, days: String(age) });
}
