/** Every kind of screen of the shell, in three languages and two themes, under axe (WCAG 2.2 AA). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, type Office, openOffice } from './office.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LANGUAGES = ['en', 'ar', 'ckb'] as const;
const THEMES = ['light', 'dark'] as const;
const BOTH = LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ language, theme })));

/** Addresses, and what makes each of them ready to be looked at. */
const SCREENS: readonly { readonly path: string; readonly ready: string; readonly keys?: string }[] = [
  { path: '/', ready: 'main h1' },
  { path: '/profile', ready: 'main form' },
  { path: '/settings/cities?panel=1&advanced=true', ready: 'aside ol li' },
  { path: '/customers/customers?advanced=true', ready: 'main form' },
  { path: '/settings/cities?view=cards', ready: 'main li' },
  { path: '/settings/cities?search=nothing', ready: 'main button' },
  { path: '/warehouse/items/new', ready: '[data-field=item_units]' },
  { path: '/settings/cities/1', ready: '[data-field=city_name]' },
  { path: '/nowhere', ready: 'main a' },
  { path: '/settings/cities', ready: '[role=grid]', keys: 'Control+k' },
  { path: '/settings/cities', ready: '[role=grid]', keys: 'Shift+Slash' },
];

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  const page = await office.window();
  await office.signInFirst(page);
  await page.goto(`${office.address}/settings/cities/new`);
  await field(page, 'city_name').fill('هەولێر');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/cities\/1$/);
  await page.context().close();
}, 180_000);
afterAll(async () => {
  await office?.close();
});

/** What axe has against the page as it is now. */
async function violations(page: Page): Promise<string[]> {
  // Through the debugger, not as a script of the page: the content security policy allows none.
  await page.evaluate(AXE);
  const found = await page.evaluate(() =>
    (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
}

describe.each(BOTH)('in $language, $theme', ({ language, theme }) => {
  it('the page for signing in is accessible', async () => {
    const page = await office.window({ language, theme });
    await page.goto(office.address);
    await page.locator('input[name=email]').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('every kind of screen is accessible', async () => {
    const page = await office.signedIn('/', { language, theme });
    const found: string[] = [];
    for (const { path, ready, keys } of SCREENS) {
      await page.goto(office.address + path);
      await page.locator(ready).first().waitFor();
      if (keys) {
        await page.keyboard.press(keys);
        await page.locator('[role=dialog]').waitFor();
      }
      // What appears fades in, and half faded it has no contrast.
      await page.waitForFunction(() =>
        document.getAnimations().every((each) => each.effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
      );
      found.push(...(await violations(page)).map((violation) => `${path} ${keys ?? ''} ${violation}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  }, 120_000);
});
