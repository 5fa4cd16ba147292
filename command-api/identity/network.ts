/**
 * The network by which attempts of an address are counted: an owner of an IPv6 address controls all addresses with the
 * same first half.
 */
import { isIPv4, isIPv6 } from 'node:net';

const LENGTH_MAX = 64;
/** Four of the eight groups. */
const GROUPS_COUNTED = 4;

/** An IPv4 address itself, `2001:db8:0:1::/64` for an IPv6 address; any other text unchanged. */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return ip.slice(0, LENGTH_MAX);
  return `${groupsOf(address).slice(0, GROUPS_COUNTED).join(':')}::/64`;
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const split = (part: string): string[] => (part === '' ? [] : part.split(':').flatMap(hexadecimal));
  const [before, after] = [split(head), split(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

/** The last two groups may be in IPv4 notation. */
function hexadecimal(group: string): string[] {
  if (!group.includes('.')) return [group];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}
