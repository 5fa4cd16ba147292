/** A cashier in Chromium: signs in, opens a drawer, scans, presses keys, and reads messages. */

import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CASHIERS } from '../../doubles/till-server.ts';
import { LIMIT_MS } from '../../support/limits.ts';
import type { TillPlace } from './till-place.ts';

export const WAIT = { timeout: LIMIT_MS, interval: 100 };
const [SHILAN] = CASHIERS;

/** A scanner types almost without pauses; with an Arabic layout its keys produce other letters at the same places. */
export const scanArabic = (page: Page, code: string) =>
  page.evaluate((text) => {
    const start = performance.now() + 500;
    [...text, 'Enter'].forEach((sign, index) => {
      const place = sign === 'Enter' ? 'Enter' : `Digit${sign}`;
      const key = sign === 'Enter' ? 'Enter' : String.fromCharCode(0x0660 + Number(sign));
      const event = new KeyboardEvent('keydown', { key, code: place, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: start + index * 12 });
      (document.activeElement ?? document.body).dispatchEvent(event);
    });
  }, code);

export const shown = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .textContent()
    .then((text) => (text ?? '').replace(/\s+/g, ' '));

export const totalIs = (page: Page, amount: string) =>
  expect.poll(() => shown(page, '[data-total]'), WAIT).toContain(amount);

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Enters the PIN of a cashier where one is required. */
export async function givePin(page: Page, { id, pin }: (typeof CASHIERS)[number], within = ''): Promise<void> {
  await page.locator(`${within} [data-cashier="${id}"]`).click();
  await page.locator(`${within} input[type=password]`).fill(pin);
  await page.keyboard.press('Enter');
}

/** A signed-in till with an open drawer. */
export async function openedTill(
  place: TillPlace,
  context: BrowserContext,
  cashier: (typeof CASHIERS)[number] = SHILAN,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${place.address}/pos/drawer`);
  await givePin(page, cashier);
  await page.getByRole('navigation').first().waitFor();
  await page.locator('fieldset').first().waitFor();
  await page.locator('form button[type=submit]').click();
  await page.locator('[data-drawer]').waitFor();
  await page.locator('a[href="/pos"]').click();
  await page.locator('input[type=search]').waitFor();
  return page;
}

/** Pays the receipt on the screen with a large note. Returns the number on the paper. */
export async function payCash(page: Page, handed: string): Promise<string> {
  await page.keyboard.press('F9');
  await page.locator('section h1').waitFor();
  await page.locator('section input').first().fill(handed);
  await page.keyboard.press('Enter');
  await page.locator('section button:not([aria-disabled])', { hasText: 'F9' }).waitFor();
  await page.keyboard.press('F9');
  await page.locator('[role=status] [data-change]').waitFor();
  return /T3-\d{6}/.exec(await shown(page, '[role=status]'))?.[0] ?? '';
}

/** Keeps a count that differs, says one of the usual reasons, and closes the drawer; after a second count nothing is asked. */
export async function closeWithDifference(page: Page): Promise<void> {
  const [asked, reason] = [page.locator('[data-recount] button').last(), page.locator('section button[aria-pressed]')];
  await asked.or(reason.first()).first().waitFor();
  if ((await asked.count()) > 0) await asked.click();
  await reason.first().click();
  await page.locator('section button').last().click();
  await page.locator('[data-difference]').first().waitFor();
}
