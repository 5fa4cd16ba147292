/**
 * What a document of an earlier day reads of a record: the declared fields as they were at the end of that day, and all
 * others as they are now (docs/decisions/0228). Pure; the server and the read API use the same function.
 */

import type { KnownRecord } from '../deciding/facts.ts';
import { type Members, objectsOf } from '../values/members.ts';

export interface OfDay {
  readonly fields: readonly string[];
  /** Lists of whose rows only some fields are of the day, with the field by which a row is found again. */
  readonly rows?: Readonly<Record<string, { readonly by: string; readonly fields: readonly string[] }>>;
  /** True when a record that was retired since counts as it did on the day: documents do not name it themselves. */
  readonly presence?: true;
}

/** Rows that came since the day are as they are now, and rows that are gone stay away. */
function rowsOn(
  now: unknown,
  then: unknown,
  { by, fields }: { readonly by: string; readonly fields: readonly string[] },
) {
  const before = objectsOf(then);
  return objectsOf(now).map((row) => {
    const held = before.find((each) => each[by] === row[by]);
    return held ? replaced(row, held, fields) : row;
  });
}

/** Fields that came with a later version of the program are absent in what was stored before. */
function replaced(now: Members, then: Members, fields: readonly string[]): Members {
  const kept = Object.entries(now).filter(([field]) => !fields.includes(field));
  const held = Object.entries(then).filter(([field]) => fields.includes(field));
  return Object.fromEntries([...kept, ...held]);
}

/** The fields of a record with those of the day. */
export function fieldsOn(now: Members, then: Members, { fields, rows = {} }: OfDay): Members {
  const lists = Object.entries(rows).map(([list, of]) => [list, rowsOn(now[list], then[list], of)]);
  return { ...replaced(now, then, fields), ...Object.fromEntries(lists) };
}

export function recordOn(now: KnownRecord, then: KnownRecord, ofDay: OfDay): KnownRecord {
  const { active } = ofDay.presence ? then : now;
  return { id: now.id, active, data: fieldsOn(now.data, then.data, ofDay) };
}

/**
 * The events of a record that count on a day; of a record that was entered later those of its first day. `dayOf` is the
 * day of the business on which an event was stored.
 */
export function eventsUntil<Event>(
  events: readonly Event[],
  day: string,
  dayOf: (event: Event) => string,
): readonly Event[] {
  const [first] = events;
  if (first === undefined) return [];
  const until = dayOf(first) > day ? dayOf(first) : day;
  const later = events.findIndex((event) => dayOf(event) > until);
  return later < 0 ? events : events.slice(0, later);
}
