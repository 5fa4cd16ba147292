/**
 * The documents that block a command are listed with links, and of many rows the one that another person changed is
 * named.
 */

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignAmong } from '../support/foreign-text.ts';
import { sampleOf } from '../support/ring.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { words } from './steps.ts';
import { SOON } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;
const LANGUAGES = ['en', 'ckb'] as const;
/** The folder for pictures of the test, for people. */
const PICTURES = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe.skipIf(!hasChromium)('the blocking documents', () => {
  let shop: Shop;
  let sold: number;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 1);
    sold = await sale({ status: 'complete' });
    await shop.api('GET', 'sales');
  });
  afterAll(() => shop?.close());

  async function sale(more: object): Promise<number> {
    const lines = [{ item_fk: 1, unit_fk: 1, quantity: '1', price: '1000' }];
    const body = { ...atMain, date: thisYear('03-05'), payment_type: 'cash', account_fk: 1, lines, ...more };
    return Number(((await shop.api('POST', 'sales', body))['data'] as Data)['id']);
  }
  const statusOf = async (id: number) => ((await shop.api('GET', `sales/${id}`))['data'] as Data)['status'];

  it.each(sampleOf(LANGUAGES, 1))(
    'of a purchase is the sale of its goods, in %s, and its name opens it',
    async (language) => {
      const page = await shop.open('/purchases/purchases/1', { language });
      const back = words(language, 'document:transitions.return_to_draft');
      await page.getByRole('button', { name: back, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input').fill('wrong price');
      await dialog.getByRole('button', { name: back, exact: true }).click();
      const toast = page.getByRole('alert').filter({ hasText: 'S-000001' });
      await toast.waitFor(SOON);
      const said = (await toast.textContent()) ?? '';
      expect(said).toContain(words(language, 'shell:blocked_by'));
      if (language === 'en') expect(said).toContain('Protected, Some of items Returned, Sold or Damaged.');
      // The number to ask for is in Latin letters.
      else expect(foreignAmong([said.replace(/([0-9A-Z]{4}-?){3}/, '')], ['S-000001'])).toEqual([]);
      await picture(page, `blocked-${language}`);
      await toast.getByRole('link', { name: /S-000001/ }).click();
      await page.waitForURL(`**/sales/sales/${sold}`);
      await page.locator('h1').filter({ hasText: 'S-000001' }).waitFor(SOON);
      await page.context().close();
    },
  );

  it.each(sampleOf(LANGUAGES, 1))(
    'of one row of many is that somebody else changed it: told apart, and the others done, in %s',
    async (language) => {
      const reference_number = `bulk ${language}`;
      const ids = [
        await sale({ reference_number }),
        await sale({ reference_number }),
        await sale({ reference_number }),
      ];
      await shop.api('GET', 'sales');
      const page = await shop.open(`/sales/sales?filter[status]=draft&search=${encodeURIComponent(reference_number)}`, {
        language,
      });
      await expect.poll(() => page.getByRole('grid').locator('tbody tr').count(), SOON).toBe(3);
      await page.getByRole('checkbox', { name: words(language, 'table:select_page') }).click();
      const complete = words(language, 'document:transitions.complete');
      await page.getByRole('button', { name: complete, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: complete, exact: true });
      const ready = language === 'en' ? '3 of 3 rows can be changed.' : '3';
      await dialog.getByText(ready).first().waitFor(SOON);
      await changeMeanwhile(ids[1] as number);
      await confirm.click();
      const title = words(language, 'table:bulk_refused');
      const left = dialog.getByRole('region', { name: title });
      await left.waitFor(SOON);
      await expect.poll(() => left.getByRole('listitem').count(), SOON).toBe(1);
      if (language === 'ckb')
        await expect.poll(async () => foreignAmong(await left.getByRole('listitem').allTextContents())).toEqual([]);
      await picture(page, `bulk-${language}`);
      await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['complete', 'draft', 'complete']);
      await page.context().close();
    },
  );

  /** Another client writes a note while the dialog is open. */
  async function changeMeanwhile(id: number): Promise<void> {
    const { data } = (await shop.api('GET', `sales/${id}`)) as { data: Data };
    const lines = [{ item_fk: 1, unit_fk: 1, quantity: '2', price: '1000' }];
    const body = { ...atMain, date: thisYear('03-05'), payment_type: 'cash', account_fk: 1, lines };
    await shop.api('POST', `sales/${id}`, { ...body, _method: 'PATCH', revision: data['revision'] });
  }
});
