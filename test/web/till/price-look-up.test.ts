/** The price checker of the office: the server reads the code, because it knows the formats of the scales. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { lookUpAtServer } from '../../../web/till/price-checker/look-up-at-server.ts';

const itemOf = (item_id: number, item_name: string, item_code: string, barcode: string) => ({
  ...{ item_id, item_name, item_code, price_currency_fk: 1 },
  item_units: [
    {
      unit_fk: 1,
      unit_name: 'Bag',
      base_unit_qty: '1',
      is_base: true,
      is_default: true,
      sale_price: '500',
      barcodes: [barcode],
    },
  ],
});
const ITEMS = [itemOf(1, 'Almonds', '4105', '99001'), itemOf(2, 'Walnuts', 'W-2', '4105')];
const page = (data: readonly object[]) => ({ data, total: data.length, per_page: 20, current_page: 1, last_page: 1 });
const NO_BATCH = { batch_number: null, expire_date: null, serial_number: null };
const SCANNED: Readonly<Record<string, object>> = {
  '4105': { item_fk: 2, unit_fk: 1, quantity: '1', ...NO_BATCH },
  'W-2': { item_fk: 2, unit_fk: null, quantity: '1', ...NO_BATCH },
};

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async (url: string) => {
    const code = /items\/scanned\?code=(.*)$/.exec(url)?.[1];
    if (code !== undefined) return Response.json({ data: SCANNED[decodeURIComponent(code)] ?? null });
    const [, id] = /items\/(\d+)/.exec(url) ?? [];
    if (id) return Response.json({ data: ITEMS.find(({ item_id }) => item_id === Number(id)) });
    const rows = ITEMS.map((item) => ({ ...item, stock: '99', available_stock: `${item.item_id}0` }));
    return Response.json({ data: page(url.includes('items/list') ? rows : []) });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const priceOf = (code: string, ...permissions: readonly string[]) =>
  lookUpAtServer({
    currency: { currency_id: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
    outlet: null,
    can: (permission) => permissions.includes(permission),
  })(code, 'en');

it('shows the goods and the unit that the server found, and nothing for an unknown code', async () => {
  expect(await priceOf('4105')).toMatchObject({ names: [{ name: 'Walnuts' }], unit: { name: 'Bag', price: '500' } });
  expect((await priceOf('W-2'))?.unit).toEqual({ name: 'Bag', price: '500' });
  expect(await priceOf('4')).toBeUndefined();
});

it('shows what may be sold of these goods to who may see their stock', async () => {
  expect((await priceOf('4105'))?.stock).toBeNull();
  expect((await priceOf('4105', 'stocks/index'))?.stock).toEqual([{ quantity: '20', unit_name: 'Bag' }]);
});
