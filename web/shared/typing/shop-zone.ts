/**
 * The time zone in which screens show and read days: that of the shop, which the server has told, never that of the
 * device. Until it is known, on the sign-in page, that of the device.
 */
import { isZone } from '../../../domain/values/zone.ts';

let told: string | undefined;

/** A name that this browser does not know changes nothing. */
export function keepShopZone(name: unknown): void {
  if (isZone(name)) told = name;
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
export const shopZone = (): string => told ?? deviceZone();

/** `Asia/Baghdad (+03:00)` */
export function zoneWords(name: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' }).formatToParts(Date.now());
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return `${name.replaceAll('_', ' ')} (${offset || '+00:00'})`;
}
