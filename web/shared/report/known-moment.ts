/** The moment of `known_at` when it is the position of an event. */
import { read } from '../api/read.ts';

export const isPosition = (known: string): boolean => /^\d+$/.test(known);

/** The recording time of an event, which never changes. It is refused to a person who may not see events. */
export const recordedAt = (position: string) => ({
  queryKey: ['events', 'recorded', position],
  queryFn: async () => (await read('events/:position', { params: { position } })).recorded_at,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: { quiet: true },
});
