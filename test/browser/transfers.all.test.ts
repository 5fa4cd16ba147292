/**
 * Transfers between inventories and outlets, entered with the keyboard: goods in transit, received goods, missing
 * goods.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAs } from './other-person.ts';
import { beginFromList, firstRow, openFirst, problemAt, problemInCell, toFirstProblem } from './screen.ts';
import { atMain, hasChromium, openShop, type Shop, shown, stockShop, thisYear, violations } from './shop.ts';
import { type Books, booksOf } from './stock-books.ts';
import { begins, cell, choose, enter, enterGrid, pick, press, SOON, total, type } from './typing.ts';

describe.skipIf(!hasChromium)('goods that go from place to place', () => {
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
    const { data } = await shop.api('POST', 'outlets', { outlet_name: 'Airport' });
    const outlet_fk = (data as Record<string, unknown>)['outlet_id'];
    await shop.api('POST', 'inventories', { inventory_name: 'Airport store', outlet_fk });
    await shop.api('POST', 'inventories', { inventory_name: 'Back room', outlet_fk: 1 });
  });
  afterAll(() => shop?.close());

  it('an item transfer: pending, sent, received in part, the rest missing', async () => {
    const page = await shop.open('/warehouse/items-transfers');
    await beginFromList(page);
    await begins(page, 'inventory_fk');
    await choose(page, 'to_inventory_fk', 'Main');
    await enter(page, 'date', '5/3');
    await enterGrid(page);
    await pick(page, '1001');
    await type(page, '7');
    await page.keyboard.press('Enter');
    await pick(page, '1002');
    await cell(page, '2');
    await pick(page, 'Box');
    await expect.poll(() => total(page), SOON).toBe('9');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemAt(page, 'to_inventory_fk'), SOON).toBe('The goods must go to another inventory');
    await choose(page, 'to_inventory_fk', 'Back room');
    await page.keyboard.press('Control+s');
    await page.getByText('Pending', { exact: true }).waitFor(SOON);
    await expect.poll(() => books.stock('Item 1001'), SOON).toEqual({ Main: '750 = 375250' });
    await page.keyboard.press('Control+Enter');
    await begins(page, 'inventory_fk');
    await expect
      .poll(() => books.entry('stock_transfers'), SOON)
      .toEqual(['Main: -3502.3333', 'in-transit: 3502.3333', 'Main: -12000', 'in-transit: 12000']);
    await page.goto(`${shop.address}/warehouse/items-transfers`);
    const sent = `IT-000001 | ${shown(thisYear('03-05'))} | Main | Back room | Sent | Not received`;
    await expect.poll(() => firstRow(page), SOON).toContain(sent);
    await openFirst(page);
    await press(page, 'Receive');
    await begins(page, 'lines:1:quantity');
    await type(page, '9');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => problemAt(page, 'lines:1:quantity'), SOON)
      .toMatch(/^Quantity in all, .* must be at most 7$/);
    await enter(page, 'lines:1:quantity', '4');
    await enter(page, 'date', '6/3');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Partially received', { exact: true }).waitFor(SOON);
    await expect
      .poll(() => books.stock('Item 1001'), SOON)
      .toEqual({ Main: '743 = 371747.6667', 'Back room': '4 = 2001.3333' });
    await press(page, 'The rest is missing');
    const missing = page.getByRole('dialog').locator('[data-missing] li');
    await expect.poll(() => missing.allTextContents(), SOON).toEqual([expect.stringMatching(/^Item 1001.*3 ?Piece$/)]);
    await enter(page, 'date', '4/3');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => problemAt(page, 'date'), SOON).toContain('arrived on 06/03');
    expect(await violations(page)).toEqual([]);
    await enter(page, 'date', '8/3');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Received', { exact: true }).first().waitFor(SOON);
    await expect
      .poll(async () => (await books.entry('stock_transfers')).slice(4), SOON)
      .toEqual([
        'Back room: 2001.3333',
        'in-transit: -2001.3333',
        'Back room: 12000',
        'in-transit: -12000',
        'Back room: 1501',
        'in-transit: -1501',
        'Back room: -1501',
        'shrinkage: 1501',
      ]);
    await expect
      .poll(() => books.balances(), SOON)
      .toEqual({
        Main: '609747.6667',
        'Back room': '14001.3333',
        shrinkage: '1501',
        payable: '-625250',
      });
    await page.goto(`${shop.address}/warehouse/items-transfers`);
    await expect.poll(() => firstRow(page), SOON).toMatch(/^IT-000001 .* Received \| Partially received/);
    await page.context().close();
  });

  it('an item transfer that comes back before it arrived and goes again, in Arabic', async () => {
    const page = await shop.open('/warehouse/items-transfers', { language: 'ar', theme: 'dark' });
    await beginFromList(page);
    await choose(page, 'to_outlet_fk', 'Airport');
    await enter(page, 'date', '٧/٣');
    await enterGrid(page);
    await pick(page, '1002');
    await type(page, '٦٠٠');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemAt(page, 'to_inventory_fk'), SOON).toBe('هذا الحقل مطلوب');
    await choose(page, 'to_inventory_fk', 'Airport');
    await page.keyboard.press('Control+Enter');
    const refused = `لا توجد كمية كافية من Item 1002 في الرئيسي: 476 في ${shown(thisYear('03-07'))}`;
    await expect.poll(() => problemInCell(page), SOON).toBe(refused);
    await toFirstProblem(page);
    await type(page, '٦');
    await page.keyboard.press('Control+Enter');
    await begins(page, 'inventory_fk');
    await page.goto(`${shop.address}/warehouse/items-transfers`);
    const sent = `IT-000002 | ${shown(thisYear('03-07'))} | الرئيسي | Airport store | مرسل | غير مستلم`;
    await expect.poll(() => firstRow(page), SOON).toContain(sent);
    await openFirst(page);
    await press(page, 'إرجاع إلى معلق');
    await page.getByRole('dialog').locator('input').waitFor(SOON);
    await type(page, 'فرع آخر');
    await page.keyboard.press('Control+Enter');
    await page.getByText('معلق', { exact: true }).waitFor(SOON);
    await expect
      .poll(() => books.stock('Item 1002'), SOON)
      .toEqual({ Main: '476 = 238000', 'Back room': '24 = 12000' });
    await expect
      .poll(() => books.last('stock_transfers'), SOON)
      .toMatchObject({ number: 'IT-000002', status: 'pending' });
    await enterGrid(page);
    await page.keyboard.press('Tab');
    await type(page, '٥');
    await page.keyboard.press('Control+Enter');
    await begins(page, 'inventory_fk');
    await expect
      .poll(() => books.stock('Item 1002'), SOON)
      .toEqual({ Main: '471 = 235500', 'Back room': '24 = 12000' });
    await expect.poll(() => books.balances(), SOON).toMatchObject({ Main: '607247.6667', 'in-transit': '2500' });
    await expect.poll(() => books.last('stock_transfers'), SOON).toMatchObject({ number: 'IT-000002', status: 'sent' });
    await page.context().close();
  });

  it('a sale transfer, in Kurdish', async () => {
    await shop.api('POST', 'system_settings/1', { _method: 'PATCH', accounting: 'separated' });
    const page = await shop.open('/sales/sale-transfers', { language: 'ckb', theme: 'dark' });
    await beginFromList(page);
    await begins(page, 'to_outlet_fk');
    await choose(page, 'to_outlet_fk', 'Airport');
    await enter(page, 'date', '٨/٣');
    await enterGrid(page);
    await pick(page, '1001');
    await cell(page, '٣');
    await cell(page, '');
    await type(page, '٩٠٠');
    await expect.poll(() => total(page), SOON).toBe('2,700');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemAt(page, 'to_inventory_fk'), SOON).toBe('ئەمە پێویستە');
    await choose(page, 'to_inventory_fk', 'Airport');
    await page.keyboard.press('Control+s');
    await page.getByText('چاوەڕوان', { exact: true }).waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await begins(page, 'to_outlet_fk');
    await page.goto(`${shop.address}/sales/sale-transfers`);
    const sent = `TS-000001 | ${shown(thisYear('03-08'))} | سەرەکی | Airport | نێردراو | وەرنەگیراو`;
    await expect.poll(() => firstRow(page), SOON).toContain(sent);
    await openFirst(page);
    await press(page, 'وەرگرتن');
    await begins(page, 'lines:1:quantity');
    await enter(page, 'date', '٩/٣');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
    await expect
      .poll(() => books.entry('sale_transfers'), SOON)
      .toEqual([
        'Main: -1501',
        'in-transit: 1501',
        'sale-transfers: -2700',
        'sale-transfers: 2700',
        'inter-outlet: -2700',
        'inter-outlet: 2700',
        'Airport store: 1501',
        'sale-transfers: -1501',
        'sale-transfers: 1501',
        'in-transit: -1501',
      ]);
    await expect
      .poll(() => books.balances('outlet_fk=1'), SOON)
      .toEqual({
        Main: '605746.6667',
        'Back room': '14001.3333',
        'in-transit': '2500',
        'inter-outlet': '2700',
        payable: '-625250',
        'sale-transfers': '-1199',
        shrinkage: '1501',
      });
    await page.context().close();
  });

  it('a sale transfer return, of the transfer that is found by its number', async () => {
    const page = await shop.open('/sales/sale-transfer-return');
    await beginFromList(page);
    await page.locator('input[type=search]').waitFor(SOON);
    await type(page, 'TS-');
    await page.getByText('TS-000001').waitFor(SOON);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await enterGrid(page);
    // The first cell is the unit, which stays that of the transfer.
    await page.keyboard.press('Tab');
    await type(page, '4');
    await page.keyboard.press('Control+s');
    await expect.poll(() => problemInCell(page), SOON).toBe('Not more than 3 arrived and has not gone back');
    await toFirstProblem(page);
    await type(page, '1');
    await expect.poll(() => total(page), SOON).toBe('900');
    await page.keyboard.press('Control+s');
    await page.getByText('Pending', { exact: true }).waitFor(SOON);
    await press(page, 'Send');
    await press(page, 'Receive');
    await begins(page, 'lines:1:quantity');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Received', { exact: true }).first().waitFor(SOON);
    await expect
      .poll(() => books.stock('Item 1001'), SOON)
      .toEqual({
        Main: '741 = 370747',
        'Airport store': '2 = 1000.6667',
        'Back room': '4 = 2001.3333',
      });
    await expect
      .poll(() => books.balances('outlet_fk=1'), SOON)
      .toMatchObject({
        Main: '606247',
        'inter-outlet': '1800',
        'sale-transfers': '-799.3333',
      });
    await page.goto(`${shop.address}/sales/sale-transfer-return`);
    await expect
      .poll(() => firstRow(page), SOON)
      .toMatch(/^TSR-000001 .* Airport \| Main \| Received \| Received \| Iraqi dinar \| 900/);
    await page.context().close();
  });

  it('an item transfer of a clerk to an outlet that is not among theirs', async () => {
    const permissions = ['index', 'show', 'store'].map((action) => `stock_transfers/${action}`);
    const clerk = { name: 'Clerk', permissions, outlets: [atMain.outlet_fk], inventories: [atMain.inventory_fk] };
    const page = await openAs(shop, clerk, '/warehouse/items-transfers', 'en');
    await beginFromList(page);
    await begins(page, 'inventory_fk');
    await choose(page, 'to_outlet_fk', 'Airport');
    await choose(page, 'to_inventory_fk', 'Airport store');
    await enterGrid(page);
    await pick(page, '1001');
    await type(page, '1');
    await page.keyboard.press('Control+s');
    await page.getByText('Pending', { exact: true }).waitFor(SOON);
    await expect
      .poll(() => books.last('stock_transfers'), SOON)
      .toMatchObject({ status: 'pending', to_inventory_name: 'Airport store' });
    await page.context().close();
  });
});
