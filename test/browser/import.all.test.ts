/**
 * Importing spreadsheets as records and documents: corrected cell by cell with the keyboard, in both directions of
 * writing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SheetRow, writeSpreadsheet } from '../support/spreadsheet.ts';
import { hasChromium, openShop, type Shop, stockShop, violations } from './shop.ts';
import { press, SOON, type } from './typing.ts';

const ROWS = 30;
type Row = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('the import of a spreadsheet', () => {
  let shop: Shop;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-import-'));
    shop = await openShop();
    await stockShop(shop, 3);
    await shop.api('POST', 'categories', { category_name: 'Grains' });
  });
  afterAll(async () => {
    await shop?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, rows: readonly SheetRow[]) => writeSpreadsheet(join(folder, `${name}.xlsx`), rows);
  const found = async (address: string): Promise<readonly Row[]> => {
    const { data } = await shop.api('GET', `${address}${address.includes('?') ? '&' : '?'}per_page=50`);
    return (data as { data: Row[] }).data;
  };
  /** Enter on the focused button opens the browser's dialog. */
  const choose = async (page: Page, path: string) => {
    const button = page.locator('[data-choose-file]');
    await button.waitFor(SOON);
    const chooser = page.waitForEvent('filechooser');
    await button.focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(path);
  };
  const counts = (page: Page) => page.locator('[data-counts]');
  const says = (page: Page, text: string) => expect.poll(() => counts(page).textContent(), SOON).toContain(text);
  const focusedCell = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'));
  /** Presses F8 at the moment when the counts show `text`, before the browser has painted. */
  const pressAsSoonAs = (page: Page, text: string) =>
    page.evaluate((wanted) => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('[data-counts]')?.textContent?.includes(wanted)) return;
        seen.disconnect();
        window.dispatchEvent(new KeyboardEvent('keydown', { code: 'F8', key: 'F8' }));
      });
      seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    }, text);
  const download = async (page: Page, name: string) => {
    const coming = page.waitForEvent('download');
    await press(page, name);
    return (await coming).path();
  };

  /** Thirty items: one has a wrong price, one has no name, one has a price below zero, one has an unknown category. */
  const items = (headings: readonly string[], mark: string): SheetRow[] => [
    headings,
    ...Array.from({ length: ROWS }, (_, index): SheetRow => {
      const number = index + 1;
      const price = number === 4 ? 'abc' : number === 13 ? -5 : number * 750;
      const category = number === 9 ? `Spices ${mark}` : 'Grains';
      return [number === 7 ? null : `${mark} ${number}`, category, 'Piece', price, `${mark}-00${number}`];
    }),
  ];

  const mendAndImport = async (
    page: Page,
    words: { wrong: string; choice: string; ready: string; import: string; imported: string },
    mark: string,
  ) => {
    await says(page, `${words.wrong}: 3`);
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('5:sale_price');
    const said = await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    });
    expect(said).not.toBe('');
    await expect.poll(() => page.locator(':focus').getAttribute('title')).toBe(said);
    await type(page, '4500');
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('8:item_name');
    await type(page, `${mark} seven`);
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('14:sale_price');
    await type(page, '5');
    await page.keyboard.press('Tab');
    await says(page, `${words.wrong}: 0`);
    // The import cannot begin until a name is chosen.
    await expect.poll(() => page.locator('[data-finish]').isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: words.choice }).focus();
    await page.keyboard.press('ArrowDown');
    await says(page, `${words.ready}: ${ROWS}`);
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => page.locator('[data-finish]').isDisabled(), SOON).toBe(false);
    await press(page, words.import);
    await page.locator('[data-outcome]').getByText(words.imported).waitFor(SOON);
    const stored = await found(`items?search=${encodeURIComponent(mark)}`);
    expect(stored).toHaveLength(ROWS);
    const named = new Map(stored.map((row) => [row['item_name'], row]));
    expect(named.get(`${mark} 9`)).toMatchObject({ category_name: `Spices ${mark}` });
    expect([...named.keys()]).toContain(`${mark} seven`);
    const { data } = await shop.api('GET', `items/${named.get(`${mark} 4`)?.['item_id']}`);
    expect((data as { item_units: Row[] }).item_units[0]).toMatchObject({
      sale_price: '4500',
      barcodes: [`${mark}-004`],
    });
  };

  it('of thirty items is mended without the mouse and stored, and its list shows them', async () => {
    const page = await shop.open('/warehouse/items');
    await press(page, 'Import');
    await page.waitForURL(/\/items\/import$/);
    await choose(
      page,
      await file('items', items(['Item name', 'Category', 'Base unit', 'Sale price', 'Barcode'], 'Tea')),
    );
    const words = { wrong: 'With problems', ready: 'Ready', imported: 'Imported Successfully' };
    await mendAndImport(page, { ...words, choice: 'What becomes of Spices Tea', import: 'Import 30 rows' }, 'Tea');
    // The link to the list has the focus.
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/warehouse\/items$/);
    await page.getByRole('link', { name: 'Tea 30', exact: true }).waitFor(SOON);
    await page.getByRole('button', { name: 'Work in progress' }).click();
    await page.getByRole('button', { name: 'Show the result' }).click();
    await page.getByRole('dialog').getByText('Imported rows: 30').waitFor(SOON);
    await page.context().close();
  });

  it('in Kurdish begins with a file of Kurdish headings, and its arrows follow the eye', async () => {
    const page = await shop.open('/items/import', { language: 'ckb', theme: 'dark' });
    await page.locator('[data-choose-file]').waitFor(SOON);
    const path = await download(page, 'فایل بۆ پڕکردنەوە');
    const [headings = []] = (await readSheet(path)) as string[][];
    const files = unzipSync(readFileSync(path));
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array)).toContain('rightToLeft="1"');
    const wanted = ['ناوی کاڵا *', 'پۆل', 'یەکەی بنەڕەتی *', 'نرخی فرۆشتن', 'بارکۆد'];
    expect(headings).toEqual(expect.arrayContaining(wanted));
    await pressAsSoonAs(page, 'بە کێشە: 3');
    await choose(page, await file('items-ckb', items(wanted, 'Rice')));
    await says(page, 'بە کێشە: 3');
    await expect.poll(() => focusedCell(page), SOON).toBe('5:sale_price');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedCell(page), SOON).toBe('5:barcode');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedCell(page), SOON).toBe('8:barcode');
    await page.keyboard.press('Control+Home');
    const words = { wrong: 'بە کێشە', ready: 'ئامادە', imported: 'بە سەرکەوتوویی هاوردە کرا' };
    const rest = { choice: 'Spices Rice چی لێ بکرێت', import: 'هاوردەکردنی 30 ڕیز' };
    await mendAndImport(page, { ...words, ...rest }, 'Rice');
    await page.context().close();
  });

  it('refuses other files and too large ones before they are sent, and asks which heading has a missing column', async () => {
    const page = await shop.open('/customers/import');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/imports/customers/file')) asked.push(request.url());
    });
    const refused = page.getByRole('alert');
    const other = join(folder, 'notes.pdf');
    writeFileSync(other, '%PDF-1.7');
    await choose(page, other);
    await expect.poll(() => refused.textContent(), SOON).toBe('File type is not allowed');
    const large = join(folder, 'large.xlsx');
    writeFileSync(large, Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(2_097_152)]));
    await choose(page, large);
    await expect.poll(() => refused.textContent(), SOON).toBe('File size is more than 2M');
    expect(asked).toEqual([]);
    await choose(page, await file('nameless', [['Mobile'], ['0750']]));
    // A person says which heading has it.
    await page.getByText('Choose a heading for each column that is required').waitFor(SOON);
    expect(asked).toHaveLength(1);
    await page.getByRole('combobox', { name: /^Name/ }).first().selectOption('Mobile');
    await says(page, 'Rows: 1');
    expect(asked).toHaveLength(2);
    await page.context().close();
  });

  const customers: readonly SheetRow[] = [
    ['Name', 'Code', 'Mobile', 'City', 'Allowed debit amount', 'Shoe size'],
    ['Hawler Market', 'H1', '0750 111 2222', 'Soran', 250000, 41],
    ['Zakho Stores', 'H2', '0750 333 4444', 'Soran', 'much', 42],
    ['Ranya Shop', 'C1', null, null, 1000, null],
  ];

  it('of customers is kept when the network is not there, gives its problems as a file, and leaves bad rows out', async () => {
    const page = await shop.open('/customers/import');
    let cut = true;
    await page.route('**/api/imports/customers?dry_run=1', (route) => (cut ? route.abort() : route.continue()));
    await choose(page, await file('customers', customers));
    await page.getByRole('alert').getByText('what you typed is still here').waitFor(SOON);
    cut = false;
    await press(page, 'Try again');
    await says(page, 'With problems: 2');
    await page.getByText('Headings ignored: 1').waitFor(SOON);
    const rows = await readSheet(await download(page, 'Problems as Excel'));
    expect(rows[0]?.slice(0, 2)).toEqual(['What is wrong', 'Name *']);
    expect(rows.slice(1).map((row) => row[1])).toEqual(['Zakho Stores', 'Ranya Shop']);
    expect(rows[1]?.[0]).toContain('Allowed debit amount');
    // Leaving requires a confirmation.
    await press(page, 'Back to the list');
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor(SOON);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'What becomes of Soran' }).selectOption('create');
    await page.getByRole('checkbox', { name: /Leave out rows with problems/ }).focus();
    await page.keyboard.press('Space');
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'Import 1 row');
    await page.locator('[data-outcome]').getByText('Imported Successfully').waitFor(SOON);
    await expect.poll(() => found('customers?search=Hawler')).toMatchObject([{ code: 'H1', city_name: 'Soran' }]);
    await expect.poll(() => found('customers?search=Zakho')).toEqual([]);
    await page.context().close();
  });

  it('takes a paste of several cells, undoes it, and leaves a row out', async () => {
    const page = await shop.open('/customers/import');
    const rows = [
      ['Name', 'Code', 'Allowed debit amount'],
      ['Akre', 'P1', 'one'],
      ['Barzan', 'P2', 'two'],
      ['Choman', 'P3', '3'],
    ];
    await choose(page, await file('pasted', rows));
    await says(page, 'With problems: 2');
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('2:allowed_debit_amount');
    await page.evaluate(() => navigator.clipboard.writeText('500\n600'));
    await page.keyboard.press('Control+v');
    await says(page, 'With problems: 0');
    await expect.poll(() => page.locator('[data-cell="3:allowed_debit_amount"]').textContent()).toBe('600');
    await page.keyboard.press('Control+z');
    await says(page, 'With problems: 2');
    await page.keyboard.press('Control+Delete');
    await says(page, 'Rows: 2');
    await page.context().close();
  });

  it('replaces a name by an existing one and skips the rows of another, also when the language is changed', async () => {
    const page = await shop.open('/items/import');
    const rows = [
      ['Item name', 'Category', 'Base unit'],
      ['Kept', 'Grans', 'Piece'],
      ['Left', 'Odd', 'Piece'],
    ];
    await choose(page, await file('names', rows));
    const taken = (name: string) => page.getByRole('combobox', { name });
    await taken('What becomes of Grans').selectOption('take');
    await taken('Grans is taken for').focus();
    await type(page, 'Gra');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await taken('What becomes of Odd').selectOption('skip');
    await says(page, 'Left out: 1');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'کوردی' }).click();
    await page.locator('[data-finish]:enabled', { hasText: 'هاوردەکردنی 1 ڕیز' }).waitFor(SOON);
    await press(page, 'هاوردەکردنی 1 ڕیز');
    await page.locator('[data-outcome]').getByText('بە سەرکەوتوویی هاوردە کرا').waitFor(SOON);
    await expect.poll(() => found('items?search=Kept')).toMatchObject([{ category_name: 'Grains' }]);
    await expect.poll(() => found('items?search=Left')).toEqual([]);
    await page.context().close();
  });

  it('of three thousand rows is broken off half-way: nothing is left of it, and the rows are still there', async () => {
    const page = await shop.open('/items/import');
    const rows = Array.from({ length: 3000 }, (_, index): SheetRow => [`Huge ${index}`, 'Grains', 'Piece', index]);
    await choose(page, await file('huge', [['Item name', 'Category', 'Base unit', 'Sale price'], ...rows]));
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'Import 3,000 rows');
    await page.locator('progress').waitFor(SOON);
    await press(page, 'Cancel');
    await page.locator('[data-outcome]').getByText('The import was broken off. Nothing was imported.').waitFor(SOON);
    await expect.poll(() => found('items?search=Huge')).toEqual([]);
    await says(page, 'Ready: 3,000');
    await page.context().close();
  });

  it('of opening stock becomes an opening balance of the inventory that was chosen', async () => {
    const page = await shop.open('/settings/opening-balance/inventory-opening-balance');
    await press(page, 'Import');
    const lines = [
      ['Item', 'Unit', 'Quantity', 'Price'],
      ['1001', 'Piece', 12, 500.25],
      ['Item 1002', null, 3, 1000],
    ];
    await choose(page, await file('stock', lines as SheetRow[]));
    await says(page, 'Ready: 2');
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'Import 2 rows');
    await page.locator('[data-outcome]').getByText('Imported Successfully').waitFor(SOON);
    const [opening] = await found('opening_balances');
    const { data } = await shop.api('GET', `opening_balances/${opening?.['id']}`);
    expect((data as { stock: Row[] }).stock).toMatchObject([
      { item_fk: 1, inventory_fk: 1, quantity: '12', value: '6003' },
      { item_fk: 2, inventory_fk: 1, quantity: '3', value: '3000' },
    ]);
    await page.context().close();
  });

  it('of categories begins at their list and gives them a name in each language', async () => {
    const page = await shop.open('/warehouse/categories', { language: 'ckb' });
    await press(page, 'هاوردەکردن');
    await page.waitForURL(/\/categories\/import$/);
    const rows = [
      ['ناو', 'ناو بە عەرەبی', 'ناو بە کوردی', 'پۆلی سەرووتر'],
      ['Lentils', 'عدس', 'نیسک', 'Grains'],
    ];
    await choose(page, await file('categories', rows));
    await says(page, 'ئامادە: 1');
    expect(await violations(page)).toEqual([]);
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'هاوردەکردنی 1 ڕیز');
    await page.locator('[data-outcome]').getByText('بە سەرکەوتوویی هاوردە کرا').waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/warehouse\/categories$/);
    await page.getByRole('link', { name: 'نیسک', exact: true }).waitFor(SOON);
    await expect
      .poll(() => found('categories?search=Lentils'))
      .toMatchObject([{ category_name_ckb: 'نیسک', parent_name: 'Grains' }]);
    await page.context().close();
  });

  it('of suppliers begins at their list, which then contains the corrected rows', async () => {
    const page = await shop.open('/suppliers/suppliers', { language: 'ckb' });
    await press(page, 'هاوردەکردن');
    await page.waitForURL(/\/suppliers\/import$/);
    const rows = [
      ['ناو', 'کۆد', 'مۆبایل'],
      ['Sulaimani Mills', 'M1', '0770 555 6666'],
      [null, 'M2', '0770 777 8888'],
    ];
    await choose(page, await file('suppliers', rows));
    await says(page, 'بە کێشە: 1');
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('3:name');
    await type(page, 'Koya Foods');
    await page.keyboard.press('Tab');
    await says(page, 'ئامادە: 2');
    expect(await violations(page)).toEqual([]);
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'هاوردەکردنی 2 ڕیز');
    await page.locator('[data-outcome]').getByText('بە سەرکەوتوویی هاوردە کرا').waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/suppliers\/suppliers$/);
    await page.getByRole('link', { name: 'Koya Foods', exact: true }).waitFor(SOON);
    await expect.poll(() => found('suppliers?search=Sulaimani')).toMatchObject([{ code: 'M1' }]);
    await page.context().close();
  });

  it('of prices requires their first day, and sets the prices of the items', async () => {
    const page = await shop.open('/accounting/items-pricing');
    await press(page, 'Import');
    await page.waitForURL(/\/items-pricing\/import$/);
    const rows: SheetRow[] = [
      ['Item', 'Unit', 'New price'],
      ['1001', 'Piece', 1250.5],
      ['Item 1002', null, 'free'],
    ];
    await choose(page, await file('prices', rows));
    await says(page, 'With problems: 1');
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('3:new_price');
    await type(page, '2000');
    await page.keyboard.press('Tab');
    await says(page, 'Ready: 2');
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'Import 2 rows');
    await page.locator('[data-outcome]').getByText('Imported Successfully').waitFor(SOON);
    const priceOf = async (id: number) => {
      const { data } = await shop.api('GET', `items/${id}`);
      return (data as { item_units: Row[] }).item_units[0]?.['sale_price'];
    };
    await expect.poll(() => Promise.all([priceOf(1), priceOf(2)]), SOON).toEqual(['1250.5', '2000']);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/accounting\/items-pricing$/);
    await page.getByRole('grid').getByText('Active').waitFor(SOON);
    await page.context().close();
  });

  it('of the lines of a purchase fills its grid, which is entered and completed as if it had been typed', async () => {
    const page = await shop.open('/purchases/purchases/new');
    await page.locator('[role=grid]').waitFor(SOON);
    await press(page, 'Import lines');
    const rows: SheetRow[] = [
      ['Item', 'Unit', 'Bonus', 'Quantity', 'Price'],
      ['1001', 'Piece', 1, 20, 450],
      ['Item 1002', 'Piece', null, 'many', 700],
      ['Item 1003', null, null, 5, 1200],
    ];
    await choose(page, await file('lines', rows));
    await says(page, 'With problems: 1');
    await page.keyboard.press('F8');
    await expect.poll(() => focusedCell(page), SOON).toBe('3:unit_quantity');
    await type(page, '10');
    await page.keyboard.press('Escape');
    await type(page, '10');
    await page.keyboard.press('Enter');
    await says(page, 'Ready: 3');
    await page.locator('[data-finish]:enabled').waitFor(SOON);
    await press(page, 'Add 3 lines');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('22,000');
    await page.locator('[data-field="supplier_fk"] input').focus();
    await type(page, 'Azad');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    const last = async () => (await found('purchases?sortColumn=id&sortDir=desc'))[0];
    await expect.poll(async () => (await last())?.['total'], SOON).toBe('22000');
    await page.context().close();
  });
});
