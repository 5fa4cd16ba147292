/**
 * An auditor in the browser: from a figure to the average from which it was computed, and to the changes of a figure.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { atMain, type Goods, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

describe.skipIf(!hasChromium)("the auditor's desk", () => {
  let shop: Shop;
  let goods: readonly Goods[];
  let before: string;
  const lines = (quantity: string, price: string) => [{ item_fk: goods[1]?.id, unit_fk: 1, quantity, price }];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
    const sold = { ...atMain, payment_type: 'cash', account_fk: 1, status: 'complete' };
    const taxed = lines('10', '2250').map((line) => ({ ...line, tax_percent: '5' }));
    await shop.api('POST', 'sales', { ...sold, date: thisYear('03-10'), lines: taxed });
    const tax = {
      outlet_fk: 1,
      from_date: thisYear('03-01'),
      to_date: thisYear('03-31'),
      amount: '500',
      account_fk: 1,
    };
    await shop.api('POST', 'tax_payments', { ...tax, date: thisYear('04-02') });
    const { data } = await shop.api('GET', 'financial_reports/trial_balance');
    before = (data as { position: string }).position;
    const bought = { ...atMain, supplier_fk: 1, payment_type: 'on_account', status: 'complete' };
    await shop.api('POST', 'purchases', { ...bought, date: thisYear('03-04'), lines: lines('500', '700') });
    await shop.api('GET', 'financial_reports/trial_balance');
  });
  afterAll(() => shop?.close());

  it('leads from a figure of the trial balance to its lines, the rule and the average', async () => {
    const page = await shop.open('/reports/financial-reports/trial-balance');
    const row = page.getByRole('row').filter({ hasText: 'Cost of goods sold' });
    await row.getByRole('link', { name: '6,000' }).click();
    await page
      .getByRole('heading', { name: 'What a figure is made of · Trial balance · Cost of goods sold' })
      .waitFor();
    await expect.poll(() => page.locator('tfoot').textContent()).toContain('6,000');
    const restated = page.getByRole('row').filter({ hasText: 'cost restated' });
    await expect.poll(() => restated.textContent()).toMatch(/Administrator.*1,000/);
    await restated.getByRole('link', { name: 'What stands behind a line' }).click();
    await page.getByRole('heading', { name: 'The cost behind it' }).waitFor();
    const told = await page.locator('main').textContent();
    for (const part of ['Section 4 of the rules of the books', 'Purchase P-000002', '600']) {
      expect(told).toContain(part);
    }
    // No file of the program.
    expect(told).not.toMatch(/\.ts\b/);
    await page.context().close();
  });

  it('shows the changes since a moment, account by account and line by line', async () => {
    const page = await shop.open(`/audit/what-changed?from_known_at=${before}`);
    await page.getByRole('link', { name: 'Cost of goods sold' }).click();
    const line = page.getByRole('row').filter({ hasText: 'cost restated' }).filter({ hasText: 'Cost of goods sold' });
    await line.waitFor();
    await expect.poll(() => line.textContent()).toMatch(/Purchase P-000002.*Administrator.*1,000/);
    await page.getByRole('button', { name: 'All accounts' }).click();
    await page.getByRole('link', { name: 'Payable' }).waitFor();
    await page.context().close();
  });

  it('links every figure of every report to its parts', async () => {
    const from = `from=${thisYear('03-01')}`;
    const paths = [
      ...['trial-balance?by=outlet', `trial-balance?${from}`, 'income-statement?by=month', 'balance-sheet?by=outlet'],
      ...[`cash-flow?${from}`, `cash-flow?method=indirect&${from}`, `general-ledger?${from}`, 'journal'],
      `cash-book?account_id=1&${from}`,
    ].map((path) => `financial-reports/${path}`);
    paths.push(
      ...[`account-ledger?account=5100&${from}`, 'supplier-statements?consumer_id=1', 'supplier-ageing'],
      ...['stock-valuation', 'items-profit', 'most-active-items', 'sales', 'sales?group=invoice&details=1'],
      ...['sales?group=customer', 'inventories', `item-transaction?item_fk=1&${from}`],
      ...['tax', `tax?group=document&${from}`, 'tax?percentage=5&group=month'],
    );
    const page = await shop.open('/');
    const wrong: string[] = [];
    for (const path of sampleOf(paths, 8)) {
      await page.goto(`${shop.address}/reports/${path}`);
      await page.locator('main tbody tr').first().waitFor();
      const figures = await figuresOn(page);
      expect(figures.length, path).toBeGreaterThan(2);
      wrong.push(...(await mislead(figures)).map((name) => `${path}: ${name}`));
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  interface Shown {
    readonly text: string;
    readonly link: string | undefined;
  }

  const figuresOn = async (page: Page): Promise<Shown[]> => {
    const cells = await page.locator('td.number-cell').evaluateAll((all) =>
      all.map((cell) => ({
        text: (cell.textContent ?? '').replace(/[^\d.-]/g, ''),
        link: cell.querySelector('a')?.getAttribute('href') ?? undefined,
      })),
    );
    return cells.filter(({ text }) => /\d/.test(text));
  };

  /** The shown figures without a link, or with a link to another amount. */
  const mislead = async (figures: readonly Shown[]): Promise<string[]> => {
    const wrong: string[] = [];
    for (const { text, link } of figures) {
      if (link === undefined) wrong.push(`${text} leads nowhere`);
      const figure = new URL(link ?? '', shop.address).searchParams.get('figure')?.replace(/^"|"$/g, '');
      if (!figure) continue;
      const { data } = await shop.api('GET', `explain?figure=${encodeURIComponent(figure)}`);
      const { amount } = data as { amount: string };
      const isShown = Math.abs(Number(amount) - Number(text)) <= 0.5;
      if (!isShown) wrong.push(`${text} is ${amount} as ${figure}`);
    }
    return wrong;
  };

  it('gives the books as a file', async () => {
    const page = await shop.open('/audit/exports');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download for hledger' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^daftar-\d{4}-\d\d-\d\d\.journal$/);
    await page.context().close();
  });
});
