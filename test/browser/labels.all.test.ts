/** Labels of goods: of one item, of chosen items, and as many as a purchase received; printed to PDF and read. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPoppler, type ReadPdf, readPdf } from '../support/pdf.ts';
import { atMain, type Goods, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';

const MM_OF_INCH = 25.4;
/** Chromium rounds paper sizes to whole points. */
const NEAR_MM = 0.6;
const EAN = '6291041500213';

describe.skipIf(!(hasChromium && hasPoppler))('labels', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  let purchase: number;
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
    const tea = await shop.api('POST', 'items', {
      ...{ item_name: 'Ahmad tea', item_name_ckb: 'چای ئەحمەد', item_code: 'TEA' },
      item_units: [
        { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '6500', barcodes: [EAN] },
      ],
    });
    const { item_id } = tea['data'] as { item_id: number };
    const bought = await shop.api('POST', 'purchases', {
      ...atMain,
      ...{ supplier_fk: 1, date: thisYear('03-02'), payment_type: 'on_account', status: 'complete' },
      lines: [
        { item_fk: item_id, unit_fk: 1, quantity: '3', price: '5000' },
        { item_fk: goods[0]?.id, unit_fk: 2, quantity: '2', price: '6000' },
      ],
    });
    purchase = (bought['data'] as { id: number }).id;
    await shop.api('GET', `purchases/${purchase}`);
  });
  afterAll(() => shop?.close());

  async function printed(page: Page): Promise<ReadPdf> {
    await page.locator('.print-sheet .label').first().waitFor({ state: 'attached' });
    const pdf = readPdf(await page.pdf({ preferCSSPageSize: true }));
    for (const { widthMm, heightMm, leftMm, rightMm, bottomMm } of pdf.pages) {
      expect(leftMm).toBeGreaterThan(0);
      expect(rightMm).toBeLessThan(widthMm);
      expect(bottomMm).toBeLessThan(heightMm);
    }
    return pdf;
  }
  const areSized = ({ pages }: ReadPdf, widthIn: number, heightIn: number) => {
    for (const { widthMm, heightMm } of pages) {
      expect(Math.abs(widthMm - widthIn * MM_OF_INCH)).toBeLessThan(NEAR_MM);
      expect(Math.abs(heightMm - heightIn * MM_OF_INCH)).toBeLessThan(NEAR_MM);
    }
  };

  it('are as many as a purchase received, each a page of its size, with name, price and code', async () => {
    const page = await shop.open(`/warehouse/labels?purchase=${purchase}`);
    const pdf = await printed(page);
    expect(pdf.pages).toHaveLength(5);
    areSized(pdf, 2, 1);
    expect(pdf.texts.map((text) => text.includes('Ahmad tea') && text.includes('6,500') && text.includes(EAN))).toEqual(
      [...[true, true, true, false, false]],
    );
    expect(pdf.texts[3]).toContain('9,000');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['ean13', '1', '1'],
    ['qr', '3', '2'],
  ] as const)('in Kurdish are printed with %s on %s × %s inches', async (code, width, height) => {
    const page = await shop.open(`/warehouse/labels?purchase=${purchase}`, { language: 'ckb' });
    await page.locator('[data-field=code] select').selectOption(code);
    await page.locator('[data-field=width] select').selectOption(width);
    await page.locator('[data-field=height] select').selectOption(height);
    await page.locator('[data-field=count-0] input').fill('١');
    await page.locator('[data-field=count-1] input').fill('0');
    const pdf = await printed(page);
    expect(pdf.pages).toHaveLength(1);
    areSized(pdf, Number(width), Number(height));
    expect(pdf.texts[0]).toContain('چای ئەحمەد');
    await expect.poll(() => page.locator(`.print-sheet .label-${code} svg`).count()).toBe(1);
    await page.locator('[data-field=count-1] input').fill('2');
    // The barcode is not an EAN-13: it is printed, and the page says so.
    if (code === 'ean13') await page.getByRole('status').filter({ hasText: 'Item 1001' }).waitFor();
    await page.context().close();
  });

  it('of chosen items are reached from their list', async () => {
    const page = await shop.open('/warehouse/items');
    await page.getByText('Item 1001').first().waitFor();
    for (const name of ['Item 1001', 'Item 1002']) {
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check();
    }
    await page.getByRole('button', { name: 'Print labels' }).click();
    const pdf = await printed(page);
    expect(pdf.texts.map((text) => /Item \d+/.exec(text)?.[0]).toSorted()).toEqual(['Item 1001', 'Item 1002']);
    await page.context().close();
  });
});
