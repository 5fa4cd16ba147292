/** All pages of a report, while others go on entering documents. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROWS_AT_ONCE } from '../../domain/records/rows-per-page.ts';
import { fetchWhole } from '../../web/shared/report/fetch-pages.ts';
import { everyRow } from '../../web/shared/report/report-screen.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Answers three pages; the position grows with each request, as it does in a shop that sells. */
function serve(): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    const row = { page: Number(url.searchParams.get('page')) };
    return Response.json({ data: { data: [row], last_page: 3, position: String(40 + asked.length) } });
  });
  return asked;
}
interface Answer {
  readonly position: string;
  readonly data: readonly { readonly page: number }[];
}
const known = (asked: readonly URL[]) => asked.map(({ searchParams }) => searchParams.get('known_at'));

describe('the whole of a report', () => {
  it('is as known at its first page, unless another moment was chosen', async () => {
    const asked = serve();
    expect((await fetchWhole('reports/items_profits', { known_at: undefined })).data).toEqual(
      [1, 2, 3].map((page) => ({ page })),
    );
    expect(known(asked)).toEqual([null, '41', '41']);
    await fetchWhole('financial_reports/journal', { known_at: '7' });
    expect(known(asked.slice(3))).toEqual(['7', '7', '7']);
  });

  it('is asked for in the largest pages, because many reports compute all of their rows for each page', async () => {
    const asked = serve();
    await fetchWhole('reports/stock_valuation', {});
    const sizes = asked.map(({ searchParams }) => Number(searchParams.get('per_page')));
    expect(sizes).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, ROWS_AT_ONCE]);
    expect(ROWS_AT_ONCE).toBeGreaterThanOrEqual(5_000);
  });

  it('is printed as known at the answer on the screen, whose totals are below it', async () => {
    const asked = serve();
    const statement = {
      ...{ endpoint: 'reports/customers_statement', title: '', filters: [], columns: () => [] },
      rows: ({ data }: Answer) => data,
      rowKey: ({ page }: Answer['data'][0]) => String(page),
    };
    const currency = { currency_id: 1, currency_name: 'Dinar', symbol: 'IQD', decimals: 0 };
    const context = { search: { consumer_id: 3, page: 2, known_at: '2026-03-10T10:00:00Z' }, currency };
    const rows = await everyRow(statement, { position: '12' }, context);
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3].map((page) => ({ page })));
    expect(known(asked)).toEqual(['12', '12', '12']);
  });

  it('is asked for without a moment where there is none', async () => {
    const asked = serve();
    await fetchWhole('events', { kind: 'sale' });
    expect(known(asked)).toEqual([null, null, null]);
  });
});
