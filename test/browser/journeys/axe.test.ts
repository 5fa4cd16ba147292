/** Twelve screens under axe (WCAG 2.2 AA), one of each kind; every screen is examined in `npm run test:all`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Screen, wrongOn } from '../looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from '../shop.ts';

const SCREENS: readonly Screen[] = [
  { path: '/', ready: 'main h1' },
  { path: '/dashboard', ready: 'main section p' },
  { path: '/sales/sales', ready: 'table tbody tr' },
  { path: '/sales/sales/new', ready: '[role=grid]' },
  { path: '/sales/sales/1', ready: '[role=grid]' },
  { path: '/warehouse/inventory-adjustment/new', ready: '[role=grid]' },
  { path: '/warehouse/items/1', ready: 'form' },
  { path: '/customers/transactions/new', ready: '[role=tab]' },
  { path: '/items/import', ready: '[data-choose-file]' },
  { path: '/reports/financial-reports/trial-balance', ready: 'tfoot' },
  { path: '/roles-and-permissions/new', ready: '[data-field=permissions] fieldset' },
  { path: '/customers/customers', ready: 'table tbody tr', keys: 'Control+k' },
];

describe.skipIf(!hasChromium)('twelve screens', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const goods = await stockShop(shop, 3);
    await shop.api('POST', 'sales', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('03-10'), payment_type: 'on_account', status: 'complete' },
      lines: goods.map(({ id, price }) => ({ item_fk: id, unit_fk: 1, quantity: '2', price })),
    });
  });
  afterAll(() => shop?.close());

  it('pass axe and show no key in place of a text', async () => {
    expect(await wrongOn(shop, SCREENS, 'en')).toEqual([]);
  });
});
