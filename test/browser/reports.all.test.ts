/** Reports in the browser: a figure down to its lines, another moment for comparison, and the printed report. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPoppler, type ReadPdf, readPdf } from '../support/pdf.ts';
import { sampleOf } from '../support/ring.ts';
import { examined, type Screen, wrongOn } from './looking.ts';
import { atMain, type Goods, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

const then = `compare_as_at=${thisYear('03-31')}`;
const SCREENS: readonly Screen[] = [
  `financial-reports/income-statement?by=month&${then}`,
  'financial-reports/balance-sheet?by=outlet',
  `financial-reports/cash-flow?method=indirect&${then}`,
  'financial-reports/general-ledger',
  `financial-reports/journal?${then}`,
  `financial-reports/cash-book?account_id=1&${then}`,
  `financial-reports/trial-balance?by=outlet&from=${thisYear('04-01')}`,
  'customer-ageing',
  'supplier-ageing',
  'customer-statements?consumer_id=1',
  'stock-valuation',
  `items-profit?${then}`,
  'most-active-items',
  'sales?group=invoice&details=1',
  'sales?show=chart',
  `financial-reports/income-statement?by=month&show=chart&from=${thisYear('03-01')}`,
  'customer-ageing?show=chart',
  `inventories?${then}`,
  `item-transaction?item_fk=1&${then}`,
].map((path) => ({ path: `/reports/${path}`, ready: 'main tbody tr:visible, main ul li:visible, main figure svg' }));

/** The words of a report's paper, in English and in Kurdish. */
const PAPERS = [
  {
    language: 'en',
    ...{ shopName: 'Bazaar Hawler', statement: 'Customer statement', book: 'Cash and bank book' },
    ...{ page: 'Page', of: 'of', asAt: 'As at', printed: /Printed .* by Administrator/, document: 'Document' },
  },
  {
    language: 'ckb',
    ...{ shopName: 'بازاڕی هەولێر', statement: 'کەشفی هەژماری کڕیار', book: 'دەفتەری سندوق و بانک' },
    ...{ page: 'پەڕەی', of: 'لە', asAt: 'تا بەرواری', printed: /چاپ کراوە/, document: 'بەڵگەنامە' },
  },
] as const;

describe.skipIf(!hasChromium)('reports', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  const SALES = 120;
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
    const names = { shop_name: 'Bazaar Hawler', shop_name_ckb: 'بازاڕی هەولێر' };
    await shop.api('PATCH', 'system_profiles/1', { ...names, address: 'Bakhtiari street 12' });
    await shop.api('PATCH', 'customers/1', { mobile: '0750 999 8877', address: 'Near the citadel' });
    for (let sale = 0; sale < SALES; sale += 1) {
      const onAccount =
        sale % 10 === 0 ? { payment_type: 'on_account', customer_fk: 1 } : { payment_type: 'cash', account_fk: 1 };
      await shop.api('POST', 'sales', {
        ...atMain,
        ...onAccount,
        date: thisYear(sale % 2 === 0 ? '03-10' : '04-12'),
        status: 'complete',
        lines: [{ item_fk: goods[sale % 2]?.id, unit_fk: 1, quantity: '1', price: '2000' }],
      });
    }
  });
  afterAll(() => shop?.close());

  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

  it('lead from the net result to the account, from the account to the document', async () => {
    // Of an old link a parameter is not known: it is left out, and the person is told.
    const page = await shop.open('/reports/financial-reports/income-statement?by=month&branch=7');
    await page.getByRole('alert').filter({ hasText: 'branch' }).waitFor();
    await rowOf(page, 'Net result').waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(
      ['Account', `March ${new Date().getFullYear()}`, `April ${new Date().getFullYear()}`, 'Amount (IQD)'].map(
        (head) => expect.stringContaining(head),
      ),
    );
    const sales = await page.getByRole('row').filter({ hasText: 'Sales' }).first().getByRole('cell').allTextContents();
    expect(sales).toEqual(['Sales', '120,000', '120,000', '240,000']);
    // Without accounts, with percentages of the revenue; and back.
    await page.getByLabel('Rows', { exact: true }).selectOption('totals_only');
    await page.getByLabel('Percentages', { exact: true }).selectOption('with_share');
    // The heads name the revenue too.
    const revenue = page.locator('tbody tr').filter({ hasText: 'Revenue' }).first().getByRole('cell');
    await expect
      .poll(async () => (await revenue.allTextContents()).slice(1, 3))
      .toEqual(['120,000', expect.stringMatching(/^100(\.0)?$/)]);
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: /^Sales/ })
          .count(),
      )
      .toBe(0);
    await page.getByLabel('Rows', { exact: true }).selectOption({ index: 0 });
    await page.getByRole('row').filter({ hasText: 'Sales' }).first().getByRole('link', { name: '240,000' }).click();
    await page.getByRole('heading', { name: 'What a figure is made of · Income statement · Sales' }).waitFor();
    await page.locator('tfoot').getByText('240,000').waitFor();
    await page.getByRole('link', { name: 'Account ledger' }).click();
    await page.getByRole('row').filter({ hasText: 'Balance' }).last().getByText('-240,000').waitFor();
    await page
      .getByRole('link', { name: /^Sale S-/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Effect' }).waitFor();
    await page.context().close();
  });

  it('print all of their rows, not only the page that is shown', async () => {
    const page = await shop.open('/reports/financial-reports/cash-book?account_id=1');
    await page.getByText('Page 1 of 2, lines: 108').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(102);
    await page.evaluate(() => {
      window.print = () => {
        document.title = String(document.querySelectorAll('.print-sheet tbody tr').length);
      };
    });
    await page.getByRole('button', { name: 'Print' }).click();
    // All lines, the opening balance, and the balance.
    await expect.poll(() => page.title()).toMatch(/^(110|111)$/);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.print-sheet').count()).toBe(0);
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(102);
    await page.context().close();
  });

  /** Presses the button; the sheet remains until the browser has printed it. */
  async function pressPrint(page: Page): Promise<void> {
    await page.evaluate(() => Object.assign(window, { print: () => document.body.classList.add('was-printed') }));
    await page
      .locator('main header button, main button')
      .filter({ hasText: /^(Print|چاپکردن)$/ })
      .click();
    await page.locator('body.was-printed').waitFor();
  }

  /** The PDF of the page. */
  async function printed(page: Page): Promise<ReadPdf> {
    await pressPrint(page);
    return readPdf(await page.pdf({ preferCSSPageSize: true }));
  }

  it.skipIf(!hasPoppler).each(sampleOf(PAPERS, 1))(
    'are papers with the head of the shop, heads and numbers of every page, in $language',
    async (words) => {
      const { language } = words;
      const book = await shop.open(`/reports/financial-reports/cash-book?account_id=1`, { language });
      await book.locator('main tbody tr').nth(90).waitFor();
      const paper = await printed(book);
      await book.context().close();
      expect(paper.pages.length).toBeGreaterThan(2);
      expect(paper.areFontsEmbedded).toBe(true);
      const count = paper.pages.length;
      for (const [index, text] of paper.texts.entries()) {
        expect(text).toContain(words.document);
        expect(text).toMatch(new RegExp(`${words.page} *${index + 1} *${words.of} *${count}`));
        expect(text).toMatch(words.printed);
        if (index > 0) expect(text).toContain(words.book);
      }
      for (const { widthMm, heightMm, leftMm, rightMm, bottomMm } of paper.pages) {
        expect([leftMm > 0, rightMm < widthMm, bottomMm < heightMm]).toEqual([true, true, true]);
      }
      const [first = ''] = paper.texts;
      for (const text of [words.shopName, 'Bakhtiari street 12', words.book, words.asAt]) expect(first).toContain(text);
      // 12 of 120 sales are on account.
      const statement = await shop.open(`/reports/customer-statements?consumer_id=1`, { language });
      await statement.locator('main tbody tr').nth(11).waitFor();
      const [only = '', ...others] = (await printed(statement)).texts;
      await statement.context().close();
      expect(others).toEqual([]);
      const about = [words.statement, words.shopName, '24,000', 'Near the citadel', '0750 999 8877'];
      for (const text of about) expect(only).toContain(text);
    },
  );

  it.skipIf(!hasPoppler)('print a chart as it is drawn, with the figures behind it', async () => {
    const page = await shop.open(
      `/reports/financial-reports/income-statement?by=month&show=chart&from=${thisYear('03-01')}`,
    );
    await page.locator('main figure svg text').first().waitFor();
    await pressPrint(page);
    // The shapes of all bars.
    const paths = (place: string) =>
      page.locator(`${place} svg path`).evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    const drawn = await paths('main figure');
    expect(drawn.length).toBeGreaterThan(1);
    await expect.poll(() => paths('.print-sheet .paper-drawing')).toEqual(drawn);
    const paper = readPdf(await page.pdf({ preferCSSPageSize: true }));
    await page.context().close();
    const [only = ''] = paper.texts;
    for (const text of ['Bazaar Hawler', `April ${new Date().getFullYear()}`, '120,000']) expect(only).toContain(text);
  });

  it.skipIf(!hasPoppler)('are turned on the sheet where they have many columns', async () => {
    const page = await shop.open(`/reports/sales?group=invoice&details=1&from=${thisYear('04-01')}`);
    await page.locator('main tbody tr').nth(20).waitFor();
    const paper = await printed(page);
    await page.context().close();
    for (const { widthMm, heightMm, rightMm } of paper.pages) {
      expect(widthMm).toBeGreaterThan(heightMm);
      expect(rightMm).toBeLessThan(widthMm);
    }
  });

  it('name the filters that a link has set, until these are removed', async () => {
    const page = await shop.open('/reports/financial-reports/journal?cash=1&account=1210');
    const chips = page.locator('main [data-filter]');
    await page.locator('main [data-filter=account]', { hasText: '1210 Receivable' }).waitFor();
    await expect.poll(() => chips.count()).toBe(2);
    await page.locator('main [data-filter=account] button').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?cash=1');
    await expect.poll(() => chips.count()).toBe(1);
    await page.context().close();
  });

  it('of more than ten pages ask before they are printed', async () => {
    const page = await shop.open('/reports/financial-reports/journal');
    await page.locator('main tbody tr').nth(90).waitFor();
    await page.evaluate(() => Object.assign(window, { print: () => document.body.classList.add('was-printed') }));
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/about \d+ pages/)
      .waitFor();
    await expect.poll(() => page.locator('body.was-printed').count()).toBe(0);
    await page.getByRole('button', { name: 'Print them' }).click();
    await page.locator('body.was-printed').waitFor();
    await page.context().close();
  });

  it('are compared with another moment: figure by figure, or by which lines were not there', async () => {
    const then = `compare_as_at=${thisYear('03-31')}`;
    const stock = await shop.open(`/reports/stock-valuation?${then}`);
    await rowOf(stock, goods[1]?.name ?? '').waitFor();
    const cells = await rowOf(stock, goods[1]?.name ?? '')
      .getByRole('cell')
      .allTextContents();
    expect(cells.slice(3, 6).map((text) => text.replace(/^\D+(?=-)/, ''))).toEqual(['440', '500', '-60']);
    await stock.getByText('Both sides are equal').waitFor();
    await stock.context().close();
    const book = await shop.open(`/reports/financial-reports/cash-book?account_id=1&${then}&page=2`);
    await book.getByText('not then').first().waitFor();
    await book.getByText(/then 96,000 · difference 120,000/).waitFor();
    await book.context().close();
  });

  it('are asked for a period by a word, which stays in the address, or by its days', async () => {
    const page = await shop.open('/reports/financial-reports/cash-book?account_id=1');
    await page.getByText('Page 1 of 2, lines: 108').waitFor();
    await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Last Year' });
    await page.waitForURL(/period=last_year/);
    await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toMatch(/^01\/01\/\d{4}$/);
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(10);
    await page.getByLabel('Period', { exact: true }).selectOption({ label: 'This Year' });
    await page.getByText('Page 1 of 2, lines: 108').waitFor();
    await page.getByLabel('From', { exact: true }).fill(`${thisYear('04-01').split('-').reverse().join('/')}`);
    await page.keyboard.press('Tab');
    await page.waitForURL((url) => url.searchParams.get('period') === null && url.search.includes('-12-31'));
    await expect.poll(() => page.getByLabel('Period', { exact: true }).inputValue()).toBe('period');
    await page.getByLabel('Period', { exact: true }).selectOption({ label: 'All days' });
    await page.getByText('Page 1 of 2, lines: 108').waitFor();
    expect(new URL(page.url()).search).not.toContain('from');
    await page.context().close();
  });

  it.each(examined(SCREENS))('pass axe in %s', async (language, screens) => {
    expect(await wrongOn(shop, screens, language)).toEqual([]);
  });
});
