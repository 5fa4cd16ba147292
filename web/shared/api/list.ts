/** The paged list of documents.md: parameters, answer, and the hook of tables. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get, type QueryValue } from './client.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A person's layout of a list's columns. */
export interface Layout {
  readonly order: readonly string[];
  /** Pixels, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

export interface ListPage<R extends Row = Row> {
  readonly data: readonly R[];
  readonly per_page: number;
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  /** Totals over all matching rows, by column: decimal strings. */
  readonly footer: Readonly<Record<string, string | null>> | null;
  readonly params: Readonly<Record<string, unknown>> | null;
  /** Name under which hidden columns are stored. */
  readonly model: string;
  /** Comma-separated. */
  readonly hidden_columns: string | null;
  readonly layout?: Layout | null;
}

/** Required fields of a page; columns are validated where they are read. */
export const PAGE = { data: 'list', total: 'number' } as const;

export interface ListParams {
  readonly search?: string;
  readonly sortColumn?: string;
  readonly sortDir?: 'asc' | 'desc';
  readonly per_page?: number;
  readonly page?: number;
  /** Keyed by field; sent as `filter[field]`. A range is `from,to`. */
  readonly filter?: Readonly<Record<string, string>>;
  /** Parameters of one endpoint only: `as_at`, `known_at`, `outlet_fk`. */
  readonly extra?: Readonly<Record<string, QueryValue>>;
}

export function listQuery(params: ListParams): Record<string, QueryValue> {
  const { filter = {}, extra = {}, ...plain } = params;
  const filters = Object.entries(filter).map(([field, value]) => [`filter[${field}]`, value] as const);
  return { ...plain, ...extra, ...Object.fromEntries(filters) };
}

/** The same list with further parameters. */
export const withExtra = (params: ListParams, extra: NonNullable<ListParams['extra']>): ListParams => ({
  ...params,
  extra: { ...params.extra, ...extra },
});

/** One page of `endpoint`; keeps the old page (dimmed by the caller) while the next one loads. */
export function useList<R extends Row = Row>(endpoint: string, params: ListParams, enabled = true) {
  const query = listQuery(params);
  return useQuery({
    queryKey: [endpoint, 'page', query],
    queryFn: async ({ signal }) => (await get<ListPage<R>>(endpoint, { query, signal, shape: PAGE })).data,
    placeholderData: keepPreviousData,
    enabled,
  });
}

export interface SelectedRow {
  readonly id: number;
  readonly revision: number;
}

/** Identifiers and revisions of all matching rows, up to the limit of one action. */
export async function fetchIds(endpoint: string, params: ListParams): Promise<readonly SelectedRow[]> {
  const { page: _page, per_page: _perPage, ...rest } = params;
  const { data } = await get<{ readonly ids: readonly number[]; readonly revisions: readonly number[] }>(
    `${endpoint}/ids`,
    { query: listQuery(rest), shape: { ids: 'list', revisions: 'list' } },
  );
  return data.ids.map((id, index) => ({ id, revision: data.revisions[index] ?? 0 }));
}

/** The rows with these identifiers, in requests of the filter's largest size: each block is in the order of `params`. */
export async function fetchRows<R extends Row = Row>(
  endpoint: string,
  ids: readonly number[],
  params: ListParams,
): Promise<readonly (readonly R[])[]> {
  const blocks: (readonly R[])[] = [];
  const shown = withExtra(params, { show_all: 1 });
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const filter = { ...params.filter, id: ids.slice(from, from + IDS_AT_ONCE).join(',') };
    blocks.push((await fetchAll<R>(endpoint, { ...shown, filter })).data);
  }
  return blocks;
}
const IDS_AT_ONCE = 200;

/** All matching rows, for print and Excel. */
export async function fetchAll<R extends Row = Row>(endpoint: string, params: ListParams): Promise<ListPage<R>> {
  const { page: _page, per_page: _perPage, ...rest } = params;
  return (await get<ListPage<R>>(endpoint, { query: { ...listQuery(rest), is_paginated: 0 }, shape: PAGE })).data;
}
