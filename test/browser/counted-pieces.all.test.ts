/**
 * The document of a count asks about a telephone what a counting round asks: whether it is counted already, in another
 * inventory, sold, or not known, by a scan and where its number is typed.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, openShop, type Shop, scan, stockShop, thisYear } from './shop.ts';
import { choose, SOON } from './typing.ts';

const [HERE, SOLD, MOVED, NEXT, LAST] = [
  ...['356938035643809', '356938035643817', '356938035643825', '356938035643833', '356938035643841'],
] as const;
const [UNKNOWN, TYPED] = ['490154203237518', '490154203237526'] as const;

describe.skipIf(!hasChromium)('a telephone in the document of a count', () => {
  let shop: Shop;
  let phone = 0;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 1);
    const added = async (path: string, body: Readonly<Record<string, unknown>>) =>
      Number(((await shop.api('POST', path, body))['data'] as { readonly id: number }).id);
    const other = await added('inventories', { inventory_name: 'Back room', outlet_fk: 1 });
    const unit = {
      ...{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250000', barcodes: [] },
    };
    phone = await added('items', { item_name: 'Phone', serial_numbers: 'at_receipt', item_units: [unit] });
    const line = (...numbers: readonly string[]) => ({
      ...{ item_fk: phone, unit_fk: 1, quantity: String(numbers.length) },
      batches: numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
    });
    const bought = { ...line(HERE, SOLD, MOVED, NEXT, LAST), price: '200000' };
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-02'), payment_type: 'on_account', status: 'complete' },
      lines: [bought],
    });
    await shop.api('POST', 'sales', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('01-03'), payment_type: 'on_account', status: 'complete' },
      lines: [{ ...line(SOLD), price: '250000' }],
    });
    const at = { outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 1, to_inventory_fk: other, date: thisYear('01-03') };
    const moved = await added('stock_transfers', { ...at, status: 'sent', lines: [line(MOVED)] });
    await shop.api('POST', `stock_transfers/${moved}/receive`, { date: thisYear('01-03') });
  });
  afterAll(() => shop?.close());

  const cells = (page: Page, field: string) => page.locator(`[role=gridcell][data-place$=":${field}"]`);
  const numbersAre = (page: Page, ...numbers: readonly string[]) =>
    expect.poll(() => cells(page, 'batches').first().textContent(), SOON).toBe(numbers.join(' + '));
  const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor(SOON);
  const answer = (page: Page, name: string) =>
    page.getByRole('dialog').last().getByRole('button', { name }).click(SOON);

  it('is counted by a scan, or asked about', async () => {
    const page = await shop.open('/warehouse/inventory-adjustment/new');
    await page.locator('[role=grid]').waitFor(SOON);
    await choose(page, 'inventory_fk', 'Main');
    await scan(page, HERE);
    await numbersAre(page, HERE);
    await scan(page, HERE);
    await says(page, /The piece with serial number .356938035643809. is counted already/);
    await scan(page, MOVED);
    await says(page, /Phone: the piece with serial number .356938035643825. is in Back room by the books/);
    await scan(page, SOLD);
    await says(
      page,
      /Phone: this piece has left the stock \(.S-000001. · 03\/01\/\d{4}\)\. Was it found here all the same\?/,
    );
    await answer(page, 'Count as found');
    await numbersAre(page, HERE, SOLD);
    await expect.poll(() => cells(page, 'quantity').first().textContent(), SOON).toBe('2');
    // The next piece is scanned before the question is answered: the one that was asked about is not counted.
    await scan(page, UNKNOWN);
    await says(page, 'The books do not know this number. Was a piece with it found here?');
    await scan(page, NEXT);
    await says(page, /Not counted: the piece with serial number .490154203237518./);
    await numbersAre(page, HERE, SOLD, NEXT);
    await scan(page, UNKNOWN);
    await answer(page, 'Count as found');
    await numbersAre(page, HERE, SOLD, NEXT, UNKNOWN);
    await page.keyboard.press('Control+s');
    await page.waitForURL(/inventory-adjustment\/\d+$/, SOON);
    const id = page.url().split('/').at(-1);
    const { data } = await shop.api('GET', `inventory_adjustments/${id}`);
    expect(data).toMatchObject({
      lines: [{ item_fk: phone, real_quantity: '4', batches: [HERE, SOLD, NEXT, UNKNOWN].map(named) }],
    });
    await page.context().close();
  });

  it('is asked the same in a counting round', async () => {
    const { data } = await shop.api('POST', 'count_rounds', {
      ...{ outlet_fk: 1, inventory_fk: 1, date: new Date().toLocaleDateString('sv'), count_scope: 'inventory' },
      items: [{ item_fk: phone }],
    });
    const { id } = data as { readonly id: number };
    const page = await shop.open(`/warehouse/counting-rounds/${id}`);
    await page.getByRole('textbox', { name: /Scan a barcode/ }).waitFor(SOON);
    const counted = () => page.locator('[data-last-counted] [data-batch]').allTextContents();
    await scan(page, HERE);
    await expect.poll(counted, SOON).toEqual([HERE]);
    await scan(page, HERE);
    await says(page, /The piece with serial number .356938035643809. is counted already/);
    await scan(page, MOVED);
    await says(page, /is in Back room by the books/);
    await scan(page, SOLD);
    await says(page, /this piece has left the stock/);
    await scan(page, UNKNOWN);
    await says(page, /Not counted: the piece with serial number .356938035643817./);
    await says(page, 'The books do not know this number. Was a piece with it found here?');
    await answer(page, 'Count as found');
    await expect.poll(counted, SOON).toEqual([UNKNOWN, HERE]);
    await page.context().close();
  });

  const named = (batch_number: string) => ({ batch_number, expire_date: null, quantity: '1' });

  it('is asked about where its number is typed or scanned into the list of a line', async () => {
    const page = await shop.open('/warehouse/inventory-adjustment/new');
    await page.locator('[role=grid]').waitFor(SOON);
    await choose(page, 'inventory_fk', 'Main');
    await scan(page, HERE);
    await numbersAre(page, HERE);
    await cells(page, 'batches').first().click(SOON);
    await cells(page, 'batches').first().locator('button').click(SOON);
    const dialog = page.getByRole('dialog').first();
    const field = dialog.getByRole('textbox');
    const listed = () => dialog.locator('li').allTextContents();
    await field.fill(`${MOVED}\n`);
    await says(page, /is in Back room by the books/);
    await expect.poll(listed, SOON).toEqual([HERE]);
    await field.fill(`${HERE}\n`);
    await says(page, /is counted already/);
    // Two at once: one is asked about, and the other one is here.
    await field.fill(`${TYPED}\n${NEXT}\n`);
    await says(page, 'The books do not know this number. Was a piece with it found here?');
    await answer(page, 'Count as found');
    await expect.poll(listed, SOON).toEqual([HERE, TYPED, NEXT]);
    // A scan while it is asked goes to the list, and not to the page behind it.
    await scan(page, UNKNOWN);
    await says(page, /Serial number .490154203237518./);
    await scan(page, LAST);
    await expect.poll(listed, SOON).toEqual([HERE, TYPED, NEXT, LAST]);
    await field.fill(SOLD);
    await dialog.getByRole('button', { name: 'Use these numbers' }).click(SOON);
    await says(page, /this piece has left the stock/);
    await answer(page, 'Cancel');
    await expect.poll(listed, SOON).toEqual([HERE, TYPED, NEXT, LAST]);
    await dialog.getByRole('button', { name: 'Use these numbers' }).click(SOON);
    await numbersAre(page, HERE, TYPED, NEXT, LAST);
    await expect.poll(() => cells(page, 'quantity').first().textContent(), SOON).toBe('4');
    await page.context().close();
  });
});
