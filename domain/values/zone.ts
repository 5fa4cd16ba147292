/**
 * Moments in the time zone of the business. Documents hold days and times of the shop, without a zone (effective-date.ts);
 * these functions convert between them and instants, for the server, the office and the tills alike.
 */

import { partsOfDate } from './effective-date.ts';

/** A day `YYYY-MM-DD` and a time `HH:MM:SS` of the shop. */
export interface LocalMoment {
  readonly date: string;
  readonly time: string;
}

/** The longest IANA name has 32 characters. */
export const ZONE_LENGTH_MAX = 40;

/** True for an IANA name, such as `Asia/Baghdad`; false for `+03:00` and `UTC+3`, whose sign systems read both ways. */
export function isZone(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > ZONE_LENGTH_MAX || !/^[A-Z]/i.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch {
    // There is no zone of this name.
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Building a format takes a hundred times as long as using it. Throws RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(zone, format);
  return format;
}

type Parts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];
const NAMES = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

function partsAt(zone: string, instantMs: number): Parts {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = NAMES.map((name) => parts.get(name));
  return [year, month, day, hour, minute, second];
}

let last: { readonly zone: string; readonly second: number; readonly local: LocalMoment } | undefined;

/**
 * The shop's day and time at an instant, in milliseconds since 1970; fractions of a second are cut off. A command asks
 * several times for the same one, which is kept.
 */
export function localAt(zone: string, instantMs: number): LocalMoment {
  const second = Math.floor(instantMs / 1000);
  if (last?.zone === zone && last.second === second) return last.local;
  const [year, ...rest] = partsAt(zone, second * 1000);
  const [month, day, hour, minute, seconds] = rest.map((part) => String(part).padStart(2, '0'));
  const local = { date: `${String(year).padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${seconds}` };
  last = { zone, second, local };
  return local;
}

/** Milliseconds of these parts, as if they were in UTC. */
function asUtc([year, month, day, hour, minute, second]: Parts): number {
  // Date.UTC takes the years 0 to 99 for those from 1900 on.
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

/** The difference of the zone's clocks to UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instantMs: number): number {
  const second = Math.floor(instantMs / 1000) * 1000;
  return asUtc(partsAt(zone, second)) - second;
}

/**
 * The instant of a day and a time of the shop, in milliseconds since 1970. A time that is there twice, when clocks are
 * set back, is the first; one that is left out, when they are set forward, is as much later.
 */
export function instantAt(zone: string, { date, time }: LocalMoment): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return instantOf(zone, asUtc([...partsOfDate(date), hour, minute, second]));
}

/** The instant at which a day begins in the zone; `daysLater` counts from it. */
export function beginningAt(zone: string, date: string, daysLater = 0): number {
  return instantOf(zone, asUtc([...partsOfDate(date), 0, 0, 0]) + daysLater * DAY_MS);
}

function instantOf(zone: string, wantedMs: number): number {
  // No zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(zone, wantedMs - DAY_MS), offsetAt(zone, wantedMs + DAY_MS)];
  const possible = [wantedMs - before, wantedMs - after].filter((at) => at + offsetAt(zone, at) === wantedMs);
  return possible.length === 0 ? wantedMs - before : Math.min(...possible);
}

const DAY_MS = 86_400_000;
