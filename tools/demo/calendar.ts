/** The days of the demonstration: dates in the API's format, and days of the week. */

const DAY_MS = 86_400_000;
const FRIDAY = 5;

export interface Day {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** From 0, the first day of trade. */
  readonly number: number;
  readonly isFriday: boolean;
  readonly dayOfMonth: number;
  readonly isLastOfMonth: boolean;
}

export function daysUntil(last: string, count: number): Day[] {
  return Array.from({ length: count }, (_, number) => dayOf(addDays(last, number - count + 1), number));
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

export const isFriday = (date: string): boolean => new Date(Date.parse(date)).getUTCDay() === FRIDAY;

function dayOf(date: string, number: number): Day {
  return {
    date,
    number,
    isFriday: isFriday(date),
    dayOfMonth: Number(date.slice(8)),
    isLastOfMonth: addDays(date, 1).slice(0, 7) !== date.slice(0, 7),
  };
}

/** The shops are closed on Fridays. */
export const lastOpenDay = (until: string): string => (isFriday(until) ? addDays(until, -1) : until);
