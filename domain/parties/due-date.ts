/** When what a party owes is due: so many days after the document's own as the party may be overdue; on its own day without any. */
import { type EffectiveDate, validDate } from '../kernel/effective-date.ts';

const DAY_MS = 86_400_000;

export function dueDate(
  date: string,
  party: { readonly overdue_days?: number | null | undefined } | undefined,
): EffectiveDate {
  const due = new Date(Date.parse(date) + (party?.overdue_days ?? 0) * DAY_MS);
  return validDate(due.toISOString().slice(0, 10));
}
