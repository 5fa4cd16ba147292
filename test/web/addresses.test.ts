/** The addresses in the specification have screens. */
import { describe, expect, it } from 'vitest';
import { AREA_ROUTES } from '../../web/shell/areas.ts';
import { shortAddress } from '../../web/shell/long-address.ts';

const LISTS = [
  ...['/dashboard', '/staff', '/roles-and-permissions', '/pins', '/settings/mobile-app/home-sections'],
  ...['/settings/mobile-app/app-settings', '/settings/mobile-app/online-customers'],
  ...['/settings/mobile-app/online-order-cancellation', '/settings/pos', '/settings/system-configurations'],
  ...['/settings/system-profile', '/settings/inventories', '/settings/units', '/settings/cities', '/settings/brands'],
  ...['/settings/financial-year', '/settings/opening-balance/accounting-opening-balance'],
  ...['/settings/opening-balance/inventory-opening-balance', '/suppliers/suppliers', '/suppliers/7/transactions'],
  ...['/suppliers/transactions', '/customers/customers', '/customers/7/transactions', '/customers/transactions'],
  ...['/reports/item-transaction', '/reports/sales', '/reports/expired-items', '/reports/supplier-statements'],
  ...[
    '/reports/customer-statements',
    '/reports/items-profit',
    '/reports/inventories',
    '/reports/most-active-items',
    '/reports/promotions',
  ],
  ...['/reports/financial-reports/trial-balance', '/reports/financial-reports/income-statement'],
  ...['/warehouse/warehouse', '/warehouse/items', '/warehouse/items-transfers', '/warehouse/categories'],
  ...['/warehouse/destructed-assets', '/warehouse/inventory-adjustment', '/warehouse/inventory-direct-adjustment'],
  ...['/accounting/cash-and-banks', '/accounting/transfer-transactions', '/accounting/pricing-profile'],
  ...['/accounting/expense-types', '/accounting/expenses', '/accounting/income-types', '/accounting/incomes'],
  ...['/accounting/currency-rates', '/accounting/recalculations', '/accounting/items-pricing'],
  ...['/purchases/purchases', '/purchases/purchases-returns', '/sales/sales', '/sales/salesman-sales'],
  ...['/sales/sales-returns', '/sales/sale-transfers', '/sales/sale-transfer-return', '/sales/sale-quotations'],
  ...['/sales/promotions', '/sales/online-orders', '/sales/order-history', '/sales/home-delivery'],
  ...['/sales/pos-sales', '/sales/closing-drawer'],
];
/** With an editor at `upsert/{id}/{isUpdate}/{from}/{newTab}` and a page at `view/{id}/{newTab}`. */
const DOCUMENTS = [
  ...['/warehouse/destructed-assets', '/purchases/purchases', '/purchases/purchase-return', '/sales/sales'],
  ...['/sales/salesman-sales', '/sales/sale-returns', '/sales/sale-transfers', '/sales/sale-transfer-return'],
  '/sales/sale-quotations',
];
const PAGES = [
  ...DOCUMENTS.flatMap((path) => [`${path}/upsert/7/true/list/false`, `${path}/upsert/0/false/list/false`]),
  ...DOCUMENTS.map((path) => `${path}/view/7/false`),
  ...['/settings/opening-balance/inventory-opening-balance/view/7', '/warehouse/inventory-adjustment/view/7'],
  ...['/purchases/purchases/apply-cost/7/false', '/purchases/purchases/modify-sales-price/7/true'],
];

const patterns = AREA_ROUTES.map(({ path }) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`));
const leads = (address: string) => patterns.some((pattern) => pattern.test(shortAddress(address) ?? address));

describe('the addresses of the specification', () => {
  it('of lists and reports lead to a screen', () => {
    expect(LISTS.filter((address) => !leads(address))).toEqual([]);
  });

  it('of editors and pages have a screen, with any further parameters', () => {
    expect(PAGES.filter((address) => !leads(address))).toEqual([]);
  });

  it('without an update lead to a new document', () => {
    expect(shortAddress('/sales/sales/upsert/0/false/list/true')).toBe('/sales/sales/upsert/new');
    expect(shortAddress('/sales/sales/upsert/7/true/list/true')).toBe('/sales/sales/upsert/7');
    expect(shortAddress('/sales/sales/view/7/false')).toBe('/sales/sales/view/7');
  });

  it('leave ours as they are', () => {
    const ours = [
      '/sales/sales',
      '/sales/sales/7',
      '/sales/sales/upsert/new',
      '/sales/sales/view/7',
      '/customers/7/transactions',
    ];
    expect(ours.filter((address) => shortAddress(address) !== undefined)).toEqual([]);
  });
});
