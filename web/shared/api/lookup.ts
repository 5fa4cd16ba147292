/** Look-ups: pages of `GET {resource}/list`, and the name of one record. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { toLatinDigits } from '../typing/digits.ts';
import { foldForSearch } from '../typing/fold.ts';
import type { QueryValue } from './client.ts';
import { PAGE, type Row } from './list.ts';
import { queryClient } from './query.ts';
import { read, readPage } from './read.ts';
import { displayedName, nameOfRow, resourceOf } from './resources.ts';

export type LookupExtra = Readonly<Record<string, QueryValue>>;

/** For a filter: earlier documents name records that are not in use any more. */
export const WITH_INACTIVE: LookupExtra = { show_inactive: 1 };

/** The day of a rate may be typed as it is displayed; stored days are `YYYY-MM-DD`. */
function searchOf(resource: string, typed: string): string {
  const [, day, month, year = ''] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(toLatinDigits(typed.trim())) ?? [];
  if (!day || !month || resourceOf(resource).name !== 'date') return typed;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function lookupPage(path: string, search: string, page: number, extra: LookupExtra, signal?: AbortSignal) {
  return readPage(path, { query: { ...extra, search, page }, shape: PAGE, ...(signal ? { signal } : {}) });
}

/** The options for a search text; `fetchNextPage` loads more. */
export function useLookupPages(
  resource: string,
  search: string,
  extra: LookupExtra,
  enabled: boolean,
  path = `${resource}/list`,
) {
  return useInfiniteQuery({
    queryKey: [resource, 'list', path, search, extra],
    queryFn: ({ pageParam, signal }) => lookupPage(path, searchOf(resource, search), pageParam, extra, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.last_page ? last.current_page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
    meta: { quiet: true },
  });
}

/** The first page, outside of React: for a field that was left before the options arrived. */
export async function fetchLookup(
  resource: string,
  search: string,
  extra: LookupExtra,
  path = `${resource}/list`,
): Promise<readonly Row[]> {
  return (await lookupPage(path, searchOf(resource, search), 1, extra)).data;
}

/** The record that the text identifies: the only one, or the only one with exactly that name, code, number or address. */
export function onlyMatch(rows: readonly Row[], text: string, fields: readonly string[]): Row | undefined {
  const exact = rows.filter(isNamed(text, fields));
  const found = exact.length > 0 ? exact : rows;
  return found.length === 1 ? found[0] : undefined;
}

/** The record that Enter takes from a list: the first that is named in full, otherwise the first. */
export function bestMatch(rows: readonly Row[], text: string, fields: readonly string[]): Row | undefined {
  return rows.find(isNamed(text, fields)) ?? rows[0];
}

function isNamed(text: string, fields: readonly string[]): (row: Row) => boolean {
  const wanted = foldForSearch(text);
  return (row) => wanted !== '' && fields.some((field) => foldForSearch(String(row[field] ?? '')) === wanted);
}

const nameQuery = (resource: string, id: number) => ({
  queryKey: [resource, 'name', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    nameOfRow(resource, await read(':resource/:id', { params: { resource, id }, signal })),
  staleTime: 5 * 60_000,
  meta: { quiet: true },
});

/** The same outside of React. Throws ApiError where the person may not see the record. */
export const recordName = (resource: string, id: number): Promise<string> =>
  queryClient.fetchQuery(nameQuery(resource, id));

/** Name of a record that is known only by its identifier: its number when the person may not see it, undefined until it is loaded. */
export function useRecordName(resource: string, id: number | null, known: string | undefined): string | undefined {
  const { data, isError } = useQuery({
    ...nameQuery(resource, id ?? 0),
    enabled: id !== null && known === undefined,
  });
  if (id === null) return '';
  const name = known ?? data;
  return name === undefined ? (isError ? `#${id}` : undefined) : displayedName(resource, name);
}
