/**
 * When a fact counts. A document says a day, and may say a time; the order of effect is day and time, then
 * position in the log. Where no time is said: goods come in at 00:00, go out at 23:59, and are counted at
 * 23:59:59 (accounting.md, section 0). All of it is the shop's local time, without a zone.
 */

/** `YYYY-MM-DD` */
export type EffectiveDate = string & { readonly __effectiveDate: true };
/** `YYYY-MM-DDTHH:MM:SS`; of a count `YYYY-MM-DDTHH:MM:SS.5` */
export type EffectiveTime = string & { readonly __effectiveTime: true };

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

export function readDate(text: string): EffectiveDate | undefined {
  const match = DAY.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
    ? (text as EffectiveDate)
    : undefined;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** 28 February or 29 February comes before 1 March. */
export function dayBefore(date: EffectiveDate): EffectiveDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  if (day > 1) return dayOf(year, month, day - 1);
  return month > 1 ? dayOf(year, month - 1, daysInMonth(year, month - 1)) : dayOf(year - 1, 12, 31);
}

function dayOf(year: number, month: number, day: number): EffectiveDate {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}` as EffectiveDate;
}

export type Direction = 'in' | 'out' | 'count';
const UNSAID: Record<Direction, string> = { in: '00:00:00', out: '23:59:00', count: '23:59:59' };

/** The moment of effect of a document of `date`, with its own time (`HH:MM` or `HH:MM:SS`) or the one that its direction implies. */
export function effectiveTime(date: string, time: string | null | undefined, direction: Direction): EffectiveTime {
  const clock = time && TIME.test(time) ? (time.length === 5 ? `${time}:00` : time) : UNSAID[direction];
  return `${date}T${clock}` as EffectiveTime;
}

/** A count stands after everything else of its second, so that what it counted does not depend on what was entered first. */
export function momentOfCount(date: string, time: string | null | undefined): EffectiveTime {
  return `${effectiveTime(date, time, 'count')}.5` as EffectiveTime;
}

export function dateOf(time: EffectiveTime): EffectiveDate {
  return time.slice(0, 10) as EffectiveDate;
}

/** `YYYY-MM` */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** 31 December comes before 1 January. */
export function dayAfter(date: EffectiveDate): EffectiveDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  if (day < daysInMonth(year, month)) return dayOf(year, month, day + 1);
  return month < 12 ? dayOf(year, month + 1, 1) : dayOf(year + 1, 1, 1);
}
