/** The promised minutes: those of the zone, otherwise of the application's settings. */
import { useQuery } from '@tanstack/react-query';
import { membersOf } from '../../domain/kernel/members.ts';
import { get } from '../shared/api/client.ts';

/** Empty without either, or without permission to see them: then the server determines them. */
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
