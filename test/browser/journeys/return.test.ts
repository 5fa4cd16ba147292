/** A purchase return without the mouse, from the list of purchases to the posted return. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, stockShop } from '../shop.ts';
import { SOON } from '../typing.ts';

describe.skipIf(!hasChromium)('a purchase return', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
  });
  afterAll(() => shop?.close());

  const type = (page: Page, text: string) => page.keyboard.type(text);
  const placeOfFocus = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place'));
  const tabTo = async (page: Page, reached: () => Promise<boolean>) => {
    for (let tabs = 0; tabs < 25 && !(await reached()); tabs += 1) await page.keyboard.press('Tab');
    await expect.poll(() => reached()).toBe(true);
  };
  const lastReturn = async () => {
    const { data } = await shop.api('GET', 'purchase_returns?sortColumn=id&sortDir=desc&per_page=10');
    return (data as { data: Record<string, unknown>[] }).data[0];
  };

  it('of a purchase is entered with the keyboard, and the shown amounts are posted', async () => {
    const page = await shop.open('/purchases/purchases-returns/new');
    await page.locator('input[type=search]').waitFor();
    await type(page, 'Azad');
    await page.getByText('P-000001').waitFor();
    await tabTo(page, () => page.evaluate(() => document.activeElement?.textContent?.includes('P-000001') === true));
    await page.keyboard.press('Enter');
    await page.locator('[role=grid]').waitFor();
    await tabTo(page, async () => (await placeOfFocus(page)) === 'lines:1:quantity');
    await type(page, '20');
    await tabTo(page, async () => (await placeOfFocus(page)) === 'lines:2:quantity');
    await type(page, '5*2');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('15,000');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await lastReturn())?.['status'], SOON).toBe('complete');
    await expect
      .poll(() => lastReturn())
      .toMatchObject({ number: 'PR-000001', total: '15000', supplier_name: 'Azad Trading' });
    const { data } = await shop.api('GET', 'purchases/1');
    expect(data).toMatchObject({ unpaid: String(3 * 500 * 500 - 15_000) });
    await page.context().close();
  });

  it('of more than the purchased quantity has a message at its cell', async () => {
    const page = await shop.open('/purchases/purchases-returns/new?purchase=1');
    await page.locator('[role=grid]').waitFor();
    await tabTo(page, async () => (await placeOfFocus(page)) === 'lines:3:quantity');
    await type(page, '501');
    await page.keyboard.press('Control+Enter');
    const summary = page.locator('[role=alert]').filter({ hasText: 'line 3' });
    await summary.waitFor();
    await expect.poll(() => summary.textContent(), SOON).toContain('Not more than 500');
    await page.context().close();
  });
});
