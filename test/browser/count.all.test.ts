/** A count keeps its quantity when earlier documents are entered, and is read from a file. */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '../support/spreadsheet.ts';
import { hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { press, SOON, type } from './typing.ts';

/** The whole of each cell without the words for screen readers. */
const titles = (cells: Locator) => cells.evaluateAll((found) => found.map((cell) => cell.getAttribute('title')));

describe.skipIf(!hasChromium)('a count', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
  });
  afterAll(() => shop?.close());

  it('keeps the counted quantity when a document of an earlier day is entered', async () => {
    await shop.api('POST', 'system_settings/1', { _method: 'PATCH', counter_may_approve: true });
    const { data } = await shop.api('POST', 'inventory_adjustments', {
      outlet_fk: 1,
      inventory_fk: 1,
      date: thisYear('03-11'),
      lines: [{ item_fk: 1, unit_fk: 1, real_quantity: '497' }],
    });
    const page = await shop.open(`/warehouse/inventory-adjustment/${(data as { id: number }).id}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved', { exact: true }).first().waitFor(SOON);
    await shop.api('POST', 'inventory_direct_adjustments', {
      outlet_fk: 1,
      inventory_fk: 1,
      date: thisYear('03-02'),
      reason: 'a torn bag',
      lines: [{ item_fk: 1, unit_fk: 1, quantity: '-10' }],
    });
    await page.reload();
    const cell = (field: string) => page.locator(`[data-place="lines:1:${field}"]`);
    await expect.poll(() => cell('theoretical_quantity').textContent(), SOON).toBe('40 Box 10 Piece');
    await expect.poll(() => cell('difference').textContent(), SOON).toBe('7 Piece');
    await page.context().close();
  });

  it('is read from a file: rows of an item add up, a wrong quantity is mended, and the difference is shown', async () => {
    const path = join(shop.dataDir, 'shelves.xlsx');
    await writeSpreadsheet(path, [
      ['Item', 'Unit', 'Counted quantity', 'Shelf'],
      ['1002', 'Box', 40, 'A-1'],
      ['1002', 'Piece', 'seven', 'B-2'],
      ['1003', null, 488, null],
    ]);
    const page = await shop.open('/warehouse/inventory-adjustment/new');
    await page.locator('[role=grid]').waitFor(SOON);
    await press(page, 'Import counts');
    const dialog = page.getByRole('dialog');
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click(SOON);
    await (await chooser).setFiles(path);
    await expect.poll(() => page.locator('[data-counts]').textContent(), SOON).toContain('With problems: 1');
    await page.keyboard.press('F8');
    const focusedCell = () =>
      page.evaluate(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'));
    await expect.poll(focusedCell, SOON).toBe('3:counted_quantity');
    await type(page, '7');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add 3 lines' }).click(SOON);
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    await expect
      .poll(() => page.locator('[data-place$=":theoretical_quantity"]').allTextContents(), SOON)
      .toEqual(['41 Box 8 Piece', '41 Box 8 Piece']);
    await expect
      .poll(() => titles(page.locator('[data-place$=":difference"] [title]')), SOON)
      .toEqual(['-1 Box -1 Piece', '-1 Box']);
    await page.keyboard.press('Control+s');
    const counted = async () => {
      const { data } = await shop.api('GET', 'inventory_adjustments?sortColumn=id&sortDir=desc&per_page=10');
      const [last] = (data as { data: Record<string, unknown>[] }).data;
      const { data: stored } = await shop.api('GET', `inventory_adjustments/${last?.['id']}`);
      return stored;
    };
    await expect.poll(counted, SOON).toMatchObject({
      status: 'draft',
      lines: [
        { item_fk: 2, real_quantity: '487', note: 'A-1, B-2' },
        { item_fk: 3, real_quantity: '488' },
      ],
    });
    await page.context().close();
  });
});
