/** Items with pictures, the tree of categories, items pricing, a customer's prices, and the warehouse, in a browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, stockShop, violations } from './shop.ts';
import { cell, choose, enter, enterGrid, pick, press, SOON, tabTo } from './typing.ts';

describe.skipIf(!hasChromium)('the screens of the catalogue', () => {
  let shop: Shop;
  let folder: string;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
    folder = mkdtempSync(join(tmpdir(), 'daftar-pictures-'));
    const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: { r: 20, g: 120, b: 90 } } });
    writeFileSync(join(folder, 'shelf.png'), await drawn.png().toBuffer());
    writeFileSync(join(folder, 'front.png'), await drawn.clone().negate().png().toBuffer());
    writeFileSync(join(folder, 'side.png'), await drawn.clone().blur(3).resize(30, 30).png().toBuffer());
    writeFileSync(join(folder, 'page.png'), '<!doctype html>'.padEnd(300));
  });
  afterAll(async () => {
    await shop?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  type Data = Readonly<Record<string, unknown>>;
  const read = async (path: string) => (await shop.api('GET', path))['data'] as Data;
  const newest = async (resource: string): Promise<Data> => {
    const { data } = (await read(`${resource}?sortColumn=id&sortDir=desc&per_page=10`)) as { data: Data[] };
    return read(`${resource}/${data[0]?.['id']}`);
  };

  it('report that a list cannot be loaded without a network, and show it on another attempt', async () => {
    const page = await shop.open('/warehouse/items');
    const rows = page.locator('tbody tr');
    await rows.first().waitFor(SOON);
    await page.context().setOffline(true);
    await page.locator('input[type=search]').first().fill('nothing is called so');
    // Waits, so that the rows of the previous search are not taken for the answer.
    await page.getByRole('button', { name: 'Try again' }).waitFor(SOON);
    await expect.poll(() => rows.count(), SOON).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached', ...SOON });
    await page.context().close();
  });

  it('enter an item with barcodes of the business and a picture, which opens at its own address', async () => {
    const page = await shop.open('/warehouse/items/new', { language: 'ckb', theme: 'dark' });
    await enter(page, 'item_name', 'Saffron');
    await page.locator('[data-field="item_units"] input').first().waitFor(SOON);
    await choose(page, 'item_units.0.unit_fk', 'دانە');
    await page.locator('[data-field="generate_barcodes"] input').check();
    const chooser = page.locator('[data-field="images"] input[type=file]').first();
    await chooser.setInputFiles(join(folder, 'page.png'));
    await page.getByText('جۆری فایلەکە ڕێگەپێدراو نییە').waitFor(SOON);
    await chooser.setInputFiles(join(folder, 'shelf.png'));
    const picture = page.locator('[data-field="images"] img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), SOON).toBeGreaterThan(0);
    await page.keyboard.press('Control+s');
    await expect.poll(() => newest('items'), SOON).toMatchObject({ item_name: 'Saffron' });
    const item = await newest('items');
    expect(item['item_units']).toMatchObject([{ barcodes: [expect.stringMatching(/^29\d{11}$/)] }]);
    const [attachment = ''] = item['images'] as string[];
    // The form is rendered again at the address of the item.
    await page.waitForURL(/items\/\d+$/);
    await page.reload();
    await expect.poll(() => picture.count(), SOON).toBe(1);
    await chooser.setInputFiles(join(folder, 'front.png'));
    await page.getByRole('button', { name: 'پێشخستنی وێنەی 2 بە یەک هەنگاو' }).click();
    await page.keyboard.press('Control+s');
    // The first picture is the one in lists and at the till.
    const inOrder = async () => ((await newest('items'))['images'] as string[]).indexOf(attachment);
    await expect.poll(inOrder, SOON).toBe(1);

    // A picture that is added during the saving of an item is in the form that follows, and is saved with it.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/items/*', async (route) => {
      if (route.request().method() !== 'GET') await held.promise;
      await route.fallback();
    });
    const isSent = page.waitForRequest((request) => request.method() !== 'GET' && /items\/\d+$/.test(request.url()));
    await enter(page, 'item_name', 'Saffron 5 g');
    await page.keyboard.press('Control+s');
    await isSent;
    await chooser.setInputFiles(join(folder, 'side.png'));
    await expect.poll(() => picture.count(), SOON).toBe(3);
    held.resolve();
    await expect.poll(() => newest('items'), SOON).toMatchObject({ item_name: 'Saffron 5 g' });
    await page.getByText('پاشەکەوت نەکراوە').first().waitFor(SOON);
    await expect.poll(() => picture.count(), SOON).toBe(3);
    await page.keyboard.press('Control+s');
    await expect.poll(async () => ((await newest('items'))['images'] as string[]).length, SOON).toBe(3);
    const opened = page.context().waitForEvent('page');
    await page.locator('[data-field="images"] a').nth(1).click();
    const window = await opened;
    expect(window.url()).toBe(`${shop.address}/images/${attachment}`);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('add a category below another, and refuse to move one below itself', async () => {
    await shop.api('POST', 'categories', { category_name: 'Food' });
    const page = await shop.open('/warehouse/categories?tree=true');
    await press(page, 'Add below Food');
    await page.getByRole('dialog').locator('input').first().fill('Grain');
    await press(page, 'Save');
    await page.getByRole('link', { name: 'Grain', exact: true }).waitFor(SOON);
    await press(page, 'Move Food');
    const field = page.getByRole('dialog').locator('input').first();
    await field.fill('Grain');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await press(page, 'Save');
    await page.getByText('A category cannot be within itself').waitFor(SOON);
    await press(page, 'Cancel');
    await press(page, 'Hide Food');
    await expect.poll(() => newest('categories'), SOON).toMatchObject({ category_name: 'Grain' });
    await page.getByText('hidden').first().waitFor(SOON);
    // Deleting asks first, and asks again after it was cancelled.
    await press(page, 'Delete Grain');
    await page.getByRole('dialog').getByText('Delete “Grain”?').waitFor(SOON);
    await press(page, 'Cancel');
    await press(page, 'Delete Grain');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(SOON);
    await page.getByRole('link', { name: 'Grain', exact: true }).waitFor({ state: 'detached', ...SOON });
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('list the items of one name from the setting that makes names unique, until they are renamed', async () => {
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '900', barcodes: [] };
    for (const item_name of ['Sumac', 'SUMAC']) await shop.api('POST', 'items', { item_name, item_units: [unit] });
    await shop.api('PATCH', 'system_settings/1', { unique_item_names: true });
    const page = await shop.open('/settings/system-configurations');
    await page.getByRole('link', { name: '1 name belongs to several items' }).click(SOON);
    const shared = page.getByRole('region', { name: 'Sumac' });
    await expect.poll(() => shared.getByRole('link').allTextContents(), SOON).toEqual(['Sumac', 'SUMAC']);
    expect(await violations(page)).toEqual([]);
    await shared.getByRole('link', { name: 'SUMAC', exact: true }).click(SOON);
    await enter(page, 'item_name', 'Sumac, ground');
    await page.keyboard.press('Control+s');
    await page.getByText('Updated Successfully').first().waitFor(SOON);
    await expect.poll(() => newest('items'), SOON).toMatchObject({ item_name: 'Sumac, ground' });
    await page.goBack();
    await page.getByText('No items share a name').waitFor(SOON);
    await shop.api('PATCH', 'system_settings/1', { unique_item_names: false });
    await page.context().close();
  });

  it('find new prices by a rule, give them to a pricing list, and a sale of its customer takes them', async () => {
    const profile = (await shop.api('POST', 'pricing_profiles', { profile_name: 'Wholesale' }))['data'] as Data;
    await shop.api('POST', `pricing_profiles/${profile['id']}?_method=PATCH`, { status: 'active' });
    await shop.api('POST', 'customers', { consumer_name: 'Hotel Ashti', pricing_profile_fk: profile['id'] });
    const page = await shop.open('/accounting/items-pricing/new');
    await choose(page, 'pricing_profile_fk', 'Wholesale');
    await enter(page, 'method_value', '10');
    await tabTo(page, 'round_to');
    await press(page, 'Add items');
    await page.getByRole('dialog').waitFor(SOON);
    await page.getByRole('dialog').getByRole('button', { name: 'Add items' }).click();
    await expect.poll(() => page.locator('[role=grid] [role=row]').count(), SOON).toBeGreaterThan(6);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => newest('item_pricings'), SOON).toMatchObject({ status: 'active' });
    const item = await read('items/1');
    expect(item['item_prices']).toContainEqual(
      expect.objectContaining({ unit_fk: 1, pricing_profile_fk: profile['id'], sale_price: '1750' }),
    );
    await page.goto(`${shop.address}/sales/sales/new`);
    await choose(page, 'customer_fk', 'Hotel Ashti');
    await enterGrid(page);
    await pick(page, '1001');
    await cell(page, '2');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('3,500');
    await page.context().close();
  });

  it('show the stock on hand and goods that run short', async () => {
    await shop.api('POST', 'items/1?_method=PATCH', { shortage_alert: '100000' });
    const page = await shop.open('/warehouse/warehouse?shortage=true', { language: 'ckb', theme: 'dark' });
    await page.getByText('Item 1001').first().waitFor(SOON);
    await expect.poll(() => page.getByText('Item 1002').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
