/** A full disk, as people see it: the message, their stored input, and the recovery. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { hasChromium, openShop, type Shop, violations, violationsInDark } from './shop.ts';

const TITLES = { en: 'The disk of the server is full', ar: 'قرص الخادم ممتلئ', ckb: 'دیسکی سێرڤەر پڕە' } as const;
const BRANDS = '/settings/brands';

describe.skipIf(!hasChromium)('a full disk', () => {
  let shop: Shop;
  let freeMb = 10_000;
  beforeAll(async () => {
    shop = await openShop(() => freeMb);
  });
  afterAll(() => shop?.close());

  const isFull = async () => ((await shop.api('GET', 'read_models'))['data'] as { disk_is_full: boolean }).disk_is_full;
  const bannerOf = (page: Page, language: keyof typeof TITLES = 'en') =>
    page.getByRole('status', { name: TITLES[language] });

  /** A window whose person signed in while there was space: strangers are refused afterwards. */
  async function openedFull(language: keyof typeof TITLES = 'en'): Promise<Page> {
    freeMb = 10_000;
    await expect.poll(isFull).toBe(false);
    const page = await shop.open(BRANDS, { language });
    freeMb = 100;
    await expect.poll(isFull).toBe(true);
    await page.reload();
    return page;
  }

  it('is reported on every screen in the language of the person, accessibly', async () => {
    for (const language of sampleOf(['en', 'ar', 'ckb'] as const, 1)) {
      const page = await openedFull(language);
      await bannerOf(page, language).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => bannerOf(page, language).textContent()).not.toMatch(/full_disk|\{\{/);
      expect(await violations(page)).toEqual([]);
      expect(await violationsInDark(page)).toEqual([]);
      await page.context().close();
    }
  });

  it('is gone when there is space again', async () => {
    const page = await openedFull();
    await bannerOf(page).waitFor();
    freeMb = 10_000;
    await expect.poll(isFull).toBe(false);
    const told = page.waitForResponse((answer) => answer.url().includes('/api/read_models'));
    await page.reload();
    await told;
    await bannerOf(page).waitFor({ state: 'hidden' });
    await page.context().close();
  });
});
