/** Whether a return has no source document. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { read } from '../../api/read.ts';

interface Asked {
  readonly resource: string;
  /** `sale_fk` */
  readonly field: string;
  /** From the address: `new` or a number. */
  readonly id: string | undefined;
  /** The source of a new return, and whether it has none. */
  readonly of: number | undefined;
  readonly unlinked: boolean | undefined;
}

/**
 * For a new return from its address, otherwise from the stored document. A new return keeps its kind after saving;
 * undefined while loading.
 */
export function useUnlinked({ resource, field, id, of, unlinked }: Asked): boolean | undefined {
  const kept = useRef<{ id: string | undefined; is: boolean }>(undefined);
  if (id === 'new') kept.current = { id, is: of === undefined && unlinked === true };
  else if (kept.current?.id === 'new') kept.current.id = id;
  else if (kept.current?.id !== id) kept.current = undefined;
  const requested = kept.current === undefined;
  const { data, error } = useQuery({
    queryKey: [resource, field, id],
    queryFn: () => read(':resource/:id', { params: { resource, id: String(id) } }),
    enabled: requested,
    meta: { quiet: true },
  });
  // The page itself reports a failed request.
  return requested ? (error ? false : data && data[field] === null) : kept.current?.is;
}
