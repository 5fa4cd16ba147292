/** Signing in, language and theme, and every screen of the business under axe. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examined, type Screen, wrongOn } from './looking.ts';
import { atMain, hasChromium, openShop, PASSWORD, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { SOON } from './typing.ts';

/** Screens, with the selector that shows that they are complete. */
const SCREENS: readonly Screen[] = [
  { path: '/', ready: 'main h1' },
  { path: '/dashboard', ready: 'main section p' },
  { path: '/sales/sales', ready: 'table tbody tr' },
  { path: '/sales/sales/new', ready: '[role=grid]' },
  { path: '/sales/sales/1', ready: '[role=grid]' },
  { path: '/sales/sale-returns', ready: 'main h1, main p' },
  { path: '/sales/sale-returns/new?sale=1', ready: '[role=grid]' },
  { path: '/sales/sale-transfers/new', ready: '[role=grid]' },
  { path: '/warehouse/productions/new', ready: '[role=grid]' },
  { path: '/warehouse/conversions/new', ready: '[role=tab]' },
  { path: '/warehouse/items-transfers/new', ready: '[role=grid]' },
  { path: '/warehouse/inventory-adjustment/new', ready: '[role=grid]' },
  { path: '/warehouse/inventory-direct-adjustment/new', ready: '[role=grid]' },
  { path: '/warehouse/destructed-assets/new', ready: '[role=grid]' },
  { path: '/purchases/purchases', ready: 'table tbody tr' },
  { path: '/purchases/purchases/new', ready: '[role=grid]' },
  { path: '/purchases/purchases/1', ready: '[role=grid]' },
  { path: '/purchases/purchases/apply-cost/1', ready: 'tbody tr' },
  { path: '/purchases/purchases/apply-allowance/1', ready: 'tbody tr' },
  { path: '/purchases/purchases/modify-sales-price/1', ready: 'tbody tr' },
  { path: '/purchases/purchases-returns/new?purchase=1', ready: '[role=grid]' },
  { path: '/purchases/purchase-orders/new', ready: '[role=grid]' },
  { path: '/accounting/expenses/new', ready: '[role=tab]' },
  { path: '/sales/sale-returns/new?unlinked=true', ready: '[role=grid]' },
  { path: '/accounting/incomes/new', ready: '[role=tab]' },
  { path: '/staff/payrolls/new', ready: '[role=grid]' },
  { path: '/accounting/dividends/new', ready: '[role=grid]' },
  { path: '/accounting/remittances/new', ready: '[role=tab]' },
  { path: '/accounting/capital-transactions/new', ready: '[role=tab]' },
  { path: '/accounting/asset-purchases/new', ready: '[role=tab]' },
  { path: '/accounting/depreciations/new', ready: '[role=grid]' },
  { path: '/accounting/depreciations/due', ready: 'main h1' },
  { path: '/accounting/expense-types', ready: 'main h1' },
  { path: '/accounting/transfer-transactions/new', ready: '[role=tab]' },
  { path: '/accounting/general-journals/new', ready: '[role=grid]' },
  { path: '/accounting/chart-of-accounts', ready: 'tbody tr' },
  { path: '/accounting/currency-rates', ready: '[data-last-rate]' },
  { path: '/settings/opening-balance/accounting-opening-balance/new', ready: '[role=grid]' },
  { path: '/settings/opening-balance/inventory-opening-balance/new', ready: '[role=grid]' },
  { path: '/customers/transactions/new', ready: '[role=tab]' },
  { path: '/customers/transactions/1', ready: '[role=tabpanel] ul' },
  { path: '/suppliers/transactions/new', ready: '[role=tab]' },
  { path: '/warehouse/items', ready: 'table tbody tr' },
  { path: '/warehouse/items/1', ready: 'form' },
  { path: '/items/import', ready: '[data-choose-file]' },
  { path: '/opening-stock/import', ready: '[data-choose-file]' },
  { path: '/customers/customers', ready: 'table tbody tr' },
  { path: '/suppliers/suppliers/1', ready: 'form' },
  { path: '/reports/financial-reports/trial-balance', ready: 'tfoot' },
  { path: '/reports/account-ledger?account=1310', ready: 'tfoot' },
  { path: '/reports/inventories', ready: 'tfoot' },
  { path: '/reports/item-transaction?item_fk=1', ready: 'tbody tr' },
  { path: '/reports/customer-statements?consumer_id=1', ready: 'tbody tr' },
  { path: '/ledger/events', ready: 'tbody tr' },
  { path: '/ledger/events/20', ready: 'main dl' },
];

describe.skipIf(!hasChromium)('the screens', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1490', in_rate: '1480' });
    const goods = await stockShop(shop, 3);
    const lines = goods.map(({ id, price }) => ({ item_fk: id, unit_fk: 1, quantity: '2', price }));
    const sale = { ...atMain, customer_fk: 1, date: thisYear('03-10'), payment_type: 'on_account', status: 'complete' };
    await shop.api('POST', 'sales', { ...sale, lines });
    const payment = { outlet_fk: 1, customer_fk: 1, currency_fk: 1, account_fk: 1, date: thisYear('03-11') };
    await shop.api('POST', 'customer_transactions', { ...payment, transaction_type: 'receive', amount: '1000' });
  });
  afterAll(() => shop?.close());

  it('require a sign-in, which reports a wrong password', async () => {
    const page = await shop.visit('/sales/sales');
    await page.fill('input[name=email]', shop.email);
    await page.fill('input[name=password]', 'not the password');
    await page.click('button[type=submit]');
    await expect.poll(() => page.getByRole('alert').first().textContent(), SOON).not.toBe('');
    expect(await violations(page)).toEqual([]);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.getByRole('heading', { name: 'Sales' }).waitFor();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(/eyJ|token/);
    await page.context().close();
  });

  it('change language, direction and theme without a reload, and keep them', async () => {
    const page = await shop.open('/sales/sales');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'کوردی' }).click();
    await expect.poll(() => root(page), SOON).toMatchObject({ lang: 'ckb', dir: 'rtl' });
    await page.getByRole('button', { name: 'Language' }).waitFor({ state: 'detached' });
    const before = await root(page);
    await page.locator('header button:has(svg.lucide-moon), header button:has(svg.lucide-sun)').click();
    await expect.poll(async () => (await root(page)).theme, SOON).not.toBe(before.theme);
    const chosen = await root(page);
    await page.reload();
    await page.locator('nav').first().waitFor();
    await expect.poll(() => root(page)).toEqual(chosen);
    await page.context().close();
  });

  it.each(examined(SCREENS))('pass axe in %s and show no key in place of a text', async (language, screens) => {
    expect(await wrongOn(shop, screens, language)).toEqual([]);
  });
});

async function root(page: Page): Promise<{ lang: string; dir: string; theme: string | undefined }> {
  return page.evaluate(() => {
    const { lang, dir, dataset } = document.documentElement;
    return { lang, dir, theme: dataset['theme'] };
  });
}
