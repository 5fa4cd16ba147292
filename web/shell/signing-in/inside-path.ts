/** Accepts only a path of this application, so that a redirect cannot lead to another site. */
export function insidePath(wanted: string | undefined, origin: string): string {
  if (!wanted?.startsWith('/')) return '/';
  // Parsed as browsers do: `//evil` and `/\\evil` are other sites.
  const url = URL.parse(wanted, origin);
  if (url?.origin !== origin || /^\/(login|user-logout)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
