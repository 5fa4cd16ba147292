/** The tree of permissions, with names in the person's language. */
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../language/preferences.ts';
import { type Reads, read } from './read.ts';

export type PermissionNode = Reads['menu/menu_tree'][number];

export function usePermissionTree() {
  const { language } = usePreferences();
  return useQuery({
    queryKey: ['menu', 'menu_tree', language],
    queryFn: ({ signal }) => read('menu/menu_tree', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
