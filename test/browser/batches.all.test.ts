/**
 * A medicine with batches: its purchase requires them, a sale takes the batch that expires first, and a recall finds
 * it.
 */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentPage } from '../../web/shared/navigation/document-pages.ts';
import { scan } from '../support/chromium.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

/** The item's EAN-13. */
const CODE = '6291041500237';
const nextYear = (day: string): string => `${new Date().getFullYear() + 1}-${day}`;

describe.skipIf(!hasChromium)('goods by batches', () => {
  let shop: Shop;
  let item: number;
  let purchase: number;
  let stocked: Awaited<ReturnType<typeof stockShop>>;
  beforeAll(async () => {
    shop = await openShop();
    stocked = await stockShop(shop, 1);
    const unit = {
      unit_fk: 1,
      base_unit_qty: '1',
      is_base: true,
      is_default: true,
      sale_price: '1000',
      barcodes: [CODE],
    };
    const body = { item_name: 'Amoxicillin', has_expire: true, has_batch_number: true, item_units: [unit] };
    item = ((await shop.api('POST', 'items', body))['data'] as { id: number }).id;
    const line = { item_fk: item, unit_fk: 1, price: '500' };
    const bought = await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-10'), payment_type: 'on_account', status: 'complete' },
      lines: [
        { ...line, quantity: '5', batch_number: 'LATE', expire_date: nextYear('12-31') },
        { ...line, quantity: '2', batch_number: 'SOON', expire_date: nextYear('01-31') },
      ],
    });
    purchase = (bought['data'] as { id: number }).id;
  });
  afterAll(() => shop?.close());

  it('are chosen in a dialog that suggests what expires first, and found again by a recall', async () => {
    const buyer = { consumer_name: 'Shilan Pharmacy', mobile: '07501234567' };
    const { id: customer_fk } = (await shop.api('POST', 'customers', buyer))['data'] as { id: number };
    const draft = await shop.api('POST', 'sales', {
      customer_fk,
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
    await expect
      .poll(() => cell.textContent(), SOON)
      .toMatch(/SOON · 31\/01\/\d{4} × 1 \S+ \+ LATE · 31\/12\/\d{4} × 2 \S+/);
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => ((await shop.api('GET', `sales/${id}`))['data'] as { status: string }).status, SOON)
      .toBe('complete');
    // The next sale begins on a new page; the change of the page closes a palette that was opened before.
    await page.waitForURL(/\/sales\/sales\/new$/, SOON);
    await page.locator('[role=grid]').first().waitFor(SOON);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('lat');
    await page.getByRole('group', { name: 'Recall batch' }).getByRole('option', { name: /LATE/ }).click(SOON);
    await expect
      .poll(() => page.locator('tbody tr, [role=row]').allTextContents(), SOON)
      .toEqual(expect.arrayContaining([expect.stringMatching(/On hand.*LATE/), expect.stringMatching(/Sold.*LATE/)]));
    // Where it came from, whom it was sold to with the telephone, and where the rest is, without a further step.
    const recalled = async () => (await page.getByRole('main').textContent()) ?? '';
    for (const told of ['Azad Trading', 'Shilan Pharmacy', '07501234567']) {
      await expect.poll(recalled, SOON).toContain(told);
    }
    await expect.poll(() => page.url()).toMatch(new RegExp(`batch-recall\\?item_fk=${item}&batch_number=LATE$`));
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).click(SOON);
    const rows = await readSheet(readFileSync(await (await coming).path()));
    expect(rows.map((row) => row.slice(0, 4))).toContainEqual(['Sold', 'Amoxicillin', 'The batch itself', 'LATE']);
    await page.goto(`${shop.address}/sales/sales?filter[status]=complete`);
    await page.getByRole('grid').locator('tbody tr').first().waitFor(SOON);
    const sales = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel', exact: true }).click(SOON);
    const lines = await readSheet(readFileSync(await (await sales).path()), 'Lines');
    expect(lines[0]).toEqual(expect.arrayContaining(['Number', 'Item', 'Batch number', 'Of the batch']));
    const sold = lines.slice(1).map((row) => [row[2], row[4], row[7], row[9]]);
    expect(sold).toEqual([
      ['Amoxicillin', 3, 'SOON', 1],
      ['Amoxicillin', null, 'LATE', 2],
    ]);
    await page.context().close();
  });

  it.each(['purchase_returns', 'asset_disposals', 'productions', 'online_orders'])(
    'have a place in a draft of %s that was stored, before any is named',
    async (resource) => {
      const line = { item_fk: item, unit_fk: 1, quantity: '1' };
      const onAccount = { payment_type: 'on_account', currency_fk: 1 };
      const bodies: Readonly<Record<string, object>> = {
        purchase_returns: { ...onAccount, purchase_fk: purchase, lines: [{ purchase_line_id: 1, quantity: '1' }] },
        asset_disposals: { disposal_type: 'damaged', lines: [line] },
        productions: { costs: [], lines: [{ ...line, role: 'input' }] },
        online_orders: { ...onAccount, customer_fk: 1, lines: [{ ...line, price: '1000' }] },
      };
      const { outlet_fk, inventory_fk } = atMain;
      const body = { outlet_fk, inventory_fk, date: thisYear('01-12'), ...bodies[resource] };
      const { id } = (await shop.api('POST', resource, body))['data'] as { id: number };
      const page = await shop.open(`${documentPage(resource).path}/${id}`);
      // The item comes after the lines, as on a slow line.
      const { promise: shown, resolve } = Promise.withResolvers<void>();
      await page.route(/\/api\/items\/\d+$/, async (route) => {
        await shown;
        await route.continue();
      });
      await page.reload();
      await page.locator('[role=gridcell][data-place*=quantity]').first().waitFor(SOON);
      resolve();
      const cell = page.locator('[role=gridcell][data-place*=batches]').first();
      await cell.click(SOON);
      await cell.locator('button').click(SOON);
      await page.getByRole('dialog').getByText('SOON').waitFor(SOON);
      await page.context().close();
    },
  );

  it('are on the page of their item, with a link to the recall', async () => {
    const page = await shop.open(`/warehouse/items/${item}`);
    await page.getByRole('tab', { name: 'Stock and trade' }).click(SOON);
    const rows = page.locator('section', { hasText: 'Recall' }).locator('tbody tr');
    await expect
      .poll(() => rows.allTextContents(), SOON)
      .toEqual([expect.stringMatching(/^SOON/), expect.stringMatching(/^LATE/)]);
    await rows.nth(1).getByRole('link', { name: 'Recall' }).click(SOON);
    await expect.poll(() => page.url(), SOON).toContain('/reports/batch-recall');
    await expect
      .poll(() => page.locator('tbody tr, [role=row]').allTextContents(), SOON)
      .toEqual(expect.arrayContaining([expect.stringMatching(/On hand.*LATE/)]));
    await page.context().close();
  });

  it('are named by the GS1 code on the package: a sale lists the batch on hand, a purchase brings a new one in', async () => {
    const day = `${String(new Date().getFullYear() + 1).slice(2)}1231`;
    const sale = await shop.open('/sales/sales/new');
    const cell = (page: Page, field: string) => page.locator(`[role=gridcell][data-place*=${field}]`).first();
    await sale.locator('[role=grid]').first().waitFor(SOON);
    await scan(sale, `010${CODE}17${day}10LATE`);
    await expect.poll(() => cell(sale, 'batches').textContent(), SOON).toMatch(/^LATE · 31\/12\/\d{4} × 1 /);
    await scan(sale, `]d2010${CODE}17${day}10LATE`);
    await expect.poll(() => cell(sale, 'batches').textContent(), SOON).toMatch(/^LATE · 31\/12\/\d{4} × 2 /);
    await expect.poll(() => cell(sale, 'quantity').textContent(), SOON).toContain('2');
    await sale.context().close();
    const purchase = await shop.open('/purchases/purchases/new');
    await purchase.locator('[role=grid]').first().waitFor(SOON);
    await scan(purchase, `010${CODE}17${day}10n9`);
    await expect.poll(() => cell(purchase, 'batch_number').textContent(), SOON).toContain('n9');
    await expect.poll(() => cell(purchase, 'expire_date').textContent(), SOON).toContain('31/12/');
    await purchase.context().close();
  });

  it('are counted by scans alone, and a scan over a dialog is the next package and no quantity', async () => {
    const [rice] = stocked;
    const { data } = await shop.api('POST', 'count_rounds', {
      ...{ outlet_fk: 1, inventory_fk: 1, date: thisYear('02-01'), count_scope: 'inventory' },
      items: [{ item_fk: item }, { item_fk: rice?.id }],
    });
    const { id } = data as { id: number };
    const counted = async () =>
      (
        (await shop.api('GET', `count_rounds/${id}`))['data'] as {
          entries: { item_fk: number; quantity: string; batch_number: string | null }[];
        }
      ).entries.map(({ item_fk, quantity, batch_number }) =>
        `${item_fk === item ? 'medicine' : 'rice'} ${quantity} ${batch_number?.toUpperCase() ?? ''}`.trim(),
      );
    const page = await shop.open(`/warehouse/counting-rounds/view/${id}`);
    await page.getByRole('textbox', { name: /Scan a barcode/ }).waitFor(SOON);
    const day = `${String(new Date().getFullYear() + 1).slice(2)}1231`;
    for (const _ of [1, 2, 3]) await scan(page, `010${CODE}17${day}10LATE`);
    await expect.poll(counted, SOON).toEqual(['medicine 1 LATE', 'medicine 1 LATE', 'medicine 1 LATE']);
    // The plain code asks for the batch; the code that says it is of the same package.
    await scan(page, CODE);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Batch number' }).waitFor(SOON);
    await scan(page, `010${CODE}17${day}10LATE`);
    await expect.poll(counted, SOON).toHaveLength(4);
    await dialog.waitFor({ state: 'hidden' });
    // A package that was not entered is told, and the next one is counted.
    await scan(page, CODE);
    await dialog.getByRole('textbox', { name: 'Batch number' }).waitFor(SOON);
    await scan(page, rice?.barcode ?? '');
    await page.getByText('Amoxicillin was not counted').waitFor(SOON);
    await expect.poll(counted, SOON).toContain('rice 1');
    await dialog.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('are chosen in a dialog that a scan closes, and a scan in a field with a list leaves the page as it was', async () => {
    const [rice] = stocked;
    const page = await shop.open('/sales/sales/new');
    await page.locator('[role=grid]').first().waitFor(SOON);
    await scan(page, CODE);
    const cells = (field: string) => page.locator(`[role=gridcell][data-place$=":${field}"]`);
    const cell = cells('batches').first();
    await cell.click(SOON);
    await cell.locator('button').click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.locator('tbody input').first().click(SOON);
    await scan(page, rice?.barcode ?? '');
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    await expect.poll(() => cells('quantity').allTextContents(), SOON).toEqual(['1', '1']);
    const customer = page.locator('[data-field=customer_fk] input');
    await customer.click(SOON);
    await scan(page, rice?.barcode ?? '');
    await expect.poll(() => cells('quantity').nth(1).textContent(), SOON).toBe('2');
    await expect
      .poll(async () => [await customer.inputValue(), await customer.getAttribute('aria-expanded')], SOON)
      .toEqual(['', 'false']);
    // The next click on the page is no click beside a list.
    await page.locator('[data-field=reference_number] input').click(SOON);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
      .toBe('reference_number');
    await page.context().close();
  });

  it('of a purchase that come later are named when they are received, several a line', async () => {
    const draft = await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-12'), payment_type: 'on_account', status: 'complete' },
      ...{ receive: false, lines: [{ item_fk: item, unit_fk: 1, quantity: '3', price: '500' }] },
    });
    const { id } = draft['data'] as { id: number };
    const page = await shop.open(`/purchases/purchases/view/${id}`);
    await page.getByRole('button', { name: 'Receive' }).first().click(SOON);
    await page.getByRole('button', { name: 'Which batches?' }).click(SOON);
    const dialog = page.getByRole('dialog').last();
    for (const [number, day] of [
      ['N1', '31/01/'],
      ['N2', '28/02/'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Batch', exact: true }).fill(number);
      await dialog.getByRole('textbox', { name: 'Expires' }).fill(`${day}${nextYear('01-01').slice(0, 4)}`);
      await dialog.getByRole('button', { name: 'Add' }).click(SOON);
    }
    await dialog.locator('tbody input').nth(0).fill('1');
    await dialog.locator('tbody input').nth(1).fill('2');
    await dialog.getByRole('button', { name: 'Use these batches' }).click(SOON);
    await page
      .getByRole('dialog')
      .getByText(/N1 · 31\/01\/\d{4} × 1 \S+ \+ N2 · 28\/02\/\d{4} × 2/)
      .waitFor(SOON);
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click(SOON);
    await expect
      .poll(async () => {
        const { receipts } = (await shop.api('GET', `purchases/${id}`))['data'] as {
          receipts: { batches: object[] }[];
        };
        return receipts[0]?.batches.length;
      }, SOON)
      .toBe(2);
  });

  it('are held from the page of their item, and the page of the hold says how many there are, in the units of the item', async () => {
    const { id: strip } = (await shop.api('POST', 'units', { unit_name: 'Strip of ten' }))['data'] as { id: number };
    const sized = (unit_fk: number, base_unit_qty: string) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
      ...{ sale_price: '1000', barcodes: [] },
    });
    const body = { item_name: 'Famotidine', has_batch_number: true, item_units: [sized(1, '1'), sized(strip, '10')] };
    const { id } = (await shop.api('POST', 'items', body))['data'] as { id: number };
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-10'), payment_type: 'on_account', status: 'complete' },
      lines: [{ item_fk: id, unit_fk: 1, price: '500', quantity: '23', batch_number: 'F1' }],
    });
    const page = await shop.open(`/warehouse/items/${id}`);
    await page.getByRole('tab', { name: 'Stock and trade' }).click(SOON);
    const row = page.locator('section', { hasText: 'Recall' }).locator('tbody tr', { hasText: 'F1' });
    await expect.poll(() => row.textContent(), SOON).toMatch(/2 Strip of ten 3 /);
    await row.getByRole('link', { name: 'Hold' }).click(SOON);
    await page.locator('[data-field=reason] input').fill('A letter of the maker');
    await page.keyboard.press('Control+Enter');
    const holds = async () => (await shop.api('GET', 'batch_holds'))['data'] as { data: { id: number }[] };
    await expect.poll(async () => (await holds()).data.length, SOON).toBe(1);
    await page.goto(`${shop.address}/warehouse/held-batches/view/${(await holds()).data[0]?.id}`);
    await expect
      .poll(() => page.locator('[data-held-goods]').textContent(), SOON)
      .toMatch(/^On hand.*2 Strip of ten 3 /);
    await page.context().close();
  });
});
