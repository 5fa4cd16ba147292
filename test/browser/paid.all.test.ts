/** Payments by a clerk: from the document, from its row, with the document, and corrected. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftsOn } from './drafts.ts';
import { atMain, hasChromium, openShop, type Shop, shown, stockShop, thisYear, violations } from './shop.ts';
import { choice, words } from './steps.ts';
import { begins, cell, choose, enter, pick, press, SOON, tabTo, type } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('a debt', () => {
  let shop: Shop;
  let item: number;
  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    item = Number(goods?.id);
  });
  afterAll(() => shop?.close());

  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };
  const sell = async (quantity: string, more: Data = {}) => {
    const line = { item_fk: item, unit_fk: 1, quantity, price: '1500' };
    const terms = { customer_fk: 1, payment_type: 'on_account', status: 'complete', date: thisYear('03-10') };
    return (await shop.api('POST', 'sales', { ...atMain, ...terms, ...more, lines: [line] }))['data'] as Data;
  };
  const figure = (page: Page, name: string) => page.locator(`[data-owed=${name}] dd`).first().textContent();

  it('is shown with its day, what came back and each return, whose page is a step away', async () => {
    const { data: customer } = await shop.api('POST', 'customers', { consumer_name: 'Narin Stores', overdue_days: 30 });
    const customer_fk = (customer as Data)['id'];
    const sale = await sell('3', { customer_fk });
    const place = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1, customer_fk, date: thisYear('03-12') };
    const back = { sale_fk: sale['id'], payment_type: 'on_account', status: 'complete' };
    const { data } = await shop.api('POST', 'sale_returns', {
      ...{ ...place, ...back },
      lines: [{ sale_line_id: 1, quantity: '1' }],
    });
    const page = await shop.open(`/sales/sales/${sale['id']}`);
    await expect.poll(() => figure(page, 'returned'), SOON).toBe('1,500');
    await expect.poll(() => figure(page, 'remaining')).toBe('3,000');
    await expect.poll(() => figure(page, 'due_date')).toContain(shown(thisYear('04-09')));
    await page.locator('[data-tab=payments]').click();
    await page.locator('[data-return^=sale_return] a').click();
    await page.waitForURL(`**/sale-returns/${(data as Data)['id']}`, SOON);
    await page.context().close();
  });

  it('is received from the row of the list, whose panel names the payments, in Kurdish', async () => {
    const sale = await sell('2');
    const page = await shop.open('/sales/sales', { language: 'ckb' });
    const row = page.getByRole('grid').locator('tbody tr').first();
    await row.locator('button[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: 'وەرگرتنی پارە' }).click();
    await page.waitForURL(new RegExp(`settles=sale-${sale['id']}`), SOON);
    await begins(page, 'customer_fk');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/sales/sales/${sale['id']}$`), SOON);
    await expect.poll(() => figure(page, 'remaining'), SOON).toBe('0');
    await page.goto(`${shop.address}/sales/sales?panel=${sale['id']}`);
    await page.locator('aside [data-payment^=customer_transaction]').waitFor(SOON);
    // Goods, then payments, then history.
    await expect.poll(() => page.locator('aside').textContent(), SOON).toMatch(/Item 1001[\s\S]*CT-0[\s\S]*مێژوو/);
    await page.context().close();
  });

  it('is paid in part while the sale is typed', async () => {
    const page = await shop.open('/sales/sales/new');
    await choose(page, 'customer_fk', 'Karwan');
    await tabTo(page, 'payment_type');
    await type(page, 'On');
    await page.keyboard.press('Enter');
    await enter(page, 'paid_now', '500');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-field=paid_account_fk] input').inputValue(), SOON).toContain('Cash');
    await page.locator('[role=gridcell]').first().click();
    await pick(page, '1001');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('sales'), SOON)
      .toMatchObject({ status: 'complete', paid_now: '500', remaining: '1000' });
    await expect.poll(() => last('customer_transactions')).toMatchObject({ amount: '500' });
    await page.context().close();
  });

  it('to a supplier is paid from the page of the purchase, and from its row in Kurdish', async () => {
    const owed = async () =>
      String((await shop.api('GET', 'purchases/1').then(({ data }) => data as Data))['remaining']);
    const before = Number(await owed());
    const page = await shop.open('/purchases/purchases/1');
    await press(page, 'Pay');
    await page.waitForURL(/settles=purchase-1/, SOON);
    await begins(page, 'supplier_fk');
    await enter(page, 'amount', '2000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/purchases\/purchases\/1$/, SOON);
    await expect.poll(() => figure(page, 'paid'), SOON).toBe('2,000');
    await page.context().close();
    const list = await shop.open('/purchases/purchases', { language: 'ckb' });
    await list.getByRole('grid').locator('tbody tr').last().locator('button[aria-haspopup=menu]').click();
    await list.getByRole('menuitem', { name: words('ckb', 'parties:owed.pay') }).click();
    await list.waitForURL(/settles=purchase-1/, SOON);
    await begins(list, 'supplier_fk');
    await enter(list, 'amount', '١٠٠٠');
    await list.keyboard.press('Tab');
    await list.keyboard.press('Control+Enter');
    await list.waitForURL(/\/purchases\/purchases\/1$/, SOON);
    await expect.poll(async () => before - Number(await owed()), SOON).toBe(3000);
    await list.context().close();
  });

  it('to a supplier is paid in part while the purchase is typed', async () => {
    // The money that is paid out.
    await sell('3', { customer_fk: null, payment_type: 'cash', account_fk: 1 });
    const page = await shop.open('/purchases/purchases/new');
    await choose(page, 'supplier_fk', 'Azad');
    await choice(page, 'payment_type', 'on_account');
    await enter(page, 'paid_now', '700');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-field=paid_account_fk] input').inputValue(), SOON).toContain('Cash');
    await page.locator('[role=gridcell]').first().click();
    await pick(page, '1001');
    await cell(page, '2');
    await page.keyboard.press('Tab');
    await type(page, '600');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('purchases'), SOON)
      .toMatchObject({ status: 'complete', paid_now: '700', remaining: '500' });
    await expect.poll(() => last('supplier_transactions')).toMatchObject({ amount: '700' });
    await page.context().close();
  });

  it('to a supplier with terms is proposed a due day, which follows the day, and another is typed', async () => {
    await shop.api('POST', 'suppliers', { consumer_name: 'Zagros Mill', payment_terms_days: 30 });
    const page = await shop.open('/purchases/purchases/new');
    await choose(page, 'supplier_fk', 'Zagros');
    await choice(page, 'payment_type', 'on_account');
    const due = page.locator('[data-field=due_date] input');
    await enter(page, 'date', '2026-03-01');
    await page.keyboard.press('Tab');
    await expect.poll(() => due.inputValue(), SOON).toContain('31');
    await enter(page, 'date', '2026-03-05');
    await page.keyboard.press('Tab');
    await expect.poll(() => due.inputValue(), SOON).toContain('04');
    await page.locator('[role=gridcell]').first().click();
    await pick(page, '1001');
    await cell(page, '2');
    await page.keyboard.press('Tab');
    await type(page, '600');
    await page.keyboard.press('Control+s');
    await expect.poll(() => last('purchases'), SOON).toMatchObject({ status: 'draft', due_date: null });
    await enter(page, 'due_date', '2026-05-20');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+s');
    await expect.poll(() => last('purchases'), SOON).toMatchObject({ status: 'draft', due_date: '2026-05-20' });
    await page.context().close();
  });

  it('is reminded of by a letter in another language than the screen, which is kept', async () => {
    const place = { city_name: 'Hawler', city_name_ckb: 'هەولێر' };
    const { data: city } = await shop.api('POST', 'cities', place);
    const named = { consumer_name: 'Azad Sweets', overdue_days: 0, city_fk: (city as Data)['id'] };
    const customer = (await shop.api('POST', 'customers', named))['data'] as Data;
    const line = { item_fk: item, unit_fk: 1, quantity: '3', price: '1500' };
    const terms = {
      customer_fk: customer['id'],
      payment_type: 'on_account',
      status: 'complete',
      date: thisYear('03-02'),
    };
    await shop.api('POST', 'sales', { ...atMain, ...terms, lines: [line] });
    const page = await shop.open('/reports/customer-ageing');
    await page.evaluate(() => Object.assign(window, { print: () => document.body.classList.add('was-printed') }));
    await page
      .getByRole('row', { name: /Azad Sweets/ })
      .getByRole('link', { name: 'Remind' })
      .click();
    await page.waitForURL(/customer=\d+/, SOON);
    await page.getByRole('heading', { name: 'Payment reminder', exact: true }).waitFor(SOON);
    await page.locator('[data-field=letter_language] select').selectOption('ckb');
    await page.getByRole('heading', { name: 'بیرخستنەوەی پارەدان', exact: true }).waitFor(SOON);
    await expect.poll(() => page.locator('.paper-preview article').getAttribute('dir')).toBe('rtl');
    // The browser prints the letter, not the screen. The names of the outlet and of the city are in Kurdish too.
    const sheet = page.locator('.print-sheet article');
    await expect.poll(() => sheet.textContent()).toMatch(/سەرەکی[\s\S]*Azad Sweets[\s\S]*هەولێر/);
    await expect.poll(() => sheet.textContent()).not.toMatch(/Main|Hawler/);
    await expect.poll(() => page.locator('[data-field=letter_language] select').inputValue()).toBe('ckb');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Keep and print');
    await page.locator('body.was-printed').waitFor(SOON);
    await page.waitForURL(/payment-reminders\/\d+/, SOON);
    await expect.poll(() => last('payment_reminders')).toMatchObject({ letter_language: 'ckb', reminder_level: 1 });
    await page.goto(`${shop.address}/customers/payment-reminders/new?customer=${customer['id']}`);
    await page.getByRole('heading', { name: 'Second payment reminder' }).waitFor(SOON);
    await page.context().close();
  });

  it('is corrected in one step: leaving the page changes nothing, and the input is restored', async () => {
    const sale = await sell('4');
    await shop.api('POST', 'customer_transactions', {
      ...{ outlet_fk: 1, currency_fk: 1, customer_fk: 1, transaction_type: 'receive', date: thisYear('03-11') },
      ...{ amount: '6000', account_fk: 1, allocations: [{ document: `sale-${sale['id']}`, amount: '6000' }] },
    });
    const wrong = await last('customer_transactions');
    const page = await shop.open(`/customers/transactions/${wrong['id']}`);
    await press(page, 'Correct');
    await page.waitForURL(/replaces=\d+/, SOON);
    await begins(page, 'customer_fk');
    await enter(page, 'amount', '4000');
    await enter(page, 'reason', 'counted again');
    await page.keyboard.press('Tab');
    await expect.poll(() => draftsOn(page), SOON).toMatch(/counted again/);
    await expect.poll(() => draftsOn(page), SOON).toMatch(/4000/);
    await page.goto(`${shop.address}/customers/transactions/${wrong['id']}`);
    await page.getByRole('button', { name: 'Correct' }).waitFor(SOON);
    await expect.poll(() => last('customer_transactions')).toMatchObject({ id: wrong['id'], status: 'complete' });
    await press(page, 'Correct');
    await page.waitForURL(/replaces=\d+/, SOON);
    await expect.poll(() => page.locator('[data-field=amount] input').inputValue(), SOON).toBe('4,000');
    await tabTo(page, 'amount');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('customer_transactions'), SOON)
      .toMatchObject({ status: 'complete', amount: '4000', replaces_fk: wrong['id'] });
    await page.goto(`${shop.address}/customers/transactions/${wrong['id']}`);
    await page.getByText(/Corrected by CT-/).waitFor(SOON);
    await page.context().close();
  });
});
