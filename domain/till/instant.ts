/** Moments as devices write them: ISO 8601 in UTC. */

/** The milliseconds since 1970; undefined for a moment that there is not, as on the thirtieth of February, and for one before. */
export function readInstant(text: string): number | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < 0) return undefined;
  return new Date(time).toISOString().slice(0, DAY_LENGTH) === text.slice(0, DAY_LENGTH) ? time : undefined;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
