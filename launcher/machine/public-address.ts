/**
 * The address of the back office from outside: PUBLIC_URL is the address for users, TRUST_PROXY names the proxies whose
 * headers about the client's address and https are trusted; default none.
 */
import { isIP } from 'node:net';
import { StartupError } from './startup-error.ts';

export interface PublicAddress {
  /** The proxies, or their number; false for none. */
  readonly trustProxy: readonly string[] | number | false;
  /** Without a path: `https://books.example.com`. */
  readonly publicUrl: string | undefined;
}

/** More consecutive proxies are a mistake. */
const HOPS_MAX = 10;

/** Throws a StartupError for an invalid value. */
export const publicAddressOf = (environment: NodeJS.ProcessEnv): PublicAddress => ({
  trustProxy: trustProxyOf(environment['TRUST_PROXY'] ?? ''),
  publicUrl: publicUrlOf(environment['PUBLIC_URL'] ?? ''),
});

function trustProxyOf(text: string): PublicAddress['trustProxy'] {
  const given = text.trim();
  if (given === '' || given === '0') return false;
  if (/^\d+$/.test(given) && Number(given) <= HOPS_MAX) return Number(given);
  const addresses = given.split(',').map((part) => part.trim());
  if (addresses.every(isAddressOrRange)) return addresses;
  throw new StartupError(
    `TRUST_PROXY is "${given}". Give the addresses of your proxies, such as 10.0.0.5 or 10.0.0.0/24,fd00::/64, ` +
      `or how many proxies stand before Daftar (1 to ${HOPS_MAX}). Trusting everybody is not possible.`,
  );
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

function publicUrlOf(text: string): string | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const url = URL.parse(given);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isWeb && url.pathname === '/' && `${url.search}${url.hash}${url.username}${url.password}` === '') {
    return url.origin;
  }
  throw new StartupError(
    `PUBLIC_URL is "${given}". Give the address that people open, without a path, such as https://books.example.com.`,
  );
}
