/** Whether a return is one without the document that it could be of. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { get } from '../../api/client.ts';

interface Asked {
  readonly resource: string;
  /** `sale_fk` */
  readonly field: string;
  /** Of the address: `new` or a number. */
  readonly id: string | undefined;
  /** The document that a new one is of, and whether it is said to be of none. */
  readonly of: number | undefined;
  readonly unlinked: boolean | undefined;
}

/**
 * As the address says of a new one, and the document of one that is there. A new one that was saved stays what it
 * was; undefined while it is asked for.
 */
export function useUnlinked({ resource, field, id, of, unlinked }: Asked): boolean | undefined {
  const kept = useRef<{ id: string | undefined; is: boolean }>(undefined);
  if (id === 'new') kept.current = { id, is: of === undefined && unlinked === true };
  else if (kept.current?.id === 'new') kept.current.id = id;
  else if (kept.current?.id !== id) kept.current = undefined;
  const requested = kept.current === undefined;
  const { data, error } = useQuery({
    queryKey: [resource, field, id],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>(`${resource}/${id}`)).data,
    enabled: requested,
    meta: { quiet: true },
  });
  // What cannot be read is told by the page itself.
  return requested ? (error ? false : data && data[field] === null) : kept.current?.is;
}
