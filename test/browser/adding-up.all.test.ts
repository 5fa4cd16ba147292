/** The shown figures of a report add up, on the screen, on paper and in Excel, though costs have four decimals. */
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

interface Part {
  readonly key: string;
  readonly whole: string | null;
  readonly isLess: boolean;
}
type Json = Readonly<Record<string, unknown>>;

const ITEMS = 24;
const number = (text: string | undefined): number => Number((text ?? '').replace(/[^\d-]/g, ''));
const sum = (figures: readonly number[]): number => figures.reduce((before, figure) => before + figure, 0);
const DAY = { date: thisYear('03-12'), payment_type: 'cash', account_fk: 1, status: 'complete' };

/** Three pieces of each item have a cost that cannot be divided by three; one piece of each is sold. */
describe.skipIf(!hasChromium)('the figures of a report', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const goods = await stockShop(shop, ITEMS);
    const { data } = await shop.api('POST', 'inventories', { inventory_name: 'Store', outlet_fk: 1 });
    const store = Number((data as Json)['inventory_id']);
    for (const inventory_fk of [1, store]) {
      const at = { ...atMain, inventory_fk };
      const line = ({ id }: (typeof goods)[number]) => ({ item_fk: id, unit_fk: 1 });
      await shop.api('POST', 'purchases', {
        ...at,
        supplier_fk: 1,
        date: thisYear('03-02'),
        payment_type: 'on_account',
        status: 'complete',
        lines: goods.map((each, index) => ({
          ...line(each),
          quantity: String(3 + (index % 4) * 4),
          price: `${333 + index}.3333`,
        })),
      });
      for (const [index, each] of goods.entries()) {
        const lines = [{ ...line(each), quantity: String(1 + (index % 2)), price: '2000' }];
        await shop.api('POST', 'sales', { ...at, ...DAY, lines });
      }
    }
    tab = await shop.open('/');
  });
  afterAll(() => shop?.close());

  const texts = (page: Page, part: string) =>
    page.locator(`${part} tr`).evaluateAll((rows) => {
      const text = (cell: Element) => {
        const copy = cell.cloneNode(true);
        if (copy instanceof Element) for (const said of copy.querySelectorAll('.sr-only')) said.remove();
        return copy.textContent?.trim() ?? '';
      };
      return rows.map((row) => [...row.children].map(text));
    });
  const asked = async (path: string) => (await shop.api('GET', path))['data'];
  let tab: Page;
  const opened = async (path: string) => {
    await tab.goto(`${shop.address}/reports/${path}`);
    await tab.locator('main tbody tr').first().waitFor();
    return tab;
  };
  const screenOf = async (path: string) => {
    const page = await opened(path);
    const [rows, [foot]] = [await texts(page, 'tbody'), await texts(page, 'tfoot')];
    return { rows, foot };
  };
  /** The totals and sums of parts that differ; a total without a row is zero. */
  const differing = (parts: readonly Part[], shown: readonly number[]) => {
    const own = new Map(parts.map(({ key }, index) => [key, shown[index] ?? 0]));
    const sums = new Map<string, number>();
    for (const { key, whole, isLess } of parts) {
      if (whole !== null) sums.set(whole, (sums.get(whole) ?? 0) + (own.get(key) ?? 0) * (isLess ? -1 : 1));
    }
    expect(sums.size).toBeGreaterThan(1);
    return [...sums].filter(([whole, of]) => of !== (own.get(whole) ?? 0));
  };

  it('of a statement: a total is the sum of the figures above it, and both sides of the balance sheet are equal', async () => {
    for (const [name, rowsIn] of [
      ['income_statement', 'rows'],
      ['balance_sheet', 'rows'],
      ['cash_flow', 'direct'],
    ] as const) {
      const answer = (await asked(`financial_reports/${name}`)) as Json;
      const rows = answer[rowsIn] as readonly {
        row: string;
        whole: string | null;
        is_less: boolean;
        amounts: string[];
      }[];
      expect(rows.some(({ amounts }) => (amounts[0] ?? '').includes('.'))).toBe(name !== 'cash_flow');
      const parts = rows.map(({ row, whole, is_less }) => ({ key: row, whole, isLess: is_less }));
      const { rows: shown } = await screenOf(`financial-reports/${name.replaceAll('_', '-')}`);
      const figures = shown.map((cells) => number(cells.at(-1)));
      expect(figures.length).toBe(rows.length);
      expect(differing(parts, figures)).toEqual([]);
    }
  });

  it('of the trial balance: a heading is the sum of the figures below it, the footer that of the headings', async () => {
    const answer = (await asked('financial_reports/trial_balance')) as Json;
    const rows = answer['rows'] as readonly { account: number; parent: number | null; debit: string }[];
    const page = await opened('financial-reports/trial-balance');
    const shown = await texts(page, 'tbody');
    const [foot] = await texts(page, 'tfoot');
    const parts = rows.map(({ account, parent }) => ({
      key: String(account),
      whole: parent === null ? null : String(parent),
      isLess: false,
    }));
    for (const column of [2, 3]) {
      const figures = shown.map((cells) => number(cells[column]));
      // A heading may have accounts on both sides; the figures of an account are the sum of the rows below it.
      expect(differing(parts, figures)).toEqual([]);
      expect(sum(figures.filter((_, index) => rows[index]?.parent === null))).toBe(number(foot?.[column]));
    }
    expect(number(foot?.[2])).toBe(number(foot?.[3]));
    // Collapsed rows are still a part of their heading.
    await page
      .getByRole('button', { name: /Assets/ })
      .first()
      .click();
    const folded = await texts(page, 'tbody');
    expect(folded.length).toBeLessThan(shown.length);
    expect(folded[0]).toEqual(shown[0]);
  });

  it('of a list with pages: the footer is the sum of all pages, profit is computed from the shown figures', async () => {
    for (const [path, columns] of [
      ['items-profit', [3, 4, 5]],
      ['stock-valuation', [-1]],
      ['inventories', [-1]],
    ] as const) {
      const pages: string[][] = [];
      let foot: readonly string[] = [];
      const last = Math.ceil((path === 'items-profit' ? ITEMS : ITEMS * 2) / 10);
      for (let at = 1; at <= last; at += 1) {
        const screen = await screenOf(`${path}?per_page=10&page=${at}`);
        pages.push(...screen.rows);
        foot = screen.foot ?? [];
      }
      expect(pages.length).toBeGreaterThan(20);
      for (const column of columns) {
        expect(sum(pages.map((cells) => number(cells.at(column))))).toBe(number(foot.at(column)));
      }
      if (path !== 'items-profit') continue;
      for (const cells of pages) expect(number(cells[3]) - number(cells[4])).toBe(number(cells[5]));
    }
  });

  it('of the journal: both sides of every entry are equal, on whichever page it begins', async () => {
    const entries = new Map<string, number>();
    for (const page of [1, 2, 3]) {
      const query = `per_page=50&page=${page}`;
      const { data } = (await asked(`financial_reports/journal?${query}`)) as Json;
      const lines = data as readonly { position: string; entry_no: number }[];
      const { rows } = await screenOf(`financial-reports/journal?${query}`);
      for (const [index, { position, entry_no }] of lines.entries()) {
        const key = `${position} ${entry_no}`;
        const cells = rows[index] ?? [];
        entries.set(key, (entries.get(key) ?? 0) + number(cells[4]) - number(cells[5]));
      }
    }
    const whole = [...entries.values()].slice(0, -1);
    expect(whole.length).toBeGreaterThan(20);
    expect(whole.filter((rest) => rest !== 0)).toEqual([]);
  });

  it('are the same in Excel and on paper, with all pages', async () => {
    const page = await opened('items-profit?per_page=10');
    const [first, [foot]] = [await texts(page, 'tbody'), await texts(page, 'tfoot')];
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).click();
    const sheet = await readSheet(await (await coming).path());
    expect(sheet.length).toBe(ITEMS + 2);
    const profit = sheet.slice(1).map((cells) => cells.slice(3, 6).map(Number));
    expect(profit.slice(0, 10)).toEqual(first.map((cells) => cells.slice(3, 6).map(number)));
    expect(profit.at(-1)).toEqual(foot?.slice(3, 6).map(number));
    for (const column of [0, 1, 2]) {
      expect(sum(profit.slice(0, -1).map((cells) => cells[column] ?? 0))).toBe(profit.at(-1)?.[column]);
    }
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'Print' }).click();
    // The paper ends with the totals.
    await expect.poll(() => page.locator('.print-sheet tbody tr').count()).toBe(ITEMS + 1);
    const paper = (await texts(page, '.print-sheet tbody')).map((cells) => cells.slice(3, 6).map(number));
    expect(paper).toEqual(profit);
  });
});
