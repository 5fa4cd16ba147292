/** The day of a document, and records as they were on it. */
import { localToday } from '../../typing/date-words.ts';
import type { Value } from './draft.ts';

/** The document's day, default today. */
export const dayOf = (day: Value | undefined): string =>
  typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : localToday();

/** The day of a document of an earlier day, whose records are read as they were; undefined for today and later. */
export function pastDay(day: Value | undefined): string | undefined {
  const own = dayOf(day);
  return own < localToday() ? own : undefined;
}

/** Asks for a record as a document of the day reads it: as it was then (docs/decisions/0228). */
export const ofDay = (day: string | undefined): { readonly query?: { readonly of_day: string } } =>
  day === undefined ? {} : { query: { of_day: day } };
