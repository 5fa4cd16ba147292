/** A purchase with costs, entered with the keyboard, and what it posts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { last, moved, posted } from '../books.ts';
import { hasChromium, openShop, type Shop, shown, stockShop, thisYear } from '../shop.ts';
import { addCost, backToLines, complete, newFromList, refusedAt, rowOf, save } from '../steps.ts';
import { cell, choose, enter, pick, press, SOON, total } from '../typing.ts';

const PURCHASES = '/purchases/purchases';

describe.skipIf(!hasChromium)('the screen of purchases', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'currency_rates', { date: thisYear('01-02'), rate: '1490', in_rate: '1480' });
    await stockShop(shop, 3);
    await shop.api('POST', 'suppliers', { consumer_name: 'Zagros Transport', code: 'S2' });
    await shop.api('POST', 'taxes', { tax_name: 'VAT', percentage: '10', recoverable: true });
    await shop.api('POST', 'taxes', { tax_name: 'Import duty', percentage: '5', recoverable: false });
    await shop.api('POST', 'income_types', { type_name: 'Rent received' });
    const income = { outlet_fk: 1, income_type_fk: 1, date: thisYear('02-01'), payment_type: 'cash' };
    const dollars = { currency_fk: 2, rate: '1480', account_fk: 2, amount: '1000' };
    await shop.api('POST', 'incomes', { ...income, ...dollars, status: 'complete' });
    const dinars = { currency_fk: 1, account_fk: 1, amount: '100000' };
    await shop.api('POST', 'incomes', { ...income, ...dinars, status: 'complete' });
  });
  afterAll(() => shop?.close());

  it('takes a purchase in dollars at a rate of its own, with taxes, discounts, free goods and costs', async () => {
    const page = await shop.open(PURCHASES);
    await newFromList(shop, page, PURCHASES, 'supplier_fk');
    await choose(page, 'supplier_fk', 'Azad');
    await enter(page, 'date', '10/3');
    await enter(page, 'discount', '10%');
    await choose(page, 'currency_fk', 'dollar');
    await expect.poll(() => page.locator('[data-field=rate] input').inputValue(), SOON).toBe('1,490');
    await enter(page, 'rate', '1500');
    await page.keyboard.press('Tab');
    await press(page, `Keep as the rate of ${shown(thisYear('03-10'))}`);
    await page.getByText('The rate is kept').waitFor(SOON);
    await backToLines(page);
    await page.keyboard.press('Control+Home');
    await pick(page, '1001');
    await cell(page, '20');
    await cell(page, '');
    await cell(page, '12.5');
    await cell(page, '10%');
    await pick(page, 'VAT');
    await page.keyboard.press('Enter');
    await pick(page, '1002');
    await cell(page, '5');
    await pick(page, 'Box');
    // The price is left empty.
    await cell(page, '');
    await cell(page, '20');
    await cell(page, '');
    await cell(page, '1');
    await cell(page, `30/6/${new Date().getFullYear() + 1}`);
    await pick(page, '1003');
    await cell(page, '2*3');
    await cell(page, '');
    await cell(page, '8');
    await cell(page, '');
    await pick(page, 'duty');
    await addCost(page);
    await cell(page, '');
    await cell(page, '49770');
    await pick(page, 'dinar');
    await cell(page, '');
    await cell(page, '');
    await pick(page, 'Cash');
    await cell(page, '');
    await pick(page, 'Customs');
    await cell(page, '98');
    await cell(page, '');
    await cell(page, '');
    await pick(page, 'Quantity');
    await pick(page, 'On account');
    await pick(page, 'Zagros');
    await page.keyboard.press('Control+s');
    await refusedAt(page, 'lines:2:price', 'This is required');
    await cell(page, '60');
    await save(page);
    // 225 + 280 + 48, less 10 %, and taxes of 20.25 and 2.16.
    await expect.poll(() => total(page), SOON).toBe('520.11');
    await complete(page, PURCHASES, 'supplier_fk');
    expect(await rowOf(shop, page, PURCHASES, 'P-000002')).toMatch(
      /P-000002 10\/03\/\d+ Azad Trading US dollar 520\.11 +Complete Received Paid 780,165/,
    );
    const purchase = await last(shop, 'purchases');
    expect(purchase).toMatchObject({ number: 'P-000002', total: '520.11', unpaid: '0', rate: '1500' });
    expect(purchase['rate_fk']).not.toBeNull();
    await expect
      .poll(() => posted(shop, 'purchases', purchase['id']))
      .toEqual([
        // Price, non-recoverable tax, and shares of the costs: 49,770 by value, 147,000 by quantity.
        'inventory Main 354000',
        'inventory Main 511200',
        'inventory Main 81360',
        'input-tax 30375 (20.25)',
        'cash Cash USD -780165 (-520.11)',
        'cash Cash IQD -49770',
        'payable Zagros Transport -147000 (-98)',
        // The dollars were carried at 1,480: the gain is twenty dinars for each.
        'cash Cash USD 10402.2 (0)',
        'fx-realised -10402.2',
      ]);
    await expect
      .poll(() => moved(shop, 'purchases', purchase['id']))
      .toEqual(['Item 1001 20 = 354000', 'Item 1002 72 = 511200', 'Item 1003 6 = 81360']);
    await page.context().close();
  });
});
