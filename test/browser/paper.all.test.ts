/** Papers printed to PDF: text, pages, fonts and margins, in three languages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHOSEN_COLUMNS } from '../../domain/paper/template.ts';
import { hasPoppler, type ReadPdf, readPdf } from '../support/pdf.ts';
import { atMain, type Goods, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

const LINES = 70;
/** Chromium rounds paper sizes to whole points. */
const NEAR_MM = 0.6;

describe.skipIf(!(hasChromium && hasPoppler))('a paper', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  let sale: number;
  let number: string;

  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 6);
    await shop.api('PATCH', 'system_profiles/1', {
      ...{ shop_name: 'Bazaar Hawler', shop_name_ckb: 'بازاڕی هەولێر', shop_name_ar: 'بازار أربيل' },
      ...{ phones: ['0750 123 4567'], address: 'Bakhtiari street 12', tax_number: '900-123-456' },
      ...{ receipt_header: 'Open every day', receipt_footer: 'Thank you for coming' },
    });
    await shop.api('PATCH', 'customers/1', { mobile: '0750 999 8877', address: 'Near the citadel' });
    const sold = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1, customer_fk: 1, date: thisYear('03-02') };
    const { data } = await shop.api('POST', 'sales', {
      ...sold,
      ...{ payment_type: 'on_account', status: 'complete', note: 'Deliver before noon' },
      discount: { type: 'percent', value: '5' },
      lines: Array.from({ length: LINES }, (_, index) => ({
        item_fk: goods[index % goods.length]?.id,
        ...{ unit_fk: 1, quantity: '2', price: String(1000 + index * 250) },
      })),
    });
    ({ id: sale, number } = data as { id: number; number: string });
  });
  afterAll(() => shop?.close());

  /** The PDF of a page. */
  async function printed(address: string): Promise<ReadPdf> {
    const page = await shop.open(address);
    await page.locator('.print-sheet .paper').first().waitFor({ state: 'attached' });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    await page.context().close();
    return readPdf(pdf);
  }

  function expectWhole({ pages, areFontsEmbedded }: ReadPdf): void {
    expect(areFontsEmbedded).toBe(true);
    for (const { widthMm, heightMm, leftMm, rightMm, bottomMm } of pages) {
      expect(leftMm).toBeGreaterThan(0);
      expect(rightMm).toBeLessThan(widthMm);
      expect(bottomMm).toBeLessThan(heightMm);
    }
  }

  it('of three pages repeats its head, counts its pages and cuts nothing', async () => {
    const pdf = await printed(`/print/sales/${sale}`);
    expectWhole(pdf);
    const [first = '', second = '', third = ''] = pdf.texts;
    expect(pdf.texts).toHaveLength(3);
    for (const text of ['Bazaar Hawler', 'Bakhtiari street 12', '0750 123 4567', '900-123-456', 'Open every day']) {
      expect(first).toContain(text);
    }
    for (const text of [
      'Invoice',
      number,
      'Karwan Supermarket',
      'Near the citadel',
      '0750 999 8877',
      shown(thisYear('03-02')),
    ]) {
      expect(first).toContain(text);
    }
    expect(pdf.texts.map((text) => /Page (\d) of 3/.exec(text)?.[1])).toEqual(['1', '2', '3']);
    expect(pdf.texts.map((text) => /Quantity +Unit +Price/.test(text))).toEqual([true, true, true]);
    expect(second).toContain(`Bazaar Hawler · Invoice ${number}`);
    const counts = pdf.texts.flatMap((text) =>
      [...text.matchAll(/^ *(\d+) +Item \d/gm)].map(([, count]) => Number(count)),
    );
    expect(counts).toEqual(Array.from({ length: LINES }, (_, index) => index + 1));
    // 2 × (70 × 1,000 + 250 × (0 + … + 69)) = 1,347,500, less five percent.
    expect(third).toMatch(/Total Iraqi dinar +1,280,125/);
    expect(third).toMatch(/Remaining +1,280,125/);
    // The words stand beside the totals, so a line of the sheet has a part of them.
    for (const part of [
      /^One million two hundred and eighty thousand one hundred and /m,
      /^twenty-five Iraqi dinars only /m,
    ])
      expect(third).toMatch(part);
    for (const text of ['Deliver before noon', 'Issued by', 'Received by', 'Thank you for coming']) {
      expect(third).toContain(text);
    }
    expect(third).toMatch(/Proof of the entry\s+\d+-[0-9a-f]{16}/);
    expect(third).toMatch(/Printed \d\d\/\d\d\/\d{4} \d\d:\d\d by Administrator/);
  });

  it.each([
    ['ckb', 'پسوولەی فرۆشتن', 'بازاڕی هەولێر', 'تەنها یەک ملیۆن و دووسەد و هەشتا هەزار'],
    ['ar', 'فاتورة بيع', 'بازار أربيل', 'فقط مليون ومئتان وثمانون'],
  ] as const)('in %s says its words in the order in which they are read', async (language, title, name, words) => {
    const pdf = await printed(`/print/sales/${sale}?language=${language}&second=en`);
    expectWhole(pdf);
    const text = pdf.texts.join('\n');
    for (const said of [title, name, number, 'Invoice', 'Quantity']) expect(text).toContain(said);
    expect(text.replace(/\s+/g, ' ')).toContain(words);
  });

  it.each([
    ['80mm', 80],
    ['58mm', 58],
  ] as const)(
    'on a roll of %s is as wide as the roll and as long as the receipt, in Kurdish',
    async (size, widthMm) => {
      const pdf = await printed(`/print/sales/${sale}?language=ckb&size=${size}`);
      expectWhole(pdf);
      expect(pdf.pages).toHaveLength(1);
      const [page] = pdf.pages;
      expect(Math.abs((page?.widthMm ?? 0) - widthMm)).toBeLessThan(NEAR_MM);
      expect((page?.heightMm ?? 0) - (page?.bottomMm ?? 0)).toBeLessThan(20);
      const [text = ''] = pdf.texts;
      expect(text).toContain('پسوولەی فرۆشتن');
      expect(text).toMatch(/1,280,125/);
      expect(text).toContain('Item 1006');
    },
  );

  it('of delivered goods has no price', async () => {
    const [text = ''] = (await printed(`/print/sales/${sale}?paper=delivery_note`)).texts;
    expect(text).toContain('Delivery note');
    expect(text).toMatch(/1 +1001 +Item 1001 +2 +Piece/);
    expect(text).not.toMatch(/Price|1,000|Total/);
  });

  it('is marked when it is a copy', async () => {
    expect((await printed(`/print/sales/${sale}?copy=yes&size=A5`)).texts[0]).toContain('Copy');
    expect((await printed(`/print/sales/${sale}`)).texts.join()).not.toContain('Copy');
  });

  it('of each person of a payroll is a page of its own, in Kurdish too: marks above letters stay on it', async () => {
    const { data: role } = await shop.api('POST', 'roles', { role_name: 'Clerk', permissions: ['sales/index'] });
    const role_fk = (role as { id: number }).id;
    const begin = { new_password: 'only to begin with 7', new_password_confirmation: 'only to begin with 7' };
    const { data: user } = await shop.api('POST', 'users', {
      ...{ user_name: 'Shilan', email: 'shilan@example.com', role_fk, outlets: [1], inventories: [1], ...begin },
    });
    const { data: payroll } = await shop.api('POST', 'payrolls', {
      ...{ outlet_fk: 1, from_date: thisYear('03-01'), to_date: thisYear('03-31'), date: thisYear('03-31') },
      lines: [1, (user as { id: number }).id].map((user_fk) => ({ user_fk, base_salary: '750000' })),
    });
    const { id, number } = payroll as { id: number; number: string | null };
    const address = `/print/payrolls/${id}?paper=payroll_slip&language=ckb`;
    const { texts } = await printed(address);
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      // Neither the number of a page among those of others, nor the name of another one's paper.
      expect(text).not.toMatch(/پەڕەی|·.*پسوولەی مووچە/);
      if (number) expect(text.split(number)).toHaveLength(2);
    }
    const page = await shop.open(address);
    const head = page.locator('.print-sheet .paper-shop-name').first();
    await head.waitFor({ state: 'attached' });
    const over = await head.evaluate((element) => {
      const { font, lineHeight } = getComputedStyle(element);
      const brush = document.createElement('canvas').getContext('2d');
      if (!brush) return Number.NaN;
      brush.font = font;
      const ink = brush.measureText(element.textContent ?? '');
      const space = Number.parseFloat(lineHeight) - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent;
      return ink.actualBoundingBoxAscent - ink.fontBoundingBoxAscent - space / 2;
    });
    expect(over).toBeLessThan(0);
    await page.context().close();
  });

  it('is reached from the document, from its row and after completing it', async () => {
    const page = await shop.open(`/sales/sales/${sale}`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.waitForURL(`**/print/sales/${sale}`, SOON);
    await page.goBack();
    await page.goto(`${shop.address}/sales/sales`);
    await page.getByRole('grid').locator('tbody tr').first().getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await page.waitForURL(`**/print/sales/${sale}`, SOON);
    const draft = await shop.api('POST', 'sales', {
      ...{ ...atMain, date: thisYear('03-03'), payment_type: 'cash', account_fk: 1, status: 'draft' },
      lines: [{ item_fk: goods[0]?.id, unit_fk: 1, quantity: '1', price: '1000' }],
    });
    const { id } = draft['data'] as { id: number };
    await page.goto(`${shop.address}/sales/sales/${id}`);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Print…' }).click();
    await page.waitForURL(`**/print/sales/${id}`, SOON);
    await page.context().close();
  });

  it('is shared at once from the document and from its row, as a picture and as text', async () => {
    const page = await shop.open(`/sales/sales/${sale}`);
    // The clipboard of a window without focus takes nothing.
    await page.evaluate(() => {
      Reflect.set(navigator.clipboard, 'write', async ([item]: readonly ClipboardItem[]) => {
        const [text, picture] = await Promise.all(['text/plain', 'image/png'].map((type) => item?.getType(type)));
        document.body.dataset['shared'] = (await text?.text()) ?? '';
        document.body.dataset['picture'] = String((picture?.size ?? 0) > 20_000);
      });
    });
    const shared = () => page.evaluate(() => [document.body.dataset['shared'], document.body.dataset['picture']]);
    const isWhole = [expect.stringMatching(/Karwan Supermarket[\s\S]*1,280,125/), 'true'];
    await page.getByRole('button', { name: 'PDF and share' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect.poll(shared, SOON).toEqual(isWhole);
    await page.evaluate(() => {
      document.body.dataset['shared'] = '';
    });
    await page.getByRole('link', { name: 'Sales', exact: true }).first().click();
    await page.getByRole('grid').locator('tbody tr').last().getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect.poll(shared, SOON).toEqual([expect.stringContaining('Bazaar Hawler'), 'true']);
    await page.context().close();
  });

  it('has the layout of its template, which is previewed while it is typed', async () => {
    const page = await shop.open('/settings/print-templates/new', { language: 'en' });
    await page.getByLabel('Name of the template').fill('Wholesale');
    await page.getByLabel('Printed document').selectOption('sale');
    await page.getByLabel('Second language').selectOption('ckb');
    await page.getByLabel('Terms (English)').fill('Paid within ten days');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Paid within ten days').waitFor(SOON);
    await preview.getByText('پسوولەی فرۆشتن').waitFor(SOON);
    await expect.poll(() => preview.getByText('Issued by').count()).toBe(1);
    await page.getByLabel('Signatures').uncheck();
    await expect.poll(() => preview.getByText('Issued by').count(), SOON).toBe(0);
    for (const column of ['Item', 'Quantity', 'Total']) {
      await page.locator('[data-field=columns]').getByLabel(column, { exact: true }).check();
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/print-templates\/\d+$/, SOON);
    await page.context().close();
    const { texts } = await printed(`/print/sales/${sale}`);
    const text = texts.join('\n');
    expect(text).toContain('Paid within ten days');
    expect(text).toContain('پسوولەی فرۆشتن');
    expect(text).not.toMatch(/Issued by|Price/);
  });

  it('of more than ten pages is asked about first', async () => {
    const lines = Array.from({ length: 420 }, (_, index) => ({
      ...{ item_fk: goods[index % goods.length]?.id, unit_fk: 1, quantity: '1', price: '1000' },
    }));
    const draft = await shop.api('POST', 'sales', {
      ...{ ...atMain, date: thisYear('03-03'), payment_type: 'cash', account_fk: 1, status: 'draft', lines },
    });
    const page = await shop.open(`/print/sales/${(draft['data'] as { id: number }).id}`);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByText(/Print 1[0-9] pages\?/).waitFor(SOON);
    await expect.poll(() => page.locator('body[data-printed]').count()).toBe(0);
    await page.getByRole('button', { name: 'Print them' }).click();
    await page.locator('body[data-printed]').waitFor({ state: 'attached', ...SOON });
    await page.context().close();
  });

  it.each(['en', 'ar', 'ckb'] as const)(
    'with every column, on A5 and in two languages, cuts none, in %s',
    async (language) => {
      const line = { unit_fk: 1, quantity: '12', bonus_quantity: '1', price: '123456', tax_percent: '5' };
      const discount = { type: 'amount', value: '1250' };
      const wide = await shop.api('POST', 'sales', {
        ...{ ...atMain, customer_fk: 1, date: thisYear('03-04'), payment_type: 'on_account', status: 'complete' },
        lines: goods.map(({ id }) => ({ ...line, discount, item_fk: id, note: `Cold-${id}` })),
      });
      const template = await shop.api('POST', 'print_templates', {
        ...{ template_name: `All in ${language}`, printed_paper: 'sale', paper: 'A5', is_default: false },
        ...{ second_language: language === 'en' ? 'ckb' : 'en', columns: CHOSEN_COLUMNS },
      });
      const { id } = wide['data'] as { id: number };
      const { print_template_id } = template['data'] as { print_template_id: number };
      const pdf = await printed(`/print/sales/${id}?template=${print_template_id}&language=${language}`);
      expectWhole(pdf);
      const text = pdf.texts.join('\n');
      for (const { id: item, barcode } of goods) {
        expect(text).toContain(`Cold-${item}`);
        expect(text).toContain(barcode);
      }
      // 12 × 123,456 − 1,250, in each row.
      expect(text.match(/1,480,222/g)).toHaveLength(goods.length);
    },
  );

  it('of a sheet on its side is shared in its whole width', async () => {
    // A text that cannot be broken is wider than an upright sheet.
    const note = 'W'.repeat(60);
    const quotation = await shop.api('POST', 'quotations', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('03-04'), expire_date: thisYear('12-31'), status: 'draft' },
      lines: [{ item_fk: goods[0]?.id, unit_fk: 1, quantity: '2', price: '1000', note }],
    });
    await shop.api('POST', 'print_templates', {
      ...{ template_name: 'With notes', printed_paper: 'quotation', paper: 'A5' },
      columns: ['item_fk', 'quantity', 'unit_fk', 'price', 'line_total', 'note'],
    });
    const page = await shop.open(`/print/quotations/${(quotation['data'] as { id: number }).id}`);
    await page.locator('.paper[data-orientation=landscape]').first().waitFor({ state: 'attached' });
    await page.evaluate(() => {
      Reflect.set(navigator.clipboard, 'write', async ([item]: readonly ClipboardItem[]) => {
        const picture = await item?.getType('image/png');
        const { width } = await createImageBitmap(picture ?? new Blob());
        document.body.dataset['width'] = String(width);
      });
    });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    // 210 mm, at 96 dots to the inch and twice as sharp.
    await expect.poll(() => page.evaluate(() => document.body.dataset['width']), SOON).toBe(String(794 * 2));
    await page.context().close();
  });
});
