/** Saved views of a screen: named addresses, a person's own and shared ones. */
import { useQuery } from '@tanstack/react-query';
import { amend, command, remove } from './command.ts';
import { queryClient } from './query.ts';
import { type Reads, read } from './read.ts';

export type TableView = Reads['table_views'][number];

export type ViewChange = Partial<Pick<TableView, 'view_name' | 'address' | 'is_shared'>>;

const keyOf = (screen: string) => ['table_views', screen] as const;
const forgetViews = (screen: string) => queryClient.invalidateQueries({ queryKey: keyOf(screen) });

export function useTableViews(screen: string) {
  return useQuery({
    queryKey: keyOf(screen),
    queryFn: ({ signal }) => read('table_views', { query: { screen }, signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

export async function saveView(screen: string, view: Required<ViewChange>): Promise<void> {
  await command('table_views', { body: { screen, ...view } });
  await forgetViews(screen);
}

export async function changeView(screen: string, viewId: number, change: ViewChange): Promise<void> {
  await amend('table_views/:id', { params: { id: viewId }, body: change });
  await forgetViews(screen);
}

export async function deleteView(screen: string, viewId: number): Promise<void> {
  await remove('table_views/:id', { params: { id: viewId } });
  await forgetViews(screen);
}

/** The view that the screen opens with; null for none. */
export async function chooseDefaultView(screen: string, view_id: number | null): Promise<void> {
  await command('default_table_view', { body: { screen, view_id } });
  await forgetViews(screen);
}
