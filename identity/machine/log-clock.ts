/** When the time of the log counts as ahead of the clock, for the start, the health check and the office. */

/** Clocks of machines differ by seconds; a larger leap is a wrong clock. */
export const LEAP_SECONDS_MAX = 300;

/** `400 days`, `3 hours`, `7 minutes` */
export function durationOf(seconds: number): string {
  const [count, unit] =
    seconds >= 172_800
      ? [seconds / 86_400, 'days']
      : seconds >= 7_200
        ? [seconds / 3_600, 'hours']
        : [seconds / 60, 'minutes'];
  return `${Math.floor(Number(count))} ${unit}`;
}
