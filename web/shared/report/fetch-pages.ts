/** Every page of a report, one after another, for print and Excel. */
import { get, type QueryValue } from '../api/client.ts';

interface Page<R> {
  readonly data: readonly R[];
  readonly current_page: number;
  readonly last_page: number;
}

const PER_PAGE = 200;

export async function fetchPages<R>(
  endpoint: string,
  query: Readonly<Record<string, QueryValue>>,
): Promise<readonly R[]> {
  const rows: R[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data } = await get<Page<R>>(endpoint, { query: { ...query, per_page: PER_PAGE, page } });
    rows.push(...data.data);
    last = data.last_page;
  }
  return rows;
}
