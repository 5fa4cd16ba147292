/** Stock documents, entered with the keyboard: losses, found goods, prices, changed valuation, late entries. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginFromList, firstRow, openFirst, problemAt, problemInCell, toFirstProblem } from './screen.ts';
import { atMain, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from './shop.ts';
import { type Books, booksOf, type Data } from './stock-books.ts';
import { begins, cell, enter, enterGrid, pick, press, SOON, tabTo, total, type } from './typing.ts';

describe.skipIf(!hasChromium)('goods where they lie', () => {
  let shop: Shop;
  let books: Books;
  beforeAll(async () => {
    shop = await openShop();
    books = booksOf(shop);
    await stockShop(shop, 2);
    // 750 for 375,250: the average has a fraction.
    await shop.api('POST', 'purchases', {
      ...atMain,
      supplier_fk: 1,
      date: thisYear('03-02'),
      payment_type: 'on_account',
      status: 'complete',
      lines: [{ item_fk: 1, unit_fk: 1, quantity: '250', price: '501' }],
    });
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1490', in_rate: '1480' });
  });
  afterAll(() => shop?.close());

  it('are destructed: done, approved, and back to draft', async () => {
    const page = await shop.open('/warehouse/destructed-assets');
    await beginFromList(page);
    await begins(page, 'disposal_type');
    await enter(page, 'date', '5/3');
    await enterGrid(page);
    await pick(page, '1001');
    await cell(page, '4');
    await cell(page, '');
    await cell(page, 'Torn bags');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemAt(page, 'disposal_type'), SOON).toBe('This is required');
    await toFirstProblem(page);
    await page.keyboard.type('Exp');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await begins(page, 'disposal_type');
    await page.goto(`${shop.address}/warehouse/destructed-assets`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toContain(`AD-000001 | ${shown(thisYear('03-05'))} | Expired | Main | Done | Main`);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '750 = 375250' });
    await openFirst(page);
    await press(page, 'Approve');
    await page.getByText('Approved', { exact: true }).waitFor(SOON);
    await expect
      .poll(() => books.entry('asset_disposals'), SOON)
      .toEqual(['Main: -2001.3333', 'disposal-loss-expired: 2001.3333']);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '746 = 373248.6667' });
    await press(page, 'Return to draft');
    await page.getByRole('dialog').locator('input').waitFor(SOON);
    await type(page, 'One more');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Draft', { exact: true }).waitFor(SOON);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '750 = 375250' });
    await enterGrid(page);
    await page.keyboard.press('Tab');
    await type(page, '5');
    await page.keyboard.press('Control+Enter');
    await begins(page, 'disposal_type');
    await page.goto(`${shop.address}/warehouse/destructed-assets`);
    await openFirst(page);
    await press(page, 'Approve');
    await page.getByText('Approved', { exact: true }).waitFor(SOON);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '745 = 372748.3333' });
    await expect
      .poll(() => books.balances(), SOON)
      .toEqual({ Main: '622748.3333', 'disposal-loss-expired': '2501.6667', payable: '-625250' });
    await page.goto(`${shop.address}/warehouse/destructed-assets`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toContain(`AD-000001 | ${shown(thisYear('03-05'))} | Expired | Main | Approved | 2,502 | Main`);
    await page.context().close();
  });

  it('are missing and found with a reason, in Kurdish', async () => {
    const page = await shop.open('/warehouse/inventory-direct-adjustment', { language: 'ckb', theme: 'dark' });
    await beginFromList(page);
    await begins(page, 'reason');
    await enter(page, 'date', '٦/٣');
    await enterGrid(page);
    await pick(page, '1001');
    await cell(page, '');
    await type(page, '٢');
    await page.keyboard.press('Enter');
    await pick(page, '1002');
    await pick(page, 'زیاد');
    await cell(page, '٣');
    await cell(page, '');
    await type(page, '٤٠٠');
    await expect.poll(() => total(page), SOON).toBe('1');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => problemAt(page, 'reason'), SOON).toBe('ئەمە پێویستە');
    await toFirstProblem(page);
    await type(page, 'کۆگا');
    await page.keyboard.press('Control+s');
    await page.getByText('تەواو', { exact: true }).first().waitFor(SOON);
    await expect
      .poll(() => books.entry('inventory_direct_adjustments'), SOON)
      .toEqual(['Main: -1000.6667', 'shrinkage: 1000.6667', 'Main: 1500', 'shrinkage: -1500']);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '743 = 371747.6666' });
    await expect.poll(() => books.stock('Item 1002'), SOON).toEqual({ Main: '503 = 251500' });
    await page.goto(`${shop.address}/warehouse/inventory-direct-adjustment`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toContain(`DA-000001 | ${shown(thisYear('03-06'))} | سەرەکی | کۆگا | تەواو`);
    await openFirst(page);
    await press(page, 'پێچەوانەکردنەوە');
    await page.getByRole('dialog').locator('input').waitFor(SOON);
    await type(page, 'هەڵە');
    await page.keyboard.press('Control+Enter');
    await page.getByText('پێچەوانەکراوە', { exact: true }).waitFor(SOON);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '745 = 372748.3333' });
    await expect.poll(() => books.stock('Item 1002'), SOON).toEqual({ Main: '500 = 250000' });
    await page.context().close();
  });

  it('are priced by a rule, and have their former prices again', async () => {
    const price = async () => {
      const { data } = await shop.api('GET', 'items/1');
      return ((data as Data)['item_units'] as Data[])[0]?.['sale_price'];
    };
    const page = await shop.open('/accounting/items-pricing');
    await beginFromList(page);
    await begins(page, 'pricing_profile_fk');
    await enter(page, 'method_value', '10');
    await enterGrid(page);
    await pick(page, '1001');
    await page.keyboard.press('Enter');
    await pick(page, '1001');
    await expect.poll(() => page.locator('[data-place="lines:1:present_price"]').textContent(), SOON).toBe('1,500');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemInCell(page), SOON).toBe('Unit is entered twice');
    await toFirstProblem(page);
    await pick(page, 'Box');
    await press(page, 'Find prices');
    await expect.poll(() => page.locator('[data-place="lines:1:new_price"]').textContent(), SOON).toBe('1,750');
    await expect.poll(() => total(page)).toBe('2');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor(SOON);
    await expect.poll(() => price()).toBe('1500');
    await press(page, 'Activate');
    await page.getByText('Active', { exact: true }).waitFor(SOON);
    await expect.poll(price, SOON).toBe('1750');
    await press(page, 'Deactivate');
    await page.getByText('Inactive', { exact: true }).waitFor(SOON);
    await expect.poll(price, SOON).toBe('1500');
    await page.goto(`${shop.address}/accounting/items-pricing`);
    await expect.poll(() => firstRow(page), SOON).toMatch(/\| Percent \| 10 \| Inactive \| Administrator/);
    await page.context().close();
  });

  it('are valued under another rule: every difference is shown, and exactly these are committed', async () => {
    const page = await shop.open('/accounting/recalculations');
    await beginFromList(page);
    await begins(page, 'date');
    await tabTo(page, 'rate_fk');
    await page.keyboard.press('F4');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => problemAt(page, 'to_rate_fk'), SOON).toBe('Right rate is required');
    await tabTo(page, 'rate_fk');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await tabTo(page, 'cost_method');
    await page.keyboard.type('First');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Cost method: First in, first out').waitFor(SOON);
    const commit = page.getByRole('button', { name: 'Commit', exact: true });
    await commit.waitFor(SOON);
    // The names of the accounts are loaded after the differences.
    await expect
      .poll(() => page.locator('tbody tr').allTextContents(), SOON)
      .toEqual([
        expect.stringMatching(/Destroyed goods [A-Z]+-\d{6}.*Inventory · Main.*2,502.*2,500/),
        expect.stringMatching(/Destroyed goods.*Loss: expired.*2,502.*2,500/),
      ]);
    await expect.poll(() => books.stock('Item 1001')).toEqual({ Main: '745 = 372748.3333' });
    await commit.focus();
    await page.keyboard.press('Enter');
    // The dialog takes the focus when it is shown.
    await page.locator('[role=dialog] button:focus').waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.getByText('Committed', { exact: true }).waitFor(SOON);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '745 = 372750' });
    await expect
      .poll(() => books.balances(), SOON)
      .toEqual({ Main: '622750', 'disposal-loss-expired': '2500', payable: '-625250' });
    await page.goto(`${shop.address}/accounting/recalculations`);
    await expect.poll(() => firstRow(page), SOON).toContain(`${shown(thisYear('01-01'))} | Committed`);
    await page.context().close();
  });

  it('are entered late for a closed year, on the first open day', async () => {
    const lastYear = String(new Date().getFullYear() - 1);
    const days = { start_date: `${lastYear}-01-01`, end_date: `${lastYear}-12-31` };
    const { data: added } = await shop.api('POST', 'financial_years', { year_name: lastYear, ...days });
    const { data: begun } = await shop.api('POST', 'year_closes', {
      financial_year_fk: (added as Data)['year_id'],
      confirmed: true,
    });
    await shop.api('POST', 'jobs/close_year', { year_close_fk: (begun as Data)['id'] });
    await expect.poll(() => books.last('year_closes'), SOON).toMatchObject({ status: 'closed' });
    const page = await shop.open('/warehouse/inventory-direct-adjustment');
    await beginFromList(page);
    await begins(page, 'reason');
    await type(page, 'Found later');
    await enter(page, 'date', `20/12/${lastYear}`);
    await enterGrid(page);
    await pick(page, '1002');
    await pick(page, 'Found');
    await cell(page, '3');
    await cell(page, '');
    await type(page, '400');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    const offered = `You may enter it as a prior-period adjustment: it counts on ${shown(thisYear('01-01'))}, the first open day`;
    await expect.poll(() => dialog.textContent()).toContain(offered);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...SOON });
    const closed = `The financial year of 20/12/${lastYear} is closed: choose a day of an open year`;
    await expect.poll(() => problemAt(page, 'date'), SOON).toContain(closed);
    await page.keyboard.press('Control+Enter');
    await page.locator('[role=dialog] :focus').waitFor(SOON);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => books.last('inventory_direct_adjustments'), SOON)
      .toMatchObject({ status: 'complete', date: thisYear('01-01'), true_date: `${lastYear}-12-20` });
    await expect.poll(() => books.stock('Item 1002'), SOON).toEqual({ Main: '503 = 251200' });
    await expect
      .poll(() => books.balances(`as_at=${thisYear('01-01')}`), SOON)
      .toEqual({ Main: '1200', shrinkage: '-1200' });
    await page.goto(`${shop.address}/warehouse/inventory-direct-adjustment`);
    await openFirst(page);
    await page.getByText(`Prior period: 20/12/${lastYear}`).waitFor(SOON);
    await page.context().close();
  });
});
