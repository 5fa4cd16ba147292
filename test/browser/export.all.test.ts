/** The Excel file of a table has the columns and rows of the screen, in the same order, and no active content. */

import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

/** Texts that a spreadsheet would run as formulas. */
const FORMULAS = ['=HYPERLINK("x")', '@SUM(1)', '+1+1', '-5', ' =1+1'];
const BUTTON = { en: 'Excel', ckb: 'ئێکسڵ' } as const;
type Cell = string | number | boolean | Date | null;

describe.skipIf(!hasChromium)('the Excel file of a table', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
    for (const [index, name] of FORMULAS.entries()) {
      await shop.api('POST', 'items', {
        item_name: name,
        item_code: `F${index}`,
        item_units: [
          {
            unit_fk: 1,
            base_unit_qty: '1',
            is_base: true,
            is_default: true,
            sale_price: `${index + 1}500`,
            barcodes: [],
          },
        ],
      });
    }
    // Paid before anything was bought, so the balance is below zero.
    await shop.api('POST', 'customer_transactions', {
      ...{ outlet_fk: 1, customer_fk: 1, currency_fk: 1, account_fk: 1, date: thisYear('03-11') },
      ...{ transaction_type: 'receive', amount: '5' },
    });
    for (const price of ['1250', '3500']) {
      const sale = { ...atMain, customer_fk: 1, date: thisYear('03-10'), payment_type: 'cash', account_fk: 1 };
      await shop.api('POST', 'sales', {
        ...sale,
        status: 'complete',
        lines: [{ item_fk: 1, unit_fk: 1, quantity: '1', price }],
      });
    }
    // A list is read once: everything must be in it when a page opens it.
    for (const list of ['items', 'sales', 'customers']) await shop.api('GET', list);
  });
  afterAll(() => shop?.close());

  /** The texts of the grid without check boxes and menus. */
  const screenOf = (page: Page) =>
    page.getByRole('grid').evaluate((grid) => {
      const texts = (row: Element) => [...row.children].slice(1, -1).map((cell) => cell.textContent?.trim() ?? '');
      const rows = (part: string) => [...grid.querySelectorAll(`${part} tr`)].map(texts);
      return { head: rows('thead')[0] ?? [], body: rows('tbody'), foot: rows('tfoot')[0] ?? [] };
    });
  const download = async (page: Page, language: keyof typeof BUTTON) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: BUTTON[language], exact: true }).click();
    const path = await (await coming).path();
    const sheet = strFromU8(unzipSync(readFileSync(path))['xl/worksheets/sheet1.xml'] as Uint8Array);
    return { rows: (await readSheet(path)) as Cell[][], sheet };
  };
  /** The text of a cell as the screen shows it. */
  const read = (cell: Cell | undefined): string => {
    if (cell instanceof Date) return cell.toISOString().slice(0, 10).split('-').reverse().join('/');
    return cell === null || cell === undefined ? '' : String(cell).trim();
  };
  const plain = (text: string) =>
    /^[-−]?[\d,]+(\.\d+)?$/.test(text) ? String(Number(text.replaceAll(',', '').replace('−', '-'))) : text;

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'has the columns, order and rows of the screen, and runs nothing that was typed (%s)',
    async (language) => {
      const address =
        '/warehouse/items?columns=item_name,sale_price,item_code&sortColumn=item_code&sortDir=desc&per_page=20';
      const page = await shop.open(address, { language });
      await page.getByRole('grid').locator('tbody tr').nth(7).waitFor(SOON);
      const screen = await screenOf(page);
      const { rows, sheet } = await download(page, language);
      expect(screen.body).toHaveLength(3 + FORMULAS.length);
      expect(rows[0]).toEqual(screen.head);
      expect(rows.slice(1).map((row) => screen.head.map((_, index) => plain(read(row[index]))))).toEqual(
        screen.body.map((row) => row.map(plain)),
      );
      const names = rows.slice(1).map((row) => row[0]);
      for (const name of FORMULAS) expect(names.map((name) => String(name).trim())).toContain(name.trim());
      expect(names.every((name) => typeof name === 'string')).toBe(true);
      expect(rows.slice(1).every((row) => typeof row[1] === 'number')).toBe(true);
      expect(sheet).not.toMatch(/<f[ >]/);
      expect(sheet.includes('rightToLeft="1"')).toBe(language === 'ckb');
      await page.context().close();
    },
  );

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'has what was searched for only, and a number below zero stays a number (%s)',
    async (language) => {
      const address = '/customers/customers?search=Karwan&columns=consumer_name,pending_amount,code';
      const page = await shop.open(address, { language });
      await page.getByRole('grid').locator('tbody tr').first().waitFor(SOON);
      const { rows, sheet } = await download(page, language);
      expect(rows.slice(1, -1)).toEqual([['Karwan Supermarket', -5, 'C1']]);
      expect(rows.at(-1)?.slice(1)).toEqual([-5, null]);
      expect(rows[0]).toEqual((await screenOf(page)).head);
      expect(sheet.includes('rightToLeft="1"')).toBe(language === 'ckb');
      await page.context().close();
    },
  );

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'ends with the totals of the screen, of what the filter leaves (%s)',
    async (language) => {
      const page = await shop.open('/sales/sales?filter[status]=complete&sortColumn=total&sortDir=asc', { language });
      await page.getByRole('grid').locator('tbody tr').nth(1).waitFor(SOON);
      const screen = await screenOf(page);
      const { rows } = await download(page, language);
      const totals = screen.foot.map(plain);
      expect(totals).toContain('4750');
      expect(screen.head.map((_, index) => plain(read(rows.at(-1)?.[index])))).toEqual(totals);
      expect(rows.slice(1, -1).map((row) => row.map((cell) => plain(read(cell))))).toEqual(
        screen.body.map((row) => row.map(plain)),
      );
      await page.context().close();
    },
  );
});
