/** Tills in the office: a receipt with its payments, a drawer with its money, and the settlement of the payment app. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPoppler, readPdf } from '../support/pdf.ts';
import { last, posted } from './books.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { complete, newFromList, refusedAt, words } from './steps.ts';
import { choose, enter, SOON } from './typing.ts';

const SETTLEMENTS = '/sales/app-settlements';

describe.skipIf(!hasChromium)('the office and its tills', () => {
  let shop: Shop;
  let drawer: unknown;
  let receipt: unknown;
  let till: unknown;
  let item: unknown;
  const photo = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    item = goods?.id;
    const added = async (path: string, body: Readonly<Record<string, unknown>>) =>
      ((await shop.api('POST', path, body))['data'] as Readonly<Record<string, unknown>>)['id'];
    const box = (account_name: string, cash_type: number) =>
      added('cashes', { account_name, cash_type, currency_fk: 1, outlet_fk: 1 });
    till = await box('Till of Dilan', 1);
    await box('Bank of Erbil', 2);
    const date = thisYear('03-11');
    drawer = await added('closing_drawers', {
      ...{ outlet_fk: 1, date, time: '08:00' },
      accounts: [{ account_fk: till, safe_account_fk: 1, float_amount: '0' }],
    });
    receipt = await added('pos_sales', {
      ...{
        outlet_fk: 1,
        inventory_fk: atMain.inventory_fk,
        drawer_fk: drawer,
        date,
        time: '09:00',
        status: 'complete',
      },
      lines: [{ item_fk: item, unit_fk: 1, quantity: '4', price: '1500' }],
      payments: [
        { method: 'cash', amount: '5000', account_fk: till },
        { method: 'app', amount: '2000' },
      ],
    });
    const evening = { date, time: '20:00' };
    await shop.api('POST', `closing_drawers/${drawer}/count`, {
      ...evening,
      accounts: [{ account_fk: till, counted_amount: '3500' }],
    });
    await shop.api('POST', `closing_drawers/${drawer}/close`, { ...evening, difference_reason: 'wrong change' });
  });
  afterAll(() => shop?.close());
  /** A person without a drawer. */
  const cashier = async (): Promise<unknown> => {
    const person = { user_name: 'Rezan', email: 'rezan@example.com', status: 'inactive' };
    return ((await shop.api('POST', 'users', person))['data'] as Readonly<Record<string, unknown>>)['id'];
  };

  it('show a receipt with its lines, how it was paid, and its drawer', async () => {
    const page = await shop.open('/sales/pos-sales');
    await page.getByRole('link', { name: 'R-000001' }).click(SOON);
    await page.getByText('Item 1001').first().waitFor(SOON);
    await page.getByRole('tab', { name: 'Payments' }).click();
    const rows = page.getByRole('tabpanel').getByRole('row');
    await expect.poll(() => rows.allInnerTexts(), SOON).toEqual(['Cash\t5,000', 'Payment app\t2,000', 'Change\t1,000']);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tabpanel').getByRole('link', { name: 'D-000001' }).click();
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe(`/sales/closing-drawer/${drawer}`);
    await page.context().close();
  });

  it('open the addresses of the specification, and no form for a new receipt', async () => {
    const page = await shop.open(`/sales/pos-sales/edit/${receipt}`);
    await page.getByRole('heading', { name: 'Receipt R-000001' }).waitFor(SOON);
    await page.goto(`${shop.address}/sales/pos-sales`);
    await page.getByRole('link', { name: 'R-000001' }).waitFor(SOON);
    await expect.poll(() => page.getByRole('button', { name: /^New/ }).count()).toBe(0);
    for (const list of ['pos-sales', 'closing-drawer']) {
      await page.goto(`${shop.address}/sales/${list}/new`);
      await page.getByText(words('en', 'shell:section_not_found.title')).waitFor(SOON);
    }
    await page.context().close();
  });

  it('open a drawer again for a reason, with its figures in view, and count it once more', async () => {
    const page = await shop.open(`/sales/closing-drawer/${drawer}`);
    await page.getByRole('heading', { name: 'Z report' }).waitFor(SOON);
    await photo(page, 'drawer');
    await page.getByRole('button', { name: 'Reopen' }).click();
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.getByRole('row').allInnerTexts(), SOON)
      .toEqual(expect.arrayContaining(['Cash of sales\t4,000', 'Expected\t4,000', 'Counted\t3,500']));
    await expect.poll(() => dialog.getByRole('button', { name: 'Reopen' }).isDisabled()).toBe(true);
    // The reason has the focus, and Enter answers, once.
    await page.keyboard.type('The wrong box was counted');
    await expect.poll(() => dialog.getByRole('textbox').inputValue(), SOON).toBe('The wrong box was counted');
    await photo(page, 'drawer-unclose');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden', ...SOON });
    await page.getByRole('heading', { name: 'X report' }).waitFor(SOON);
    await page.setViewportSize({ width: 390, height: 844 });
    await photo(page, 'drawer-390');
    const again = thisYear('03-11');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Count', exact: true }).click(SOON);
    await dialog.getByLabel('Date').fill(again);
    await dialog.getByRole('textbox', { name: '1,000' }).fill('3');
    const other = dialog.getByLabel('Other notes and coins');
    await other.fill('500.5');
    await dialog.getByText(words('en', 'till:not_payable')).waitFor(SOON);
    await other.fill('500');
    await photo(page, 'drawer-count');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Count', exact: true }).click();
    // Its cross has the same name as the next step.
    await dialog.waitFor({ state: 'hidden', ...SOON });
    await page.getByRole('button', { name: 'Close', exact: true }).click(SOON);
    await expect.poll(() => dialog.getByRole('row').allInnerTexts(), SOON).toContain('Counted\t3,500');
    const stays = dialog.getByLabel('Left in the drawer: Till of Dilan');
    await stays.fill('3600');
    await dialog.getByText(words('en', 'till:stays_too_much')).waitFor(SOON);
    await stays.fill('500');
    await photo(page, 'drawer-close');
    expect(await violations(page)).toEqual([]);
    const closing = dialog.getByRole('button', { name: 'Close', exact: true }).last();
    await expect.poll(() => closing.isDisabled(), SOON).toBe(true);
    await dialog.getByLabel('Reason of the difference').fill('Wrong change');
    // The cashier owes the shortage of this closing; the drawers after it are closed under the default.
    await shop.api('PATCH', 'system_settings/1', { drawer_shortage_account: 'cashier_receivable' });
    // The first one is the cross.
    await closing.click();
    await page.getByRole('heading', { name: 'Z report' }).waitFor(SOON);
    await expect
      .poll(() => page.locator('[data-figure=difference_reason]').textContent(), SOON)
      .toMatch(/Reason of the difference.*Wrong change/);
    expect((await shop.api('GET', `closing_drawers/${drawer}`))['data']).toMatchObject({
      ...{ status: 'closed', count: { date: again } },
      closing: { date: again, accounts: [{ counted_amount: '3500', left_amount: '500' }] },
    });
    await shop.api('PATCH', 'system_settings/1', { drawer_shortage_account: 'cash_over_short' });
    await page.context().close();
  });

  it('approve a drawer with its figures in view, in Kurdish', async () => {
    const page = await shop.open(`/sales/closing-drawer/${drawer}`, { language: 'ckb', theme: 'dark' });
    const rows = page.getByRole('tabpanel').getByRole('row');
    await expect.poll(() => rows.allInnerTexts(), SOON).toContain('چاوەڕوانکراو\t4,000');
    const texts = await rows.allInnerTexts();
    expect(texts.find((text) => text.startsWith('زیادە یان کەم'))).toMatch(/500/);
    const owed = page.locator('[data-figure=owed_amount]');
    await expect.poll(() => owed.textContent(), SOON).toMatch(/قەرزی سەر کاشێر.*500/);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'پەسەندکردن' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('row').allInnerTexts(), SOON).toContain('ژمێردراو\t3,500');
    await photo(page, 'drawer-approve-ckb');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'پەسەندکردن' }).click();
    await expect
      .poll(
        async () => ((await shop.api('GET', `closing_drawers/${drawer}`))['data'] as { status: string }).status,
        SOON,
      )
      .toBe('approved');
    await page.context().close();
  });

  it('enter what the payment app paid into the bank, less its fee', async () => {
    const page = await shop.open(SETTLEMENTS);
    await newFromList(shop, page, SETTLEMENTS, 'date');
    await enter(page, 'date', '12/3');
    await enter(page, 'amount', '2000');
    await enter(page, 'fee', '50');
    await choose(page, 'account_fk', 'Bank of Erbil');
    await page.keyboard.press('Control+Enter');
    await refusedAt(page, 'expense_type_fk', 'This is required');
    await choose(page, 'expense_type_fk', 'Transport');
    await complete(page, SETTLEMENTS, 'date');
    const settlement = await last(shop, 'app_settlements');
    expect(settlement).toMatchObject({ number: 'AS-000001', amount: '2000', fee: '50' });
    await expect
      .poll(async () => (await posted(shop, 'app_settlements', settlement['id'])).toSorted())
      .toEqual(['app-clearing -2000', 'bank Bank of Erbil 1950', 'expense-type Transport 50']);
    await page.goto(`${shop.address}${SETTLEMENTS}/${settlement['id']}`);
    await page.getByRole('button', { name: 'Reverse' }).click(SOON);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Of another bank');
    await photo(page, 'settlement-reverse');
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click(SOON);
    await expect.poll(async () => (await last(shop, 'app_settlements'))['status'], SOON).toBe('reversed');
    await expect
      .poll(() => posted(shop, 'app_settlements', settlement['id']))
      .toEqual(expect.arrayContaining(['app-clearing 2000', 'bank Bank of Erbil -1950', 'expense-type Transport -50']));
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it.runIf(hasPoppler)('print the report of a drawer, in English and in Kurdish', async () => {
    for (const [language, parts] of [
      ['en', ['Z report', 'D-000001', '4,000', '3,500', '500']],
      ['ckb', ['ڕاپۆرتی Z', 'D-000001', '4,000', '3,500', '500']],
    ] as const) {
      const page = await shop.open(`/print/closing_drawers/${drawer}`, { language });
      await page
        .locator('.print-sheet .paper')
        .first()
        .waitFor({ state: 'attached', ...SOON });
      const content = await page.pdf({ preferCSSPageSize: true });
      const folder = process.env['SCREENSHOTS'];
      if (folder) writeFileSync(`${folder}/drawer-${language}.pdf`, content);
      const { texts, areFontsEmbedded } = readPdf(content);
      expect(areFontsEmbedded).toBe(true);
      for (const part of parts) expect(texts.join(' ')).toContain(part);
      await page.context().close();
    }
  });

  it('refund a part of a receipt from an open drawer, and correct the rest, which names the replaced receipt', async () => {
    const box = Number(
      (
        (await shop.api('POST', 'cashes', { account_name: 'Till two', cash_type: 1, currency_fk: 1, outlet_fk: 1 }))[
          'data'
        ] as Readonly<Record<string, unknown>>
      )['id'],
    );
    const date = thisYear('03-12');
    const accounts = [{ account_fk: box, safe_account_fk: 1, float_amount: '0' }];
    const opened = await shop.api('POST', 'closing_drawers', { outlet_fk: 1, date, time: '08:00', accounts });
    const second = (opened['data'] as Readonly<Record<string, unknown>>)['id'];
    const sold = await shop.api('POST', 'pos_sales', {
      ...{ outlet_fk: 1, inventory_fk: 1, drawer_fk: second, date, time: '09:00', status: 'complete' },
      lines: [{ item_fk: item, unit_fk: 1, quantity: '3', price: '1500' }],
      payments: [{ method: 'cash', amount: '4500', account_fk: box }],
    });
    const own = (sold['data'] as Readonly<Record<string, unknown>>)['id'];
    // A parked receipt is discarded from its list.
    const held = await shop.api('POST', 'pos_sales', {
      ...{ outlet_fk: 1, inventory_fk: 1, drawer_fk: second, date, time: '09:05', status: 'hold' },
      lines: [{ item_fk: item, unit_fk: 1, quantity: '1', price: '1500' }],
    });
    const aside = (held['data'] as Readonly<Record<string, unknown>>)['id'];
    const list = await shop.open('/sales/pos-sales?filter[status]=hold');
    await list.locator('tbody tr').first().getByRole('button', { name: 'Actions' }).click(SOON);
    await list.getByRole('menuitem', { name: 'Discard' }).click(SOON);
    await list.getByRole('dialog').getByRole('button', { name: 'Discard' }).click(SOON);
    const statusOf = async (id: unknown) =>
      ((await shop.api('GET', `pos_sales/${id}`))['data'] as { status: string }).status;
    await expect.poll(() => statusOf(aside), SOON).toBe('discarded');
    await list.context().close();
    const page = await shop.open(`/sales/pos-sales/${own}`);
    await page.getByRole('button', { name: 'Refund' }).click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Quantity 1' }).waitFor(SOON);
    await page.keyboard.type('Torn');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Reason' }).inputValue(), SOON).toBe('Torn');
    await dialog.getByRole('textbox', { name: 'Quantity 1' }).fill('1');
    await photo(page, 'receipt-refund');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter');
    await dialog.waitFor({ state: 'hidden', ...SOON });
    const refunds = async () =>
      ((await shop.api('GET', `pos_sales/${own}`))['data'] as { refunds: { lines: { quantity: string }[] }[] }).refunds;
    await expect
      .poll(async () => (await refunds()).map(({ lines }) => lines.map(({ quantity }) => quantity)))
      .toEqual([['1']]);
    // The first page of the receipt says what became of it.
    const standing = page.locator('[data-standing]');
    await expect.poll(() => standing.textContent(), SOON).toMatch(/Refunded in part.*4,500.*1,500/);
    await expect
      .poll(() => standing.locator('[data-came-back] li').allTextContents(), SOON)
      .toEqual([expect.stringMatching(/^Came back:1 \S+Item/)]);
    await photo(page, 'receipt-standing');
    await page.setViewportSize({ width: 390, height: 844 });
    await photo(page, 'receipt-standing-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByRole('textbox', { name: 'Price 1' }).fill('1250');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The price of last week');
    await photo(page, 'receipt-correct');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${own}`) && /pos-sales\/\d+$/.test(url.pathname), SOON);
    await page.getByRole('tab', { name: 'Payments' }).click();
    await page.getByText('Sold in place of').waitFor(SOON);
    await page.getByRole('tabpanel').getByRole('link', { name: 'R-000002' }).click();
    await page.getByRole('tab', { name: 'Payments' }).click();
    await page.getByText('Sold again as').waitFor(SOON);
    await photo(page, 'receipt-replaced');
    const figures = (await shop.api('GET', `closing_drawers/${second}/figures`))['data'];
    expect(figures).toMatchObject({
      accounts: [{ sales: '7000', refunds: '4500', expected: '2500' }],
      refund_count: 2,
    });
    // A line that may come back says in which unit it was sold, of which batch, and until which day that keeps.
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1500', barcodes: [] };
    const medicine = { item_name: 'Syrup', has_batch_number: true, has_expire: true, item_units: [unit] };
    const { id: item_fk } = (await shop.api('POST', 'items', medicine))['data'] as { id: number };
    const line = { item_fk, unit_fk: 1, quantity: '2', price: '1500' };
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date, payment_type: 'on_account', status: 'complete' },
      lines: [{ ...line, batch_number: 'A1', expire_date: `${new Date().getFullYear() + 2}-01-31` }],
    });
    const ofBatch = await shop.api('POST', 'pos_sales', {
      ...{ outlet_fk: 1, inventory_fk: 1, drawer_fk: second, date, time: '10:00', status: 'complete' },
      ...{ lines: [line], payments: [{ method: 'cash', amount: '3000', account_fk: box }] },
    });
    await page.goto(`${shop.address}/sales/pos-sales/${(ofBatch['data'] as { id: number }).id}`);
    await page.getByRole('button', { name: 'Refund' }).click(SOON);
    await expect
      .poll(() => dialog.locator('li').first().textContent(), SOON)
      .toMatch(/^Syrup2 \S+ can come backA1 · 31\/01\/\d{4}/);
    await photo(page, 'receipt-refund-batch');
    await page.context().close();
  });

  it('correct a receipt that was paid in several ways with one command, which leaves each of them as it was, in Kurdish', async () => {
    const made = async (path: string, body: Readonly<Record<string, unknown>>) =>
      ((await shop.api('POST', path, body))['data'] as Readonly<Record<string, unknown>>)['id'];
    const box = (account_name: string, currency_fk: number) =>
      made('cashes', { account_name, cash_type: 1, currency_fk, outlet_fk: 1 });
    const [dinars, dollars] = [await box('Till three', 1), await box('Dollars three', 2)];
    const date = thisYear('03-13');
    const accounts = [
      { account_fk: dinars, safe_account_fk: 1, float_amount: '0' },
      { account_fk: dollars, safe_account_fk: await box('Safe of dollars', 2), rate: '1480' },
    ];
    const third = await made('closing_drawers', {
      outlet_fk: 1,
      user_fk: await cashier(),
      date,
      time: '08:00',
      accounts,
    });
    const sold = (time: string, quantity: string, payments: readonly object[]) =>
      made('pos_sales', {
        ...{
          outlet_fk: 1,
          inventory_fk: 1,
          drawer_fk: third,
          customer_fk: 1,
          date,
          time,
          status: 'complete',
          payments,
        },
        lines: [{ item_fk: item, unit_fk: 1, quantity, price: '1500' }],
      });
    await sold('09:00', '2', [{ method: 'cash', amount: '3000', account_fk: dinars }]);
    const own = await sold('09:30', '6', [
      { method: 'cash', amount: '5', account_fk: dollars },
      { method: 'app', amount: '2000', reference_number: 'A-9' },
      { method: 'credit', amount: '1000' },
    ]);
    const page = await shop.open(`/sales/pos-sales/${own}`, { language: 'ckb' });
    await page.getByRole('button', { name: 'ڕاستکردنەوە' }).click(SOON);
    const dialog = page.getByRole('dialog');
    const value = (name: string | RegExp) => dialog.getByRole('textbox', { name }).inputValue();
    await dialog.locator('select').selectOption(String(third), SOON);
    await dialog.getByRole('textbox', { name: /1$/ }).first().fill('5');
    await expect.poll(() => value(/Till three/), SOON).toBe('4,650');
    await expect
      .poll(() => Promise.all([value('ئەپی پارەدان'), value('بە قەرز'), value(/Dollars three/)]))
      .toEqual(['2,000', '1,000', '']);
    await page.setViewportSize({ width: 390, height: 844 });
    await photo(page, 'receipt-correct-ckb-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('textbox').last().fill('پێنج بوون');
    await photo(page, 'receipt-correct-ckb');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'ڕاستکردنەوە' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${own}`) && /pos-sales\/\d+$/.test(url.pathname), SOON);
    const again = (await shop.api('GET', `pos_sales/${new URL(page.url()).pathname.split('/').at(-1)}`))['data'];
    expect(again).toMatchObject({
      ...{ status: 'complete', replaces_fk: own, reason: 'پێنج بوون', change_amount: '250' },
      payments: [
        { method: 'cash', amount: '4650' },
        { method: 'app', amount: '2000', reference_number: 'A-9' },
        { method: 'credit', amount: '1000' },
      ],
    });
    await expect
      .poll(async () => (await shop.api('GET', `closing_drawers/${third}/figures`))['data'])
      .toMatchObject({
        accounts: [{ expected: '0' }, { expected: '5' }],
      });
    await page.context().close();
  });
});
