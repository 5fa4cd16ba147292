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

/** Later years have another form, which the database does not read. */
const LAST_MOMENT = new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

/**
 * The moment at which a day begins in the shop, in UTC, and no later than the end of the year 9999; `daysLater` counts
 * from it.
 */
export function beginningOf(day: string, daysLater = 0): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, dayOfMonth + daysLater);
  return (moment > LAST_MOMENT ? LAST_MOMENT : moment).toISOString();
}
