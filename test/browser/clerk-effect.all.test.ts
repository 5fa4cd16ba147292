/**
 * The effect of a sale for a sales clerk: the whole entry and its goods, without balances that the clerk may not see.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { openAs } from './other-person.ts';
import { atMain, type Goods, hasChromium, type Language, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { words } from './steps.ts';

const PERMISSIONS = ['index', 'show', 'store', 'update', 'complete', 'history'].map((action) => `sales/${action}`);

const clerkOf = (language: Language) => ({
  ...{ name: `clerk-${language}`, permissions: PERMISSIONS },
  ...{ outlets: [1], inventories: [1] },
});

describe.skipIf(!hasChromium)('the effect of a sale', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
    const sold = { ...atMain, payment_type: 'cash', account_fk: 1, status: 'complete', date: thisYear('03-10') };
    const lines = [{ item_fk: goods[1]?.id, unit_fk: 1, quantity: '10', price: '2250' }];
    await shop.api('POST', 'sales', { ...sold, lines });
    await shop.api('POST', 'sales', { ...sold, lines });
    await shop.api('GET', 'financial_reports/trial_balance');
  });
  afterAll(() => shop?.close());

  const effectOf = async (page: Page): Promise<string> => {
    await page.locator('[data-tab=effect]').click();
    await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
    return (await page.getByRole('tabpanel').textContent()) ?? '';
  };

  it('has balances, values and links to the ledger for people who may see them', async () => {
    const page = await shop.open('/sales/sales/2');
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.reload();
    const told = await effectOf(page);
    // The browser reports headers with unknown features on the console.
    expect(said.filter((text) => /policy/i.test(text))).toEqual([]);
    for (const part of ['Balances', '45,000', 'Value']) expect(told).toContain(part);
    await expect.poll(() => page.getByRole('tabpanel').getByRole('link').count()).toBeGreaterThan(1);
    await page.context().close();
  });

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'has the entry and the goods for a sales clerk, and nothing empty beside them (%s)',
    async (language) => {
      const page = await openAs(shop, clerkOf(language), '/sales/sales/2', language);
      const told = await effectOf(page);
      expect(told).toContain(words(language, 'document:effect.journal'));
      expect(told).toContain('22,500');
      expect(told).not.toMatch(/45,000|22500000/);
      const headings = await page.getByRole('tabpanel').getByRole('heading').allTextContents();
      expect(headings).toEqual(
        ['journal', 'stock', 'balances'].map((part) => words(language, `document:effect.${part}`)),
      );
      // The look-up of items shows the quantity on hand too.
      await expect.poll(() => page.getByRole('tabpanel').locator('section').last().locator('tbody tr').count()).toBe(1);
      await expect.poll(() => page.getByRole('tabpanel').getByRole('link').count()).toBe(0);
      await expect.poll(() => page.getByRole('tabpanel').locator('section').nth(1).locator('th').count()).toBe(3);
      await page.context().close();
    },
  );
});
