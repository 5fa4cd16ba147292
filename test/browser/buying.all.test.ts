/** Purchases and purchase orders, entered with the keyboard, and their postings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import { last, posted } from './books.ts';
import { hasChromium, openShop, type Shop, scan, stockShop, thisYear } from './shop.ts';
import { addCost, choice, complete, newFromList, refusedAt, rowOf, save, words } from './steps.ts';
import { cell, choose, enter, enterGrid, pick, press, SOON, tabTo, total, type } from './typing.ts';

const PURCHASES = '/purchases/purchases';
const ORDERS = '/purchases/purchase-orders';

describe.skipIf(!hasChromium)('the screens of buying', () => {
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

  it('take a purchase on account in Kurdish, and ask for the supplier at his field', async () => {
    const page = await shop.open(PURCHASES, { language: 'ckb', theme: 'dark' });
    await newFromList(shop, page, PURCHASES, 'supplier_fk');
    await enter(page, 'date', '١٢/٣');
    await choice(page, 'payment_type', 'on_account');
    await enterGrid(page);
    await pick(page, '1001');
    await cell(page, '١٠');
    await cell(page, '');
    await type(page, '٤٥٠');
    await page.keyboard.press('Enter');
    await pick(page, '1002');
    await cell(page, '4');
    await pick(page, 'کارتۆن');
    await cell(page, '8000');
    await cell(page, '2000');
    await addCost(page);
    await pick(page, words('ckb', 'fields:options.cost_type.transport'));
    await cell(page, '3450');
    for (const _asItIs of ['currency', 'shared by', 'payment']) await cell(page, '');
    await pick(page, 'Cash');
    await page.keyboard.press('Control+s');
    await refusedAt(page, 'supplier_fk', words('ckb', 'document:problems.required'));
    await choose(page, 'supplier_fk', 'Azad');
    await save(page, 'ckb');
    await expect.poll(() => total(page), SOON).toBe('34,500');
    await complete(page, PURCHASES, 'supplier_fk');
    // The first purchase filled the shop.
    expect(await rowOf(shop, page, PURCHASES, 'P-000002')).toMatch(
      /Azad Trading .* 34,500 34,500 12\/03\/\d+ .* 34,500/,
    );
    const purchase = await last(shop, 'purchases');
    expect(purchase).toMatchObject({ number: 'P-000002', total: '34500', unpaid: '34500', payment_status: 'unpaid' });
    await expect
      .poll(() => posted(shop, 'purchases', purchase['id']))
      .toEqual(['inventory Main 4950', 'inventory Main 33000', 'payable Azad Trading -34500', 'cash Cash IQD -3450']);
    await page.context().close();
  });

  it('take an order in Arabic, pay for it in advance, and close it to purchases part by part', async () => {
    const page = await shop.open(ORDERS, { language: 'ar' });
    await newFromList(shop, page, ORDERS, 'supplier_fk');
    await choose(page, 'supplier_fk', 'Azad');
    await enter(page, 'date', '1/4');
    await enter(page, 'received_date', '15/4');
    await enterGrid(page);
    await pick(page, '1003');
    await cell(page, '10');
    await cell(page, '');
    await type(page, '٦٠٠');
    await page.keyboard.press('Tab');
    await type(page, '7000');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.locator('main [role=alert]').count(), SOON).toBe(1);
    const sentence = String(await page.locator('main [role=alert] li').first().textContent())
      .split(': ')
      .at(-1) as string;
    await refusedAt(page, 'lines:1:discount', sentence);
    await cell(page, '1000');
    await save(page, 'ar');
    await expect.poll(() => total(page), SOON).toBe('5,000');
    await complete(page, ORDERS, 'supplier_fk');
    await expect.poll(() => last(shop, 'purchase_orders'), SOON).toMatchObject({ status: 'bill', total: '5000' });
    const { id } = await last(shop, 'purchase_orders');
    await page.goto(`${shop.address}${ORDERS}/${id}`);

    await press(page, words('ar', 'document:transitions.pay'));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null), SOON)
      .toBe(true);
    await enter(page, 'amount', '20000000');
    await choose(page, 'account_fk', 'Cash IQD');
    await dialog.getByRole('button', { name: words('ar', 'document:transitions.pay') }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.locator('[data-field=account_fk]').textContent(), SOON).toContain('الرصيد غير كافٍ');
    await enter(page, 'amount', '2000');
    await enter(page, 'date', '2/4');
    await dialog.getByRole('button', { name: words('ar', 'document:transitions.pay') }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.count(), SOON).toBe(0);

    for (const [quantity, made] of [
      ['6', '2600'],
      ['', '2400'],
    ] as const) {
      await press(page, words('ar', 'purchasing:close_to_purchase'));
      await page.waitForURL(`**${PURCHASES}/new?order=${id}`);
      await tabTo(page, 'date');
      await enter(page, 'date', '20/4');
      await enterGrid(page);
      await page.keyboard.press('Tab');
      await cell(page, quantity);
      await expect.poll(() => page.locator('[data-total]').textContent(), SOON).not.toBe('0');
      await complete(page, PURCHASES, 'supplier_fk');
      await expect.poll(() => last(shop, 'purchases'), SOON).toMatchObject({ status: 'complete', total: made });
      await page.goto(`${shop.address}${ORDERS}/${id}`);
    }
    const purchase = await last(shop, 'purchases');
    await expect
      .poll(() => posted(shop, 'purchases', Number(purchase['id']) - 1))
      .toEqual(['inventory Main 2600', 'payable Azad Trading -2600']);
    expect(purchase).toMatchObject({ total: '2400', unpaid: '2400' });
    await expect
      .poll(() => posted(shop, 'purchase_orders', id))
      .toEqual([
        'supplier-advances Azad Trading 2000',
        'cash Cash IQD -2000',
        'payable Azad Trading 2000',
        'supplier-advances Azad Trading -2000',
      ]);
    await expect.poll(() => last(shop, 'purchase_orders')).toMatchObject({ status: 'closed', total: '5000' });
    await page.context().close();
  });

  it('bill goods that came before it at another price, and enter what the supplier allows afterwards', async () => {
    const { data } = await shop.api('GET', `purchases/${(await last(shop, 'purchases'))['id']}`);
    const { outlet_fk, inventory_fk, supplier_fk, lines } = data as Record<string, never>;
    const [line] = lines as unknown as Record<string, unknown>[];
    const made = await shop.api('POST', 'purchases', {
      ...{ outlet_fk, inventory_fk, supplier_fk, date: thisYear('05-01'), currency_fk: 1, payment_type: 'on_account' },
      ...{ lines: [{ item_fk: line?.['item_fk'], unit_fk: line?.['unit_fk'], quantity: '10', price: '500' }] },
      ...{ status: 'complete', receive: false },
    });
    const id = Number((made.data as Record<string, unknown>)['id']);
    await shop.api('POST', `purchases/${id}/receive`, { date: thisYear('05-01'), billed: false });
    const page = await shop.open(`${PURCHASES}/${id}`);
    await press(page, words('en', 'document:transitions.bill'));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    const price = dialog.getByRole('textbox', { name: words('en', 'purchasing:price_billed') });
    await expect.poll(() => price.inputValue(), SOON).toBe('500');
    await price.fill('450');
    await price.blur();
    await expect.poll(() => dialog.locator('[data-owed=difference]').textContent(), SOON).toContain('500');
    await expect.poll(() => dialog.locator('[data-owed=billed]').textContent(), SOON).toContain('4,500');
    await dialog.getByRole('button', { name: words('en', 'document:effect.show') }).click();
    await expect.poll(() => dialog.locator('table').count(), SOON).toBeGreaterThan(1);
    await dialog.getByRole('button', { name: words('en', 'document:transitions.bill') }).click();
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    await expect.poll(() => last(shop, 'purchases'), SOON).toMatchObject({ total: '4500', unpaid: '4500' });
    await expect.poll(() => page.locator('[data-owed=billed]').textContent(), SOON).toContain('4,500');

    await press(page, words('en', 'document:transitions.apply_allowance'));
    await page.waitForURL(`**/apply-allowance/${id}`);
    await page.locator('tbody tr').first().waitFor(SOON);
    const amount = page.getByRole('textbox', { name: words('en', 'fields:amount') });
    await amount.fill('1000');
    await amount.blur();
    await page.getByRole('textbox', { name: words('en', 'document:reason') }).fill('rebate');
    await page.getByRole('button', { name: words('en', 'document:transitions.apply_allowance') }).click();
    await page.waitForURL(`**${PURCHASES}/${id}`);
    await expect.poll(() => last(shop, 'purchases'), SOON).toMatchObject({ total: '4500', unpaid: '3500' });
    await expect.poll(() => page.locator('[data-owed=allowed]').textContent(), SOON).toContain('1,000');
    await page.context().close();
  });

  it('receive boxes in pieces, by the barcode of the piece, and say what is left in units', async () => {
    const add = async (path: string, body: Readonly<Record<string, unknown>>) =>
      Number(membersOf((await shop.api('POST', path, body)).data)['id']);
    const unit = (unit_name: string) => add('units', { unit_name });
    const [piece, box] = [await unit('Single piece'), await unit('Box of twelve')];
    const of = (unit_fk: number, base_unit_qty: string, barcode: string) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
      ...{ sale_price: '900', barcodes: [barcode] },
    });
    const item_units = [of(piece, '1', '6291041500213'), of(box, '12', '6291041500220')];
    const item_fk = await add('items', { item_name: 'Boxed glasses', item_units });
    const lines = [{ item_fk, unit_fk: box, quantity: '20', price: '1200' }];
    const id = await add('purchases', {
      ...{ outlet_fk: 1, inventory_fk: 1, supplier_fk: 1, date: thisYear('06-01'), currency_fk: 1 },
      ...{ payment_type: 'on_account', lines, status: 'complete', receive: false },
    });
    const page = await shop.open(`${PURCHASES}/${id}`);
    const dialog = page.getByRole('dialog');
    const count = dialog.getByRole('textbox', { name: words('en', 'document:quantities.in_all') });
    await press(page, words('en', 'document:transitions.receive'));
    await expect.poll(() => count.inputValue(), SOON).toBe('20');
    await count.fill('2');
    await expect.poll(() => dialog.textContent(), SOON).toContain('18 Box of twelve');
    await scan(page, '6291041500213');
    await expect.poll(() => count.inputValue(), SOON).toBe('240');
    await expect
      .poll(
        () => page.evaluate(() => document.activeElement?.closest('[data-field="lines:1:quantity"]') !== null),
        SOON,
      )
      .toBe(true);
    await scan(page, '6291041500299');
    await page.getByText('No line of this document has the barcode').waitFor(SOON);
    await expect.poll(() => count.inputValue(), SOON).toBe('240');
    await page.keyboard.type('5', { delay: 200 });
    await expect.poll(() => count.inputValue(), SOON).toBe('5');
    await expect.poll(() => dialog.textContent(), SOON).toContain('19 Box of twelve 7 Single piece');
    await dialog.getByRole('button', { name: words('en', 'document:transitions.receive') }).click();
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    await expect
      .poll(() => last(shop, 'purchases'), SOON)
      .toMatchObject({ received_status: 'partially_received', unpaid: '500' });
    await press(page, words('en', 'document:transitions.receive'));
    // It begins in the unit that was counted last.
    await expect.poll(() => count.inputValue(), SOON).toBe('240');
    await page.context().close();
  });
});
