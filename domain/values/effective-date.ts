/**
 * The moment at which a document takes effect. A document has a day and may have a time; the order of effect is day
 * and time, then position in the log. Without a time, receipts take effect at 00:00, issues at 23:59, and counts at
 * 23:59:59 (docs/accounting.md, section 0). All times are local times of the shop, without a zone.
 */

/** `YYYY-MM-DD` */
export type EffectiveDate = string & { readonly __effectiveDate: true };
/** `YYYY-MM-DDTHH:MM:SS`; for a count `YYYY-MM-DDTHH:MM:SS.5` */
export type EffectiveTime = string & { readonly __effectiveTime: true };

/** Brands a day that is validated or calculated already; no other code applies the brand. */
const toDate = (text: string): EffectiveDate => text as EffectiveDate;

/** Brands a moment that is validated or stored already: `YYYY-MM-DDTHH:MM:SS`. */
export const toTime = (text: string): EffectiveTime => text as EffectiveTime;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

export function readDate(text: string): EffectiveDate | undefined {
  const match = DAY.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
    ? toDate(text)
    : undefined;
}

/** Brands a validated day; throws when it is not a calendar day. */
export function validDate(text: string): EffectiveDate {
  const day = readDate(text);
  if (day === undefined) throw new RangeError(`not a day: ${text}`);
  return day;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Year, month and day as numbers. */
export function partsOfDate(date: string): readonly [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}

/** The previous calendar day. */
export function dayBefore(date: EffectiveDate): EffectiveDate {
  const [year, month, day] = partsOfDate(date);
  if (day > 1) return dayOf(year, month, day - 1);
  return month > 1 ? dayOf(year, month - 1, daysInMonth(year, month - 1)) : dayOf(year - 1, 12, 31);
}

function dayOf(year: number, month: number, day: number): EffectiveDate {
  const two = (value: number) => String(value).padStart(2, '0');
  return toDate(`${year}-${two(month)}-${two(day)}`);
}

export type Direction = 'in' | 'out' | 'count';
const UNSAID: Record<Direction, string> = { in: '00:00:00', out: '23:59:00', count: '23:59:59' };

/**
 * The moment of effect of a document of `date`, at its own time (`HH:MM` or `HH:MM:SS`) or the default time of its
 * direction.
 */
export function effectiveTime(date: string, time: string | null | undefined, direction: Direction): EffectiveTime {
  const clock = time && TIME.test(time) ? (time.length === 5 ? `${time}:00` : time) : UNSAID[direction];
  return toTime(`${date}T${clock}`);
}

/**
 * The moment of a count: later than everything else of its second, so that the result does not depend on the order of
 * entry.
 */
export function momentOfCount(date: string, time: string | null | undefined): EffectiveTime {
  return toTime(`${effectiveTime(date, time, 'count')}.5`);
}

export function dateOf(time: EffectiveTime): EffectiveDate {
  return toDate(time.slice(0, 10));
}

/** `YYYY-MM` */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The next calendar day. */
export function dayAfter(date: EffectiveDate): EffectiveDate {
  const [year, month, day] = partsOfDate(date);
  if (day < daysInMonth(year, month)) return dayOf(year, month, day + 1);
  return month < 12 ? dayOf(year, month + 1, 1) : dayOf(year + 1, 1, 1);
}

const DAY_MS = 86_400_000;

export const daysLater = (date: string, days: number): EffectiveDate =>
  validDate(new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10));
