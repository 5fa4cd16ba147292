/** The due date of an open item: its own day plus the party's `overdue_days`, or its own day without them. */
import { type EffectiveDate, validDate } from '../kernel/effective-date.ts';

const DAY_MS = 86_400_000;

export function dueDate(
  date: string,
  party: { readonly overdue_days?: number | null | undefined } | undefined,
): EffectiveDate {
  const due = new Date(Date.parse(date) + (party?.overdue_days ?? 0) * DAY_MS);
  return validDate(due.toISOString().slice(0, 10));
}
