/** Errors for a reader of Kurdish: at their fields, with labels, and without foreign words. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutIsolates } from '../../languages/isolate.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { sampleOf } from '../support/ring.ts';
import { hasChromium, openShop, type Shop, stockShop } from './shop.ts';
import { SOON } from './typing.ts';

const KURDISH = { language: 'ckb' } as const;
/** The widths of a desktop and of a telephone. */
const WIDTHS = [1440, 390] as const;

describe.skipIf(!hasChromium)('an error in Kurdish', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 2);
  });
  afterAll(() => shop?.close());

  /** The messages of problems: in alerts, and below the fields. */
  async function problemsOn(page: Page): Promise<string[]> {
    await expect.poll(() => page.locator('[aria-invalid=true]').count(), SOON).toBeGreaterThan(0);
    const told = await page.locator('[role=alert], [id$=-note], [id$=-problem]').allTextContents();
    return told.map((name) => withoutIsolates(name).trim()).filter((name) => name !== '');
  }

  it.each(sampleOf(WIDTHS, 1))('of signing in is at its field, %s wide', async (width) => {
    const page = await shop.visit('/login', KURDISH);
    await page.setViewportSize({ width, height: 900 });
    await page.locator('button[type=submit]').click();
    const empty = await problemsOn(page);
    expect(empty).toHaveLength(2);
    expect(foreignAmong(empty)).toEqual([]);
    await page.locator('input[name=email]').fill('nobody');
    await page.locator('input[name=password]').pressSequentially('abc');
    await page.locator('button[type=submit]').click();
    const wrong = await problemsOn(page);
    expect(wrong.join(' ')).toContain('4');
    expect(foreignAmong(wrong)).toEqual([]);
    await page.locator('input[name=email]').fill('nobody@example.com');
    await page.locator('input[name=password]').fill('a wrong password');
    await page.locator('button[type=submit]').click();
    const refused = page.locator('[role=alert]');
    await expect.poll(() => refused.textContent(), SOON).not.toBe('');
    await expect.poll(async () => foreignAmong([(await refused.textContent()) ?? ''])).toEqual([]);
    await page.context().close();
  });

  it.each(sampleOf(WIDTHS, 1))(
    'of a role and of an item is at its field and above the form, %s wide',
    async (width) => {
      const page = await shop.open('/roles-and-permissions/new', KURDISH);
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/roles-and-permissions/new', '/warehouse/items/new']) {
        await page.goto(`${shop.address}${path}`);
        await page.locator('[data-field]').first().waitFor(SOON);
        await page.keyboard.press('Control+s');
        const told = await problemsOn(page);
        expect(told.length).toBeGreaterThan(1);
        expect(foreignAmong(told)).toEqual([]);
      }
      await page.context().close();
    },
  );

  it.each(sampleOf(WIDTHS, 1))('of a sale names the line, the goods and the inventory, %s wide', async (width) => {
    const page = await shop.open('/sales/sales/new', KURDISH);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => page.locator('[data-field=account_fk] input').inputValue(), SOON).toBe('کاش بە دینار');
    await page.locator('[data-place="lines:1:item_fk"]').click();
    await page.keyboard.type('1001');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1234567');
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width, height: 900 });
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => page.locator('[role=alert]').allTextContents(), SOON)
      .toContainEqual(expect.stringContaining('Item 1001'));
    const told = await problemsOn(page);
    expect(told.join(' ')).toContain('500');
    expect(foreignAmong(told, ['Item 1001'])).toEqual([]);
    await page.context().close();
  });
});
