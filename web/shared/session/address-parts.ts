/** What stands in the address of a screen: parts of its path and its parameters, as the screen's route has read them. */
import { useParams, useSearch } from '@tanstack/react-router';
import { type Members, membersOf } from '../../../domain/kernel/members.ts';

/** `id` of `/warehouse/items/$id`; undefined where the path has no such part. */
export function usePathPart(name: string): string | undefined {
  const part = membersOf(useParams({ strict: false }))[name];
  return typeof part === 'string' ? part : undefined;
}

/** The parameters that the validator of the route let in. */
export const useAddress = (): Members => membersOf(useSearch({ strict: false }));

/** A parameter that is a number. */
export function useAddressNumber(name: string): number | undefined {
  const value = useAddress()[name];
  return typeof value === 'number' ? value : undefined;
}

/** A parameter that is a text. */
export function useAddressText(name: string): string | undefined {
  const value = useAddress()[name];
  return typeof value === 'string' ? value : undefined;
}
