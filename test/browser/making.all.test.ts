/** Productions and conversions, entered with the keyboard, and their values. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginFromList, firstRow, openFirst, problemAt, problemInCell, toFirstProblem } from './screen.ts';
import { atMain, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from './shop.ts';
import { type Books, booksOf, type Data } from './stock-books.ts';
import { begins, cell, choose, enter, enterGrid, pick, press, SOON, type } from './typing.ts';

describe.skipIf(!hasChromium)('goods that are made of others', () => {
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
    const add = async (resource: string, body: object) =>
      ((await shop.api('POST', resource, { ...body }))['data'] as Record<string, unknown>)['id'];
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, barcodes: [] };
    const item = (item_name: string, item_code: string, sale_price: string) =>
      add('items', { item_name, item_code, item_units: [{ ...unit, sale_price }] });
    const cake = await item('Cake', '2001', '4000');
    const gift = await item('Gift', '2002', '9000');
    const flour = await add('raw_materials', { raw_material_name: 'Flour', item_fk: 1, unit_fk: 1 });
    const eggs = await add('raw_materials', { raw_material_name: 'Eggs', item_fk: 2, unit_fk: 1 });
    await add('mixtures', {
      mixture_name: 'Sponge',
      item_fk: cake,
      unit_fk: 1,
      quantity: '4',
      lines: [
        { raw_material_fk: flour, quantity: '2' },
        { raw_material_fk: eggs, quantity: '6' },
      ],
    });
    await add('collections', {
      collection_name: 'Party box',
      item_fk: gift,
      unit_fk: 1,
      lines: [
        { item_fk: cake, unit_fk: 1, quantity: '2' },
        { item_fk: 1, unit_fk: 1, quantity: '1' },
      ],
    });
  });
  afterAll(() => shop?.close());

  it('a production of a mixture, with a cost', async () => {
    const page = await shop.open('/warehouse/productions');
    await beginFromList(page);
    await begins(page, 'mixture_fk');
    await choose(page, 'mixture_fk', 'Sponge');
    await enter(page, 'quantity', '7');
    await enter(page, 'date', '5/3');
    const quantity = (line: number) => page.locator(`[data-place="lines:${line}:quantity"]`).textContent();
    await expect.poll(() => quantity(1), SOON).toBe('3.5');
    await expect.poll(async () => [await quantity(2), await quantity(3)]).toEqual(['10.5', '7']);
    await press(page, 'Add a cost');
    await type(page, '200');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await pick(page, 'On');
    await type(page, 'Azad');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor(SOON);
    await expect
      .poll(() => books.last('productions'), SOON)
      .toMatchObject({ status: 'draft', quantity: '7', mixture_name: 'Sponge' });
    await page.locator('[data-place="lines:1:quantity"]').click();
    await type(page, '9999');
    await page.keyboard.press('Control+Enter');
    const refused = `Not enough of Item 1001 in Main: 750 on ${shown(thisYear('03-05'))}`;
    await expect.poll(() => problemInCell(page), SOON).toBe(refused);
    await toFirstProblem(page);
    await type(page, '3.5');
    await page.keyboard.press('Control+Enter');
    await begins(page, 'mixture_fk');
    await expect
      .poll(() => books.entry('productions'), SOON)
      .toEqual([
        'Main: 200',
        'payable: -200',
        'Main: -1751.1667',
        'in-production: 1751.1667',
        'Main: -5250',
        'in-production: 5250',
        'Main: 7001.1667',
        'in-production: -7001.1667',
      ]);
    await expect.poll(() => books.stock('Cake'), SOON).toEqual({ Main: '7 = 7201.1667' });
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '746.5 = 373498.8333' });
    await expect.poll(() => books.balances(), SOON).toEqual({ Main: '625450', payable: '-625450' });
    await page.goto(`${shop.address}/warehouse/productions`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toContain(`PD-000001 | ${shown(thisYear('03-05'))} | Sponge | 7 | Complete | Main`);
    await page.context().close();
  });

  it('a production that shares its value, in Arabic', async () => {
    const page = await shop.open('/warehouse/productions', { language: 'ar' });
    await beginFromList(page);
    await begins(page, 'mixture_fk');
    await enter(page, 'date', '٦/٣');
    await enterGrid(page);
    await cell(page, '');
    await pick(page, '1001');
    await type(page, '١٠');
    await page.keyboard.press('Enter');
    await pick(page, 'ينتج');
    await pick(page, '1001');
    await cell(page, '٣');
    await cell(page, '');
    await type(page, '٢');
    await page.keyboard.press('Enter');
    await pick(page, 'ينتج');
    await pick(page, '2002');
    await cell(page, '١');
    await cell(page, '');
    await type(page, '١');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => problemInCell(page), SOON).toBe('لا تُصنع البضاعة من نفسها');
    await toFirstProblem(page);
    await pick(page, '2001');
    await page.keyboard.press('Control+s');
    await page.getByText('حُفظت المسودة').waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await begins(page, 'mixture_fk');
    await expect
      .poll(() => books.entry('productions'), SOON)
      .toEqual([
        'Main: -5003.3333',
        'in-production: 5003.3333',
        'Main: 3335.5555',
        'in-production: -3335.5555',
        'Main: 1667.7778',
        'in-production: -1667.7778',
      ]);
    await expect.poll(() => books.stock('Cake'), SOON).toEqual({ Main: '10 = 10536.7222' });
    await expect.poll(() => books.stock('Gift'), SOON).toEqual({ Main: '1 = 1667.7778' });
    await page.goto(`${shop.address}/warehouse/productions`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toContain(`PD-000002 | ${shown(thisYear('03-06'))} | مكتمل | الرئيسي`);
    await page.context().close();
  });

  it('a conversion of items to a collection that goes back to draft, in Kurdish', async () => {
    const page = await shop.open('/warehouse/conversions', { language: 'ckb', theme: 'dark' });
    await beginFromList(page);
    await begins(page, 'conversion_type');
    await enter(page, 'quantity', '٩');
    await enter(page, 'date', '٧/٣');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemAt(page, 'collection_fk'), SOON).toBe('ئەمە پێویستە');
    await choose(page, 'collection_fk', 'Party');
    await page.keyboard.press('Control+s');
    await page.getByText('ڕەشنووس پاشەکەوت کرا').waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => problemAt(page, 'quantity'), SOON).toContain('بڕی پێویست لە Cake لە سەرەکی نییە');
    await enter(page, 'quantity', '٢');
    await page.keyboard.press('Control+Enter');
    await begins(page, 'conversion_type');
    await expect
      .poll(() => books.entry('conversions'), SOON)
      .toEqual([
        'Main: -4214.6889',
        'in-production: 4214.6889',
        'Main: -1000.6667',
        'in-production: 1000.6667',
        'Main: 5215.3556',
        'in-production: -5215.3556',
      ]);
    await expect.poll(() => books.stock('Cake'), SOON).toEqual({ Main: '6 = 6322.0333' });
    await expect.poll(() => books.stock('Gift'), SOON).toEqual({ Main: '3 = 6883.1334' });
    await page.goto(`${shop.address}/warehouse/conversions`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toContain(`PC-000001 | ${shown(thisYear('03-07'))} | کاڵا بۆ کۆمەڵە | Party box | 2 | تەواو | سەرەکی`);
    await openFirst(page);
    await press(page, 'گەڕاندنەوە بۆ ڕەشنووس');
    await page.getByRole('dialog').locator('input').waitFor(SOON);
    await type(page, 'یەک');
    await page.keyboard.press('Control+Enter');
    await page.getByText('ڕەشنووس', { exact: true }).first().waitFor(SOON);
    await expect.poll(() => books.stock('Cake'), SOON).toEqual({ Main: '10 = 10536.7222' });
    await expect.poll(() => books.stock('Gift'), SOON).toEqual({ Main: '1 = 1667.7778' });
    await enter(page, 'quantity', '١');
    await page.keyboard.press('Control+Enter');
    await begins(page, 'conversion_type');
    await expect.poll(() => books.stock('Cake'), SOON).toEqual({ Main: '8 = 8429.3778' });
    await expect.poll(() => books.stock('Gift'), SOON).toEqual({ Main: '2 = 4275.4555' });
    await page.context().close();
  });

  it('a production with a cost in dollars, which has its rate when it is opened again', async () => {
    const rate = { date: thisYear('01-02'), rate: '1510', in_rate: '1500' };
    const rate_fk = ((await shop.api('POST', 'currency_rates', rate))['data'] as Data)['id'];
    const page = await shop.open('/warehouse/productions/new');
    await begins(page, 'mixture_fk');
    await choose(page, 'mixture_fk', 'Sponge');
    await enter(page, 'quantity', '4');
    await enter(page, 'date', '9/3');
    await page.locator('[data-place="lines:3:quantity"]').waitFor(SOON);
    await press(page, 'Add a cost');
    await cell(page, '20');
    await pick(page, 'dollar');
    // The cell with the rate of the day is there now, and has the cursor.
    const rateCell = page.locator('[data-place^="costs:"][data-place$=":rate"]');
    await expect.poll(() => rateCell.locator('input').inputValue(), SOON).toBe('1510');
    await cell(page, '');
    await pick(page, 'Cash');
    await pick(page, 'Cash USD');
    const cost = { amount: '20', currency_fk: 2, rate: '1510', rate_fk, account_fk: 2 };
    await page.keyboard.press('Control+s');
    await page.waitForURL(/productions\/\d+$/, SOON);
    await expect.poll(() => books.last('productions'), SOON).toMatchObject({ quantity: '4', costs: [cost] });
    await page.reload();
    await enter(page, 'quantity', '8');
    await page.keyboard.press('Control+s');
    await expect.poll(() => books.last('productions'), SOON).toMatchObject({ quantity: '8', costs: [cost] });
    await page.context().close();
  });

  it('a conversion of a collection to its items', async () => {
    const page = await shop.open('/warehouse/conversions/new');
    await begins(page, 'conversion_type');
    await page.keyboard.type('Coll');
    await choose(page, 'collection_fk', 'Party');
    await enter(page, 'date', '8/3');
    await press(page, 'Add a cost');
    // A cost without an amount is not sent.
    await page.locator('[data-place^="costs:"]').first().waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await begins(page, 'conversion_type');
    await expect
      .poll(() => books.entry('conversions'), SOON)
      .toEqual([
        'Main: -2137.7278',
        'in-production: 2137.7278',
        'Main: 1800.1918',
        'in-production: -1800.1918',
        'Main: 337.536',
        'in-production: -337.536',
      ]);
    await expect.poll(() => books.stock('Cake'), SOON).toEqual({ Main: '10 = 10229.5696' });
    await expect.poll(() => books.stock('Gift'), SOON).toEqual({ Main: '1 = 2137.7277' });
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '736.5 = 368332.7027' });
    await expect.poll(() => books.balances(), SOON).toEqual({ Main: '625450', payable: '-625450' });
    await page.context().close();
  });
});
