/** The panel of a financial year does not ask for closes on behalf of whoever may not read them. */
import { afterEach, expect, it, vi } from 'vitest';
import { lastClose } from '../../web/ledger/financial-year-data.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for the closes of a year only with both permissions', async () => {
  const asked: string[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ data: { data: [] } });
  });
  const closeFor = (...permissions: string[]) =>
    lastClose(3, (permission) => permissions.includes(permission), new AbortController().signal);
  expect(await closeFor('financial_years/index')).toBeNull();
  expect(await closeFor('financial_years/index', 'year_closes/index')).toBeNull();
  expect(asked).toEqual([]);
  expect(await closeFor('year_closes/index', 'year_closes/show')).toBeNull();
  expect(asked).toHaveLength(1);
});
