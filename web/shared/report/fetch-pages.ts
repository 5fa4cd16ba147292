/** Loads every page of a report: for print, for Excel, and for comparisons. */
import { get, type QueryValue } from '../api/client.ts';

interface Page<R> {
  readonly data: readonly R[];
  readonly last_page: number;
  /** The last event that the answer contains. */
  readonly position?: string;
}
type Query = Readonly<Record<string, QueryValue>>;

const PER_PAGE = 200;

export async function fetchPages<R>(endpoint: string, query: Query): Promise<readonly R[]> {
  return (await fetchWhole<R>(endpoint, query)).data;
}

/** Endpoints with `known_at`. */
const IS_REPORT = /^(financial_)?reports\//;

/**
 * The first answer with the rows of all pages. Further pages of a report are as known at the first one, so that a
 * document that is entered meanwhile moves no row to another page.
 */
export async function fetchWhole<R>(endpoint: string, query: Query, signal?: AbortSignal): Promise<Page<R>> {
  const ask = async (page: number, known_at = query['known_at']) => {
    const requested = { query: { ...query, known_at, per_page: PER_PAGE, page }, ...(signal ? { signal } : {}) };
    return (await get<Page<R>>(endpoint, requested)).data;
  };
  const first = await ask(1);
  const known = query['known_at'] ?? (IS_REPORT.test(endpoint) ? first.position : undefined);
  const rows = [...first.data];
  for (let page = 2; page <= first.last_page; page += 1) rows.push(...(await ask(page, known)).data);
  return { ...first, data: rows, last_page: 1 };
}
