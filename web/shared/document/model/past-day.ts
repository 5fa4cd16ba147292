/** The day of a document, and records as they were on it. */
import { get } from '../../api/client.ts';
import type { Row } from '../../api/list.ts';
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

/** A record for a document of a day: what the document reads is as it was then (docs/decisions/0228). */
export const recordOf = async <Record extends Row = Row>(path: string, day: string | undefined): Promise<Record> =>
  (await get<Record>(path, day === undefined ? {} : { query: { of_day: day } })).data;
