/** The time zone of the business: its setting, or until it is set, the zone of the process (docs/decisions/0105). */
import { isZone } from '../domain/values/zone.ts';

let inherited: { readonly tz: string | undefined; readonly zone: string } | undefined;

/** Named by `TZ`, otherwise the zone of the machine. Asked for with every command; finding it takes half a millisecond. */
export function inheritedZone(): string {
  const tz = process.env['TZ'];
  if (inherited?.tz !== tz || inherited === undefined) {
    inherited = { tz, zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC' };
  }
  return inherited.zone;
}

/** `settings` are the data of the record `system_setting-1`. */
export function zoneIn(settings: Readonly<Record<string, unknown>> | null | undefined): string {
  const chosen = settings?.['time_zone'];
  return isZone(chosen) ? chosen : inheritedZone();
}
