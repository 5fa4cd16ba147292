/**
 * Numbers restart with each financial year (documents.md). The store appends the year of the document's day to the
 * series of its number: the same rule as migrations/functions/claim.series_in_year.sql.
 */
import type { EffectiveDate } from './effective-date.ts';
import type { Year } from './prior-period.ts';

/**
 * `sale:1` becomes `sale:1:2026` in a financial year that begins on 1 January 2026, and on a day without a financial
 * year in 2026; `sale:1:2025-07-01` in a year that begins on that day.
 */
export function seriesInYear(series: string, day: EffectiveDate, years: readonly Pick<Year, 'from' | 'to'>[]): string {
  const first = years.find(({ from, to }) => from <= day && day <= to)?.from;
  const year = first === undefined || first.endsWith('-01-01') ? (first ?? day).slice(0, 4) : first;
  return `${series}:${year}`;
}
