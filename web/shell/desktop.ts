/**
 * The desktop application of a till is a browser that says so (`DaftarDesktop/1.0` in its user agent). It stays where
 * tills are set up, but for signing in and out and the price checker.
 */
const TOKEN = /\bDaftarDesktop\b/;
const HOME = '/settings/pos';
const FREE = ['/login', '/user-logout', '/sales/barcode-price-checker', HOME];

/** Where this browser must go instead of `path`; undefined when it may stay. */
export function desktopDetour(path: string, userAgent: string): string | undefined {
  if (!TOKEN.test(userAgent)) return undefined;
  return FREE.some((free) => path === free || path.startsWith(`${free}/`)) ? undefined : HOME;
}
