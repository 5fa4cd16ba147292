/** Refuses what a command would change on locked days (domain/ledger/locked-days.ts). */
import type { Facts } from '../../domain/deciding/facts.ts';
import type { Posting } from '../../domain/entries/entry.ts';
import { type DayLock, heldBy, locksIn } from '../../domain/ledger/locked-days.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { DocumentType } from '../aggregates/aggregate-types.ts';
import { changedDays } from './level-changes.ts';

export const LOCKED_DAYS = 'locked_days';

/**
 * Compares the postings of a document before and after the command. The closing entry of a year is not refused: it
 * belongs to the last day of the year, whatever is locked. Throws Refusal.
 */
export function refuseLockedDays(
  { declaration: { folder, period } }: DocumentType,
  before: readonly Posting[],
  after: readonly Posting[],
  facts: Facts,
): void {
  if (period === 'closing') return;
  for (const lock of locksIn(facts)) {
    const days = changedDays(heldBy(lock, folder, before), heldBy(lock, folder, after));
    const day = days.filter((changed) => changed <= lock.until).toSorted()[0];
    if (day === undefined) continue;
    throw refusal(lock, day);
  }
}

/** A rule of costing from a locked day on would value goods of locked days anew. Throws Refusal. */
export function refuseLockedRule(day: string, facts: Facts): void {
  const lock = locksIn(facts).find(({ area, until }) => (area === 'all' || area === 'stock') && day <= until);
  if (lock) throw refusal(lock, day);
}

const refusal = ({ until }: DayLock, day: string): Refusal =>
  new Refusal('claim', [{ field: 'date', message: LOCKED_DAYS, params: { day, to: until } }]);
