/** A printed invoice and a printed receipt: what stands on them, and that nothing is cut. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPoppler, type ReadPdf, readPdf } from '../../support/pdf.ts';
import { atMain, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from '../shop.ts';

describe.skipIf(!(hasChromium && hasPoppler))('a sale on paper', () => {
  let shop: Shop;
  let sale: { readonly id: number; readonly number: string };
  beforeAll(async () => {
    shop = await openShop();
    const goods = await stockShop(shop, 3);
    await shop.api('PATCH', 'system_profiles/1', {
      ...{ shop_name: 'Bazaar Hawler', shop_name_ckb: 'بازاڕی هەولێر', phones: ['0750 123 4567'] },
      receipt_footer: 'Thank you for coming',
    });
    const { data } = await shop.api('POST', 'sales', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('03-02'), payment_type: 'on_account', status: 'complete' },
      discount: { type: 'percent', value: '5' },
      lines: goods.map(({ id }) => ({ item_fk: id, unit_fk: 1, quantity: '2', price: '1000' })),
    });
    sale = data as typeof sale;
  });
  afterAll(() => shop?.close());

  /** The paper of the sale, of which nothing is cut. */
  async function printed(query: string): Promise<ReadPdf> {
    const page = await shop.open(`/print/sales/${sale.id}${query}`);
    await page.locator('.print-sheet .paper').first().waitFor({ state: 'attached' });
    const pdf = readPdf(await page.pdf({ preferCSSPageSize: true }));
    await page.context().close();
    expect(pdf.areFontsEmbedded).toBe(true);
    for (const { widthMm, heightMm, leftMm, rightMm, bottomMm } of pdf.pages) {
      expect(leftMm).toBeGreaterThan(0);
      expect(rightMm).toBeLessThan(widthMm);
      expect(bottomMm).toBeLessThan(heightMm);
    }
    return pdf;
  }

  it('as an invoice names the shop, the customer, the day, the total and what is owed', async () => {
    const { texts } = await printed('');
    expect(texts).toHaveLength(1);
    const [text = ''] = texts;
    for (const said of ['Bazaar Hawler', '0750 123 4567', 'Invoice', sale.number, 'Karwan Supermarket']) {
      expect(text).toContain(said);
    }
    expect(text).toContain(shown(thisYear('03-02')));
    expect(text).toMatch(/Total Iraqi dinar +5,700/);
    expect(text).toMatch(/Remaining +5,700/);
    expect(text).toMatch(/Proof of the entry\s+\d+-[0-9a-f]{16}/);
  });

  it('as a receipt of 80 mm in Kurdish has the same figures on a narrow sheet', async () => {
    const { texts, pages } = await printed('?size=80mm&language=ckb');
    const text = texts.join('\n');
    for (const said of ['بازاڕی هەولێر', sale.number, '5,700']) expect(text).toContain(said);
    expect(pages[0]?.widthMm).toBeCloseTo(80, 0);
  });
});
