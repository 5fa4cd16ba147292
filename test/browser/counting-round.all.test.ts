/** Counting on phones: scan, type, remove an entry, lose the connection, count beside another person, and finish. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '../support/spreadsheet.ts';
import { openAs } from './other-person.ts';
import {
  atMain,
  type Goods,
  hasChromium,
  type Language,
  openShop,
  type Shop,
  scan,
  stockShop,
  thisYear,
} from './shop.ts';
import { words } from './steps.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('a counting round', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 3);
  });
  afterAll(() => shop?.close());

  const rounds = async () =>
    ((await shop.api('GET', 'count_rounds?per_page=10'))['data'] as { data: Record<string, unknown>[] }).data;
  const quantities = async (id: unknown) => {
    const { data } = await shop.api('GET', `count_rounds/${id}`);
    const { entries } = data as { entries: { item_fk: number; quantity: string }[] };
    return entries.map(({ item_fk, quantity }) => [item_fk, quantity]);
  };

  const openRound = async (...items: readonly (Goods | undefined)[]) => {
    const { data } = await shop.api('POST', 'count_rounds', {
      ...{ outlet_fk: atMain.outlet_fk, inventory_fk: atMain.inventory_fk, date: thisYear(monthAndDay()) },
      ...{ count_scope: 'inventory', items: items.map((item) => ({ item_fk: item?.id })) },
    });
    return (data as { id: number }).id;
  };

  it('is opened, counted blind on a phone, kept without a connection, and becomes a stock count', async () => {
    const page = await shop.open('/warehouse/counting-rounds/new');
    await page.setViewportSize({ width: 390, height: 844 });
    const { data: inventory } = await shop.api('GET', `inventories/${atMain.inventory_fk}`);
    const { inventory_name } = inventory as { inventory_name: string };
    await page.getByRole('combobox', { name: 'Inventory' }).fill(inventory_name);
    await page.getByRole('option', { name: inventory_name }).first().click(SOON);
    await page.getByRole('button', { name: 'Load the items' }).click();
    await page.getByText('Items to be counted: 3').waitFor(SOON);
    await page.getByRole('button', { name: 'Start counting' }).click();
    const search = page.getByRole('textbox', { name: /Scan a barcode/ });
    await search.waitFor(SOON);
    await expect.poll(async () => (await rounds()).length, SOON).toBe(1);
    const id = (await rounds())[0]?.['id'];
    const [first, second] = goods;
    // A blind count: the book quantity is not shown.
    await expect.poll(() => page.locator('main').textContent(), SOON).not.toContain('500');

    await scan(page, first?.barcode ?? '');
    await scan(page, first?.barcode ?? '');
    await expect
      .poll(() => quantities(id), SOON)
      .toEqual([
        [first?.id, '1'],
        [first?.id, '1'],
      ]);
    await expect.poll(() => page.getByText('not sent yet').count(), SOON).toBe(0);

    // Both entries remain in the list, also before the page has read them from the server.
    await page.context().setOffline(true);
    await search.fill(second?.code ?? '');
    await search.press('Enter');
    await expect.poll(() => page.locator('[data-last-counted] li').count(), SOON).toBe(3);
    await search.fill('Item 1003');
    await search.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('495');
    await dialog.getByRole('button', { name: 'Count', exact: true }).click();
    await expect.poll(() => page.locator('[data-last-counted] li').count(), SOON).toBe(4);
    await page.getByText('2 not sent yet').waitFor(SOON);
    await page.getByRole('button', { name: 'Take back' }).nth(1).click();
    await expect.poll(() => page.locator('[data-last-counted] li').count(), SOON).toBe(3);
    await page.context().setOffline(false);
    await expect
      .poll(() => quantities(id), SOON)
      .toEqual([
        [first?.id, '1'],
        [first?.id, '1'],
        [goods[2]?.id, '495'],
      ]);

    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '900' };
    const barcodes = ['6219999'];
    await shop.api('POST', 'items', { item_name: 'Found on the shelf', item_units: [{ ...unit, barcodes }] });
    await scan(page, '6219999');
    await page.getByText('Not listed').waitFor(SOON);

    // A count on paper is imported from a file.
    const path = join(shop.dataDir, 'counts.xlsx');
    await writeSpreadsheet(path, [
      ['Item', 'Counted quantity', 'Shelf'],
      [first?.code ?? '', 7, 'A-3'],
    ]);
    await page.getByRole('button', { name: 'Import counts' }).click(SOON);
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click(SOON);
    await (await chooser).setFiles(path);
    await dialog.getByRole('button', { name: 'Add 1 line' }).click(SOON);
    await expect.poll(() => quantities(id), SOON).toContainEqual([first?.id, '7']);
    await expect.poll(() => dialog.count(), SOON).toBe(0);

    // Goods that are sold now were on hand when they were counted.
    const { data: sold } = await shop.api('POST', 'inventory_direct_adjustments', {
      ...{ outlet_fk: atMain.outlet_fk, inventory_fk: atMain.inventory_fk, date: thisYear('03-02') },
      reason: 'a torn bag',
      lines: [{ item_fk: goods[2]?.id, unit_fk: 1, quantity: '-1' }],
    });
    expect(sold).toBeDefined();
    const finish = page.getByRole('button', { name: 'Finish counting' });
    await expect.poll(() => finish.isEnabled(), SOON).toBe(true);
    await finish.click();
    await dialog.getByText('Items that were not counted: 1.').waitFor(SOON);
    await dialog.getByText('Found on the shelf').waitFor(SOON);
    await dialog.getByRole('button', { name: 'Finish counting' }).click();
    await page.getByRole('link', { name: 'Open the inventory adjustment' }).click(SOON);
    // On a phone each line is a card, whose figures have their label.
    await expect
      .poll(() => page.locator('[data-place$=":difference"]').allTextContents(), SOON)
      .toEqual(['Differenceminus-40 Box minus-11 Piece', 'Differenceminus-4 Piece', 'Difference1 Piece']);
    await page.context().close();
  });

  it('takes the batch and the day of expiry from a GS1 code', async () => {
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '900' };
    const barcodes = ['6291041500213'];
    const batches = { has_batch_number: true, has_expire: true, expire_alert_days: 30 };
    await shop.api('POST', 'items', { item_name: 'Syrup', ...batches, item_units: [{ ...unit, barcodes }] });
    const id = await openRound(goods[0]);
    const page = await shop.open(`/warehouse/counting-rounds/${id}`);
    const search = page.getByRole('textbox', { name: /Scan a barcode/ });
    const counted = async () => {
      const { data } = await shop.api('GET', `count_rounds/${id}`);
      return (data as { entries: object[] }).entries;
    };
    // A code that says batch and day counts one at once, a code without them asks.
    await search.fill('(01)06291041500213(17)271231(10)B7');
    await search.press('Enter');
    const b7 = { batch_number: 'B7', expire_date: '2027-12-31' };
    await expect.poll(counted, SOON).toMatchObject([{ quantity: '1', ...b7 }]);
    await search.fill('6291041500213');
    await search.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Batch number' }).fill('B7', SOON);
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('5');
    const expires = dialog.getByRole('textbox', { name: 'Expires' });
    await expires.fill('31/13/2027');
    await expect.poll(() => dialog.getByRole('button', { name: 'Count', exact: true }).isDisabled(), SOON).toBe(true);
    await expires.fill('31/12/2027');
    await dialog.getByRole('button', { name: 'Count', exact: true }).click(SOON);
    await expect.poll(counted, SOON).toHaveLength(2);
    expect(await counted()).toEqual(expect.arrayContaining([expect.objectContaining({ quantity: '5', ...b7 })]));
    await page.context().close();
  });

  it('keeps on the phone what it could not send before the round ended, and counts again while others count', async () => {
    const [rice] = goods;
    const id = await openRound(rice);
    const page = await shop.open(`/warehouse/counting-rounds/${id}`);
    await page.getByRole('textbox', { name: /Scan a barcode/ }).waitFor(SOON);
    await scan(page, rice?.barcode ?? '');
    await expect.poll(() => quantities(id), SOON).toEqual([[rice?.id, '1']]);
    const again = page.getByRole('button', { name: words('en', 'counting:recount') });
    await again.waitFor(SOON);
    // The page has not read what another person counts now.
    const read = `**/api/count_rounds/${id}`;
    await page.route(read, (route) => route.abort());
    const entry_uuid = '00000000-0000-4000-8000-000000000077';
    const entries = [{ entry_uuid, item_fk: rice?.id, unit_fk: 1, quantity: '8' }];
    await shop.api('POST', `count_rounds/${id}/count`, { entries });
    await again.click(SOON);
    await expect.poll(() => quantities(id), SOON).toEqual([]);
    await page.unroute(read);

    await page.context().setOffline(true);
    await scan(page, rice?.barcode ?? '');
    await page.getByText('1 not sent yet').waitFor(SOON);
    await shop.api('POST', `count_rounds/${id}/cancel`, { reason: 'another day' });
    await page.context().setOffline(false);
    await page.getByText(words('en', 'counting:cancelled')).waitFor(SOON);
    const lines = page.locator('[data-last-counted] li');
    await expect
      .poll(() => lines.allTextContents(), SOON)
      .toEqual([expect.stringMatching(/Item 1001.*Not taken by the server/)]);
    await expect.poll(() => page.getByText('not sent yet').count(), SOON).toBe(0);
    await page.getByRole('button', { name: words('en', 'counting:discard') }).click(SOON);
    await expect.poll(() => lines.count(), SOON).toBe(0);
    await page.context().close();
  });

  it('is counted by two people with their phones while the shop sells, and the books are right', async () => {
    const [rice, tea] = goods;
    const stockOf = async (item: Goods | undefined) => {
      const { data } = await shop.api('GET', `items/list?inventory_fk=${atMain.inventory_fk}&per_page=50`);
      const row = (data as { data: Record<string, unknown>[] }).data.find(({ item_id }) => item_id === item?.id);
      return Number(row?.['stock']);
    };
    const sell = async (item: Goods | undefined, quantity: string, moment: Date) => {
      const two = (value: number) => String(value).padStart(2, '0');
      const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
      const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
      await shop.api('POST', 'sales', {
        ...{ ...atMain, date, time, payment_type: 'cash', account_fk: 1, status: 'complete' },
        lines: [{ item_fk: item?.id, unit_fk: 1, quantity, price: '1000' }],
      });
    };
    const [riceBefore, teaBefore] = [await stockOf(rice), await stockOf(tea)];
    // Four bags of tea were sold a minute ago, so they are not on the shelf.
    await sell(tea, '4', new Date(Date.now() - 60_000));
    const id = await openRound(rice, tea);
    const path = `/warehouse/counting-rounds/${id}`;
    const places = { outlets: [atMain.outlet_fk], inventories: [atMain.inventory_fk] };
    const permissions = ['count_rounds/show', 'count_rounds/update'];
    const sara = await openAs(shop, { name: 'Sara', permissions, ...places }, path, 'ckb');
    const finishing = [...permissions, 'count_rounds/complete'];
    const omar = await openAs(shop, { name: 'Omar', permissions: finishing, ...places }, path, 'en');
    for (const phone of [sara, omar]) await phone.setViewportSize({ width: 390, height: 844 });
    const count = async (phone: Page, language: Language, name: string, quantity: string) => {
      const search = phone.getByRole('textbox', { name: words(language, 'counting:search') });
      await search.fill(name);
      await search.press('Enter');
      const dialog = phone.getByRole('dialog');
      await dialog.locator('input[data-autofocus]').fill(quantity);
      await dialog.getByRole('button', { name: words(language, 'counting:add'), exact: true }).click(SOON);
      await expect.poll(() => dialog.count(), SOON).toBe(0);
    };
    // Three bags of rice are missing: both people count a part of them at the same time.
    await Promise.all([
      count(sara, 'ckb', 'Item 1001', String(riceBefore - 203)),
      count(omar, 'en', 'Item 1001', '200'),
    ]);
    await scan(sara, tea?.barcode ?? '');
    await count(omar, 'en', 'Item 1002', String(teaBefore - 5));
    const entered = async () => (await quantities(id)).length;
    await expect.poll(entered, SOON).toBe(4);
    // Each phone shows what both counted, and no quantity of the books.
    const inBoxes = (pieces: number) => new RegExp(`${Math.floor(pieces / 12)} \\S+ ${pieces % 12} `);
    for (const phone of [sara, omar]) {
      await expect.poll(() => phone.locator('main').textContent(), SOON).toMatch(inBoxes(riceBefore - 3));
      await expect.poll(() => phone.locator('main').textContent(), SOON).not.toMatch(inBoxes(riceBefore));
    }
    const finish = words('en', 'counting:complete');
    await expect.poll(() => sara.getByRole('button', { name: words('ckb', 'counting:complete') }).count()).toBe(0);
    // Rice is sold after it was counted: the count is of the moment before.
    const counted = new Date();
    await expect.poll(() => Math.floor(Date.now() / 1000), SOON).toBeGreaterThan(Math.ceil(counted.getTime() / 1000));
    await sell(rice, '5', new Date());
    await omar.getByRole('button', { name: finish }).click(SOON);
    await omar.getByRole('dialog').getByRole('button', { name: finish }).click(SOON);
    await omar.getByRole('link', { name: 'Open the inventory adjustment' }).waitFor(SOON);
    await sara.getByText(words('ckb', 'counting:completed')).waitFor(SOON);
    const { data: round } = await shop.api('GET', `count_rounds/${id}`);
    const made = (round as { completed: { inventory_adjustment_fk: number } }).completed.inventory_adjustment_fk;
    await shop.api('POST', `inventory_adjustments/${made}/approve`);
    await expect.poll(() => stockOf(rice), SOON).toBe(riceBefore - 3 - 5);
    await expect.poll(() => stockOf(tea), SOON).toBe(teaBefore - 4);
    for (const phone of [sara, omar]) await phone.context().close();
  });
});

/** Of today, as `MM-DD`. */
const monthAndDay = (): string => {
  const today = new Date();
  return [today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};
