/**
 * A tab that is killed at any moment loses no sale and shows none twice: on the screen, parked, resumed, split, during
 * payment, in an exchange.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, scan } from '../support/chromium.ts';
import { openedTill, payCash, press, shown, totalIs, WAIT } from './till/cashier.ts';
import { crash } from './till/crash.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [, , HEVI] = CASHIERS;

describe.skipIf(!hasChromium)('a till whose tab is killed', () => {
  let place: TillPlace;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(async () => {
    place.server.entries.length = 0;
    place.server.enrolment = crypto.randomUUID();
    context = await newBrowser();
    page = await openedTill(place, context, HEVI);
  });
  afterEach(() => context.close());

  const again = async (path = '/pos') => {
    await crash(page);
    page = await context.newPage();
    await page.goto(`${place.address}${path}`);
  };
  const held = async () => {
    await page.locator('a[href="/pos/held"]').click();
    await page.locator('a[href="/pos/held"][aria-current]').waitFor();
    await page.locator('main h1, main h2').first().waitFor();
    return page.locator('main li').allInnerTexts();
  };
  const isEmpty = () => page.getByText('Scan, search or touch an item').waitFor();

  it('has what stood on its screen, also when the next one is killed before anything is done in it', async () => {
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await again();
    await totalIs(page, '6,500');
    await again();
    await totalIs(page, '6,500');
    await scan(page, SUGAR);
    await totalIs(page, '7,750');
    await again();
    await totalIs(page, '7,750');
  });

  it('has the sale once that was put aside, and once when it was taken up', async () => {
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await press(page, /^Hold/);
    await isEmpty();
    await again();
    await isEmpty();
    await expect.poll(() => held()).toHaveLength(1);
    await press(page, 'Resume');
    await totalIs(page, '6,500');
    await again();
    await totalIs(page, '6,500');
    await expect.poll(() => held()).toEqual([]);
  });

  it('has both parts of a sale that was split, each once', async () => {
    for (const code of [TEA, SUGAR]) await scan(page, code);
    await totalIs(page, '7,750');
    await press(page, 'Split');
    await page.locator('[role=dialog]').getByRole('button', { name: 'All' }).first().click();
    await press(page, 'Pay the chosen part');
    await totalIs(page, '6,500');
    await again();
    await totalIs(page, '6,500');
    const [rest = '', ...more] = await held();
    expect([rest.includes('1,250'), more]).toEqual([true, []]);
  });

  it('has the tendered amounts before it is paid', async () => {
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await page.keyboard.press('F9');
    await page.locator('section input').first().fill('5000');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page, 'section [aria-live]'), WAIT).toContain('1,500');
    await again();
    await expect.poll(() => shown(page, 'section [aria-live]'), WAIT).toContain('1,500');
    await press(page, /^1,500/);
    await press(page, /^Paid/);
    await page.locator('[role=status] [data-change]').waitFor();
    await again();
    await isEmpty();
    await expect
      .poll(() => place.server.entries.flatMap(({ content }) => (content.kind === 'receipt' ? [content] : [])), WAIT)
      .toMatchObject([{ total: '6500', payments: [{ amount: '5000' }, { amount: '1500' }] }]);
  });

  it('keeps the exchanged receipt and its refund', async () => {
    await scan(page, TEA);
    await totalIs(page, '6,500');
    const number = await payCash(page, '6500');
    await scan(page, number);
    await page.locator('[data-line="1"]').getByRole('button', { name: 'All' }).click();
    await page.getByLabel(/^Reason/).fill('Rather rice');
    await press(page, 'Exchange');
    await press(page, /Basmati rice/);
    await totalIs(page, '7,525');
    await again();
    await page.getByText('In exchange for the receipt').waitFor();
    await totalIs(page, '7,525');
    await payCash(page, '15000');
    const entries = () => place.server.entries.map(({ content }) => content);
    await expect.poll(() => entries().length, WAIT).toBe(4);
    const [, , refund, receipt] = place.server.entries;
    expect(receipt?.content).toMatchObject({ kind: 'receipt', replaces: { uuid: refund?.uuid }, total: '14025' });
  });
});
