/** The gallery works: screens and a paper of a business on a page, with the list of screens that could not be shown. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { show } from '../../tools/gallery/main.ts';
import { takeReadmePictures } from '../../tools/gallery/readme-pictures.ts';
import { launchChromium } from '../../tools/gallery/window.ts';
import { atMain, type Goods, hasChromium, openShop, PASSWORD, type Shop, stockShop, thisYear } from './shop.ts';

describe.skipIf(!hasChromium)('the gallery', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  const out = mkdtempSync(join(tmpdir(), 'daftar-gallery-'));
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
  });
  afterAll(async () => {
    await shop?.close();
    rmSync(out, { recursive: true, force: true });
  });

  it('has each screen at each width, and the paper of a list and of a document', async () => {
    const place = { address: shop.address, email: shop.email, password: PASSWORD };
    const looks = { languages: ['ckb'], themes: ['dark'], widths: [1440, 390] };
    expect(await show(place, { ...looks, out, only: ['/settings/units', '/print/purchases'] })).toBe(0);
    const page = readFileSync(join(out, 'index.html'), 'utf8');
    const files = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.filter((file) => file.startsWith('pictures/print-purchases-1-'))).toHaveLength(3);
    expect(files.filter((file) => /settings-units-ckb-dark-(1440|390|paper)\.jpg$/.test(file))).toHaveLength(3);
    for (const file of files) expect(existsSync(join(out, file)), file).toBe(true);
    expect(page).not.toContain('Not shown');
  });

  it('has the pictures of the README', async () => {
    const lines = [{ item_fk: goods[0]?.id, unit_fk: 1, quantity: '2', price: '1000' }];
    const sale = { ...atMain, customer_fk: 1, payment_type: 'on_account', status: 'complete' };
    await shop.api('POST', 'sales', { ...sale, date: thisYear('03-10'), lines });
    const browser = await launchChromium();
    try {
      const place = { address: shop.address, email: shop.email, password: PASSWORD };
      const paths = await takeReadmePictures(browser, place, join(out, 'readme'));
      expect(paths.map((path) => basename(path))).toEqual(['dashboard.jpg', 'sale.jpg', 'trial-balance.jpg']);
      for (const path of paths) expect(existsSync(path), path).toBe(true);
    } finally {
      await browser.close();
    }
  });
});
