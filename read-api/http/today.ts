/** The time zone of the shop is that of the process: days of reports and filters begin at its midnight. */

export function localTime(moment: Date): { readonly today: string; readonly now: string } {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    today: [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-'),
    now: [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':'),
  };
}

/** The shop's present day, as an ISO date. */
export const shopToday = (): string => localTime(new Date()).today;

/** Earlier and later years have other forms, which the database does not read. */
const FIRST_MOMENT = new Date('0001-01-01T00:00:00.000Z');
const LAST_MOMENT = new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

/**
 * The moment at which a day begins in the shop, in UTC, within the years 1 to 9999; `daysLater` counts from it. Every
 * filter on a moment uses it.
 */
export function beginningOf(day: string, daysLater = 0): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  // The constructor of Date takes the years 0 to 99 for those from 1900 on.
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(year, month - 1, dayOfMonth + daysLater);
  if (moment < FIRST_MOMENT) return FIRST_MOMENT.toISOString();
  return (moment > LAST_MOMENT ? LAST_MOMENT : moment).toISOString();
}
