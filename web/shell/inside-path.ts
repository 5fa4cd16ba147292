/** Only a path of this application: anything else would send a person away with what they typed. */
export function insidePath(wanted: string | undefined, origin: string): string {
  if (!wanted?.startsWith('/')) return '/';
  // As the browser reads it: `//evil` and `/\\evil` are other places.
  const url = URL.parse(wanted, origin);
  if (url?.origin !== origin || /^\/(login|user-logout)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
