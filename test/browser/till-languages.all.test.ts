/** Cashiers of three languages at one device: each reads words of their own language, and never the key of a text. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, newWindow } from '../support/chromium.ts';
import { words } from './steps.ts';
import { givePin, WAIT } from './till/cashier.ts';
import { CATALOGUE } from './till/till-goods.ts';
import { TillPlace } from './till/till-page.ts';

const [SHILAN, KARWAN, HEVI] = CASHIERS;
const SPOKEN: readonly (readonly [(typeof CASHIERS)[number], Language])[] = [
  [SHILAN, 'ckb'],
  [KARWAN, 'ar'],
  [HEVI, 'en'],
];

describe.skipIf(!hasChromium)('a till with cashiers of three languages', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
    for (const [{ id }, language] of SPOKEN) place.server.languages.set(id, language);
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });

  const speaks = async (page: Page, language: Language, key: string) => {
    await page.getByText(words(language, key), { exact: true }).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang), WAIT).toBe(language);
    expect(await page.evaluate(keysOfTexts), `${language} ${key}`).toEqual([]);
  };
  const sells = async (page: Page, language: Language) => {
    await page.locator('main nav').first().waitFor();
    await speaks(page, language, 'selling:total');
  };
  const takeOver = async (page: Page, language: Language, cashier: (typeof CASHIERS)[number]) => {
    await page.keyboard.press('Control+l');
    await page.getByRole('button', { name: words(language, 'selling:take_over') }).click();
    await givePin(page, cashier, 'main');
  };

  it('speaks to each at the sign-in, when it is unlocked and after it is loaded again', async () => {
    // Nobody has chosen a language on this device.
    const context = await newWindow({ theme: 'light' });
    const page = await context.newPage();
    await page.goto(`${place.address}/pos`);
    await speaks(page, 'en', 'selling:sign_in_title');
    await givePin(page, SHILAN, 'main');
    for (const [index, [cashier, language]] of SPOKEN.entries()) {
      await sells(page, language);
      await page.keyboard.press('Control+l');
      await speaks(page, language, 'selling:unlock');
      await page.locator('input[type=password]').fill(cashier.pin);
      await page.keyboard.press('Enter');
      await sells(page, language);
      // The right to sign in without the network is stored after the screen is shown.
      await expect.poll(() => page.evaluate(hasRight, cashier.id), WAIT).toBe(true);
      await page.reload();
      await sells(page, language);
      const next = SPOKEN[index + 1];
      if (next) await takeOver(page, language, next[0]);
    }
    // From then on the device has every file of the till.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await place.stop();
    await takeOver(page, 'en', KARWAN);
    await sells(page, 'ar');
    await takeOver(page, 'ar', SHILAN);
    await sells(page, 'ckb');
    await place.start();
    await context.close();
  });
});

/** In the page: whether the device knows the PIN of the cashier. */
async function hasRight(cashier: number): Promise<boolean> {
  const opening = indexedDB.open('daftar-till');
  await new Promise((opened) => opening.addEventListener('success', opened));
  const got = opening.result.transaction('rights').objectStore('rights').get(cashier);
  await new Promise((read) => got.addEventListener('success', read));
  opening.result.close();
  return got.result !== undefined;
}

/** In the page: visible texts, names and hints that are keys of a language table, such as `selling:total`. */
function keysOfTexts(): string[] {
  const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((box) =>
    ['aria-label', 'placeholder', 'title'].map((name) => box.getAttribute(name) ?? ''),
  );
  const shown = [...document.querySelectorAll('body, body :not(script)')].flatMap((box) =>
    [...box.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [])),
  );
  const texts = [document.title, ...shown, ...named].join('\n');
  return texts.match(/\b[a-z_]+:[a-z_]+(\.[a-z_]+)*/g) ?? [];
}
