/** The shop's day: days of reports and filters begin at the midnight of its time zone (docs/decisions/0105). */
import { sql } from 'kysely';
import { beginningAt, localAt } from '../../domain/values/zone.ts';
import { zoneIn } from '../../identity/shop-zone.ts';
import type { Reader } from '../database/reader-type.ts';

export async function shopZone(reader: Reader): Promise<string> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select data ->> 'time_zone' as time_zone from read.record where kind = 'system_setting' and id = 1`.execute(reader);
  return zoneIn(rows[0]);
}

/** The shop's present day and time. */
export async function shopNow(reader: Reader): Promise<{ readonly today: string; readonly now: string }> {
  const { date, time } = localAt(await shopZone(reader), Date.now());
  return { today: date, now: time };
}

/** The shop's present day, as an ISO date. */
export const shopToday = async (reader: Reader): Promise<string> => (await shopNow(reader)).today;

/** Earlier and later years have other forms, which the database does not read. */
const FIRST_MOMENT = new Date('0001-01-01T00:00:00.000Z');
const LAST_MOMENT = new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

/**
 * The moment at which a day begins in a zone, in UTC, within the years 1 to 9999; `daysLater` counts from it. Every filter
 * on a moment uses it.
 */
export function beginningOf(zone: string, day: string, daysLater = 0): string {
  const moment = new Date(beginningAt(zone, day, daysLater));
  if (moment < FIRST_MOMENT) return FIRST_MOMENT.toISOString();
  return (moment > LAST_MOMENT ? LAST_MOMENT : moment).toISOString();
}
