/** Saved views of a screen: named addresses, a person's own and shared ones. */
import { useQuery } from '@tanstack/react-query';
import { destroy, get, patch, post } from './client.ts';
import { queryClient } from './query.ts';

export interface TableView {
  readonly view_id: number;
  readonly view_name: string;
  /** `?sortColumn=total&filter[status]=complete` */
  readonly address: string;
  readonly is_shared: boolean;
  readonly is_mine: boolean;
  readonly is_default: boolean;
  readonly owner_name: string | null;
}

export type ViewChange = Partial<Pick<TableView, 'view_name' | 'address' | 'is_shared'>>;

const keyOf = (screen: string) => ['table_views', screen] as const;
const forgetViews = (screen: string) => queryClient.invalidateQueries({ queryKey: keyOf(screen) });

export function useTableViews(screen: string) {
  return useQuery({
    queryKey: keyOf(screen),
    queryFn: async ({ signal }) => (await get<readonly TableView[]>('table_views', { query: { screen }, signal })).data,
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

export async function saveView(screen: string, view: Required<ViewChange>): Promise<void> {
  await post('table_views', { screen, ...view });
  await forgetViews(screen);
}

export async function changeView(screen: string, viewId: number, change: ViewChange): Promise<void> {
  await patch(`table_views/${viewId}`, change);
  await forgetViews(screen);
}

export async function deleteView(screen: string, viewId: number): Promise<void> {
  await destroy(`table_views/${viewId}`);
  await forgetViews(screen);
}

/** The view that the screen opens with; null for none. */
export async function chooseDefaultView(screen: string, view_id: number | null): Promise<void> {
  await post('default_table_view', { screen, view_id });
  await forgetViews(screen);
}
