/** The whole document of a row: rows of lists lack lines and payments. */
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../api/list.ts';
import { read } from '../api/read.ts';
import { useCan } from '../session/session.ts';

/** Undefined while loading, and for a person who may not open the document. */
export function useRowDocument(resource: string, { id, revision }: Row) {
  const can = useCan();
  return useQuery({
    queryKey: [resource, 'record', id, revision],
    queryFn: () => read(':resource/:id', { params: { resource, id: Number(id) } }),
    enabled: can(`${resource}/show##${resource}/update`),
    staleTime: 0,
    meta: { quiet: true },
  }).data;
}
