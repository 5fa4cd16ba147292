/**
 * The days of everything that was there before the books begin: it is posted on the day before the first day, and may
 * change as long as the year of that day, and any year that contains the day before, are open.
 */
import type { Claim } from '../deciding/claim.ts';
import type { Facts, KnownRecord } from '../deciding/facts.ts';
import { FIRST_YEAR, firstDayOf } from '../organisation/first-year.ts';
import { dayBefore, type EffectiveDate, readDate, validDate } from '../values/effective-date.ts';

export interface OpeningDays {
  /** The first open day. */
  readonly first_day: string;
  /** The day before, on which openings are posted. */
  readonly date: string;
}

/** The record of the first year is loaded for documents that name it, or whose declaration lists it in `settings`. */
export const openingDays = (facts: Pick<Facts, 'record' | 'today'>): OpeningDays =>
  daysBefore(facts.record('financial_year', FIRST_YEAR), facts.today);

export function daysBefore(year: KnownRecord | undefined, otherwise: EffectiveDate): OpeningDays {
  const first = readDate(String(year && firstDayOf(year.data))) ?? otherwise;
  return { first_day: first, date: dayBefore(first) };
}

const CLAIM = { kind: 'period', field: 'financial_year_fk' } as const;

/**
 * Openings do not use the days of the first year: its first day can be moved while nothing else is posted on them. What
 * was posted before another first day takes its own day only.
 */
export function openingClaims(before: OpeningDays | undefined, after: OpeningDays | undefined): Claim[] {
  if (before && after && JSON.stringify(before) === JSON.stringify(after)) {
    return [...postedOn(after), ...firstOpen(after)];
  }
  return [...(before ? postedOn(before) : []), ...(after ? postedOn(after) : []), ...firstOpen(after ?? before)];
}

const postedOn = ({ date }: OpeningDays): Claim[] => [{ ...CLAIM, day: validDate(date), paid: true, unused: true }];

const firstOpen = (days: OpeningDays | undefined): Claim[] =>
  days ? [{ ...CLAIM, day: validDate(days.first_day), unused: true }] : [];
