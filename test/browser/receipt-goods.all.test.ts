/**
 * What a receipt sold is read on each of its lines: the unit, the batch with its day of expiry, and the number of the
 * telephone. The till and the office find the receipt by its number and by that of the telephone, and say what comes back.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, scan } from './shop.ts';
import { AtTill } from './till/at-till.ts';
import { payCash, WAIT } from './till/cashier.ts';
import { TradingShop } from './till/trading-shop.ts';
import { SOON } from './typing.ts';

const BOX = '6291041500244';
const PHONES = ['356938035643809', '356938035643817'] as const;
const [PHONE, OTHER] = PHONES;
const YEAR = new Date().getFullYear() + 1;
const [FIRST, SECOND] = [
  { batch_number: 'A1', expire_date: `${YEAR}-02-15` },
  { batch_number: 'A2', expire_date: `${YEAR}-03-20` },
] as const;
const [OF_FIRST, OF_SECOND] = [`A1 · 15/02/${YEAR}`, `A2 · 20/03/${YEAR}`] as const;

describe.skipIf(!hasChromium)('the goods of a receipt', () => {
  let shop: TradingShop;
  let tablets = 0;
  let phone = 0;
  let till: AtTill;
  let number = '';
  beforeAll(async () => {
    shop = await TradingShop.open();
    const added = async (path: string, body: Readonly<Record<string, unknown>>) =>
      Number(((await shop.office.api('POST', path, body))['data'] as { readonly id: number }).id);
    const box = await added('units', { unit_name: 'Box of 30' });
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '500', barcodes: [] };
    tablets = await added('items', {
      ...{ item_name: 'Amoxicillin', has_batch_number: true, has_expire: true },
      item_units: [
        unit,
        { unit_fk: box, base_unit_qty: '30', is_base: false, is_default: false, sale_price: '15000', barcodes: [BOX] },
      ],
    });
    phone = await added('items', {
      ...{ item_name: 'Phone', serial_numbers: 'at_receipt', warranty_months: 12 },
      item_units: [{ ...unit, sale_price: '250000' }],
    });
    const line = { unit_fk: 1, price: '300' };
    await shop.office.api('POST', 'purchases', {
      ...{ outlet_fk: 1, inventory_fk: 1, supplier_fk: 1, date: new Date().toLocaleDateString('sv') },
      ...{ currency_fk: 1, payment_type: 'on_account', status: 'complete' },
      lines: [
        { ...line, item_fk: tablets, quantity: '20', ...FIRST },
        { ...line, item_fk: tablets, quantity: '90', ...SECOND },
        {
          ...{ ...line, item_fk: phone, quantity: '2' },
          batches: PHONES.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
        },
      ],
    });
    till = await AtTill.at(await shop.till('First'), shop.wire.address);
    await till.signIn('Shilan');
    await till.openDrawer(100_000);
    await scan(till.page, BOX);
    await scan(till.page, PHONE);
    await scan(till.page, OTHER);
    await payCash(till.page, '515000');
    await till.allStored();
    number = (await till.written()).at(-1)?.number ?? '';
  });
  afterAll(() => shop?.close());

  const textsOf = (page: Page, line: number, within = '') =>
    page.locator(`${within}[data-line="${line}"] [data-batch]`).allTextContents();
  const textOf = (page: Page, line: number, within = '') =>
    page.locator(`${within}[data-line="${line}"]`).first().textContent();

  it('are read on the lines that the till finds by the number of the receipt, and by that of the telephone', async () => {
    const { page } = till;
    for (const code of [number, OTHER]) {
      await page.locator('a[href="/pos/receipts"]').click(WAIT);
      await page.locator('main form input').waitFor(WAIT);
      await scan(page, code);
      await expect
        .poll(() => textsOf(page, 1), WAIT)
        .toEqual([expect.stringMatching(`^${OF_FIRST} × 20 `), expect.stringMatching(`^${OF_SECOND} × 10 `)]);
      await expect.poll(() => textOf(page, 1), WAIT).toMatch(/Left 1 \/ 1 Box of 30/);
      await expect.poll(() => textsOf(page, 2), WAIT).toEqual([`Serial number ${PHONE}`]);
      await expect.poll(() => textsOf(page, 3), WAIT).toEqual([`Serial number ${OTHER}`]);
    }
  });

  it('are read in the office, which finds the receipt by its number, and by the life of the telephone', async () => {
    const page = await shop.office.open('/sales/pos-sales');
    await page.getByRole('searchbox').first().fill(number);
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(1);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(PHONE);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(PHONE) })
      .first()
      .click(SOON);
    await page.locator('tbody tr').getByRole('link', { name: number }).first().click(SOON);
    await page.waitForURL(/pos-sales\/\d+$/, SOON);
    const cells = (field: string) => page.locator(`[role=gridcell][data-place*=${field}]`).allTextContents();
    await expect
      .poll(() => cells('batches'), SOON)
      .toEqual([expect.stringMatching(`${OF_FIRST} × 20 \\S+ \\+ ${OF_SECOND} × 10 `), PHONE, OTHER]);
    await expect.poll(() => cells('unit_fk'), SOON).toEqual(['Box of 30', expect.anything(), expect.anything()]);
    await page.context().close();
  });

  it('are read in the refund of the office, where tablets of a box come back of a named batch', async () => {
    const page = await shop.office.open('/sales/pos-sales');
    await page.getByRole('link', { name: number }).first().click(SOON);
    await page.getByRole('button', { name: 'Refund' }).click(SOON);
    const dialog = page.getByRole('dialog').first();
    const within = '[role=dialog] ';
    await expect
      .poll(() => textsOf(page, 1, within), SOON)
      .toEqual([expect.stringMatching(`^${OF_FIRST} × 20 `), expect.stringMatching(`^${OF_SECOND} × 10 `)]);
    await expect.poll(() => textOf(page, 1, within), SOON).toContain('1 Box of 30 can come back');
    await expect.poll(() => textsOf(page, 2, within), SOON).toEqual([`Serial number ${PHONE}`]);
    for (const line of [2, 3]) await dialog.getByRole('textbox', { name: `Quantity ${line}` }).fill('0');
    await dialog.getByRole('combobox', { name: 'Unit 1' }).selectOption('1');
    await expect.poll(() => textOf(page, 1, within), SOON).toMatch(/30 \S+ can come back/);
    await dialog.getByRole('textbox', { name: 'Quantity 1' }).fill('4');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too many');
    // Which four tablets they are is seen on their package alone.
    await dialog.getByText('Say which of them these are.').waitFor(SOON);
    const answer = dialog.getByRole('button', { name: 'Refund' });
    await expect.poll(() => answer.isDisabled(), SOON).toBe(true);
    await dialog.getByRole('button', { name: 'Which batches?' }).click(SOON);
    await page.getByRole('textbox', { name: 'Taken of A2' }).fill('4');
    await page.getByRole('button', { name: 'Use these batches' }).click(SOON);
    await expect.poll(() => answer.isDisabled(), SOON).toBe(false);
    await answer.click(SOON);
    await dialog.waitFor({ state: 'hidden', ...SOON });
    await expect
      .poll(() => page.locator('[data-came-back] li').allTextContents(), SOON)
      .toEqual([expect.stringMatching(`^Came back:4 \\S+Amoxicillin${OF_SECOND}$`)]);
    // The correction of the rest shows what is left of it.
    await page.getByRole('button', { name: 'Correct' }).click(SOON);
    await expect
      .poll(() => textsOf(page, 1, within), SOON)
      .toEqual([expect.stringMatching(`^${OF_FIRST} × 20 `), expect.stringMatching(`^${OF_SECOND} × 6 `)]);
    await dialog.getByRole('textbox', { name: 'Quantity 2' }).fill('0');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not this one');
    await dialog.getByRole('button', { name: 'Correct' }).click(SOON);
    await page.waitForURL(/pos-sales\/\d+$/, SOON);
    const onHand = async () =>
      ((await shop.office.api('GET', `items/${phone}/batches`))['data'] as { readonly batch_number: string }[]).map(
        ({ batch_number }) => batch_number,
      );
    await expect.poll(onHand, SOON).toEqual([PHONE]);
    await page.context().close();
  });
});
