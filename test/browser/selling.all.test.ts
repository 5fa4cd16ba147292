/** Quotations, sales of salesmen and returns without a sale, entered with the keyboard, and their entries. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { last, moved, posted } from './books.ts';
import { wrongOn } from './looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { addCost, backToLines, complete, newFromList, refusedAt, rowOf, save, words } from './steps.ts';
import { begins, cell, choose, enter, enterGrid, pick, press, SOON, total, type } from './typing.ts';

const QUOTATIONS = '/sales/sale-quotations';
const SALESMAN_SALES = '/sales/salesman-sales';
const RETURNS = '/sales/sale-returns';

describe.skipIf(!hasChromium)('the screens of selling', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
    await shop.api('POST', 'customers', { consumer_name: 'Cash customer', code: 'C0' });
    await shop.api('POST', 'system_settings/1', { _method: 'PATCH', default_customer_fk: 2 });
    await shop.api('POST', 'salesmen', { sale_man_name: 'Dilan' });
    await shop.api('POST', 'suppliers', { consumer_name: 'Zagros Transport', code: 'S2' });
  });
  afterAll(() => shop?.close());

  it('take a quotation, refuse that it ends before it begins, and convert it to the sale that is posted', async () => {
    const page = await shop.open(QUOTATIONS);
    await newFromList(shop, page, QUOTATIONS, 'customer_fk');
    await choose(page, 'customer_fk', 'Karwan');
    await enter(page, 'date', '10/3');
    await enter(page, 'expire_date', '5/3');
    await enter(page, 'discount', '10%');
    await enter(page, 'delivery_charge', '2000+3000');
    await backToLines(page);
    await page.keyboard.press('Control+Home');
    await pick(page, '1001');
    await cell(page, '10');
    await cell(page, '');
    await cell(page, '');
    await type(page, '5%');
    await page.keyboard.press('Enter');
    await pick(page, '1002');
    await cell(page, '2');
    await pick(page, 'Box');
    await cell(page, '');
    await cell(page, '');
    await cell(page, '10');
    await type(page, '1');
    await page.keyboard.press('Control+s');
    await refusedAt(page, 'expire_date', 'The end date must be greater than the start date');
    await page.locator('main [role=alert]').filter({ hasText: 'Good until' }).waitFor(SOON);
    await type(page, '31/12');
    await save(page);
    // 14,250 and 18,000, less 10 %, with 1,620 of tax and 5,000 for the delivery.
    await expect.poll(() => total(page), SOON).toBe('35,645');
    await complete(page, QUOTATIONS, 'customer_fk');
    expect(await rowOf(shop, page, QUOTATIONS, 'Q-000001')).toMatch(/Karwan Supermarket Complete .*35,645/);
    const { id } = await last(shop, 'quotations');
    await expect.poll(() => posted(shop, 'quotations', id)).toEqual([]);

    await page.goto(`${shop.address}${QUOTATIONS}/${id}`);
    await press(page, 'Convert to sale');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Convert to sale' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\/sales\/\d+$/, SOON);
    await expect.poll(() => total(page), SOON).toBe('35,645');
    await page.locator('[data-field=reference_number] input').waitFor(SOON);
    await complete(page, '/sales/sales', 'customer_fk');
    await expect
      .poll(() => last(shop, 'sales'), SOON)
      .toMatchObject({ status: 'complete', total: '35645', unpaid: '35645', quotation_fk: id });
    const sale = await last(shop, 'sales');
    await expect.poll(() => last(shop, 'quotations')).toMatchObject({ status: 'converted', sale_fk: sale['id'] });
    await expect
      .poll(() => posted(shop, 'sales', sale['id']))
      .toEqual([
        'sales-discounts 2175',
        'sales-discounts 1800',
        'receivable Karwan Supermarket 35645',
        'sales -15000',
        'sales -18000',
        'output-tax -1620',
        'delivery-income -5000',
        'inventory Main -5000',
        'cost-of-goods-sold 5000',
        'inventory Main -12000',
        'cost-of-goods-sold 12000',
        // The free box.
        'inventory Main -6000',
        'promotion-cost 6000',
      ]);
    await expect
      .poll(() => moved(shop, 'sales', sale['id']))
      .toEqual(['Item 1001 -10 = -5000', 'Item 1002 -24 = -12000', 'Item 1002 -12 = -6000']);
    await page.context().close();
  });

  it('take a salesman sale in Arabic for the cash customer, and refuse goods that are not there', async () => {
    const page = await shop.open(SALESMAN_SALES, { language: 'ar' });
    await newFromList(shop, page, SALESMAN_SALES, 'salesman_fk');
    await expect.poll(() => page.locator('[data-field=customer_fk] input').inputValue(), SOON).toBe('Cash customer');
    await choose(page, 'salesman_fk', 'Dilan');
    await enter(page, 'date', '٢٠/٣');
    await enterGrid(page);
    await pick(page, '1001');
    await type(page, '٩٩٩٩');
    await page.keyboard.press('Enter');
    await pick(page, '1003');
    await cell(page, '1');
    await cell(page, '');
    await cell(page, '');
    await cell(page, '130');
    await addCost(page);
    await cell(page, '');
    await cell(page, '1000');
    await cell(page, '');
    await pick(page, words('ar', 'fields:options.payment_type.on_account'));
    await pick(page, 'Zagros');
    await save(page, 'ar');
    await page.keyboard.press('Control+Enter');
    await refusedAt(page, 'lines:1:quantity', 'لا توجد كمية كافية من Item 1001');
    await cell(page, '٣');
    // 4,500 and 2,870, in cash rounded to 250.
    await expect.poll(() => total(page), SOON).toBe('7,250');
    await complete(page, SALESMAN_SALES, 'salesman_fk');
    expect(await rowOf(shop, page, SALESMAN_SALES, '7,250')).toMatch(/S-000002 20\/03\/\d+ Dilan Cash customer/);
    const sale = await last(shop, 'salesman_sales');
    expect(sale).toMatchObject({ status: 'complete', total: '7250', unpaid: '0', customer_fk: 2 });
    await expect
      .poll(() => posted(shop, 'salesman_sales', sale['id']))
      .toEqual([
        'sales-discounts 130',
        'rounding 120',
        'cash Cash IQD 7250',
        'sales -4500',
        'sales -3000',
        'delivery-expense 1000',
        'payable Zagros Transport -1000',
        'inventory Main -1500',
        'cost-of-goods-sold 1500',
        'inventory Main -500',
        'cost-of-goods-sold 500',
      ]);
    await page.context().close();
  });

  it('take goods back without their sale in Kurdish, and ask how many', async () => {
    const page = await shop.open(RETURNS, { language: 'ckb', theme: 'dark' });
    await page.locator('input[type=search]').first().waitFor(SOON);
    await page.keyboard.press('n');
    await press(page, words('ckb', 'sales:without_sale'));
    await begins(page, 'customer_fk');
    await choose(page, 'customer_fk', 'Karwan');
    await enter(page, 'date', '٢٥/٣');
    await enterGrid(page);
    await pick(page, '1001');
    await cell(page, '٠');
    await cell(page, '');
    await cell(page, '1250');
    await save(page, 'ckb');
    await page.keyboard.press('Control+Enter');
    await refusedAt(page, 'lines:1:quantity', 'دەبێت لە 0 گەورەتر بێت');
    await cell(page, '٢');
    await expect.poll(() => total(page), SOON).toBe('2,500');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last(shop, 'sale_returns'), SOON)
      .toMatchObject({ status: 'complete', sale_fk: null, customer_fk: 1, total: '2500' });
    const { id } = await last(shop, 'sale_returns');
    expect(await rowOf(shop, page, RETURNS, 'SR-000001')).toMatch(/Karwan Supermarket .*2,500/);
    await expect
      .poll(() => posted(shop, 'sale_returns', id))
      .toEqual(['sales-returns 2500', 'cash Cash IQD -2500', 'inventory Main 1000', 'cost-of-goods-sold -1000']);
    await expect.poll(() => moved(shop, 'sale_returns', id)).toEqual(['Item 1001 2 = 1000']);
    await page.context().close();
  });

  it('show in the report of promotions what one gave, and its months behind it', async () => {
    const item = (await last(shop, 'sales'))['lines'] as { item_fk: number }[];
    const tea = { item_fk: item[0]?.item_fk, unit_fk: 1 };
    const { data } = await shop.api('POST', 'promotions', {
      ...{ title: 'Five and one', start_date: thisYear('01-01'), end_date: thisYear('12-31'), status: 'active' },
      ...{ reward_type: 'get_free', items: [{ ...tea, quantity: '5' }], reward_items: [{ ...tea, quantity: '1' }] },
    });
    const promotion_fk = (data as { id: number }).id;
    await shop.api('POST', 'sales', {
      ...{ ...atMain, date: thisYear('03-21'), payment_type: 'cash', account_fk: 1, status: 'complete' },
      lines: [{ ...tea, quantity: '5', bonus_quantity: '1', price: '2000', promotion_fk }],
    });
    const page = await shop.open('/reports/promotions');
    const row = page.getByRole('row').filter({ hasText: 'Five and one' }).first();
    await row.waitFor(SOON);
    const cells = await row.getByRole('cell').allTextContents();
    // Documents, sold, free, before, given, after.
    expect(cells.slice(0, 7)).toEqual(['Five and one', '1', '5', '1', '10,000', '', '10,000']);
    await row.getByRole('link', { name: 'Five and one' }).click();
    await page.waitForURL(/group=month/);
    await page
      .getByRole('row')
      .filter({ hasText: `March ${new Date().getFullYear()}` })
      .first()
      .waitFor(SOON);
    await page.context().close();
    const screens = ['', '?group=outlet'].map((query) => ({ path: `/reports/promotions${query}`, ready: 'tbody tr' }));
    for (const language of sampleOf(['en', 'ckb'] as const, 1))
      expect(await wrongOn(shop, screens, language)).toEqual([]);
  });
});
