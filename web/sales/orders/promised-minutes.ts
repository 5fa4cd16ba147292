/** The promised minutes: those of the zone, otherwise of the application's settings. */
import { useDeliveryTerms } from './delivery-terms.ts';

/** Empty without either: then the server determines them. */
export function usePromisedMinutes(zoneId: unknown): string {
  const { zone = null, accepted_time_minutes = null } = useDeliveryTerms(zoneId) ?? {};
  return String(zone?.delivery_minutes ?? accepted_time_minutes ?? '');
}
