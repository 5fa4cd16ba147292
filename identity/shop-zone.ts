/** The time zone of the business: its setting, or until it is set, the zone of the process (docs/decisions/0105). */
import { isZone } from '../domain/kernel/zone.ts';

/** Named by `TZ`, otherwise the zone of the machine. */
export const inheritedZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** `settings` are the data of the record `system_setting-1`. */
export function zoneIn(settings: Readonly<Record<string, unknown>> | null | undefined): string {
  const chosen = settings?.['time_zone'];
  return isZone(chosen) ? chosen : inheritedZone();
}
