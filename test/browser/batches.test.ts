/** A medicine by batches on the screen: its purchase asks for them, a sale is given what expires first, and a recall finds it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

const SOON = { timeout: 20_000 };
const nextYear = (day: string): string => `${new Date().getFullYear() + 1}-${day}`;

describe.skipIf(!hasChromium)('goods by batches', () => {
  let shop: Shop;
  let item: number;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 1);
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
    const body = { item_name: 'Amoxicillin', has_expire: true, has_batch_number: true, item_units: [unit] };
    item = ((await shop.api('POST', 'items', body))['data'] as { id: number }).id;
    const line = { item_fk: item, unit_fk: 1, price: '500' };
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-10'), payment_type: 'on_account', status: 'complete' },
      lines: [
        { ...line, quantity: '5', batch_number: 'LATE', expire_date: nextYear('12-31') },
        { ...line, quantity: '2', batch_number: 'SOON', expire_date: nextYear('01-31') },
      ],
    });
  });
  afterAll(() => shop?.close());

  it('are chosen in a dialog that suggests what expires first, and found again by a recall', async () => {
    const draft = await shop.api('POST', 'sales', {
      ...{ ...atMain, date: thisYear('01-11'), payment_type: 'cash', account_fk: 1, status: 'draft' },
      lines: [{ item_fk: item, unit_fk: 1, quantity: '3', price: '1000' }],
    });
    const { id } = draft['data'] as { id: number };
    const page = await shop.open(`/sales/sales/view/${id}`);
    const cell = page.locator('[role=gridcell][data-place*=batches]').first();
    await cell.click(SOON);
    await cell.locator('button').click(SOON);
    const dialog = page.getByRole('dialog');
    const taken = dialog.locator('tbody input');
    await expect
      .poll(() => taken.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)), SOON)
      .toEqual(['2', '1']);
    await taken.nth(0).fill('1');
    await taken.nth(1).fill('2');
    await dialog.getByRole('button', { name: 'Use these batches' }).click(SOON);
    await expect.poll(() => cell.textContent(), SOON).toContain('SOON × 1 · LATE × 2');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => ((await shop.api('GET', `sales/${id}`))['data'] as { status: string }).status, SOON)
      .toBe('complete');
    await page.goto(`${shop.address}/reports/batch-recall?batch_number=late`);
    await expect
      .poll(() => page.locator('tbody tr, [role=row]').allTextContents(), SOON)
      .toEqual(expect.arrayContaining([expect.stringMatching(/On hand.*LATE/), expect.stringMatching(/Sold.*LATE/)]));
    await page.context().close();
  });
});
