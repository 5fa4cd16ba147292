/** The price checker of the office: which item a scanned code names. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
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
/** In the order of the look-up: by name. */
const ITEMS = [itemOf(1, 'Almonds', '4105', '99001'), itemOf(2, 'Walnuts', 'W-2', '4105')];
const page = (data: readonly object[]) => ({ data, total: data.length, per_page: 20, current_page: 1, last_page: 1 });

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async (url: string) => {
    const [, id] = /items\/(\d+)/.exec(url) ?? [];
    if (url.includes('till_settings')) return Response.json({ data: { scales } });
    if (id) return Response.json({ data: ITEMS.find(({ item_id }) => item_id === Number(id)) });
    return Response.json({ data: page(url.includes('items/list') ? ITEMS : []) });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** The setting of the shop. */
let scales: readonly object[] = [];
const nameOf = async (code: string, ...permissions: readonly string[]) => {
  const lookUp = lookUpAtServer({
    currency: { currency_id: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
    outlet: null,
    can: (permission) => permissions.includes(permission),
  });
  return (await lookUp(code, 'en'))?.names.map(({ name }) => name);
};

it('a barcode takes precedence over the code of another item, whichever comes first by name', async () => {
  expect(await nameOf('4105')).toEqual(['Walnuts']);
  expect(await nameOf('99001')).toEqual(['Almonds']);
  expect(await nameOf('W-2')).toEqual(['Walnuts']);
  expect(await nameOf('4')).toBeUndefined();
});

it("a scale's package is read by the formats of the till settings, where the person may see them", async () => {
  const weighed = (prefix: string) => {
    const twelve = `${prefix}0410501250`;
    return twelve + checkDigit(twelve);
  };
  expect(await nameOf(weighed('21'))).toEqual(['Walnuts']);
  expect(await nameOf(weighed('21'), 'till_settings/show')).toBeUndefined();
  queryClient.clear();
  scales = [{ prefixes: ['29'], holds: 'weight', item_digits: 5, decimals: 3 }];
  expect(await nameOf(weighed('29'), 'till_settings/show')).toEqual(['Walnuts']);
  expect(await nameOf(weighed('29'))).toBeUndefined();
});
