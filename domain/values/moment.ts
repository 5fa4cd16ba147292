/** Moments of the shop's local time as documents store them, `YYYY-MM-DDTHH:MM:SS`, without a zone. */

/** The moment `seconds` before a day and a time of day. */
export function momentBefore(day: string, time: string, seconds: number): string {
  const before = Date.parse(`${day}T${time}Z`) - seconds * 1000;
  return new Date(before).toISOString().slice(0, 19);
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;

/** The day and the time of a moment; undefined for another text. */
export function partsOfMoment(text: string): { readonly date: string; readonly time: string } | undefined {
  const [, date, time] = MOMENT.exec(text) ?? [];
  return date === undefined || time === undefined ? undefined : { date, time };
}
