/**
 * What a cashier's hands do at a till: a large quantity is asked about, a drawer is counted blind and once again, a grey
 * button says why, cashiers are tiles, and what is typed or scanned arrives where the screen says so.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { words } from './steps.ts';
import { givePin, openedTill, payCash, press, shown, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [SHILAN, , HEVI] = CASHIERS;

/** Slower than a scanner that is recognised by its speed. */
const BY_HAND_MS = 150;

describe.skipIf(!hasChromium)('the hands of a cashier', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(() => {
    place.server.entries.length = 0;
    place.server.catalogue = CATALOGUE;
    place.server.present = undefined;
    place.server.enrolment = crypto.randomUUID();
  });

  const till = async (language: Language = 'en', cashier: (typeof CASHIERS)[number] = SHILAN) =>
    openedTill(place, await newBrowser({ language }), cashier);
  const contents = (kind: string) =>
    place.server.entries.flatMap(({ content }) => (content.kind === kind ? [content] : []));

  it('type a quantity that is asked about when it is large or a code, and a no keeps the line', async () => {
    const page = await till();
    const dialog = page.getByRole('dialog');
    const field = page.locator('aside').getByLabel(/^Quantity/);
    const type = async (text: string) => {
      await page.keyboard.press('F4');
      await page.keyboard.type(text, { delay: BY_HAND_MS });
      await page.keyboard.press('Enter');
    };
    await scan(page, TEA);
    await totalIs(page, '6,500');
    for (const [text, said] of [
      ['500', /500 piece of Ahmad tea 500 g\?.*more than usual/],
      ['5*101', /505 piece.*more than usual/],
      // The code of the cheese, from a slow scanner.
      ['12345', /12345 is also the code of Cheese/],
    ] as const) {
      await type(text);
      await dialog.waitFor();
      const asked = async () =>
        (await shown(page, '[role=dialog]')).replace(/[\u2066-\u2069]/g, '').replaceAll('12,345', '12345');
      await expect.poll(asked, WAIT).toMatch(said);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      await totalIs(page, '6,500');
      await expect.poll(() => field.inputValue(), WAIT).toBe('1');
    }
    await type('0123');
    await page.getByText('This is a code, not a quantity').waitFor();
    await page.keyboard.press('Escape');
    await type('500');
    await dialog.getByRole('button', { name: /^Yes, .?500/ }).click();
    await totalIs(page, '3,250,000');
    await type('100');
    await totalIs(page, '650,000');
    await expect.poll(() => dialog.count(), WAIT).toBe(0);
    await page.context().close();
  });

  it('count a drawer blind, once again when it differs, and say why', async () => {
    const page = await till();
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await payCash(page, '10000');
    await page.locator('a[href="/pos/drawer"]').click();
    await press(page, 'X report');
    const report = () => shown(page, '.drawer-report');
    await expect.poll(report, WAIT).not.toMatch(/6,500|Sold|Taxes|Refunded|Expected|Float/);
    await press(page, 'Count and close');
    const notes = page.locator('section fieldset').first().locator('label input');
    await notes.last().fill('20');
    await press(page, /^Counted: close/);
    await page.locator('[data-recount]').waitFor();
    // Neither this screen nor a reload, another page or a sale tells what is missing.
    const main = () => shown(page, 'main');
    await expect.poll(main, WAIT).not.toMatch(/6,500|Short|Over|Expected/);
    await page.reload();
    await page.locator('[data-recount]').waitFor();
    await page.locator('a[href="/pos"]').click();
    await scan(page, SUGAR);
    await totalIs(page, '1,250');
    await page.keyboard.press('F9');
    await page.getByText('Your drawer is counted').waitFor();
    await page.locator('main').getByRole('button', { name: 'Close the drawer' }).click();
    await page.getByRole('button', { name: 'Count again' }).click();
    await notes.last().fill('24');
    await press(page, /^Counted: close/);
    await page.locator('[data-counted-difference]').first().waitFor();
    await expect.poll(main, WAIT).toMatch(/Short.*500/);
    // It is shown now, so it is not counted a third time, and the reason is needed.
    await expect.poll(() => page.locator('[data-recount]').count(), WAIT).toBe(0);
    const close = page.getByRole('button', { name: 'Close the drawer' });
    await expect.poll(() => close.isDisabled(), WAIT).toBe(true);
    await page.keyboard.type('A note fell down');
    await expect.poll(() => close.isEnabled(), WAIT).toBe(true);
    await page.reload();
    await page.locator('[data-counted-difference]').first().waitFor();
    await expect.poll(() => page.locator('[data-recount]').count(), WAIT).toBe(0);
    await press(page, 'Wrong change was given');
    await close.click();
    await page.locator('[data-difference]').first().waitFor();
    await expect.poll(() => shown(page, '[data-reason]'), WAIT).toContain('Wrong change was given');
    await expect
      .poll(() => contents('close_drawer'), WAIT)
      .toMatchObject([{ difference_reason: 'Wrong change was given' }]);
    expect(contents('count')).toHaveLength(2);
    await page.context().close();
  });

  it('keep a count that differs, and see the difference only then, which ends the counting', async () => {
    const page = await till();
    await page.locator('a[href="/pos/drawer"]').click();
    await press(page, 'Count and close');
    await page.locator('section fieldset').first().locator('label input').first().fill('1');
    await press(page, /^Counted: close/);
    await page.locator('[data-recount]').waitFor();
    await press(page, 'Keep this count');
    await page.locator('[data-counted-difference]').first().waitFor();
    await page.reload();
    await page.locator('[data-counted-difference]').first().waitFor();
    await expect.poll(() => page.locator('[data-recount]').count(), WAIT).toBe(0);
    await expect.poll(() => contents('count').length, WAIT).toBe(2);
    await page.context().close();
  });

  it('are told by every grey button why it cannot be pressed, in three languages', async () => {
    const silent: string[] = [];
    for (const language of ['en', 'ckb', 'ar'] as const) {
      const context = await newBrowser({ language });
      const page = await context.newPage();
      const look = async (screen: string) => {
        const found = await page.evaluate(greyWithoutReason);
        silent.push(...found.map((what) => `${language} ${screen}: ${what}`));
      };
      const say = (key: string) => page.getByRole('button', { name: words(language, `selling:${key}`) }).first();
      await page.goto(`${place.address}/pos/drawer`);
      await page.locator('input[type=password]').waitFor();
      await look('sign-in');
      await page.locator(`[data-cashier="${SHILAN.id}"]`).click();
      await look('sign-in without a PIN');
      await givePin(page, SHILAN);
      await page.locator('form fieldset').first().waitFor();
      await page.locator('form fieldset').first().locator('select').first().selectOption('');
      await page.locator('form fieldset').nth(1).locator('select').first().selectOption('');
      await look('opening without an account');
      await page.locator('form fieldset').first().locator('select').first().selectOption('3');
      await look('opening without a safe');
      await page.locator('form fieldset').first().locator('select').first().selectOption('20');
      await page.locator('form button[type=submit]').click();
      await page.locator('[data-drawer]').waitFor();
      for (const action of ['pay_in', 'pay_out', 'report', 'close']) {
        await say(`drawer_actions.${action}`).click();
        await look(`drawer ${action}`);
      }
      await page.locator('a[href="/pos"]').click();
      await page.locator('input[type=search]').waitFor();
      await look('selling');
      // A touch of a grey button says it as well.
      await say('pay').click({ force: true });
      await page.getByText(words(language, 'selling:why.no_lines')).first().waitFor();
      for (const code of [SUGAR, SUGAR, SUGAR]) await scan(page, code);
      await totalIs(page, '3,750');
      await look('selling with a line');
      for (const name of ['discount', 'note', 'split']) {
        await page
          .locator('aside')
          .getByRole('button', { name: words(language, `selling:tools.${name}`), exact: true })
          .click();
        await page.getByRole('dialog').waitFor();
        await look(name);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
      await page.locator('a[href="/pos/held"]').click();
      await look('held');
      await page.locator('a[href="/pos/receipts"]').click();
      await say('without_receipt').click();
      await page.locator('main h1').waitFor();
      await look('without a receipt');
      await page.locator('a[href="/pos"]').click();
      await page.keyboard.press('F9');
      await page.locator('main h1').waitFor();
      await look('payment');
      await page.keyboard.press('F7');
      await page.getByRole('dialog').waitFor();
      await look('payment app');
      await page.keyboard.press('Escape');
      const number = await payCash(page, '5000');
      await page.goto(`${place.address}/pos/receipts?receipt=${number}`);
      await page.locator('[data-line="1"]').waitFor();
      await look('refund');
      await page.locator('a[href="/pos/device"]').click();
      await page.locator('main section').first().waitFor();
      await look('device');
      await context.close();
    }
    expect(silent).toEqual([]);
  }, 180_000);

  it('need no choice where one cashier sells, and are told what to do where nobody may allow', async () => {
    place.server.present = [SHILAN.id];
    const context = await newBrowser();
    const page = await context.newPage();
    await page.goto(`${place.address}/pos/drawer`);
    await page.locator('[data-cashier] input').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('[data-cashier] input').isChecked(), WAIT).toBe(true);
    await page.keyboard.type(SHILAN.pin);
    await page.keyboard.press('Enter');
    await page.locator('form button[type=submit]').waitFor();
    await page.locator('form button[type=submit]').click();
    await page.locator('[data-drawer]').waitFor();
    await page.locator('a[href="/pos"]').click();
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await page.locator('aside').getByRole('button', { name: 'Discount', exact: true }).click();
    await page.keyboard.type('50%');
    await page.keyboard.press('Enter');
    await page.keyboard.press('F9');
    await page.getByRole('dialog').getByText('Nobody else here has a PIN').waitFor();
    await context.close();
  });

  it('scan and type on the screen for goods without a receipt, and on the one of a receipt after a reload', async () => {
    const page = await till('en', HEVI);
    await page.locator('a[href="/pos/receipts"]').click();
    await press(page, 'Without a receipt');
    await page.locator('main h1').waitFor();
    await scan(page, TEA);
    await expect.poll(() => page.locator('main [data-line]').count(), WAIT).toBe(1);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.type('Torn', { delay: BY_HAND_MS });
    const reason = page.getByLabel(/^Reason/);
    await expect.poll(() => reason.inputValue(), WAIT).toBe('Torn');
    // A scan while the reason has the focus is taken too, and the reason stays.
    await page.keyboard.press('End');
    await scan(page, SUGAR);
    await expect.poll(() => page.locator('main [data-line]').count(), WAIT).toBe(2);
    await expect.poll(() => reason.inputValue(), WAIT).toBe('Torn');
    await page.locator('a[href="/pos"]').click();
    await totalIs(page, '7,750');
    const number = await payCash(page, '10000');
    await expect.poll(() => contents('receipt').length, WAIT).toBe(1);
    await page.goto(`${place.address}/pos/receipts?receipt=${number}`);
    await page.locator('[data-line="1"]').waitFor();
    for (const _ of ['loaded', 'loaded again']) {
      await expect.poll(() => page.getByText('The server is not reached').count(), WAIT).toBe(0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.type('Wrong kind', { delay: 30 });
      await expect.poll(() => page.getByLabel(/^Reason/).inputValue(), WAIT).toBe('Wrong kind');
      await page.reload();
      await page.locator('[data-line="1"]').waitFor();
    }
    // Without a network it says so, and no more when the network is back.
    await page.context().setOffline(true);
    await page.getByText('The server is not reached').waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('The server is not reached').count(), WAIT).toBe(0);
    await page.context().close();
  });
});

/** In the page: the shown grey buttons without an accessible description. */
function greyWithoutReason(): string[] {
  const isShown = (box: Element) => box.checkVisibility() && box.getBoundingClientRect().width > 1;
  const described = (box: Element) =>
    (box.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('') ||
    box.getAttribute('aria-description') ||
    box.getAttribute('title') ||
    '';
  return [...document.querySelectorAll('button:disabled, button[aria-disabled=true]')]
    .filter((box) => isShown(box) && !/\s/.test(described(box).trim()))
    .map((box) => (box.getAttribute('aria-label') ?? box.textContent ?? '').trim() || box.outerHTML.slice(0, 80));
}
