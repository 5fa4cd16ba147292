/** True when the application accepts orders at a time of day. */

interface Hours {
  readonly opens_at?: string | null;
  readonly closes_at?: string | null;
}

/**
 * Times are `HH:MM` or `HH:MM:SS`. Without hours the shop is always open; when it closes before it opens, the hours
 * cross midnight.
 */
export function isOpenAt({ opens_at, closes_at }: Hours, time: string): boolean {
  if (!opens_at || !closes_at || opens_at === closes_at) return true;
  const now = time.slice(0, 5);
  const [opens, closes] = [opens_at.slice(0, 5), closes_at.slice(0, 5)];
  return opens < closes ? opens <= now && now < closes : opens <= now || now < closes;
}
