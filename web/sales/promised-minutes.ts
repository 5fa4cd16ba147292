/** The minutes that a customer is promised: those of the zone, or of the settings of the application. */
import { useQuery } from '@tanstack/react-query';
import { membersOf } from '../../domain/kernel/members.ts';
import { get } from '../shared/api/client.ts';

/** Empty where neither says any, or the person may not see them: the server then finds them by itself. */
export function usePromisedMinutes(zone: unknown): string {
  const ofZone = useField(typeof zone === 'number' ? `delivery_zones/${zone}` : undefined, 'delivery_minutes');
  const usual = useField('app_settings/1', 'accepted_time_minutes');
  return ofZone || usual;
}

function useField(path: string | undefined, field: string): string {
  const { data } = useQuery({
    queryKey: [path?.split('/')[0] ?? 'delivery_zones', path],
    queryFn: ({ signal }) => get<unknown>(String(path), { signal }),
    enabled: path !== undefined,
    meta: { quiet: true },
  });
  const value = membersOf(data?.data)[field];
  return typeof value === 'number' ? String(value) : '';
}
