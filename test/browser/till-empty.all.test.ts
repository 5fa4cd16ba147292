/** The cart of a till is not thrown away by one touch, and what is held is counted and named. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeWindows, hasChromium, scan } from '../support/chromium.ts';
import { openedTill, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

describe.skipIf(!hasChromium)('the goods on the screen of a till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });

  it('are thrown away after a question only, which a scanner does not answer, and are held in sight', async () => {
    const page = await openedTill(place, await newBrowser());
    const lines = page.locator('aside ol li');
    const dialog = page.getByRole('dialog');
    const empty = page.locator('aside').getByRole('button', { name: 'Empty' });
    await scan(page, TEA);
    await scan(page, SUGAR);
    await totalIs(page, '7,750');
    await empty.click();
    await dialog.getByText('2 lines are taken off the receipt').waitFor();
    // The keys of the scanner end with Enter.
    await scan(page, TEA);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => lines.count(), WAIT).toBe(2);
    await totalIs(page, '7,750');

    await page.keyboard.press('F8');
    await expect.poll(() => lines.count(), WAIT).toBe(0);
    const held = page.locator('nav a[href="/pos/held"]');
    await expect.poll(() => held.locator('[data-count]').textContent(), WAIT).toBe('1');
    await held.click();
    const sale = page.locator('main li');
    await expect.poll(() => sale.textContent(), WAIT).toMatch(/Ahmad tea 500 g.*· 2 lines/);
    await sale.getByRole('button', { name: 'Drop the held sale' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await sale.getByRole('button', { name: 'Resume' }).click();
    await totalIs(page, '7,750');
    await expect.poll(() => held.locator('[data-count]').count(), WAIT).toBe(0);

    await empty.click();
    await dialog.getByRole('button', { name: 'Empty' }).click();
    await expect.poll(() => lines.count(), WAIT).toBe(0);
    await totalIs(page, '0');
    await page.context().close();
  });
});
