/** The limit of days of a customer: a sale on account is refused while an older document is unpaid, in any currency. */
import type { OpenItemsOf } from '../kernel/document.ts';
import type { Facts } from '../kernel/facts.ts';
import type { Issues } from '../kernel/refusal.ts';
import { type CustomerData, overdueDays } from '../parties/customer.record.ts';
import { unpaidBeyondCredits } from '../parties/free-credits.ts';

type Data = Readonly<Record<string, unknown>>;

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
  return overdueDays(known) === null && (known?.['allowed_debit_amount'] ?? null) === null ? undefined : { party };
}

/**
 * Refuses a sale on account when the customer's oldest open document is older than the allowed days. `replaced`: the
 * stream of a document that the same command reverses.
 */
export function checkOverdue(
  customerId: number | null,
  day: string,
  facts: Facts,
  issues: Issues,
  replaced?: string,
): void {
  const days = overdueDays(facts.record<CustomerData>('customer', customerId ?? 0)?.data);
  if (days === null) return;
  // Credits are never due, and pay the oldest. The items are sorted by currency first.
  const [oldest] = unpaidBeyondCredits(facts.openItems.filter(({ document }) => document !== replaced)).toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date),
  );
  if (!oldest) return;
  const age = (Date.parse(day) - Date.parse(oldest.date)) / 86_400_000;
  if (age > days) {
    issues.add('customer_fk', 'customer_overdue', { document: oldest.document, days: String(Math.floor(age)) });
  }
}
