/**
 * The papers of a till without a network: receipts and their copies on every paper size, in one language or two, and
 * the reports of its drawer. Printed to PDF and read.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { hasPoppler, type ReadPdf, readPdf } from '../support/pdf.ts';
import { sampleOf } from '../support/ring.ts';
import { closeWithDifference, openedTill, payCash, press, totalIs } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

/** Chromium rounds paper sizes to whole points. */
const NEAR_MM = 0.6;

/** A red square, as a logo in the catalogue. */
const LOGO = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b42828' } })
  .png()
  .toBuffer()
  .then((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);
const SHOP = {
  ...{
    shop_name: 'Bazaar Hawler',
    shop_name_ckb: 'بازاڕی هەولێر',
    phones: ['0750 123 4567'],
    tax_number: '900-123-456',
  },
  ...{ receipt_header: 'Open every day', receipt_footer: 'Thank you for coming', logo_image: LOGO },
};
const OUTLETS = {
  table: 'outlets',
  rows: [{ id: 1, outlet_name: 'Bakhtiari', address: 'Street 12', city_name: 'Hawler', mobile: '0750 1' }],
};

/** The catalogue of a shop with this template of receipts. */
const catalogueWith = (template: object) => [
  ...CATALOGUE.map((part) =>
    part.table === 'settings' ? { ...part, rows: part.rows.map((row) => ({ ...row, ...SHOP })) } : part,
  ),
  OUTLETS,
  { table: 'print_templates', rows: [{ id: 5, printed_paper: 'pos_sale', is_default: true, ...template }] },
];

describe.skipIf(!(hasChromium && hasPoppler))('the paper of a till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(async () => {
    await place.stop();
    await place.start();
    place.server.entries.length = 0;
    place.server.enrolment = crypto.randomUUID();
  });

  async function till(language: Language, template: object = {}): Promise<Page> {
    place.server.catalogue = catalogueWith(template);
    const context = await newBrowser({ language });
    // The paper remains in the page until the print dialog is closed; the test has no dialog.
    await context.addInitScript(() => Object.assign(window, { print: () => undefined }));
    const page = await openedTill(place, context);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    return page;
  }

  async function printed(page: Page): Promise<ReadPdf> {
    await page.locator('.print-sheet .paper').waitFor({ state: 'attached' });
    const pdf = readPdf(await page.pdf({ preferCSSPageSize: true }));
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(pdf.areFontsEmbedded).toBe(true);
    for (const { widthMm, heightMm, leftMm, rightMm, bottomMm } of pdf.pages) {
      expect(leftMm).toBeGreaterThan(0);
      expect(rightMm).toBeLessThan(widthMm);
      expect(bottomMm).toBeLessThan(heightMm);
    }
    return pdf;
  }

  const isWide = ({ pages }: ReadPdf, widthMm: number) => {
    expect(pages).toHaveLength(1);
    expect(Math.abs((pages[0]?.widthMm ?? 0) - widthMm)).toBeLessThan(NEAR_MM);
  };

  async function sold(page: Page): Promise<string> {
    await scan(page, TEA);
    await scan(page, TEA);
    await scan(page, SUGAR);
    await press(page, /Basmati|بەسمەتی/);
    await totalIs(page, '28,275');
    return payCash(page, '30000');
  }

  it('prints the whole receipt on 80 mm, also without a network, and marks a copy', async () => {
    const page = await till('en');
    await place.stop();
    const number = await sold(page);
    await page.keyboard.press('Control+p');
    const logo = page.locator('.print-sheet img.paper-logo');
    await logo.waitFor({ state: 'attached' });
    await expect
      .poll(() => logo.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.src]))
      .toEqual([64, LOGO]);
    // It is stored once, not with every receipt.
    await expect.poll(async () => JSON.stringify(await page.evaluate(keptPapers))).not.toContain('base64');
    const pdf = await printed(page);
    isWide(pdf, 80);
    const [text = ''] = pdf.texts;
    for (const said of [
      'Bazaar Hawler',
      'Bakhtiari',
      'Street 12, Hawler',
      '900-123-456',
      'Open every day',
      'Thank you for coming',
    ]) {
      expect(text).toContain(said);
    }
    for (const said of ['Receipt', number, 'Shilan', 'Front', 'Ahmad tea 500 g', 'Sugar 1 kg', 'Basmati rice 5 kg']) {
      expect(text).toContain(said);
    }
    expect(text).toMatch(/2 piece × 6,500 +13,000/);
    expect(text).toMatch(/Tax 10% +1,275/);
    expect(text).toMatch(/Total Iraqi dinar +28,275/);
    expect(text).toMatch(/Cash +30,000/);
    expect(text).toMatch(/Change +1,750/);
    expect(text).not.toContain('Copy');

    await page.locator('a[href="/pos/receipts"]').click();
    await press(page, 'Print a copy');
    await page.locator('.print-sheet .paper-bars svg').waitFor({ state: 'attached' });
    const [copy = ''] = (await printed(page)).texts;
    expect(copy).toContain('Copy');
    expect(copy).toContain(number);
    await page.context().close();
  });

  it.each(
    sampleOf(
      [
        ['58mm', 58],
        ['A5', 148],
        ['A4', 210],
      ] as const,
      1,
    ),
  )('is on %s as the template of the office has it, in Kurdish and English', async (paper, widthMm) => {
    const page = await till('ckb', { paper, second_language: 'en' });
    const number = await sold(page);
    await page.keyboard.press('Control+p');
    const pdf = await printed(page);
    isWide(pdf, widthMm);
    const text = pdf.texts.join('\n');
    for (const said of [
      'بازاڕی هەولێر',
      'وەسڵ',
      'Receipt',
      number,
      'چای ئەحمەد',
      'کۆی گشتی',
      'Total',
      'باج',
      '28,275',
    ]) {
      expect(text).toContain(said);
    }
    await page.context().close();
  });

  it('reports a drawer: blind while it is open, with the missing amount after the count', async () => {
    const page = await till('en');
    await sold(page);
    await page.locator('a[href="/pos/drawer"]').click();
    await press(page, 'X report');
    await press(page, 'Print');
    const x = await printed(page);
    isWide(x, 80);
    expect(x.texts[0]).toMatch(/X report[\s\S]*Receipts +1/);
    // Nothing from which the cash can be told.
    expect(x.texts[0]).not.toMatch(/Expected|Cash of sales|Float|Sold|Taxes|28,2/);
    await press(page, /Count and close/);
    await page.locator('fieldset input').first().fill('1');
    await press(page, /Counted: close/);
    await closeWithDifference(page);
    await press(page, 'Print');
    const [z = ''] = (await printed(page)).texts;
    expect(z).toMatch(/Z report[\s\S]*Expected +28,250[\s\S]*Counted +50,000[\s\S]*Over +21,750/);
    expect(z).toMatch(/Reason of the +Wrong change was\s+difference +given/);
    await page.context().close();
  });
});

/** In the page: the stored papers of the device. */
async function keptPapers(): Promise<unknown> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('daftar-till'));
  const papers = await done(db.transaction('printed').objectStore('printed').getAll());
  db.close();
  return papers;
}
