/** The promotions that a sale may name, in a business that has made many. */
import { afterEach, expect, it, vi } from 'vitest';
import { activePromotions, namedPromotions } from '../../web/sales/promotion-list.ts';

afterEach(() => vi.unstubAllGlobals());

function serve(pages: number): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    asked.push(searchParams);
    const row = { section_id: Number(searchParams.get('page')) };
    return Response.json({ data: { data: [row], last_page: pages } });
  });
  return asked;
}

it('all active promotions are offered, also those of later pages, and no other ones', async () => {
  const asked = serve(3);
  expect((await activePromotions()).map(({ section_id }) => section_id)).toEqual([1, 2, 3]);
  expect(asked.map((query) => [query.get('filter[status]'), query.get('show_all')])).toEqual(
    Array.from({ length: 3 }, () => ['active', null]),
  );
});

it('those that a sale has are named after they ended or were deleted', async () => {
  const asked = serve(1);
  await namedPromotions([4, 9]);
  expect(asked.map((query) => [query.get('filter[section_id]'), query.get('show_all')])).toEqual([['4,9', '1']]);
});
