/** The price checker: on a till for customers, with and without a network, and in the office for signed-in people. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations, violationsInDark } from '../support/axe.ts';
import { closeWindows, hasChromium, scan } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { openShop, type Shop, stockShop } from './shop.ts';
import { shown, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const CHECKER = '/sales/barcode-price-checker';
const price = (page: Page) => expect.poll(() => shown(page, '[data-price]'), WAIT);

describe.skipIf(!hasChromium)('the price checker of a till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });

  it.each(
    sampleOf(
      [
        ['en', /^No item has the barcode/],
        ['ar', /^لا مادة/],
        ['ckb', /^هیچ کاڵایەک/],
      ] as const,
      1,
    ),
  )('asks nobody who they are, tells prices in %s, and clears itself', async (language, unknown) => {
    const context = await newBrowser({ language });
    const page = await context.newPage();
    await page.goto(`${place.address}/pos`);
    await page.locator('[data-cashier]').first().waitFor();
    await page.goto(`${place.address}${CHECKER}`);
    await page.locator('form input').waitFor();
    await scan(page, TEA);
    await price(page).toContain('6,500');
    const names = await page.locator('main ul').first().allTextContents();
    expect(names.join()).toContain('Ahmad tea 500 g');
    expect(names.join()).toContain('چای ئەحمەد');
    // The price of the box is shown beside that of the piece.
    await page.getByText('75,000').waitFor();
    expect([...(await violations(page)), ...(await violationsInDark(page))]).toEqual([]);
    await page.locator('form input').fill(SUGAR);
    await page.keyboard.press('Enter');
    await price(page).toContain('1,250');
    await page.getByText('Sugar day').waitFor();
    // No signed-in person may see the stock.
    await expect.poll(() => page.locator('[data-stock]').count()).toBe(0);
    await scan(page, '99999999');
    await page.getByRole('alert').filter({ hasText: unknown }).filter({ hasText: '99999999' }).waitFor();
    await expect.poll(() => page.locator('[data-price]').count()).toBe(0);
    const begunMs = Date.now();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(Date.now() - begunMs).toBeGreaterThan(5_000);
    await context.close();
  });

  it('starts without a network from the address of the till', async () => {
    const context = await newBrowser();
    const first = await context.newPage();
    await first.goto(`${place.address}/pos`);
    await first.locator('[data-cashier]').first().waitFor();
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await first.close();
    await place.stop();
    const page = await context.newPage();
    await page.goto(`${place.address}/pos/prices`);
    await page.locator('form input').waitFor();
    await scan(page, TEA);
    await price(page).toContain('6,500');
    await context.close();
    await place.start();
  });

  it('requires a sign-in on a device that is not a till', async () => {
    place.server.isRevoked = true;
    const context = await newBrowser();
    const page = await context.newPage();
    await page.goto(`${place.address}${CHECKER}`);
    await page.locator('input[type=password]').waitFor();
    place.server.isRevoked = false;
    await context.close();
  });
});

describe.skipIf(!hasChromium)('the price checker of the office', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('shows the price of the server, and the stock to people who may see it', async () => {
    const [goods] = await stockShop(shop, 1);
    // Waits until the read models contain the goods.
    await shop.api('GET', `items/${goods?.id}`);
    const page = await shop.open(CHECKER);
    // The menu is folded, and has a link to it.
    const menu = page.getByRole('navigation');
    await expect.poll(() => menu.getByRole('link', { name: 'Price checker' }).count()).toBe(0);
    await menu.getByRole('button', { name: 'Sales', exact: true }).click();
    await menu.getByRole('link', { name: 'Price checker' }).waitFor();
    await page.locator('main form input').fill(goods?.barcode ?? '');
    await page.keyboard.press('Enter');
    await price(page).toContain('1,500');
    await expect.poll(() => shown(page, '[data-stock]'), WAIT).toMatch(/\b41\b.*\b8\b/s);
    await page.getByText('9,000').waitFor();
    await page.locator('main form input').fill('0000');
    await page.keyboard.press('Enter');
    await page.getByText('No item has the barcode').waitFor();
    await page.context().close();
  });

  it('knows the rate of the day, price lists and promotions as a till does', async () => {
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '10' };
    const added = await shop.api('POST', 'items', {
      ...{ item_name: 'Kettle', item_name_ckb: 'کتری', item_code: 'K1', price_currency_fk: 2 },
      item_units: [{ ...unit, barcodes: ['4006381333931'] }],
    });
    const item = (added['data'] as Readonly<Record<string, unknown>>)['item_id'];
    await shop.api('POST', 'pricing_profiles', {
      ...{ profile_name: 'Wholesale', profile_name_ckb: 'فرۆشتنی کۆ', status: 'active', discount_percentage: '10' },
    });
    const today = new Date();
    const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    await shop.api('POST', 'promotions', {
      ...{ title: 'Kettle week', status: 'active', start_date: day(-3), end_date: day(3), applies: 'each_time' },
      ...{ reward_type: 'get_discount', reward_percentage: '5', items: [{ item_fk: item, unit_fk: 1, quantity: '1' }] },
    });
    await shop.api('GET', `items/${item}`);
    const page = await shop.open(CHECKER, { language: 'ckb' });
    // With the prefix of a GS1 scanner.
    await page.locator('main form input').fill(']C10104006381333931');
    await page.keyboard.press('Enter');
    await price(page).toContain('14,800');
    await expect.poll(() => shown(page, '[data-lists]'), WAIT).toMatch(/فرۆشتنی کۆ[\s\S]*13,320/);
    await page.getByText('Kettle week').waitFor();
    expect([...(await violations(page)), ...(await violationsInDark(page))]).toEqual([]);
    await page.context().close();
  });
});
