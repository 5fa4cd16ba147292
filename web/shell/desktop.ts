/**
 * The till's desktop application is a browser with `DaftarDesktop/1.0` in its user agent. It may only open the till
 * setup, the sign-in pages and the price checker.
 */
const TOKEN = /\bDaftarDesktop\b/;
const HOME = '/settings/pos';
const FREE = ['/login', '/user-logout', '/sales/barcode-price-checker', HOME];

/** The address that replaces `path` in the desktop application; undefined when `path` is allowed. */
export function desktopDetour(path: string, userAgent: string): string | undefined {
  if (!TOKEN.test(userAgent)) return undefined;
  return FREE.some((free) => path === free || path.startsWith(`${free}/`)) ? undefined : HOME;
}
