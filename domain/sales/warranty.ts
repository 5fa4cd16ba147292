/** The warranty of sold goods: months from the day of the sale, as the line keeps them. */
import { partsOfDate } from '../values/effective-date.ts';

/** The last day of the warranty: the same day of a later month, or the last day of that month. */
export function warrantyUntil(sold: string, months: number): string {
  const [year, month, day] = partsOfDate(sold);
  const all = year * 12 + month - 1 + months;
  const [ofYear, ofMonth] = [Math.floor(all / 12), (all % 12) + 1];
  const last = new Date(Date.UTC(ofYear, ofMonth, 0)).getUTCDate();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${ofYear}-${two(ofMonth)}-${two(Math.min(day, last))}`;
}

/** Null without a warranty. */
export const warrantyOfLine = (sold: unknown, months: unknown): string | null =>
  typeof sold === 'string' && typeof months === 'number' && months > 0 ? warrantyUntil(sold, months) : null;
