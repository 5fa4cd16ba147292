/**
 * Refunds at the till: parts of a receipt, an exchange, a correction, and goods without a receipt, with the PIN of a
 * permitted person.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { givePin, openedTill, payCash, press, shown, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [SHILAN, KARWAN, HEVI] = CASHIERS;
const WORDS = {
  en: {
    ...{ everything: 'Everything', reason: /^Reason/, refund: 'Refund' },
    comesBack: 'Returned quantity',
  },
  ckb: {
    ...{ everything: 'هەموو', reason: /^هۆکار/, refund: 'گەڕاندنەوەی پارە' },
    comesBack: 'بڕی گەڕاوە',
  },
} as const;

describe.skipIf(!hasChromium)('goods that come back at a till', () => {
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
  });

  const contents = (kind: string) =>
    place.server.entries.flatMap((entry) => (entry.content.kind === kind ? [entry] : []));
  const stored = (kind: string, count: number) => expect.poll(() => contents(kind).length, WAIT).toBe(count);
  const till = async (language: Language, cashier: (typeof CASHIERS)[number] = SHILAN) =>
    openedTill(place, await newBrowser({ language }), cashier);

  /** Two teas and a sugar: 14,250. */
  async function sold(page: Page): Promise<string> {
    for (const code of [TEA, TEA, SUGAR]) await scan(page, code);
    await totalIs(page, '14,250');
    const number = await payCash(page, '15000');
    expect(number).toMatch(/^T3-\d{6}$/);
    return number;
  }

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'takes parts of a receipt back that was scanned, with the PIN of a supervisor, in %s',
    async (language) => {
      const words = WORDS[language];
      const page = await till(language);
      const number = await sold(page);
      await scan(page, number);
      await page.locator('[data-line="1"]').waitFor();
      const teas = page.locator('[data-line="1"]').getByLabel(words.comesBack);
      await teas.fill('3');
      await teas.press('Enter');
      await page.locator('[data-line="1"] [role=alert]').waitFor();
      await teas.fill('1');
      await teas.press('Enter');
      await page.getByLabel(words.reason).fill('Wrong kind');
      await press(page, words.refund);
      // The PIN of a person without the permission is refused, and nothing is refunded.
      await givePin(page, KARWAN, '[role=dialog]');
      await page.locator('[role=dialog] [role=alert]').waitFor();
      await givePin(page, HEVI, '[role=dialog]');
      await stored('refund', 1);
      const [first] = contents('refund');
      expect(first).toMatchObject({ cashier_fk: SHILAN.id, approved_by_fk: HEVI.id });
      expect(first?.content).toMatchObject({
        ...{ reason: 'Wrong kind', total: '6500', receipt: { uuid: contents('receipt')[0]?.uuid } },
        ...{ lines: [{ line: 1, item_fk: 11, quantity: '1', total_amount: '6500' }] },
        payments: [{ method: 'cash', amount: '6500', account_fk: 20 }],
      });

      // Waits for the list of receipts.
      await page.locator('main form input').waitFor();
      await scan(page, number);
      await expect.poll(() => shown(page, '[data-line="1"]'), WAIT).toContain('1 / 2');
      await page.locator('main').getByRole('button', { name: words.everything }).first().click();
      await page.getByLabel(words.reason).fill('All of it');
      await press(page, words.refund);
      await givePin(page, HEVI, '[role=dialog]');
      await stored('refund', 2);
      expect(contents('refund')[1]?.content).toMatchObject({ total: '7750' });
      await page.context().close();
    },
  );

  it('takes pieces of a box back, at the price of a piece, and what is left of it is shown in pieces', async () => {
    const page = await till('en', HEVI);
    await scan(page, TEA);
    await page.locator('[data-line="1"] button').first().click();
    await page.locator('[data-line="1"]').getByLabel(/^Unit/).selectOption({ label: 'box' });
    await totalIs(page, '75,000');
    const number = await payCash(page, '75000');
    await scan(page, number);
    const line = page.locator('[data-line="1"]');
    await expect.poll(() => shown(page, '[data-line="1"]'), WAIT).toContain('1 / 1 box');
    await line.getByLabel(/^Unit/).selectOption({ label: 'piece' });
    await expect.poll(() => shown(page, '[data-line="1"]'), WAIT).toContain('12 / 12 piece');
    await line.getByLabel(WORDS.en.comesBack).fill('5');
    await line.getByLabel(WORDS.en.comesBack).press('Enter');
    await page.getByLabel(WORDS.en.reason).fill('Torn');
    await press(page, WORDS.en.refund);
    await stored('refund', 1);
    expect(contents('refund')[0]?.content).toMatchObject({
      total: '31250',
      lines: [{ line: 1, unit_fk: 1, quantity: '5', price: '6250', total_amount: '31250' }],
    });
    await page.locator('main form input').waitFor();
    await scan(page, number);
    await expect.poll(() => shown(page, '[data-line="1"]'), WAIT).toContain('7 / 12 piece');
    await page.context().close();
  });

  it('keeps the worth of a gift that stays, unless it is brought back too', async () => {
    const page = await till('en', HEVI);
    // Three sugars earn a bottle of oil, which is on the counter.
    for (const code of [SUGAR, SUGAR, SUGAR]) await scan(page, code);
    await page.locator('[data-proposed="14"]').getByRole('button').first().press('Enter');
    await page.locator('[data-line="2"] [data-free]').waitFor();
    await totalIs(page, '3,750');
    const number = await payCash(page, '3750');
    await scan(page, number);
    const sugars = page.locator('[data-line="1"]').getByLabel(WORDS.en.comesBack);
    await sugars.fill('3');
    await sugars.press('Enter');
    const gifts = page.locator('[data-gifts]');
    await expect.poll(() => shown(page, '[data-gifts]'), WAIT).toContain('3,250');
    await expect.poll(() => shown(page, 'main'), WAIT).toContain('500');
    await gifts.getByRole('button', { name: 'It comes back too' }).click();
    await gifts.waitFor({ state: 'detached' });
    await page.getByLabel(WORDS.en.reason).fill('All of it');
    await press(page, WORDS.en.refund);
    await stored('refund', 1);
    expect(contents('refund')[0]?.content).toMatchObject({
      total: '3750',
      lines: [
        { line: 1, quantity: '3', total_amount: '3750' },
        { line: 2, quantity: '0', bonus_quantity: '1', total_amount: '0' },
      ],
    });
    await page.context().close();
  });

  it('exchanges goods: the refund pays for the sold goods, and the receipt names the refund', async () => {
    const page = await till('en', HEVI);
    const number = await sold(page);
    await page.locator('a[href="/pos/receipts"]').click();
    await page.getByLabel('Number of the receipt').fill(number.toLowerCase());
    await page.keyboard.press('Enter');
    await page.locator('[data-line="1"]').getByRole('button', { name: 'All' }).click();
    await page.getByLabel(/^Reason/).fill('Rather rice');
    await press(page, 'Exchange');
    await page.locator('input[type=search]').waitFor();
    await press(page, /Basmati rice/);
    // 14,025 are sold and 13,000 refunded; cash is rounded to 250.
    await expect.poll(() => shown(page, 'aside'), WAIT).toContain('13,000');
    await totalIs(page, '1,025');
    await stored('refund', 1);
    const before = contents('refund')[0];
    expect(before?.content).toMatchObject({ payments: [{ method: 'cash', amount: '13000', is_exchanged: true }] });
    // The payment requires the difference only.
    await page.keyboard.press('F9');
    await expect.poll(() => shown(page, 'section [aria-live=polite]'), WAIT).toContain('1,025');
    await expect.poll(() => shown(page, 'section ul[aria-label]'), WAIT).toContain('Exchange');
    await page.keyboard.press('Escape');
    const second = await payCash(page, '1000');
    await stored('receipt', 2);
    expect(contents('receipt')[1]?.content).toMatchObject({
      ...{ replaces: { uuid: before?.uuid }, total: '14025', change: '0' },
      payments: [
        { method: 'cash', amount: '13000', account_fk: 20, is_exchanged: true },
        { method: 'cash', amount: '1000' },
      ],
    });

    // Cheaper goods, without a network: the shop owes the difference, and nothing is tendered.
    await page.context().setOffline(true);
    await scan(page, second);
    await page.locator('[data-line="1"]').getByRole('button', { name: 'All' }).click();
    await page.getByLabel(/^Reason/).fill('Rather sugar');
    await press(page, 'Exchange');
    await page.locator('input[type=search]').waitFor();
    // An exchange without goods is not abandoned silently: its money is shown and can be paid out.
    // 14,000 were paid for the 14,025.
    await totalIs(page, '14,000');
    await page.getByRole('button', { name: 'Give the money back' }).waitFor();
    // The drawer that owes the money is not closed meanwhile.
    await page.locator('a[href="/pos/drawer"]').click();
    await press(page, 'Count and close');
    await page.locator('section fieldset').first().locator('label input').first().fill('1');
    await press(page, /^Counted/);
    await page
      .getByRole('alert')
      .filter({ hasText: /The exchange of the receipt .* is not finished/ })
      .waitFor();
    await page.locator('a[href="/pos"]').click();
    await scan(page, SUGAR);
    await totalIs(page, '12,750');
    await page.keyboard.press('F9');
    await expect.poll(() => shown(page, 'section [aria-live=polite]'), WAIT).toMatch(/To give back.*12,750/);
    await page.keyboard.press('F9');
    await expect.poll(() => shown(page, '[role=status] [data-change]'), WAIT).toContain('12,750');
    await page.context().setOffline(false);
    await stored('receipt', 3);
    expect(contents('receipt')[2]?.content).toMatchObject({
      ...{ total: '1250', change: '12750', payments: [{ amount: '14000', is_exchanged: true }] },
    });
    await page.locator('a[href="/pos/drawer"]').click();
    await press(page, 'X report');
    await expect
      .poll(() => shown(page, '.drawer-report'), WAIT)
      .toMatch(/Receipts3.*shown when the drawer has been counted/);
    // The count is blind: nothing from which the cash can be told is shown before it, and nothing can be closed uncounted.
    expect(await shown(page, '.drawer-report')).not.toMatch(/Float|Cash of sales|Expected|Sold|Taxes|Refunded|29,525/);
    await press(page, 'Count and close');
    const close = page.getByRole('button', { name: /^Counted/ });
    await expect.poll(() => close.isDisabled()).toBe(true);
    await page.getByText(/^Count the cash first/).waitFor();
    await page.locator('section fieldset').first().locator('label input').first().fill('1');
    await expect.poll(() => close.isEnabled(), WAIT).toBe(true);
    await page.context().close();
  });

  it('corrects a receipt: everything is refunded, and its lines can be changed', async () => {
    const page = await till('en', HEVI);
    const number = await sold(page);
    await scan(page, number);
    await page.getByLabel(/^Reason/).fill('Forgot the discount');
    await press(page, 'Correct');
    await stored('refund', 1);
    expect(contents('refund')[0]?.content).toMatchObject({ total: '14250' });
    await expect.poll(() => shown(page, 'aside ol'), WAIT).toContain('Ahmad tea');
    await scan(page, number);
    await page.getByText('Everything has come back already').waitFor();
    // The goods on the receipt of this window block another exchange, so they are not lost.
    await page.getByText(/^Finish, hold or empty/).waitFor();
    await page.context().close();
  });

  it('corrects a receipt with a discount of its whole, which is given once more', async () => {
    const page = await till('en', HEVI);
    for (const code of [TEA, TEA, SUGAR]) await scan(page, code);
    await totalIs(page, '14,250');
    await press(page, 'Discount');
    await page.getByRole('dialog').getByLabel('Discount').fill('250');
    await page.getByRole('dialog').getByRole('button', { name: 'Take' }).click();
    await totalIs(page, '14,000');
    const number = await payCash(page, '14000');
    await scan(page, number);
    await page.getByLabel(/^Reason/).fill('One tea more');
    await press(page, 'Correct');
    await stored('refund', 1);
    expect(contents('refund')[0]?.content).toMatchObject({ total: '14000' });
    await expect.poll(() => shown(page, 'aside'), WAIT).toContain('Discount of the receipt');
    await scan(page, TEA);
    // 20,500 are sold, and 14,000 refunded.
    await totalIs(page, '6,500');
    await payCash(page, '6500');
    await stored('receipt', 2);
    const [before] = contents('refund');
    expect(contents('receipt')[1]?.content).toMatchObject({
      ...{ total: '20500', discount: { type: 'amount', value: '250' }, replaces: { uuid: before?.uuid } },
    });
    await page.context().close();
  });

  it('takes goods back without a receipt only with the right for it', async () => {
    const page = await till('en');
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await page.locator('a[href="/pos/receipts"]').click();
    await page.getByLabel('Number of the receipt').fill('T3-000999');
    await page.keyboard.press('Enter');
    await page.getByText('No receipt has this number').waitFor();
    await press(page, 'Back');
    await press(page, 'Without a receipt');
    await page.getByLabel(/^Reason/).fill('A gift');
    await press(page, 'Refund');
    await givePin(page, KARWAN, '[role=dialog]');
    await page.locator('[role=dialog] [role=alert]').waitFor();
    expect(contents('refund')).toEqual([]);
    await givePin(page, HEVI, '[role=dialog]');
    await stored('refund', 1);
    const [entry] = contents('refund');
    expect(entry).toMatchObject({ cashier_fk: SHILAN.id, approved_by_fk: HEVI.id });
    expect(entry?.content).toMatchObject({ receipt: null, total: '6500', lines: [{ line: null, item_fk: 11 }] });
    // The refunded goods are not offered for sale.
    await page.locator('a[href="/pos"]').click();
    await page.getByText('Scan, search or touch an item').waitFor();
    await page.context().close();
  });
});
