/** The moment of `known_at` when it is the position of an event. */
import { get } from '../api/client.ts';

export const isPosition = (known: string): boolean => /^\d+$/.test(known);

/** The recording time of an event, which never changes. It is refused to a person who may not see events. */
export const recordedAt = (position: string) => ({
  queryKey: ['events', 'recorded', position],
  queryFn: async () => (await get<{ readonly recorded_at: string }>(`events/${position}`)).data.recorded_at,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: { quiet: true },
});
