/**
 * The shown figures of a report are their own nearest values and add up with the line of their rounding, on the screen and on
 * paper, though costs have four decimals; Excel has them exactly.
 */
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
  /** The rows without those of rounding, and of each column what these say. */
  const parted = (rows: readonly (readonly string[])[]) => {
    const isRounding = ([label]: readonly string[]) => label === 'Rounding of what is shown';
    return { own: rows.filter((cells) => !isRounding(cells)), rounding: rows.filter(isRounding) };
  };
  const nearest = (exact: string): number => Math.sign(Number(exact)) * Math.round(Math.abs(Number(exact)));
  /** The leaves of each top, with their signs. */
  function leavesOf(parts: readonly Part[]): ReadonlyMap<string, readonly (readonly [index: number, sign: number])[]> {
    const below = Map.groupBy([...parts.entries()], ([, { whole }]) => whole);
    const keys = new Set(parts.map(({ key }) => key));
    const leaves = (key: string): (readonly [number, number])[] =>
      (below.get(key) ?? []).flatMap(([index, part]) => {
        const own = leaves(part.key);
        const sign = part.isLess ? -1 : 1;
        return own.length === 0 ? [[index, sign] as const] : own.map(([at, of]) => [at, of * sign] as const);
      });
    const tops = parts.filter(({ whole }) => whole === null || !keys.has(whole));
    return new Map(tops.map(({ key }) => [key, leaves(key)]));
  }

  it('of a statement are nearest, and each top is the sum of its accounts with the line of rounding', async () => {
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
      const { own, rounding } = parted((await screenOf(`financial-reports/${name.replaceAll('_', '-')}`)).rows);
      const figures = own.map((cells) => number(cells.at(-1)));
      expect(figures).toEqual(rows.map(({ amounts }) => nearest(amounts[0] ?? '0')));
      const rests = [...leavesOf(parts)].flatMap(([key, leaves]) => {
        if (leaves.length === 0) return [];
        const rest =
          (figures[parts.findIndex((part) => part.key === key)] ?? 0) -
          sum(leaves.map(([at, sign]) => sign * (figures[at] ?? 0)));
        return rest === 0 ? [] : [rest];
      });
      expect(rounding.map((cells) => number(cells.at(-1)))).toEqual(rests);
    }
  });

  it('of the trial balance are those of the account ledger, and both sides of its footer are equal', async () => {
    const answer = (await asked('financial_reports/trial_balance')) as Json;
    const rows = answer['rows'] as readonly { account: number; debit: string; credit: string }[];
    const page = await opened('financial-reports/trial-balance');
    const { own } = parted(await texts(page, 'tbody'));
    const [foot] = await texts(page, 'tfoot');
    for (const [column, side] of [
      [2, 'debit'],
      [3, 'credit'],
    ] as const) {
      expect(own.map((cells) => number(cells[column]))).toEqual(rows.map((row) => nearest(row[side])));
    }
    expect(number(foot?.[2])).toBe(number(foot?.[3]));
    // Collapsed rows take their line of rounding with them.
    const shown = await texts(page, 'tbody');
    await page
      .getByRole('button', { name: /Assets/ })
      .first()
      .click();
    const folded = await texts(page, 'tbody');
    expect(folded.length).toBeLessThan(shown.length);
    expect(folded[0]).toEqual(shown[0]);
  });

  it('of a list with pages have no line of rounding, and the paper with all of them has it', async () => {
    for (const [path, columns] of [
      ['items-profit', [3, 4, 5]],
      ['stock-valuation', [-1]],
      ['inventories', [-1]],
    ] as const) {
      const paged = await screenOf(`${path}?per_page=10`);
      expect(parted(paged.rows).rounding).toEqual([]);
      const { rows, foot } = await screenOf(`${path}?per_page=100`);
      expect(rows.length).toBeGreaterThan(20);
      for (const column of columns)
        expect(sum(rows.map((cells) => number(cells.at(column))))).toBe(number(foot?.at(column)));
      expect(foot).toEqual(paged.foot);
    }
  });

  it('are exact in Excel, and on paper as on the screen, with all pages', async () => {
    const page = await opened('items-profit?per_page=10');
    const [first, [foot]] = [await texts(page, 'tbody'), await texts(page, 'tfoot')];
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).click();
    const sheet = await readSheet(await (await coming).path());
    expect(sheet.length).toBe(ITEMS + 2);
    const exact = (await asked('reports/items_profits?per_page=100')) as { data: Json[]; totals: Json };
    const profit = sheet.slice(1).map((cells) => cells.slice(3, 6).map(Number));
    const ofAnswer = [...exact.data, exact.totals].map((row) =>
      ['revenue', 'cost', 'profit'].map((name) => Number(row[name])),
    );
    expect(profit).toEqual(ofAnswer);
    expect(profit.flat().some((figure) => !Number.isInteger(figure))).toBe(true);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'Print' }).click();
    // The paper ends with the line of rounding and the totals.
    await expect.poll(() => page.locator('.print-sheet tbody tr').count()).toBeGreaterThan(ITEMS);
    const { own } = parted(await texts(page, '.print-sheet tbody'));
    const paper = (await texts(page, '.print-sheet tbody')).map((cells) => cells.slice(3, 6).map(number));
    expect(own.length).toBe(ITEMS + 1);
    expect(paper.slice(0, 10)).toEqual(first.map((cells) => cells.slice(3, 6).map(number)));
    expect(paper.at(-1)).toEqual(foot?.slice(3, 6).map(number));
    for (const column of [0, 1, 2])
      expect(sum(paper.slice(0, -1).map((cells) => cells[column] ?? 0))).toBe(paper.at(-1)?.[column]);
  });
});
