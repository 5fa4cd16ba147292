/**
 * Every error at a till has a message in three languages, and no data are lost: errors of cashiers, devices and
 * printers.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { words } from './steps.ts';
import { givePin, openedTill, payCash, shown, totalIs, WAIT } from './till/cashier.ts';
import { fakePrinters } from './till/fake-printers.ts';
import { CATALOGUE, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [, , HEVI] = CASHIERS;

declare global {
  interface Window {
    /** The frequencies of the tones. */
    tones: number[];
    isStorageFull: boolean;
  }
}

/** In the page: records its tones, and can simulate a full disk. */
function watched(): void {
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (this: OscillatorNode, ...given) {
    window.tones.push(this.frequency.value);
    start.apply(this, given);
  };
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given) {
    if (window.isStorageFull) throw new DOMException('', 'QuotaExceededError');
    return add.apply(this, given);
  };
}

describe.skipIf(!hasChromium)('errors at a till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(() => {
    place.server.entries.length = 0;
    place.server.enrolment = crypto.randomUUID();
    Object.assign(place.server, { isRevoked: false, openDrawers: [] });
  });

  const receipts = () => place.server.entries.filter(({ content }) => content.kind === 'receipt');

  it.each(sampleOf<Language>(['en', 'ar', 'ckb'], 1))('is said in %s, and nothing is lost', async (language) => {
    const context = await newBrowser({ language });
    await context.addInitScript(watched);
    await context.addInitScript(fakePrinters);
    const page = await openedTill(place, context, HEVI);
    /** Waits for the constant parts of a message. */
    const says = async (on: Page, key: string, count?: number) => {
      const parts = words(language, key, count).split(/\{\{.*?\}\}/);
      const said = async () => {
        const text = ((await on.locator('body').textContent()) ?? '').replace(/[\u2066-\u2069\u200e\u200f]/g, '');
        return parts.filter((part) => !text.includes(part.trim()));
      };
      await expect.poll(said, { ...WAIT, message: key }).toEqual([]);
    };
    const label = (key: string) => words(language, `selling:${key}`);
    const button = (key: string) => page.getByRole('button', { name: label(key) }).first();
    const typed = async (field: string, text: string) => {
      const input = page.locator('aside').getByLabel(label(field), { exact: false }).first();
      await input.fill(text);
      await input.press('Enter');
    };

    await scan(page, '99999999');
    await says(page, 'selling:unknown_barcode');
    await expect.poll(() => page.evaluate(() => window.tones)).toEqual([220, 180]);
    const [opened] = await Promise.all([context.waitForEvent('page'), button('create_item').click()]);
    expect(new URL(opened.url()).searchParams.get('barcode')).toBe('99999999');
    await opened.close();
    await page.bringToFront();
    await button('leave_it').click();

    await scan(page, TEA);
    await totalIs(page, '6,500');
    for (const [text, problem, decimals] of [
      ['0', 'not_above_zero'],
      ['1.0625', 'too_many_decimals', 3],
      ['6291041500213', 'a_code'],
      ['12345678901', 'too_large'],
      ['x', 'not_a_number'],
    ] as const) {
      await typed('quantity', text);
      await says(page, `selling:quantity_problem.${problem}`, decimals);
      await page.keyboard.press('Escape');
    }
    await totalIs(page, '6,500');
    await typed('discount', '100.5');
    await says(page, 'selling:not_payable');
    await page.keyboard.press('Escape');
    await totalIs(page, '6,500');
    await typed('price', '0');
    await says(page, 'selling:issue.price_of_zero');
    // Only a supervisor may permit it.
    await page.keyboard.press('F9');
    await page.locator('[role=dialog]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    await typed('price', '');
    await totalIs(page, '6,500');

    await page.keyboard.press('F9');
    const tendered = page.locator('section input').first();
    await tendered.fill('1000');
    await tendered.press('Enter');
    await says(page, 'selling:payment_problem.paid_too_little');
    await expect.poll(() => button('finish').isDisabled()).toBe(true);
    await tendered.fill('5500');
    await tendered.press('Enter');
    await page.evaluate(() => {
      window.isStorageFull = true;
    });
    await button('finish').click();
    await says(page, 'selling:writing.storage_full');
    expect(receipts()).toEqual([]);
    await page.evaluate(() => {
      window.isStorageFull = false;
    });
    await button('finish').click();
    await page.locator('[role=status] [data-change]').waitFor();
    const number = /T3-\d{6}/.exec(await shown(page, '[role=status]'))?.[0] ?? '';
    await expect.poll(() => receipts().length, WAIT).toBe(1);

    await scan(page, number);
    const back = page.locator('[data-line="1"]').getByLabel(label('comes_back'));
    await back.fill('2');
    await back.press('Enter');
    await says(page, 'selling:more_than_sold');

    // The printer is unplugged: the receipt is stored, and printed later.
    await page.locator('a[href="/pos/device"]').click();
    await page.locator('[data-field=printer] select').selectOption('usb');
    await page
      .locator('section', { has: page.locator('[data-field=printer]') })
      .getByRole('button')
      .first()
      .click();
    await page.locator('[data-field=automatic] input').check();
    await page.evaluate(() => {
      window.printers.isThere = false;
    });
    // A revoked device continues selling; its entries wait.
    place.server.isRevoked = true;
    await page.locator('a[href="/pos"]').click();
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await payCash(page, '10000');
    await says(page, 'device:printer.problem.not_there');
    await says(page, 'device:printer.kept');
    await page.locator('a[href="/pos/device"]').click();
    await says(page, 'device:reason.revoked');
    expect(receipts()).toHaveLength(1);
    place.server.isRevoked = false;
    await page.getByRole('button', { name: words(language, 'device:send_now') }).click();
    await expect.poll(() => receipts().length, WAIT).toBe(2);

    // The browser has deleted the storage: the device continues from the server's state, and says so.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: place.address, storageTypes: 'indexeddb' });
    await page.reload();
    await says(page, 'device:storage_lost');

    // The drawer is open on the server, and unknown to this device.
    place.server.openDrawers = [{ id: 31, number: 'D-000031', user_fk: HEVI.id }];
    const other = await (await newBrowser({ language })).newPage();
    await other.goto(`${place.address}/pos/drawer`);
    await givePin(other, HEVI);
    await says(other, 'selling:second_drawer');
    await other.context().close();
    await context.close();
  });
});
