/** The item that a typed or scanned text names. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { findItem } from '../../../web/shared/document/model/goods/items.ts';

const unit = (unit_fk: number, ...barcodes: string[]) => ({ unit_fk, base_unit_qty: '1', barcodes });
const CODED = { item_id: 7, item_code: '100', item_name: 'Tea', item_units: [unit(1)] };
const SCANNED = { item_id: 8, item_code: 'B', item_name: 'Rice', item_units: [unit(1), unit(2, '100', '200')] };

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async (url: string) => {
    const one = /items\/(\d+)/.exec(url)?.[1];
    const rows = [CODED, SCANNED];
    const page = { data: rows, total: 2, per_page: 20, current_page: 1, last_page: 1 };
    return Response.json({ data: one ? rows.find(({ item_id }) => item_id === Number(one)) : page });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const named = async (text: string) => {
  const found = await findItem(text);
  return typeof found === 'string' ? found : [found.item['item_id'], found.unit];
};

it('is the one with this barcode, also where another has it as its code, as at the till', async () => {
  expect([await named('100'), await named('200'), await named('b')]).toEqual([
    [8, 2],
    [8, 2],
    [8, undefined],
  ]);
});

it('is the one with this name, and none of several', async () => {
  expect([await named('tea'), await named('e')]).toEqual([[7, undefined], 'several']);
});
