/** The order of exchange rates in time. */

interface RateMoment {
  readonly id: number;
  readonly date: string;
  readonly time?: string | null;
}

/** Sorts the newest rate first: by day and time, and of the same moment the one entered last. */
export const newestRateFirst = (a: RateMoment, b: RateMoment): number =>
  momentOf(b).localeCompare(momentOf(a)) || b.id - a.id;

/** Times may be stored without seconds. */
const momentOf = ({ date, time }: RateMoment): string => `${date} ${(time ?? '00:00').padEnd(8, ':00')}`;
