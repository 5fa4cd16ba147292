/**
 * A cashier who uses touch only: no key is pressed, and texts arrive as from the on-screen keyboard of a tablet. Every
 * touched element is at least 48 px wide and high and visible, on a tablet and on a telephone.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, type Tablet } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { words } from './steps.ts';
import { shown, WAIT } from './till/cashier.ts';
import { CATALOGUE } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [SHILAN, , HEVI] = CASHIERS;
const FINGER_PX = 48;

const DEVICES: readonly (readonly [name: string, language: Language, screen: Tablet])[] = [
  ['a register', 'ckb', { width: 1366, height: 768 }],
  ['a tablet', 'ckb', { width: 1024, height: 768 }],
  ['a telephone', 'en', { width: 390, height: 844 }],
];

describe.skipIf(!hasChromium)('a till with a touch screen', () => {
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

  it.each(sampleOf(DEVICES, 1))(
    'sells, refunds and closes its drawer by touch on %s',
    async (name, language, screen) => {
      const context = await newBrowser({ language }, screen);
      const page = await context.newPage();
      const label = (key: string) => words(language, key.includes(':') ? key : `selling:${key}`);
      const button = (key: string, within = page.locator('body')) =>
        within.getByRole('button', { name: label(key) }).first();
      const touch = (key: string) => button(key).tap();
      const dialog = page.getByRole('dialog');
      const write = async (field: ReturnType<Page['locator']>, text: string) => {
        await field.tap();
        await page.keyboard.insertText(text);
      };
      const pin = async (digits: string, within = page.locator('main')) => {
        for (const digit of digits) await within.getByRole('button', { name: digit, exact: true }).tap();
      };
      const go = async (to: string, ready: string) => {
        await page.locator(`nav a[href="${to}"]`).tap();
        await page.locator(ready).first().waitFor();
      };
      const fits = async (what: string) => {
        await expect.poll(() => page.evaluate(tooSmall, FINGER_PX), { ...WAIT, message: what }).toEqual([]);
        const folder = process.env['SCREENSHOTS'];
        if (folder) await page.screenshot({ path: `${folder}/touch-${name.replace('a ', '')}-${what}.png` });
      };
      /** Adds one piece by its tile; a telephone shows either the goods or the receipt. */
      const add = async (item: number) => {
        if (await button('goods').isVisible()) await touch('goods');
        await page.locator('main ul button').nth(item).tap();
      };

      await page.goto(`${place.address}/pos/drawer`);
      await page.locator(`[data-cashier="${SHILAN.id}"]`).tap();
      await fits('sign-in');
      await pin(SHILAN.pin);
      await touch('shell:sign_in.submit');
      await page.locator('fieldset').first().waitFor();
      await write(page.locator('form fieldset').first().locator('input'), '50000');
      await fits('open-drawer');
      await touch('open_drawer');
      await page.locator('[data-drawer]').waitFor();
      await fits('drawer');

      await go('/pos', 'aside:visible');
      await fits('empty-receipt');
      await add(0);
      await add(1);
      await page.locator('aside ol li').nth(1).waitFor();
      await fits('selling');
      await touch('more');
      await write(page.locator('aside').getByLabel(label('quantity')), '4');
      await touch('why_price');
      await fits('line');
      for (const tool of ['discount', 'note', 'split'] as const) {
        await touch(`tools.${tool}`);
        await dialog.waitFor();
        await fits(`dialog-${tool}`);
        await button('shell:actions.close', dialog).tap();
        await dialog.waitFor({ state: 'hidden' });
      }
      await page.locator('aside button').first().tap();
      await write(dialog.locator('input[type=search]'), 'Dil');
      await dialog.locator('li button').first().tap();
      await dialog.waitFor({ state: 'hidden' });
      await fits('customer');
      const total = await shown(page, '[data-total]');
      await touch('park');
      await go('/pos/held', 'main li');
      await fits('held');
      await touch('drop_held');
      await fits('dialog-drop');
      await button('shell:actions.cancel', dialog).tap();
      await touch('resume');
      await expect.poll(() => shown(page, '[data-total]'), WAIT).toBe(total);

      await touch('pay');
      await page.locator('main h1').waitFor();
      await fits('payment');
      await touch('method.app');
      await write(dialog.locator('input').first(), '5000');
      await write(dialog.locator('input').nth(1), '778899');
      await fits('dialog-app');
      await button('take', dialog).tap();
      await page.getByRole('list', { name: label('tendered') }).waitFor();
      // Another amount is accepted when the field loses the focus, here by the next touch.
      await write(page.locator('main section section input').first(), '70000');
      await page.locator('main h1').tap();
      await expect
        .poll(
          () =>
            page
              .getByRole('list', { name: label('tendered') })
              .locator('li')
              .count(),
          WAIT,
        )
        .toBe(2);
      await fits('tendered');
      await touch('finish');
      await page.locator('[data-change]').waitFor();
      await fits('paid');
      await touch('next_receipt');
      await expect.poll(kinds, WAIT).toEqual(['open_drawer', 'receipt']);
      expect(content('receipt')).toMatchObject({
        payments: [
          { method: 'app', amount: '5000', reference_number: '778899' },
          { method: 'cash', amount: '70000' },
        ],
      });

      await go('/pos/receipts', 'main li');
      await fits('receipts');
      await touch('refund_or_correct');
      await page.locator('[data-line="1"]').waitFor();
      await button('all_of_it', page.locator('[data-line="1"]')).tap();
      await write(page.getByLabel(new RegExp(`^${label('reason_of_refund')}`)), 'Torn');
      await fits('refund');
      await page
        .locator('main')
        .getByRole('button', { name: label('refund'), exact: true })
        .tap();
      await dialog.locator(`[data-cashier="${HEVI.id}"]`).tap();
      await fits('dialog-approval');
      await pin(HEVI.pin, dialog);
      await button('approve', dialog).tap();
      await expect.poll(kinds, WAIT).toEqual(['open_drawer', 'receipt', 'refund']);

      await go('/pos/drawer', '[data-drawer]');
      for (const kind of ['pay_in', 'pay_out'] as const) {
        await touch(`drawer_actions.${kind}`);
        await write(page.locator('form input').first(), '1000');
        if (kind === 'pay_out') await page.locator('form select').nth(1).selectOption({ index: 1 });
        await write(page.locator('form input').nth(1), 'Cleaning');
        await fits(kind);
        await page.locator('form button[type=submit]').tap();
        await expect.poll(() => kinds().at(-1), WAIT).toBe(kind);
      }
      await touch('drawer_actions.report');
      await page.locator('.drawer-report').waitFor();
      await fits('x-report');
      await touch('drawer_actions.close');
      await write(page.locator('section fieldset').first().locator('label input').first(), '1');
      await fits('count');
      await touch('count_and_close');
      await page.locator('[data-recount]').waitFor();
      await fits('recount');
      await page.locator('[data-recount] button').last().tap();
      await page.locator('section button[aria-pressed]').first().tap();
      await fits('difference');
      await page.locator('section button').last().tap();
      await page.locator('[data-difference]').first().waitFor();
      await fits('z-report');
      await expect.poll(() => kinds().slice(-2), WAIT).toEqual(['count', 'close_drawer']);

      await page.getByRole('button', { name: SHILAN.name }).tap();
      await fits('dialog-cashier');
      await button('shell:actions.close', dialog).tap();
      await go('/pos/device', 'main section');
      await fits('device');
      await page.locator('select[name=printer], [data-field=printer] select').selectOption({ index: 1 });
      await fits('device-printer');
      await context.close();
    },
  );
});

/** In the page: elements that are too small, or reachable only by scrolling the whole screen. */
function tooSmall(fingerPx: number): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')];
  const touched = controls.map((control) =>
    control.matches('[type=checkbox], [type=radio]') ? (control.closest('label') ?? control) : control,
  );
  const scrolls = (element: HTMLElement | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolls(element.parentElement));
  return touched.flatMap((control) => {
    const { width, height, left, right } = control.getBoundingClientRect();
    // Elements for screen readers only, or hidden ones.
    if (!control.checkVisibility() || width <= 1 || height <= 1) return [];
    const named = (control.getAttribute('aria-label') ?? control.textContent ?? control.tagName).trim().slice(0, 40);
    const isThere = (left >= -0.5 && right <= document.documentElement.clientWidth + 0.5) || scrolls(control);
    // Ignores fractions of a pixel.
    if (width > fingerPx - 0.5 && height > fingerPx - 0.5 && isThere) return [];
    return [`${control.tagName} ${named}: ${Math.round(width)} × ${Math.round(height)} at ${Math.round(left)}`];
  });
}
