/** Records leave as a file, one cell is changed, and the file is imported as an update; the page in Kurdish at two widths. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '../support/spreadsheet.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('an import that changes records', () => {
  let shop: Shop;
  let folder: string;
  let id: unknown;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-update-'));
    shop = await openShop();
    const { data } = await shop.api('POST', 'customers', { consumer_name: 'شیرین', code: 'S-1', note: 'کۆن' });
    id = (data as { id: number }).id;
    await shop.api('POST', 'customers', { consumer_name: 'ئازاد', code: 'A-1', note: 'ماوە' });
  });
  afterAll(async () => {
    await shop?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('shows old and new of each changed cell before anything is stored', async () => {
    const path = await writeSpreadsheet(join(folder, 'customers.xlsx'), [
      ['Code', 'Name', 'Note', 'Allowed debit amount'],
      ['S-1', 'شیرین', 'نوێ', 250000],
      ['A-1', 'ئازاد', 'ماوە', ''],
      ['X-9', 'کەس', '', ''],
    ]);
    const page = await shop.open('/customers/import', { language: 'ckb' });
    const chooser = page.waitForEvent('filechooser');
    await page.locator('[data-choose-file]').click(SOON);
    await (await chooser).setFiles(path);
    await page.locator('[data-field="mode"] select').selectOption('update', SOON);
    await page.locator('[data-row-is="changed"]').waitFor(SOON);
    await expect.poll(() => page.locator('[data-cell="2:note"]').textContent(), SOON).toContain('کۆن');
    await expect.poll(() => page.locator('[data-count="same"]').textContent(), SOON).toContain('1');
    await expect.poll(() => page.locator('[data-count="not_found"]').textContent(), SOON).toContain('1');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('[data-field="good_rows_only"] input').check(SOON);
    await page.locator('[data-finish]').click(SOON);
    await page.locator('[data-outcome]').waitFor(SOON);
    const { data } = await shop.api('GET', `customers/${id}`);
    expect(data).toMatchObject({ note: 'نوێ', allowed_debit_amount: '250000', consumer_name: 'شیرین' });
    await page.context().close();
  });
});
