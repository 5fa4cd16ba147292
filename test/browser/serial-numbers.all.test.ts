/**
 * A shop with telephones: three come in by scanner, one is sold in the office and one at a till, and comes back; each is
 * found by its number, with its life and the end of its warranty.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, scan } from './shop.ts';
import { words } from './steps.ts';
import { AtTill } from './till/at-till.ts';
import { payCash, press, WAIT } from './till/cashier.ts';
import { TradingShop } from './till/trading-shop.ts';
import { choose, SOON } from './typing.ts';

const CODE = '6291041500237';
const [FIRST, SECOND, THIRD] = ['356938035643809', '356938035643817', '356938035643825'] as const;
/** Of a piece that nobody has received. */
const FOUND = '490154203237518';

describe.skipIf(!hasChromium)('pieces with serial numbers', () => {
  let shop: TradingShop;
  let phone: number;
  let receipt = '';
  beforeAll(async () => {
    shop = await TradingShop.open();
    const unit = {
      ...{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250000', barcodes: [CODE] },
    };
    const body = {
      ...{ item_name: 'Phone', serial_numbers: 'at_receipt', warranty_months: 12, item_units: [unit] },
    };
    phone = Number(((await shop.office.api('POST', 'items', body))['data'] as { id: number }).id);
  });
  afterAll(() => shop?.close());

  const photo = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/pieces-${name}.png` });
  };
  const cell = (page: Page, field: string) => page.locator(`[role=gridcell][data-place*=${field}]`).first();
  const isAt = (page: Page, field: string, text: string) =>
    expect.poll(() => cell(page, field).textContent(), SOON).toContain(text);
  const lastOf = async (path: string) => {
    const { data } = (await shop.office.api('GET', `${path}?sortColumn=id&sortDir=desc`))['data'] as {
      data: { id: number; status: string }[];
    };
    return data.toSorted((a, b) => b.id - a.id)[0];
  };
  const onHand = async () =>
    ((await shop.office.api('GET', `items/${phone}/batches`))['data'] as { batch_number: string }[])
      .map(({ batch_number }) => batch_number)
      .sort();

  it('come in by scanner: the code of the goods, then the number of each, which nobody can scan twice', async () => {
    const page = await shop.office.open('/purchases/purchases/new');
    await page.locator('[role=grid]').first().waitFor(SOON);
    await choose(page, 'supplier_fk', 'Azad');
    await scan(page, CODE);
    await isAt(page, 'quantity', '1');
    for (const number of [FIRST, SECOND, THIRD]) {
      await scan(page, number);
      await isAt(page, 'batches', number);
    }
    await isAt(page, 'quantity', '3');
    await scan(page, SECOND);
    await page.getByText(`${SECOND} is in the list already`).first().waitFor(SOON);
    await isAt(page, 'quantity', '3');
    await cell(page, 'price').click(SOON);
    await page.keyboard.type('200000');
    await page.keyboard.press('Enter');
    await photo(page, 'received');
    await page.keyboard.press('Control+Enter');
    await expect.poll(onHand, SOON).toEqual([FIRST, SECOND, THIRD]);
    await page.context().close();
  });

  it('are sold in the office by a scan of the number alone, and the invoice tells it with its warranty', async () => {
    const page = await shop.office.open('/sales/sales/new');
    await page.locator('[role=grid]').first().waitFor(SOON);
    await scan(page, FIRST);
    await isAt(page, 'batches', FIRST);
    await isAt(page, 'quantity', '1');
    await page.keyboard.press('Control+Enter');
    await expect.poll(onHand, SOON).toEqual([SECOND, THIRD]);
    const sale = await lastOf('sales');
    await page.goto(`${shop.wire.address}/sales/sales/view/${sale?.id}`);
    await isAt(page, 'batches', FIRST);
    await photo(page, 'sold');
    const paper = JSON.stringify((await shop.office.api('GET', `sales/${sale?.id}/paper`))['data']);
    expect(paper).toContain(FIRST);
    expect(paper).toContain(`"warranty_until":"${new Date().getFullYear() + 1}-`);
    await page.context().close();
  });

  it('are sold at a till by their number, which its receipt prints, and come back by it', async () => {
    const till = await AtTill.at(await shop.till('First'), shop.wire.address);
    const { page } = till;
    await till.signIn('Shilan');
    await till.openDrawer(100_000);
    await scan(page, SECOND);
    const line = page.locator('li[data-line] > div:first-child > button [data-batch]');
    await expect.poll(() => line.allTextContents(), WAIT).toEqual([SECOND]);
    // The same piece again changes nothing.
    await scan(page, SECOND);
    await expect.poll(() => line.allTextContents(), WAIT).toEqual([SECOND]);
    await photo(page, 'till');
    await payCash(page, '250000');
    await till.allStored();
    const written = (await till.written()).at(-1);
    receipt = written?.number ?? '';
    expect(written?.paper).toContain(SECOND);
    expect(written?.paper).toMatch(new RegExp(`/${new Date().getFullYear() + 1}`));
    await expect.poll(onHand, SOON).toEqual([THIRD]);
    // The number of the piece finds its receipt.
    await page.locator('a[href="/pos/receipts"]').click(WAIT);
    await page.locator('main form input').waitFor(WAIT);
    await scan(page, SECOND);
    await page.locator('[data-line="1"]').waitFor(WAIT);
    await photo(page, 'refund');
    await press(page, 'Everything');
    await page.getByLabel(/^Reason/).fill('Does not start');
    await press(page, 'Refund');
    await expect.poll(onHand, SOON).toEqual([SECOND, THIRD]);
    await page.context().close();
  });

  it('are counted on a telephone by one scan each, and the round says where a number stands', async () => {
    const made = await shop.office.api('POST', 'count_rounds', {
      ...{ outlet_fk: atMain.outlet_fk, inventory_fk: atMain.inventory_fk, date: localDay() },
      ...{ count_scope: 'inventory', items: [{ item_fk: phone }] },
    });
    const round = (made['data'] as { id: number }).id;
    const page = await shop.office.open(`/warehouse/counting-rounds/${round}`, { language: 'ckb' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('textbox', { name: words('ckb', 'counting:search') }).waitFor(SOON);
    const lines = page.locator('[data-last-counted] li [data-batch]');
    const entries = async () => {
      const { data } = await shop.office.api('GET', `count_rounds/${round}`);
      return (data as { entries: { batch_number: string }[] }).entries.map(({ batch_number }) => batch_number);
    };
    await scan(page, SECOND);
    await expect.poll(() => lines.allTextContents(), SOON).toEqual([SECOND]);
    await expect.poll(entries, SOON).toEqual([SECOND]);
    // The same piece again, and one that was sold.
    await scan(page, SECOND);
    await page.getByText(SECOND).and(page.getByText('پێشتر ژمێردراوە')).first().waitFor(SOON);
    const dialog = page.getByRole('dialog');
    await scan(page, FIRST);
    await dialog.getByText('دەرچووە').waitFor(SOON);
    await photo(page, 'count-sold');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    // The code of the goods asks for the number, and a number that nobody knows is asked about.
    await scan(page, CODE);
    await dialog.getByRole('textbox', { name: 'ژمارەی زنجیرەیی' }).waitFor(SOON);
    await photo(page, 'count-number');
    await scan(page, FOUND);
    await dialog.getByText(words('ckb', 'counting:pieces.unknown')).waitFor(SOON);
    await photo(page, 'count-found');
    await dialog.getByRole('button', { name: words('ckb', 'counting:pieces.found') }).click(SOON);
    await expect.poll(() => lines.allTextContents(), SOON).toEqual([FOUND, SECOND]);
    await expect.poll(entries, SOON).toEqual([SECOND, FOUND]);
    await photo(page, 'counted');
    await page.getByRole('button', { name: words('ckb', 'counting:complete') }).click(SOON);
    await dialog.getByText(words('ckb', 'counting:pieces_left')).waitFor(SOON);
    await dialog.getByText(THIRD).waitFor(SOON);
    await photo(page, 'count-finish');
    await page.context().close();
    await shop.office.api('POST', `count_rounds/${round}/cancel`, { reason: 'tried' });
  });

  it('are found by their number, and their page tells their life', async () => {
    const page = await shop.office.open('/');
    await page.locator('h1').first().waitFor(SOON);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(SECOND);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(SECOND) })
      .first()
      .click(SOON);
    await page.waitForURL(/\/reports\/serial-numbers\?/, SOON);
    const rows = () => page.locator('tbody tr').allTextContents();
    await expect
      .poll(rows, SOON)
      .toEqual([
        expect.stringMatching(/Came in.*P-\d+.*Azad Trading/),
        expect.stringMatching(new RegExp(`Sold.*${receipt}`)),
        expect.stringMatching(/Came back/),
        expect.stringMatching(/On hand/),
      ]);
    await photo(page, 'life');
    await page.goto(`${shop.wire.address}/warehouse/items/${phone}`);
    await page.getByRole('tab', { name: 'Stock and trade' }).click(SOON);
    await page
      .getByRole('row', { name: new RegExp(THIRD) })
      .getByRole('link', { name: 'Its life' })
      .click(SOON);
    await expect.poll(rows, SOON).toEqual([expect.stringMatching(/Came in/), expect.stringMatching(/On hand/)]);
    await page.context().close();
  });

  it('go back to their supplier from their purchase by a choice of the piece, which the return tells afterwards', async () => {
    const purchase = await lastOf('purchases');
    const page = await shop.office.open(`/purchases/purchases-returns/new?purchase=${purchase?.id}`);
    const batches = page.locator('[role=gridcell][data-place$=":batches"]').first();
    await batches.click(SOON);
    await batches.locator('button').click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: THIRD }).click(SOON);
    await dialog.getByRole('button', { name: 'Use these numbers' }).click(SOON);
    await isAt(page, 'batches', THIRD);
    const count = page.locator('[role=gridcell][data-place$=":quantity"]').first();
    await expect.poll(() => count.textContent(), SOON).toBe('1');
    await photo(page, 'goes-back');
    await page.keyboard.press('Control+Enter');
    await expect.poll(onHand, SOON).toEqual([SECOND]);
    const back = await lastOf('purchase_returns');
    await page.goto(`${shop.wire.address}/purchases/purchases-returns/view/${back?.id}`);
    await isAt(page, 'batches', THIRD);
    await page.context().close();
  });
});

/** Today, as the shop writes it. */
const localDay = (): string => {
  const today = new Date();
  return [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};
