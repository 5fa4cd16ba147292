/** The paged list of documents.md: parameters, answer, and the hook of tables. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListPage as Page } from '../../../read-api/contract.ts';
import type { QueryValue } from './client.ts';
import { read, readPage } from './read.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A person's layout of a list's columns. */
/** Without a footer, the page is of chosen rows, to which the totals of the list do not apply. */
export type ListPage = Omit<Page, 'footer'> & { readonly footer: Page['footer'] | null };
export type Layout = NonNullable<Page['layout']>;

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
export function useList(endpoint: string, params: ListParams, enabled = true) {
  const query = listQuery(params);
  return useQuery({
    queryKey: [endpoint, 'page', query],
    queryFn: ({ signal }) => readPage(endpoint, { query, signal, shape: PAGE }),
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
  const data = await read(':resource/ids', {
    params: { resource: endpoint },
    query: listQuery(rest),
    shape: { ids: 'list', revisions: 'list' },
  });
  return data.ids.map((id, index) => ({ id, revision: data.revisions[index] ?? 0 }));
}

/** The rows with these identifiers, in requests of the filter's largest size: each block is in the order of `params`. */
export async function fetchRows(
  endpoint: string,
  ids: readonly number[],
  params: ListParams,
): Promise<readonly (readonly Row[])[]> {
  const blocks: (readonly Row[])[] = [];
  const shown = withExtra(params, { show_all: 1 });
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const filter = { ...params.filter, id: ids.slice(from, from + IDS_AT_ONCE).join(',') };
    blocks.push((await fetchAll(endpoint, { ...shown, filter })).data);
  }
  return blocks;
}
const IDS_AT_ONCE = 200;

/** All matching rows, for print and Excel. */
export function fetchAll(endpoint: string, params: ListParams): Promise<ListPage> {
  const { page: _page, per_page: _perPage, ...rest } = params;
  return readPage(endpoint, { query: { ...listQuery(rest), is_paginated: 0 }, shape: PAGE });
}
