/** Counting on a phone: scan, type, remove an entry, lose the connection, and finish. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '../support/spreadsheet.ts';
import { atMain, type Goods, hasChromium, openShop, type Shop, scan, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('a counting round', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 3);
  });
  afterAll(() => shop?.close());

  const rounds = async () =>
    ((await shop.api('GET', 'count_rounds?per_page=10'))['data'] as { data: Record<string, unknown>[] }).data;
  const quantities = async (id: unknown) => {
    const { data } = await shop.api('GET', `count_rounds/${id}`);
    const { entries } = data as { entries: { item_fk: number; quantity: string }[] };
    return entries.map(({ item_fk, quantity }) => [item_fk, quantity]);
  };

  it('is opened, counted blind on a phone, kept without a connection, and becomes a stock count', async () => {
    const page = await shop.open('/warehouse/counting-rounds/new');
    await page.setViewportSize({ width: 390, height: 844 });
    const { data: inventory } = await shop.api('GET', `inventories/${atMain.inventory_fk}`);
    const { inventory_name } = inventory as { inventory_name: string };
    await page.getByRole('combobox', { name: 'Inventory' }).fill(inventory_name);
    await page.getByRole('option', { name: inventory_name }).first().click(SOON);
    await page.getByRole('button', { name: 'Load the items' }).click();
    await page.getByText('Items to be counted: 3').waitFor(SOON);
    await page.getByRole('button', { name: 'Start counting' }).click();
    const search = page.getByRole('textbox', { name: /Scan a barcode/ });
    await search.waitFor(SOON);
    await expect.poll(async () => (await rounds()).length, SOON).toBe(1);
    const id = (await rounds())[0]?.['id'];
    const [first, second] = goods;
    // A blind count: the book quantity is not shown.
    await expect.poll(() => page.locator('main').textContent(), SOON).not.toContain('500');

    await scan(page, first?.barcode ?? '');
    await scan(page, first?.barcode ?? '');
    await expect
      .poll(() => quantities(id), SOON)
      .toEqual([
        [first?.id, '1'],
        [first?.id, '1'],
      ]);
    await expect.poll(() => page.getByText('not sent yet').count(), SOON).toBe(0);

    // Both entries remain in the list, also before the page has read them from the server.
    await page.context().setOffline(true);
    await search.fill(second?.code ?? '');
    await search.press('Enter');
    await expect.poll(() => page.locator('[data-last-counted] li').count(), SOON).toBe(3);
    await search.fill('Item 1003');
    await search.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('495');
    await dialog.getByRole('button', { name: 'Count', exact: true }).click();
    await expect.poll(() => page.locator('[data-last-counted] li').count(), SOON).toBe(4);
    await page.getByText('2 not sent yet').waitFor(SOON);
    await page.getByRole('button', { name: 'Take back' }).nth(1).click();
    await expect.poll(() => page.locator('[data-last-counted] li').count(), SOON).toBe(3);
    await page.context().setOffline(false);
    await expect
      .poll(() => quantities(id), SOON)
      .toEqual([
        [first?.id, '1'],
        [first?.id, '1'],
        [goods[2]?.id, '495'],
      ]);

    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '900' };
    const barcodes = ['6219999'];
    await shop.api('POST', 'items', { item_name: 'Found on the shelf', item_units: [{ ...unit, barcodes }] });
    await scan(page, '6219999');
    await page.getByText('Not listed').waitFor(SOON);

    // A count on paper is imported from a file.
    const path = join(shop.dataDir, 'counts.xlsx');
    await writeSpreadsheet(path, [
      ['Item', 'Counted quantity', 'Shelf'],
      [first?.code ?? '', 7, 'A-3'],
    ]);
    await page.getByRole('button', { name: 'Import counts' }).click(SOON);
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click(SOON);
    await (await chooser).setFiles(path);
    await dialog.getByRole('button', { name: 'Add 1 line' }).click(SOON);
    await expect.poll(() => quantities(id), SOON).toContainEqual([first?.id, '7']);
    await expect.poll(() => dialog.count(), SOON).toBe(0);

    // Goods that are sold now were on hand when they were counted.
    const { data: sold } = await shop.api('POST', 'inventory_direct_adjustments', {
      ...{ outlet_fk: atMain.outlet_fk, inventory_fk: atMain.inventory_fk, date: thisYear('03-02') },
      reason: 'a torn bag',
      lines: [{ item_fk: goods[2]?.id, unit_fk: 1, quantity: '-1' }],
    });
    expect(sold).toBeDefined();
    const finish = page.getByRole('button', { name: 'Finish counting' });
    await expect.poll(() => finish.isEnabled(), SOON).toBe(true);
    await finish.click();
    await dialog.getByText('Items that were not counted: 1.').waitFor(SOON);
    await dialog.getByText('Found on the shelf').waitFor(SOON);
    await dialog.getByRole('button', { name: 'Finish counting' }).click();
    await page.getByRole('link', { name: 'Open the inventory adjustment' }).click(SOON);
    // On a phone each line is a card, whose figures have their label.
    await expect
      .poll(() => page.locator('[data-place$=":difference"]').allTextContents(), SOON)
      .toEqual(['Difference-491', 'Difference-4', 'Difference1']);
    await page.context().close();
  });
});
