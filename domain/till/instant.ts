/** Timestamps of devices: ISO 8601 in UTC. */

/** Milliseconds since 1970; undefined for an impossible timestamp, such as 30 February, and for one before 1970. */
export function readInstant(text: string): number | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < 0) return undefined;
  return new Date(time).toISOString().slice(0, DAY_LENGTH) === text.slice(0, DAY_LENGTH) ? time : undefined;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
