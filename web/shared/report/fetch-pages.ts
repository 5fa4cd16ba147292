/** Loads every page of a report: for print, for Excel, and for comparisons. */
import { get, type QueryValue } from '../api/client.ts';

interface Page<R> {
  readonly data: readonly R[];
  readonly last_page: number;
}
type Query = Readonly<Record<string, QueryValue>>;

const PER_PAGE = 200;

export async function fetchPages<R>(endpoint: string, query: Query): Promise<readonly R[]> {
  return (await fetchWhole<R>(endpoint, query)).data;
}

/** The first answer with the rows of all pages. */
export async function fetchWhole<R>(endpoint: string, query: Query, signal?: AbortSignal): Promise<Page<R>> {
  const ask = async (page: number) => {
    const requested = { query: { ...query, per_page: PER_PAGE, page }, ...(signal ? { signal } : {}) };
    return (await get<Page<R>>(endpoint, requested)).data;
  };
  const first = await ask(1);
  const rows = [...first.data];
  for (let page = 2; page <= first.last_page; page += 1) rows.push(...(await ask(page)).data);
  return { ...first, data: rows, last_page: 1 };
}
