/** Loads every page of a report: for print, for Excel, and for comparisons. */
import { ROWS_AT_ONCE } from '../../../domain/records/rows-per-page.ts';
import type { QueryValue } from '../api/client.ts';
import type { ListPage } from '../api/list.ts';
import { type PlainPath, type Reads, readPage } from '../api/read.ts';

/** `position` is the last event that a report contains. */
type Page = Pick<ListPage, 'data' | 'last_page'> & { readonly position?: string };
type Query = Readonly<Record<string, QueryValue>>;

type RowOf<Path extends PlainPath> = Reads[Path] extends { readonly data: readonly (infer Row)[] } ? Row : never;

export function fetchPages<Path extends PlainPath>(endpoint: Path, query: Query): Promise<readonly RowOf<Path>[]>;
export async function fetchPages(endpoint: string, query: Query): Promise<readonly unknown[]> {
  return (await fetchWhole(endpoint, query)).data;
}

/** Endpoints with `known_at`. */
const IS_REPORT = /^(financial_)?reports\//;

/**
 * The first answer with the rows of all pages. Further pages of a report are as known at the first one, so that a
 * document that is entered meanwhile moves no row to another page.
 */
export async function fetchWhole(endpoint: string, query: Query, signal?: AbortSignal): Promise<Page> {
  const ask = (page: number, known_at = query['known_at']): Promise<Page> => {
    const requested = { query: { ...query, known_at, per_page: ROWS_AT_ONCE, page }, ...(signal ? { signal } : {}) };
    return readPage(endpoint, requested);
  };
  const first = await ask(1);
  const known = query['known_at'] ?? (IS_REPORT.test(endpoint) ? first.position : undefined);
  const rows = [...first.data];
  for (let page = 2; page <= first.last_page; page += 1) rows.push(...(await ask(page, known)).data);
  return { ...first, data: rows, last_page: 1 };
}
