/** Path parts and search parameters of a screen's address, as validated by its route. */
import { useParams, useSearch } from '@tanstack/react-router';
import { type Members, membersOf } from '../../../domain/values/members.ts';

/** `id` of `/warehouse/items/$id`; undefined when the path has no such part. */
export function usePathPart(name: string): string | undefined {
  const part = membersOf(useParams({ strict: false }))[name];
  return typeof part === 'string' ? part : undefined;
}

/** The parameters that the route's validator accepted. */
export const useAddress = (): Members => membersOf(useSearch({ strict: false }));

/** A numeric parameter. */
export function useAddressNumber(name: string): number | undefined {
  const value = useAddress()[name];
  return typeof value === 'number' ? value : undefined;
}

/** A text parameter. */
export function useAddressText(name: string): string | undefined {
  const value = useAddress()[name];
  return typeof value === 'string' ? value : undefined;
}
