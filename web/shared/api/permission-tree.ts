/** The tree of permissions, with names in the person's language. */
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../language/preferences.ts';
import { get } from './client.ts';

export interface PermissionNode {
  readonly name: string;
  readonly code: string;
  readonly children: readonly PermissionNode[];
}

export function usePermissionTree() {
  const { language } = usePreferences();
  return useQuery({
    queryKey: ['menu', 'menu_tree', language],
    queryFn: async ({ signal }) => (await get<readonly PermissionNode[]>('menu/menu_tree', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
