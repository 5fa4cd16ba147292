/** Items are imported from a spreadsheet after a cell was mended, without the mouse. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '../../support/spreadsheet.ts';
import { hasChromium, openShop, type Shop } from '../shop.ts';
import { press, SOON, type } from '../typing.ts';

describe.skipIf(!hasChromium)('a spreadsheet of items', () => {
  let shop: Shop;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-import-'));
    shop = await openShop();
    await shop.api('POST', 'categories', { category_name: 'Grains' });
  });
  afterAll(async () => {
    await shop?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('is stored after its wrong price was mended, and the list shows its items', async () => {
    const path = await writeSpreadsheet(join(folder, 'items.xlsx'), [
      ['Item name', 'Category', 'Base unit', 'Sale price', 'Barcode'],
      ['Rice', 'Grains', 'Piece', 1500, 'R-001'],
      ['Bulgur', 'Grains', 'Piece', 'abc', 'R-002'],
      ['Lentils', 'Grains', 'Piece', 2250, 'R-003'],
    ]);
    const page = await shop.open('/items/import');
    const counts = (text: string) =>
      expect.poll(() => page.locator('[data-counts]').textContent(), SOON).toContain(text);
    const button = page.locator('[data-choose-file]');
    await button.waitFor(SOON);
    const chooser = page.waitForEvent('filechooser');
    await button.focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(path);
    await counts('With problems: 1');
    await page.keyboard.press('F8');
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'));
    await expect.poll(focused, SOON).toBe('3:sale_price');
    await type(page, '4500');
    await page.keyboard.press('Tab');
    await counts('Ready: 3');
    await expect.poll(() => page.locator('[data-finish]').isDisabled(), SOON).toBe(false);
    await press(page, 'Import 3 rows');
    await page.locator('[data-outcome]').getByText('Imported Successfully').waitFor(SOON);
    // The link to the list has the focus.
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/warehouse\/items$/);
    await page.getByRole('link', { name: 'Lentils', exact: true }).waitFor(SOON);
    const { data } = await shop.api('GET', 'items?search=Bulgur&per_page=10');
    const [bulgur] = (data as { data: Readonly<Record<string, unknown>>[] }).data;
    const { data: stored } = await shop.api('GET', `items/${bulgur?.['item_id']}`);
    expect((stored as { item_units: object[] }).item_units[0]).toMatchObject({
      sale_price: '4500',
      barcodes: ['R-002'],
    });
    await page.context().close();
  });
});
