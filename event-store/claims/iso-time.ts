/** Converts PostgreSQL's `2025-11-21 08:23:00.1+00` (session in UTC) to `2025-11-21T08:23:00.100Z`. */
export function isoTime(text: string, digitsMax = 3): string {
  const fraction = text[19] === '.' ? text.slice(20).split('+', 1)[0] : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${(fraction ?? '').padEnd(3, '0').slice(0, digitsMax)}Z`;
}
