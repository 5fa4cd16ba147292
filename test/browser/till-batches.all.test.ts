/**
 * Batches at a till: the one that expires first is sold, another one is chosen or scanned, and expired ones are
 * refused.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, scan } from '../support/chromium.ts';
import { openedTill, payCash, press, shown, WAIT } from './till/cashier.ts';
import { CATALOGUE, MEDICINE } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const GTIN = `0${MEDICINE}`;

describe.skipIf(!hasChromium)('goods by batches at a till', () => {
  let place: TillPlace;
  let page: Page;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
    page = await openedTill(place, await newBrowser());
  });
  afterAll(() => place?.close());

  const onLines = () => page.locator('li[data-line] > div:first-child > button [data-batch]').allTextContents();
  const linesAre = (...batches: readonly string[]) => expect.poll(onLines, WAIT).toEqual(batches);
  const soldLast = () => {
    const { content } = place.server.entries.findLast((entry) => entry.content.kind === 'receipt') ?? {};
    return content?.kind === 'receipt' ? content.lines.map(({ batches = [] }) => batches) : [];
  };
  const named = (batch_number: string, expire_date: string, quantity: string) => [
    { batch_number, expire_date, quantity },
  ];

  it('what expires first is sold without a network, and is gone for the next sale', async () => {
    await place.stop();
    await scan(page, MEDICINE);
    await linesAre('SOON · 31/01/2098');
    await payCash(page, '5000');
    await scan(page, MEDICINE);
    await linesAre('LATE · 31/12/2098');
    await press(page, 'Remove');
    await place.start();
    await expect.poll(soldLast, WAIT).toEqual([named('SOON', '2098-01-31', '1')]);
  });

  it('another batch is chosen by keys, and by the code on the package', async () => {
    await scan(page, MEDICINE);
    await linesAre('LATE · 31/12/2098');
    await page.keyboard.press('Control+KeyB');
    const choices = page.getByRole('dialog').getByRole('option');
    await expect.poll(() => choices.count(), WAIT).toBe(4);
    // The expired batch is first in the list, and cannot be chosen.
    await expect.poll(() => choices.nth(1).isDisabled(), WAIT).toBe(true);
    await choices.nth(0).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await linesAre('LAST · 31/12/2099');
    await scan(page, `]d201${GTIN}1798123110LATE`);
    await linesAre('LAST · 31/12/2099', 'LATE · 31/12/2098');
    // The same package again, from a scanner without a prefix.
    await scan(page, `01${GTIN}1798123110LATE`);
    await payCash(page, '20000');
    await expect.poll(soldLast, WAIT).toEqual([named('LAST', '2099-12-31', '1'), named('LATE', '2098-12-31', '2')]);
  });

  it('a typed batch is not taken while its day cannot be read', async () => {
    await scan(page, MEDICINE);
    await linesAre('LATE · 31/12/2098');
    await page.keyboard.press('Control+KeyB');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Another batch' }).click(WAIT);
    await dialog.getByRole('textbox', { name: 'Batch number' }).fill('LAST');
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('31/13/2099');
    await expect.poll(() => dialog.getByRole('button', { name: 'Take' }).isDisabled(), WAIT).toBe(true);
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('31/12/2099');
    await dialog.getByRole('button', { name: 'Take' }).click(WAIT);
    await linesAre('LAST · 31/12/2099');
    await press(page, 'Remove');
  });

  it('what has expired is refused in a sentence', async () => {
    await scan(page, `01${GTIN}1720013110OLD`);
    await expect
      .poll(() => shown(page, 'li[data-line]'), WAIT)
      .toMatch(/Batch .OLD. expired on .31\/01\/2020. and cannot be sold/);
    await expect.poll(() => page.getByRole('button', { name: /^Pay/ }).isDisabled(), WAIT).toBe(true);
    await press(page, 'Remove');
  });

  it('expired goods are sold and marked if the settings permit it, and the receipt names the batch', async () => {
    const settings = CATALOGUE.filter(({ table }) => table === 'settings');
    const allowed = settings.map((part) => ({
      ...part,
      rows: part.rows.map((row) => ({ ...row, sell_expired: true })),
    }));
    place.server.changes.set(place.server.position, allowed);
    place.server.position += 1;
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
    await scan(page, `01${GTIN}1720013110OLD`);
    await expect.poll(() => shown(page, 'li[data-line] > div:first-child > button'), WAIT).toContain('Expired');
    await expect.poll(() => page.getByRole('button', { name: /^Pay/ }).isEnabled(), WAIT).toBe(true);
    await payCash(page, '5000');
    await expect.poll(soldLast, WAIT).toEqual([named('OLD', '2020-01-31', '1')]);
  });

  it('a batch that lasts less than its category wants is warned of, without a network, and sold', async () => {
    const categories = CATALOGUE.filter(({ table }) => table === 'categories');
    const wanting = categories.map((part) => ({
      ...part,
      rows: part.rows.map((row) => ({ ...row, least_shelf_life_days: 30 })),
    }));
    place.server.changes.set(place.server.position, wanting);
    place.server.position += 1;
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const code = `01${GTIN}17${day.slice(2).replaceAll('-', '')}10near`;
    const warned = () => shown(page, 'li[data-line] > div:first-child > button');
    await scan(page, code);
    await expect.poll(warned, WAIT).toMatch(/Batch .near. expires on .*; it should last until/);
    await press(page, 'Remove');
    await place.stop();
    await scan(page, code);
    await expect.poll(warned, WAIT).toMatch(/Batch .near. expires on .*; it should last until/);
    await expect.poll(() => page.getByRole('button', { name: /^Pay/ }).isEnabled(), WAIT).toBe(true);
    await payCash(page, '5000');
    await place.start();
    await expect.poll(soldLast, WAIT).toEqual([named('near', day, '1')]);
  });

  it('goods without a receipt are asked for the batch on their package, unless its code names it', async () => {
    await scan(page, MEDICINE);
    await scan(page, `01${GTIN}1720013110OLD`);
    await page.locator('a[href="/pos/receipts"]').click(WAIT);
    await press(page, 'Without a receipt');
    await page.getByLabel(/^Reason/).fill('Not needed');
    await expect.poll(() => page.getByText('Say which batch comes back').count(), WAIT).toBeGreaterThan(0);
    // What would be sold next is not shown.
    await linesAre('OLD · 31/01/2020Expired');
    await page.getByRole('button', { name: /^Batch: / }).click(WAIT);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Another batch' }).click(WAIT);
    await dialog.getByRole('textbox', { name: 'Batch number' }).fill('A1');
    await expect.poll(() => dialog.getByRole('button', { name: 'Take' }).isDisabled(), WAIT).toBe(true);
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('15/02/2099');
    await dialog.getByRole('button', { name: 'Take' }).click(WAIT);
    await linesAre('A1 · 15/02/2099', 'OLD · 31/01/2020Expired');
    await expect.poll(() => page.getByText('Say which batch comes back').count(), WAIT).toBe(0);
  });
});
