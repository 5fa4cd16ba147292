/** The home page of people who set up the business: the age of the newest backup, and problems of backups. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onDatabase } from '../backup/place.ts';
import { sampleOf } from '../support/ring.ts';
import { hasChromium, openShop, type Shop, violations, violationsInDark } from './shop.ts';

const PICTURES = process.env['SCREENSHOTS'];

describe.skipIf(!hasChromium)('the age of the newest backup', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());
  beforeEach(() => onDatabase(shop.databaseUrl, (client) => client.query('truncate backup.run')));

  const run = (kind: string, hoursAgo: number, problem: string | null = null) =>
    onDatabase(shop.databaseUrl, (client) =>
      client.query(
        `insert into backup.run (kind, is_daily, file, started_at, finished_at, problem)
         select $1, true, '/backups/x.tar.gz', at, at, $2 from (select now() - make_interval(hours => $3, mins => 10) as at) t`,
        [kind, problem, hoursAgo],
      ),
    );

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `backup-${name}.png`) });
  }

  /** Asserts that nothing is cut off on a telephone. */
  async function narrow(page: Page, text: string, name: string): Promise<void> {
    await page.evaluate(() => localStorage.setItem('daftar.menu_open', 'no'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText(text).waitFor();
    await picture(page, name);
    const { x, width } = (await page.getByText(text).boundingBox()) ?? { x: -1, width: 1000 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  }

  it('is a line when all is well', async () => {
    await run('backup', 5);
    const page = await shop.open('/');
    const line = page.getByText('Newest backup:');
    await line.waitFor();
    await expect.poll(() => line.textContent()).toMatch(/^Newest backup: .*\d.* · less than a day old$/);
    await expect.poll(() => page.getByRole('status', { name: 'Backup' }).count()).toBe(0);
    await picture(page, 'well-en-light-1440');
    expect(await violations(page)).toEqual([]);
    await narrow(page, 'Newest backup:', 'well-en-light-390');
    await page.context().close();
  });

  it('reports that none was made, and what to do', async () => {
    const page = await shop.open('/');
    const box = page.getByRole('status', { name: 'Backup' });
    await box.waitFor();
    await expect.poll(() => box.textContent()).toMatch(/No backup has been made yet\. .*npm run doctor$/);
    await picture(page, 'none-en-light-1440');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('is highlighted when days were missed', async () => {
    await run('backup', 100);
    const page = await shop.open('/');
    const box = page.getByRole('status', { name: 'Backup' });
    await box.waitFor();
    await expect.poll(() => box.textContent()).toMatch(/days since then: 4/);
    await page.context().close();
  });

  it.each(
    sampleOf(
      [
        ['en', 'light', 'Backup', 'The last backup failed.', 'The disk is full.'],
        ['ckb', 'dark', 'کۆپی پاڵپشت', 'دوایین کۆپی پاڵپشت سەرکەوتوو نەبوو.', 'دیسکەکە پڕ بووە.'],
        ['ar', 'dark', 'نسخة احتياطية', 'فشلت آخر نسخة احتياطية.', 'القرص ممتلئ.'],
      ] as const,
      1,
    ),
  )('stands out in %s, %s, when the last one failed, and why', async (language, theme, title, failed, why) => {
    await run('backup', 30);
    await run('backup', 2, 'disk_full');
    const page = await shop.open('/', { language, theme });
    const box = page.getByRole('status', { name: title });
    await box.waitFor();
    const text = (await box.textContent()) ?? '';
    for (const part of [failed, why, 'npm run doctor']) expect(text).toContain(part);
    await picture(page, `failed-${language}-${theme}-1440`);
    expect(await (theme === 'dark' ? violationsInDark(page) : violations(page))).toEqual([]);
    await narrow(page, failed, `failed-${language}-${theme}-390`);
    await page.context().close();
  });

  it('reports that an old one is damaged', async () => {
    await run('backup', 2);
    await run('check', 1, 'damaged');
    const page = await shop.open('/');
    await page.getByText('An old backup was opened and cannot be used.').waitFor();
    await page.context().close();
  });
});
