/** An imported file is listed with what it has made, and is taken back but for what was changed since. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '../support/spreadsheet.ts';
import { hasChromium, openShop, type Shop, violations } from './shop.ts';
import { press, SOON } from './typing.ts';

describe.skipIf(!hasChromium)('imports that were made', () => {
  let shop: Shop;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-imports-'));
    shop = await openShop();
  });
  afterAll(async () => {
    await shop?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('are listed, and one is taken back after what stays was agreed to', async () => {
    const path = await writeSpreadsheet(join(folder, 'wrong goods.xlsx'), [
      ['Item name', 'Base unit'],
      ['Wrong tea', 'Piece'],
      ['Wrong salt', 'Piece'],
    ]);
    const importing = await shop.open('/items/import');
    const button = importing.locator('[data-choose-file]');
    await button.waitFor(SOON);
    const chooser = importing.waitForEvent('filechooser');
    await button.focus();
    await importing.keyboard.press('Enter');
    await (await chooser).setFiles(path);
    await expect.poll(() => importing.locator('[data-finish]').isDisabled(), SOON).toBe(false);
    await press(importing, 'Import 2 rows');
    await importing.locator('[data-outcome]').getByText('Imported Successfully').waitFor(SOON);
    const { data } = await shop.api('GET', 'items?search=Wrong%20salt&per_page=10');
    const [salt] = (data as { data: Readonly<Record<string, unknown>>[] }).data;
    await shop.api('PATCH', `items/${salt?.['item_id']}`, { item_name: 'Right salt', revision: 0 });

    await press(importing, 'Import another file');
    await press(importing, 'Imports made');
    await importing.waitForURL(/\/imports\/made$/);
    await importing.context().close();

    const page = await shop.open('/imports/made');
    const row = page.getByRole('row', { name: /wrong goods\.xlsx/ });
    await row.getByText('Import items').waitFor(SOON);
    await row.getByText('Imported', { exact: true }).waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await press(page, 'What it made: wrong goods.xlsx');
    const things = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => things.count(), SOON).toBe(2);
    await page.keyboard.press('Escape');

    await press(page, 'Take back the import: wrong goods.xlsx');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('To be taken back: 1 of 2').waitFor(SOON);
    await dialog.getByText('It was changed after the import').waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    const take = page.locator('[data-take-back]');
    await expect.poll(() => take.isDisabled(), SOON).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Take back the rest, and keep these (1)' }).focus();
    await page.keyboard.press('Space');
    await take.focus();
    await page.keyboard.press('Enter');
    await dialog.locator('[data-taken-back]').getByText('Taken back: 1').waitFor(SOON);
    await page.keyboard.press('Escape');
    await row.getByText('Partly taken back').waitFor(SOON);
    const left = await shop.api('GET', 'items?search=Wrong&per_page=10');
    expect((left.data as { data: unknown[] }).data).toEqual([]);

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(beyond, SOON).toBeLessThanOrEqual(0);
      await row.getByRole('button', { name: 'Take back the import: wrong goods.xlsx' }).waitFor(SOON);
    }
    await page.context().close();
  });
});
