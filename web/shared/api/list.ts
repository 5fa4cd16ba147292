/** The paged list of documents.md: parameters, answer, and the hook that tables use. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get, type QueryValue } from './client.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface ListPage<R extends Row = Row> {
  readonly data: readonly R[];
  readonly per_page: number;
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  /** Totals over all matching rows, by column: decimal strings. */
  readonly footer: Readonly<Record<string, string | null>> | null;
  readonly params: Readonly<Record<string, unknown>> | null;
  /** Name under which hidden columns are kept. */
  readonly model: string;
  /** Comma-separated. */
  readonly hidden_columns: string | null;
}

export interface ListParams {
  readonly search?: string;
  readonly sortColumn?: string;
  readonly sortDir?: 'asc' | 'desc';
  readonly per_page?: number;
  readonly page?: number;
  /** By field; sent as `filter[field]`. A range is `from,to`. */
  readonly filter?: Readonly<Record<string, string>>;
  /** Parameters of one endpoint only: `as_at`, `known_at`, `outlet_fk`. */
  readonly extra?: Readonly<Record<string, QueryValue>>;
}

export function listQuery(params: ListParams): Record<string, QueryValue> {
  const { filter = {}, extra = {}, ...plain } = params;
  const filters = Object.entries(filter).map(([field, value]) => [`filter[${field}]`, value] as const);
  return { ...plain, ...extra, ...Object.fromEntries(filters) };
}

/** One page of `endpoint`; keeps showing the old page (dimmed by the caller) while the next one is on its way. */
export function useList<R extends Row = Row>(endpoint: string, params: ListParams, enabled = true) {
  const query = listQuery(params);
  return useQuery({
    queryKey: [endpoint, 'page', query],
    queryFn: async ({ signal }) => (await get<ListPage<R>>(endpoint, { query, signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** All rows that match, for print and Excel. */
export async function fetchAll<R extends Row = Row>(endpoint: string, params: ListParams): Promise<ListPage<R>> {
  const { page: _page, per_page: _perPage, ...rest } = params;
  return (await get<ListPage<R>>(endpoint, { query: { ...listQuery(rest), is_paginated: 0 } })).data;
}
