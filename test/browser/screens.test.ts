/** Signing in, language and theme, and axe on every screen in three languages and two themes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  atMain,
  hasChromium,
  type Language,
  openShop,
  PASSWORD,
  type Shop,
  stockShop,
  thisYear,
  violations,
  violationsInDark,
} from './shop.ts';
import { SOON } from './typing.ts';

const LANGUAGES = ['en', 'ar', 'ckb'] as const;

/** Screens with the selector of what shows that they are there. */
const SCREENS: Readonly<Record<string, string>> = {
  '/': 'main h1',
  '/dashboard': 'main section p',
  '/sales/sales': 'table tbody tr',
  '/sales/sales/new': '[role=grid]',
  '/sales/sales/1': '[role=grid]',
  '/sales/sale-returns': 'main h1, main p',
  '/sales/sale-returns/new?sale=1': '[role=grid]',
  '/sales/sale-transfers/new': '[role=grid]',
  '/warehouse/productions/new': '[role=grid]',
  '/warehouse/conversions/new': '[role=tab]',
  '/warehouse/items-transfers/new': '[role=grid]',
  '/warehouse/inventory-adjustment/new': '[role=grid]',
  '/warehouse/inventory-direct-adjustment/new': '[role=grid]',
  '/warehouse/destructed-assets/new': '[role=grid]',
  '/purchases/purchases': 'table tbody tr',
  '/purchases/purchases/new': '[role=grid]',
  '/purchases/purchases/1': '[role=grid]',
  '/purchases/purchases/apply-cost/1': 'tbody tr',
  '/purchases/purchases/modify-sales-price/1': 'tbody tr',
  '/purchases/purchases-returns/new?purchase=1': '[role=grid]',
  '/purchases/purchase-orders/new': '[role=grid]',
  '/accounting/expenses/new': '[role=tab]',
  '/sales/sale-returns/new?unlinked=true': '[role=grid]',
  '/accounting/incomes/new': '[role=tab]',
  '/staff/payrolls/new': '[role=grid]',
  '/accounting/dividends/new': '[role=grid]',
  '/accounting/remittances/new': '[role=tab]',
  '/accounting/capital-transactions/new': '[role=tab]',
  '/accounting/asset-purchases/new': '[role=tab]',
  '/accounting/depreciations/new': '[role=grid]',
  '/accounting/expense-types': 'main h1',
  '/accounting/transfer-transactions/new': '[role=tab]',
  '/accounting/general-journals/new': '[role=grid]',
  '/accounting/chart-of-accounts': 'tbody tr',
  '/accounting/currency-rates': '[data-last-rate]',
  '/settings/opening-balance/accounting-opening-balance/new': '[role=grid]',
  '/settings/opening-balance/inventory-opening-balance/new': '[role=grid]',
  '/customers/transactions/new': '[role=tab]',
  '/customers/transactions/1': '[role=tabpanel] ul',
  '/suppliers/transactions/new': '[role=tab]',
  '/warehouse/items': 'table tbody tr',
  '/warehouse/items/1': 'form',
  '/items/import': '[data-choose-file]',
  '/opening-stock/import': '[data-choose-file]',
  '/customers/customers': 'table tbody tr',
  '/suppliers/suppliers/1': 'form',
  '/reports/financial-reports/trial-balance': 'tfoot',
  '/reports/account-ledger?account=1310': 'tfoot',
  '/reports/inventories': 'tfoot',
  '/reports/item-transaction?item_fk=1': 'tbody tr',
  '/reports/customer-statements?consumer_id=1': 'tbody tr',
  '/ledger/events': 'tbody tr',
  '/ledger/events/20': 'main dl',
};

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
  }, 180_000);
  afterAll(() => shop?.close());

  it('are behind the sign-in, which says when the password is wrong', async () => {
    const page = await shop.browser.newPage();
    await page.goto(`${shop.address}/sales/sales`);
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
  }, 180_000);

  it('change language, direction and theme where they stand, and keep them', async () => {
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
    expect(await root(page)).toEqual(chosen);
    await page.context().close();
  }, 180_000);

  // At once: each of them mostly waits.
  it.concurrent.each(LANGUAGES)(
    'pass axe in %s, light and dark, and show no key in place of a text',
    async (language) => {
      const page = await shop.open('/', { language });
      const wrong: string[] = [];
      for (const [path, there] of Object.entries(SCREENS)) {
        await page.goto(`${shop.address}${path}`);
        await page.locator(there).first().waitFor({ timeout: 30_000 });
        await page.waitForLoadState('networkidle');
        wrong.push(...(await violations(page)).map((each) => `${path} light ${each}`));
        wrong.push(...(await violationsInDark(page)).map((each) => `${path} dark ${each}`));
        wrong.push(...(await keysShown(page, path, language)));
      }
      expect(wrong).toEqual([]);
      await page.context().close();
    },
    1_800_000,
  );
});

async function root(page: Page): Promise<{ lang: string; dir: string; theme: string | undefined }> {
  return page.evaluate(() => {
    const { lang, dir, dataset } = document.documentElement;
    return { lang, dir, theme: dataset['theme'] };
  });
}

/** A key that no table has is shown as itself: `sales:new_sale`. */
async function keysShown(page: Page, path: string, language: Language): Promise<string[]> {
  const text = (await page.locator('body').textContent()) ?? '';
  return [...text.matchAll(/\b[a-z]+:[a-z_]+(\.[a-z_]+)*\b/g)].map(([key]) => `${path} ${language} shows ${key}`);
}
