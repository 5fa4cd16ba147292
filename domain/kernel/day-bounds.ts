/**
 * How far from today a day may be (docs/decisions/0053): every day that is entered, of a draft too, lies between the
 * first day that is possible and ten years ahead; a document that posts, or takes its number, is of today or before.
 */

import type { TSchema } from 'typebox';
import { dayAfter, type EffectiveDate, readDate, validDate } from './effective-date.ts';
import type { Issue } from './refusal.ts';
import { fieldsMarked } from './schema-parts.ts';

/** Where no financial year says another: of expiry, of the days of records. */
export const FIRST_DAY = '2000-01-01';
const YEARS_AHEAD = 10;
/** Whoever holds it enters documents of later days. */
export const AHEAD_PERMISSION = 'financial_years/date_ahead';

/** The last day that any field may say. 29 February is the last of its month in any other year too. */
export function lastDay(today: EffectiveDate): EffectiveDate {
  const [year, month, day] = [today.slice(0, 4), today.slice(5, 7), today.slice(8, 10)];
  return validDate(`${Number(year) + YEARS_AHEAD}-${month}-${month === '02' && day === '29' ? '28' : day}`);
}

/** The last day of what is entered as done: it may be tomorrow already where the person is. */
export const lastDayDone = (today: EffectiveDate): EffectiveDate => dayAfter(today);

/** What is wrong with a day that lies outside; undefined for one that lies within, or is no day of the calendar. */
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
  /** As in the body: what is nested in an event without a list is a field of the document itself. */
  readonly field: string;
  readonly name: string;
  readonly day: string;
}

/** Every day that a value holds in fields of these names. */
export function daysIn(value: unknown, names: ReadonlySet<string>, path = ''): DayField[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => daysIn(entry, names, `${path}.${index}`));
  return Object.entries(value).flatMap(([name, inner]): DayField[] => {
    const inList = /\.\d+$/.test(path);
    const field = inList ? `${path}.${name}` : name;
    if (typeof inner === 'object') return daysIn(inner, names, field);
    return typeof inner === 'string' && names.has(name) ? [{ field, name, day: inner }] : [];
  });
}
