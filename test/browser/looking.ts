/**
 * Every screen under axe (WCAG 2.2 AA). The structure of a screen is the same in each language, and a theme only
 * changes colours: so a screen is examined whole in English, and of the screens a sample again: their contrast in the dark,
 * and whole in Arabic and Kurdish. All of it is examined in the night. That no text is missing is for the static test of the languages.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations, violationsInDark } from '../support/axe.ts';
import type { Language } from '../support/chromium.ts';
import { isNightly, sampleOf } from '../support/ring.ts';
import type { Shop } from './shop.ts';
import { SOON } from './typing.ts';

export interface Screen {
  readonly path: string;
  /** Selects what shows that the screen is complete. */
  readonly ready: string;
  /** Pressed then; they open a dialog. */
  readonly keys?: string;
}

const IN_OTHER_LANGUAGES = 2;
const IN_THE_DARK = 5;

/** In which languages screens are examined, and which of them. */
export const examined = (screens: readonly Screen[]): readonly (readonly [Language, readonly Screen[]])[] => [
  ['en', screens],
  ['ar', sampleOf(screens, IN_OTHER_LANGUAGES)],
  ['ckb', isNightly ? screens : sampleOf([...screens].reverse(), IN_OTHER_LANGUAGES)],
];

/** What is wrong on each of the screens, each with the place. One window goes from screen to screen. */
export async function wrongOn(shop: Shop, screens: readonly Screen[], language: Language): Promise<readonly string[]> {
  const page = await shop.open('/', { language });
  const inTheDark = new Set(language === 'en' ? sampleOf(screens, IN_THE_DARK) : isNightly ? screens : []);
  const wrong: string[] = [];
  for (const screen of screens) {
    await goTo(page, screen.path);
    await page.locator(screen.ready).first().waitFor();
    if (screen.keys) {
      await page.keyboard.press(screen.keys);
      await page.locator('[role=dialog]').waitFor();
    }
    await settled(page);
    const place = `${screen.path} ${screen.keys ?? ''} ${language}`;
    wrong.push(...(await violations(page)).map((violation) => `${place} light ${violation}`));
    if (inTheDark.has(screen)) {
      wrong.push(...(await violationsInDark(page)).map((violation) => `${place} dark ${violation}`));
    }
    wrong.push(...(await keysShown(page)).map((key) => `${place} shows ${key}`));
    if (screen.keys) await page.keyboard.press('Escape');
  }
  await page.context().close();
  return wrong;
}

/** To another screen of the application that is open, as its own links go there, in the light theme; it has its heading then. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.documentElement.dataset['theme'] = 'light';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // Until the router has resolved the address, the screen before is shown.
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = self as unknown as {
      __TSR_ROUTER__: typeof import('../../web/shell/router.tsx').router;
    };
    const isResolved = router.state.resolvedLocation?.href === location.pathname + location.search;
    return isResolved && document.querySelector('h1') !== null;
  });
}

/** Nothing is shown as loading any more, and the fonts of the language are there. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true]').count(), SOON).toBe(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** A key that no table has is shown as itself: `documents:sale.new`. */
async function keysShown(page: Page): Promise<string[]> {
  const text = (await page.locator('body').textContent()) ?? '';
  return [...text.matchAll(/\b[a-z]+:[a-z_]+(\.[a-z_]+)*\b/g)].map(([key]) => key);
}
