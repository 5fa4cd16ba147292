/** A day of expiry as packages print it: month and year, which mean the last day of the month. */
import { daysInMonth, readDate } from './effective-date.ts';
import { foldForSearch } from './folding.ts';

/** Reads `06/2027`, `6.2027`, `06 2027` and `2027-06`, in digits of any script; undefined for any other text. */
export function readMonthOfExpiry(text: string): string | undefined {
  const plain = foldForSearch(text);
  const yearLast = /^(\d{1,2})[-/. ](\d{4})$/.exec(plain);
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})$/.exec(plain);
  const [year, month] = yearLast ? yearLast.slice(1).toReversed() : (yearFirst?.slice(1) ?? []);
  if (year === undefined || month === undefined) return undefined;
  const last = daysInMonth(Number(year), Number(month));
  return readDate(`${year}-${month.padStart(2, '0')}-${String(last).padStart(2, '0')}`);
}
