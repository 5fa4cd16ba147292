/** The promotions that a sale may name, as the look-up returns them. */
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../shared/api/query.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import type { Promotion } from './promotion-draft.ts';

const FRESH_MS = 60_000;
const KEY = ['promotions', 'list', 'of sales'];
const NONE: readonly Promotion[] = [];

/** Every active promotion, however many there are. */
export const activePromotions = () => promotionsOf({ 'filter[status]': 'active' });

/** These promotions, also inactive and deleted ones. */
export const namedPromotions = (ids: readonly number[]) =>
  promotionsOf({ 'filter[section_id]': ids.join(','), show_all: 1 });

const promotionsOf = async (query: Readonly<Record<string, string | number>>): Promise<readonly Promotion[]> =>
  listThatFits<Promotion>(await fetchPages('promotions/list', query), {});

/** The active promotions and those that the sale has; undefined until they are read. */
export function usePromotions(applied: readonly number[]): readonly Promotion[] | undefined {
  const options = { staleTime: FRESH_MS, meta: { quiet: true } };
  const { data: active } = useQuery({ queryKey: [...KEY, 'active'], queryFn: activePromotions, ...options });
  const others = applied.filter((id) => active && !active.some(({ section_id }) => section_id === id));
  const { data: named = NONE, isPending } = useQuery({
    queryKey: [...KEY, 'named', others],
    queryFn: () => namedPromotions(others),
    enabled: others.length > 0,
    ...options,
  });
  return active && (others.length === 0 || !isPending) ? [...active, ...named] : undefined;
}

/** Undefined until a screen has read them. */
export function knownPromotions(): readonly Promotion[] | undefined {
  const known = queryClient.getQueriesData<readonly Promotion[]>({ queryKey: KEY }).flatMap(([, data]) => data ?? []);
  return known.length === 0 ? undefined : known;
}
