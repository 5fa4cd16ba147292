/** A table: the keyboard, columns, stored views, actions on many rows; its file has the content of the screen. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

const SALES = 14;
/** More than the stock. */
const TOO_MANY = '9000';

describe.skipIf(!hasChromium)('a table of sales', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 2);
    for (let number = 1; number <= SALES; number += 1) {
      await shop.api('POST', 'sales', {
        outlet_fk: 1,
        inventory_fk: 1,
        date: thisYear('03-05'),
        currency_fk: 1,
        payment_type: 'cash',
        account_fk: 1,
        reference_number: `=REF-${number}`,
        lines: [{ item_fk: 1, unit_fk: 1, quantity: number === 3 ? TOO_MANY : '1', price: `${number}000` }],
      });
    }
  });
  afterAll(() => shop?.close());

  const columnsOf = (page: Page) => page.getByRole('columnheader').allTextContents();
  const rowsOf = (page: Page) => page.getByRole('grid').locator('tbody tr');

  it('is walked with the keys: J and Space select, O opens beside, Enter the page, Ctrl and the mouse a tab', async () => {
    const page = await shop.open('/sales/sales');
    await rowsOf(page).first().waitFor(SOON);
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor(SOON);
    await page.keyboard.press('o');
    await page.waitForURL(/panel=\d+/);
    const beside = new URL(page.url()).searchParams.get('panel');
    await page.keyboard.press('k');
    await expect.poll(() => new URL(page.url()).searchParams.get('panel'), SOON).not.toBe(beside);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\/sales\/\d+/);
    await page.goBack();
    await rowsOf(page).first().waitFor(SOON);
    const tab = page.context().waitForEvent('page');
    await rowsOf(page)
      .nth(1)
      .locator('td')
      .nth(2)
      .click({ modifiers: ['Control'] });
    expect((await tab).url()).toMatch(/\/sales\/sales\/\d+/);
    await page.context().close();
  });

  it('keeps order, width and what stays in sight on the server, and puts them back', async () => {
    const page = await shop.open('/sales/sales');
    await rowsOf(page).first().waitFor(SOON);
    const usual = await columnsOf(page);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'Keep in sight: Customer' }).click();
    await page.getByRole('button', { name: 'Move earlier: Reference number' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('separator', { name: 'Width of Date' }).focus();
    const wide = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/table_layout') &&
        answer.ok() &&
        'date' in answer.request().postDataJSON().layout.widths,
    );
    await page.keyboard.press('ArrowRight');
    await wide;
    const arranged = await columnsOf(page);
    expect(arranged.indexOf('Customer')).toBe(2);
    expect(arranged.indexOf('Reference number')).toBe(usual.indexOf('Reference number') - 1);
    const other = await shop.open('/sales/sales');
    await rowsOf(other).first().waitFor(SOON);
    await expect.poll(() => columnsOf(other), SOON).toEqual(arranged);
    await other.getByRole('button', { name: 'Columns', exact: true }).click();
    // Closing the window earlier would abort the request, and the next test would find these columns.
    const stored = other.waitForResponse((answer) => answer.url().endsWith('/table_layout') && answer.ok());
    await other.getByRole('button', { name: 'Put the columns back' }).click();
    await stored;
    await expect.poll(() => columnsOf(other), SOON).toEqual(usual);
    await other.context().close();
    await page.context().close();
  });

  it('is saved as a view that is its address, is known again, and is what the screen opens with', async () => {
    const page = await shop.open('/sales/sales?filter[status]=draft&sortColumn=total&sortDir=asc');
    await rowsOf(page).first().waitFor(SOON);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Open drafts');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Open drafts/ }).waitFor(SOON);
    const address = new URL(page.url()).search;
    expect(address).toContain('columns=number');
    await page.getByRole('columnheader', { name: /^Date/ }).getByRole('button').click();
    await expect.poll(() => page.getByRole('button', { name: /Open drafts/ }).count(), SOON).toBe(0);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Open this screen with Open drafts' }).click();
    await page
      .locator('[aria-pressed=true][aria-label="Open this screen with Open drafts"]')
      .waitFor({ state: 'visible', ...SOON });
    const other = await shop.open('/sales/sales');
    await expect.poll(() => new URL(other.url()).search, SOON).toBe(address);
    await other.getByRole('button', { name: /Open drafts/ }).click();
    await other.getByRole('button', { name: 'Actions of Open drafts' }).click();
    await other.getByRole('menuitem', { name: 'Delete the view' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click();
    await expect.poll(() => other.getByRole('button', { name: /Open drafts/ }).count(), SOON).toBe(0);
    await other.context().close();
    await page.context().close();
  });

  it('stores what is pinned and widened while a view is open, without the columns of the view', async () => {
    const page = await shop.open('/sales/sales?columns=number,total,date');
    await rowsOf(page).first().waitFor(SOON);
    const stored = async (act: () => Promise<void>) => {
      const answer = page.waitForResponse((each) => each.url().endsWith('/table_layout') && each.ok());
      await act();
      return (await answer).request().postDataJSON().layout;
    };
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const pin = page.getByRole('button', { name: 'Keep in sight: Date' });
    expect(await stored(() => pin.click())).toEqual({ order: [], widths: {}, pinned: ['date'] });
    await page.locator('[aria-pressed=true][aria-label="Keep in sight: Date"]').waitFor(SOON);
    await page.keyboard.press('Escape');
    const headings = await columnsOf(page);
    expect(headings.indexOf('Date')).toBe(headings.indexOf('Total') - 1);
    await page.getByRole('separator', { name: 'Width of Date' }).focus();
    const widened = await stored(() => page.keyboard.press('ArrowRight'));
    expect(widened).toEqual({ order: [], widths: { date: expect.any(Number) }, pinned: ['date'] });
    expect(new URL(page.url()).searchParams.get('columns')).toBe('number,total,date');
    await shop.api('POST', 'table_layout', { model: 'sales', layout: null });
    await page.context().close();
  });

  it('forgets a filter that was removed in its advanced search, and keeps a space that is typed', async () => {
    const page = await shop.open('/sales/sales?filter[status]=draft&advanced=true');
    const status = page.locator('form').getByLabel('Status', { exact: true });
    await expect.poll(() => status.inputValue(), SOON).toBe('draft');
    await page.locator('[data-filter=status] button').click();
    await expect.poll(() => page.locator('[data-filter]').count(), SOON).toBe(0);
    await expect.poll(() => status.inputValue(), SOON).toBe('');
    const search = page.locator('input[type=search]').first();
    await search.focus();
    const asked = page.waitForRequest((request) => request.url().includes('search=REF'));
    await page.keyboard.type('REF ');
    await asked;
    await page.keyboard.type('x');
    await expect.poll(() => search.inputValue()).toBe('REF x');
    await page.context().close();
  });

  it('is printed as on the screen: its columns, filters and totals', async () => {
    const page = await shop.open('/sales/sales?filter%5Bstatus%5D=draft&columns=total_base', { language: 'ckb' });
    await page.locator('tbody tr').first().waitFor(SOON);
    const total = await page.locator('tfoot td').filter({ hasText: /\d/ }).first().textContent();
    await page.evaluate(() => {
      window.print = () => document.body.classList.add('was-printed');
    });
    await page.locator('main button:has(svg.lucide-printer)').click();
    await page.locator('body.was-printed').waitFor(SOON);
    const paper = page.locator('.print-sheet .paper');
    await expect.poll(() => paper.getAttribute('dir')).toBe('rtl');
    await expect.poll(() => paper.locator('tbody tr').count()).toBe(SALES + 1);
    await expect.poll(() => paper.locator('.paper-totals').textContent()).toContain(total ?? '?');
    await expect.poll(() => paper.locator('.paper-asked').textContent()).toContain('ڕەشنووس');
    await expect.poll(() => paper.locator('thead th').count()).toBe(2);
    await page.context().close();
  });

  it('applies an action to all matching rows: with a preview, a result by row, and after a reload', async () => {
    const page = await shop.open('/sales/sales?filter[status]=draft');
    await rowsOf(page).first().waitFor(SOON);
    await page.getByRole('checkbox', { name: 'Select the page' }).click();
    await page.getByRole('button', { name: `Select all ${SALES} that match` }).click();
    await page.getByText(`${SALES} selected`).waitFor(SOON);
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    // Rows that the commit would refuse are reported before.
    await dialog.getByText(`${SALES - 1} of ${SALES} rows can be changed.`).waitFor(SOON);
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await dialog.getByText(`Done: ${SALES - 1} of ${SALES}.`).waitFor();
    await dialog.getByText(/Not enough of Item 1001/).waitFor(SOON);
    await page.reload();
    await page.getByRole('button', { name: 'Work in progress' }).click();
    await page.getByRole('button', { name: 'Show the result' }).click();
    await dialog.getByText(`Done: ${SALES - 1} of ${SALES}.`).waitFor(SOON);
    await page.context().close();
  });

  it('shows what an action changed when its dialog was closed before, and the selection may be changed again', async () => {
    const page = await shop.open('/sales/sales?per_page=10');
    await rowsOf(page).first().waitFor(SOON);
    await page.getByRole('checkbox', { name: 'Select the page' }).click();
    await page.getByRole('button', { name: `Select all ${SALES} that match` }).click();
    await page.getByText(`${SALES} selected`).waitFor(SOON);
    const dialog = page.getByRole('dialog');
    const returned = page.getByRole('button', { name: 'Return to draft', exact: true });
    await returned.click();
    await dialog.getByText(`${SALES - 1} of ${SALES} rows can be changed.`).waitFor(SOON);
    await dialog.getByRole('textbox').fill('Entered too early');
    await dialog.getByRole('button', { name: 'Return to draft', exact: true }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => rowsOf(page).filter({ hasText: 'Draft' }).count(), SOON).toBe(10);
    // Four rows of the selection are on the next page.
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await dialog.getByText(`${SALES - 1} of ${SALES} rows can be changed.`).waitFor(SOON);
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await dialog.getByText(`Done: ${SALES - 1} of ${SALES}.`).waitFor(SOON);
    await page.context().close();
  });

  it('opens the last page in place of one that no longer exists', async () => {
    const page = await shop.open('/sales/sales?per_page=10&page=9');
    await page.waitForURL(/[?&]page=2\b/);
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(SALES - 10);
    await page.context().close();
  });

  it('gives an Excel file whose totals are those of the screen, from right to left in Kurdish', async () => {
    const page = await shop.open('/sales/sales?filter[status]=complete', { language: 'ckb' });
    await rowsOf(page).first().waitFor(SOON);
    const totals = page.getByRole('grid').locator('tfoot .number-cell').filter({ hasText: /\d/ });
    const shown = await totals.first().textContent();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'ئێکسڵ', exact: true }).click();
    const path = await (await download).path();
    const rows = await readSheet(path, { parseNumber: (text: string) => text });
    const total = rows[0]?.findIndex((heading) => String(heading).includes('IQD')) as number;
    const amounts = rows.slice(1, -1).map((row) => Number(row[total]));
    expect(amounts).toHaveLength(SALES - 1);
    const sum = amounts.reduce((all, amount) => all + amount, 0);
    expect(Number(rows.at(-1)?.[total])).toBe(sum);
    expect(shown?.replaceAll(',', '')).toBe(String(sum));
    expect(rows.slice(1, -1).map((row) => row.at(-1))).toContain('=REF-1');
    const files = unzipSync(readFileSync(path));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array);
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet).not.toContain('<f>');
    await page.context().close();
  });

  it('gives an Excel file of the selected rows in its order, also of the warehouse', async () => {
    const page = await shop.open('/warehouse/warehouse?filter[inventory_fk]=1&sortColumn=item_fk&sortDir=desc');
    await rowsOf(page).first().waitFor(SOON);
    await page.getByRole('checkbox', { name: 'Select the page' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel of the selected rows' }).click();
    const [, ...rows] = await readSheet(await (await download).path(), { parseNumber: (text: string) => text });
    expect(rows.map(([name]) => name)).toEqual(['Item 1002', 'Item 1001']);
    await page.context().close();
  });
});
