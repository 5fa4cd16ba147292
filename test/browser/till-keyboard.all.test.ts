/**
 * A cashier with the keyboard only, and one with a scanner and three keys: nothing is clicked, and only keys move the
 * focus.
 */

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { words } from './steps.ts';
import { openedTill, shown, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [, , HEVI] = CASHIERS;
/** More than the focusable elements of any screen of the till. */
const TABS_MAX = 80;

describe.skipIf(!hasChromium)('a till without a mouse', () => {
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

  const kinds = () => place.server.entries.map(({ content }) => content.kind);
  const content = (kind: string) => place.server.entries.findLast((entry) => entry.content.kind === kind)?.content;

  it.each(sampleOf<Language>(['en', 'ckb'], 1))(
    'sells, takes back and closes its drawer by keys alone in %s',
    async (language) => {
      const context = await newBrowser({ language });
      const page = await context.newPage();
      const { keyboard } = page;
      const label = (key: string) => words(language, key.includes(':') ? key : `selling:${key}`);
      const button = (key: string, within: Locator = page.locator('main')) =>
        within.getByRole('button', { name: label(key) }).first();
      const has = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);
      /** Presses Tab until the element has the focus. */
      const reach = async (wanted: Locator) => {
        await wanted.waitFor();
        for (let tabs = 0; tabs < TABS_MAX && !(await has(wanted)); tabs += 1) await keyboard.press('Tab');
        expect(await has(wanted)).toBe(true);
      };
      const press = async (wanted: Locator) => {
        await reach(wanted);
        await keyboard.press('Enter');
      };
      const dialog = page.getByRole('dialog');
      const stored = (...expected: readonly string[]) => expect.poll(kinds, WAIT).toEqual(expected);

      await page.goto(`${place.address}/pos`);
      // The tiles of the cashiers are one stop of Tab, and the arrows choose; the digits reach the PIN from there.
      const hevi = page.locator(`[data-cashier="${HEVI.id}"] input`);
      await reach(page.locator('[data-cashier] input').first());
      for (const _ of CASHIERS) if (!(await hevi.isChecked())) await keyboard.press('ArrowDown');
      await keyboard.type(HEVI.pin);
      await keyboard.press('Enter');
      await page.locator('input[type=search]').waitFor();
      await keyboard.press('Alt+Digit4');
      await reach(page.locator('fieldset').first().locator('input'));
      await keyboard.type('50000');
      await keyboard.press('Enter');
      await page.locator('[data-drawer]').waitFor();
      await keyboard.press('Alt+Digit1');
      await page.locator('input[type=search]').waitFor();

      await keyboard.press('F3');
      await keyboard.type('6291041500213');
      await keyboard.press('Enter');
      await totalIs(page, '6,500');
      await keyboard.press('F3');
      await keyboard.type('12');
      await page.locator('main ul button').first().waitFor();
      await keyboard.press('Enter');
      await totalIs(page, '7,750');
      await keyboard.press('F4');
      await keyboard.type('4');
      await keyboard.press('Enter');
      // Four sugars: three of them are rewarded with a free bottle of oil.
      await totalIs(page, '11,500');
      await keyboard.press('F6');
      await keyboard.type('4%');
      await keyboard.press('Enter');
      await totalIs(page, '11,300');
      await keyboard.press('F2');
      await dialog.waitFor();
      await keyboard.type('Dilan');
      await dialog.locator('li', { hasText: 'Dilan' }).waitFor();
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      await press(button('tools.note'));
      await keyboard.type('For the wedding');
      await press(button('take', dialog));
      await dialog.waitFor({ state: 'hidden' });

      await keyboard.press('F8');
      await expect.poll(() => page.locator('aside ol li').count(), WAIT).toBe(0);
      await keyboard.press('Alt+Digit2');
      await press(button('resume'));
      await totalIs(page, '11,300');
      await keyboard.press('F9');
      await page.locator('main h1').waitFor();
      await keyboard.press('F7');
      await dialog.waitFor();
      await keyboard.press('Shift+Tab');
      await keyboard.type('5000');
      await keyboard.press('Tab');
      await keyboard.type('778899');
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      // The rest is on account.
      await keyboard.press('F8');
      await button('finish').and(page.locator(':not([aria-disabled])')).waitFor();
      await keyboard.press('F9');
      await page.locator('[data-change]').waitFor();
      await stored('open_drawer', 'receipt');
      expect(content('receipt')).toMatchObject({
        ...{ total: '11300', note: 'For the wedding', customer_fk: 8 },
        payments: [
          { method: 'app', amount: '5000', reference_number: '778899' },
          { method: 'credit', amount: '6300' },
        ],
      });
      await keyboard.press('F9');

      await keyboard.press('Alt+Digit3');
      await press(button('refund_or_correct'));
      await page.locator('[data-line="1"]').waitFor();
      await press(button('all_of_it', page.locator('[data-line="1"]')));
      await reach(page.getByLabel(new RegExp(`^${label('reason_of_refund')}`)));
      await keyboard.type('Torn');
      await press(page.getByRole('button', { name: label('refund'), exact: true }));
      await stored('open_drawer', 'receipt', 'refund');

      await keyboard.press('Alt+Digit4');
      await press(button('drawer_actions.pay_in'));
      await reach(page.locator('form input').first());
      await keyboard.type('1000');
      await keyboard.press('Tab');
      await keyboard.type('Coins');
      await keyboard.press('Enter');
      await stored('open_drawer', 'receipt', 'refund', 'pay_in');
      await press(button('drawer_actions.report'));
      await page.locator('.drawer-report').waitFor();
      await press(button('drawer_actions.close'));
      await reach(page.locator('section fieldset').first().locator('label input').first());
      await keyboard.type('1');
      await press(button('count_and_close'));
      await press(page.locator('[data-recount] button').last());
      await press(page.locator('section button[aria-pressed]').first());
      await press(button('close_drawer'));
      await page.locator('[data-difference]').first().waitFor();
      await stored('open_drawer', 'receipt', 'refund', 'pay_in', 'count', 'count', 'close_drawer');

      await keyboard.press('Control+KeyL');
      await reach(page.locator('input[type=password]'));
      await keyboard.type(HEVI.pin);
      await keyboard.press('Enter');
      await page.getByRole('navigation').first().waitFor();
      await context.close();
    },
  );

  it('sells with the scanner and the keys for paying, one customer after the other', async () => {
    const context = await newBrowser({ language: 'ckb' });
    const page = await openedTill(place, context);
    for (const [number, codes, total] of [
      [1, [TEA, SUGAR, TEA], '14,250'],
      [2, [SUGAR], '1,250'],
      [3, [TEA, TEA], '13,000'],
    ] as const) {
      // The first scan leaves the screen of the previous payment.
      for (const code of codes) await scan(page, code);
      await totalIs(page, total);
      await page.keyboard.press('F9');
      await page.locator('main h1').waitFor();
      await page.keyboard.press('F10');
      await page.locator('section button:not([aria-disabled])', { hasText: 'F9' }).waitFor();
      await page.keyboard.press('F9');
      await page.locator('[data-change]').waitFor();
      await expect.poll(() => kinds().filter((kind) => kind === 'receipt').length, WAIT).toBe(number);
    }
    // The code on a receipt's paper is scanned: the till shows the receipt.
    const number = /T3-\d{6}/.exec(await shown(page, '[role=status]'))?.[0] ?? '';
    await scan(page, number);
    await page.locator('[data-line="1"]').waitFor();
    await context.close();
  });
});
