/**
 * Screens under axe (WCAG 2.2 AA), in each language and in both themes, which change only colours. The static test of
 * the languages finds missing texts.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations, violationsInDark } from '../support/axe.ts';
import type { Language } from '../support/chromium.ts';
import { isWhole, sampleOf } from '../support/ring.ts';
import type { Shop } from './shop.ts';
import { SOON } from './typing.ts';

export interface Screen {
  readonly path: string;
  /** The selector that shows that the screen is complete. */
  readonly ready: string;
  /** Keys that are pressed then to open a dialog. */
  readonly keys?: string;
}

const IN_THE_DARK = 2;

/** The languages of the check, each with its screens. */
export const examined = (screens: readonly Screen[]): readonly (readonly [Language, readonly Screen[]])[] => [
  ['en', screens],
  ['ar', screens],
  ['ckb', screens],
];

/** The problems of the screens, each with its place. One window visits all screens. */
export async function wrongOn(shop: Shop, screens: readonly Screen[], language: Language): Promise<readonly string[]> {
  const page = await shop.open('/', { language });
  const inTheDark = new Set(language === 'en' ? sampleOf(screens, IN_THE_DARK) : isWhole ? screens : []);
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

/** Navigates within the open application, in the light theme, and waits for the heading. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.documentElement.dataset['theme'] = 'light';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // The previous screen is shown until the router has resolved the address.
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = self as unknown as {
      __TSR_ROUTER__: typeof import('../../web/shell/router.tsx').router;
    };
    const isResolved = router.state.resolvedLocation?.href === location.pathname + location.search;
    return isResolved && document.querySelector('h1') !== null;
  });
}

/** Waits until nothing is loading, and the fonts of the language are loaded. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true]').count(), SOON).toBe(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Keys without a text, which are shown unchanged: `documents:sale.new`, also in empty fields and on buttons without words. */
export async function keysShown(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const named = [...document.querySelectorAll('[placeholder], [title], [aria-label]')];
    const attributes = named.flatMap((one) =>
      ['placeholder', 'title', 'aria-label'].map((name) => one.getAttribute(name)),
    );
    return [document.body.textContent, ...attributes].filter((text) => text !== null);
  });
  const text = texts.join('\n');
  return [...text.matchAll(/\b[a-z]+:[a-z_]+(\.[a-z_]+)*\b/g)].map(([key]) => key);
}
