/** The promotions that a sale may name, as the look-up returns them. */
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../shared/api/query.ts';
import { listThatFits } from '../shared/api/wire.ts';
import type { Value } from '../shared/document/model/draft.ts';
import { ofDay, pastDay } from '../shared/document/model/past-day.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import type { Promotion } from './promotion-draft.ts';

const FRESH_MS = 60_000;
/** By the day of a sale, whose promotions are as they were on it. */
const keyOf = (day: string | undefined) => ['promotions', 'list', 'of sales', day ?? 'now'];
const NONE: readonly Promotion[] = [];

/** Every promotion that is active, or was on an earlier day, however many there are. */
export async function activePromotions(day?: string): Promise<readonly Promotion[]> {
  if (day === undefined) return promotionsOf({ 'filter[status]': 'active' });
  // The list finds by what is so now.
  return (await promotionsOf({ ...ofDay(day).query })).filter(({ status }) => status === 'active');
}

/** These promotions, also inactive and deleted ones. */
export const namedPromotions = (ids: readonly number[], day?: string) =>
  promotionsOf({ 'filter[section_id]': ids.join(','), show_all: 1, ...ofDay(day).query });

const promotionsOf = async (query: Readonly<Record<string, string | number>>): Promise<readonly Promotion[]> =>
  listThatFits<Promotion>(await fetchPages('promotions/list', query), {});

/** The active promotions and those that the sale has; undefined until they are read. */
export function usePromotions(applied: readonly number[], date: Value | undefined): readonly Promotion[] | undefined {
  const day = pastDay(date);
  const key = keyOf(day);
  const options = { staleTime: FRESH_MS, meta: { quiet: true } };
  const { data: active } = useQuery({ queryKey: [...key, 'active'], queryFn: () => activePromotions(day), ...options });
  const others = applied.filter((id) => active && !active.some(({ section_id }) => section_id === id));
  const { data: named = NONE, isPending } = useQuery({
    queryKey: [...key, 'named', others],
    queryFn: () => namedPromotions(others, day),
    enabled: others.length > 0,
    ...options,
  });
  return active && (others.length === 0 || !isPending) ? [...active, ...named] : undefined;
}

/** Undefined until a screen has read them. */
export function knownPromotions(date: Value | undefined): readonly Promotion[] | undefined {
  const known = queryClient
    .getQueriesData<readonly Promotion[]>({ queryKey: keyOf(pastDay(date)) })
    .flatMap(([, data]) => data ?? []);
  return known.length === 0 ? undefined : known;
}
