/** Reports as a person uses them: a figure followed down to its lines, another moment beside it, and a whole report on paper. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe.skipIf(!hasChromium)('reports', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  const SALES = 120;
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
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
    const page = await shop.open('/reports/financial-reports/income-statement?by=month');
    await rowOf(page, 'Net result').waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(
      ['Account', thisYear('03'), thisYear('04'), 'Amount (IQD)'].map((head) => expect.stringContaining(head)),
    );
    const sales = await page.getByRole('row').filter({ hasText: 'Sales' }).first().getByRole('cell').allTextContents();
    expect(sales).toEqual(['Sales', '120,000', '120,000', '240,000']);
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
        document.title = String(document.querySelectorAll('tbody tr').length);
      };
    });
    await page.getByRole('button', { name: 'Print' }).click();
    // Every line, what was brought forward, and the balance.
    await expect.poll(() => page.title()).toBe('110');
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(2);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('tbody tr').count()).toBe(102);
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
