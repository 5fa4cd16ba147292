/**
 * How far from today a day may be (docs/decisions/0053): every entered day, drafts included, is between the first
 * possible day and ten years ahead; a document that posts, or takes its number, is dated today or earlier.
 */

import type { TSchema } from 'typebox';
import { dayAfter, type EffectiveDate, readDate, validDate } from '../values/effective-date.ts';
import type { Issue } from '../values/refusal.ts';
import { fieldsMarked } from './schema-parts.ts';

/** The first possible day without a financial year, for expiry dates, and for dates of records. */
export const FIRST_DAY = '2000-01-01';
const YEARS_AHEAD = 10;
/** The permission to date documents ahead. */
export const AHEAD_PERMISSION = 'financial_years/date_ahead';

/**
 * The last day that a field accepts: ten years after `today`. For 29 February it is 28 February when that year is no
 * leap year.
 */
export function lastDay(today: EffectiveDate): EffectiveDate {
  const [year, month, day] = [today.slice(0, 4), today.slice(5, 7), today.slice(8, 10)];
  return validDate(`${Number(year) + YEARS_AHEAD}-${month}-${month === '02' && day === '29' ? '28' : day}`);
}

/** The last day of a completed document: tomorrow by UTC, because the user's local day may be one ahead. */
export const lastDayDone = (today: EffectiveDate): EffectiveDate => dayAfter(today);

/** The issue for a day outside these bounds; undefined for a day within them, or a text that is not a calendar day. */
export function dayIssue(field: string, day: string, from: string, to: string): Issue | undefined {
  if (!readDate(day)) return undefined;
  if (day < from) return { field, message: 'date_too_early', params: { value: from } };
  if (day > to) return { field, message: 'date_too_far_ahead', params: { value: to } };
  return undefined;
}

/** Names of the fields of schemas that hold a day. */
export const dayFields = (...schemas: readonly (TSchema | undefined)[]): ReadonlySet<string> =>
  fieldsMarked(schemas, (node) => 'x-date' in node);

export interface DayField {
  /** Path in the body: an event may nest the document's data in another object, which is not part of the path. */
  readonly field: string;
  readonly name: string;
  readonly day: string;
}

/** Every day in fields of these names, at any depth of the value. */
export function daysIn(value: unknown, names: ReadonlySet<string>): DayField[] {
  const found: DayField[] = [];
  /** `prefix` is empty outside of lists. */
  const visit = (entry: unknown, path: string, prefix: string): void => {
    if (Array.isArray(entry)) {
      for (const [index, inner] of entry.entries()) visit(inner, `${path}.${index}`, `${path}.${index}.`);
    } else if (typeof entry === 'object' && entry !== null) {
      for (const [name, inner] of Object.entries(entry)) {
        if (typeof inner === 'object') visit(inner, prefix + name, '');
        else if (typeof inner === 'string' && names.has(name)) found.push({ field: prefix + name, name, day: inner });
      }
    }
  };
  visit(value, '', '');
  return found;
}
