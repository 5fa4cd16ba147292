/** Checks a page with axe (WCAG 2.2 AA). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { timed } from './profile.ts';
import { isNightly } from './ring.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** An element half below a sticky row becomes visible by scrolling. */
const BELOW_A_TOTAL = 'partially obscured';

/** Pages whose menu and top bar have been checked. */
const checkedFrames = new WeakSet<Page>();

/**
 * The violations of the current page, each with its element. The side menu has over a hundred links and is equal on
 * every screen, so it and the top bar are checked at the first screen of a page; the nightly run checks them on each.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = await ask(page, { runOnly: STANDARD });
  checkedFrames.add(page);
  return found;
}

/** Switches the page to the other theme and checks its colours; nothing else can differ. */
export async function violationsInDark(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  return ask(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

const ask = (page: Page, how: object): Promise<readonly string[]> => timed('axe runs', () => run(page, how));

async function run(page: Page, how: object): Promise<readonly string[]> {
  // Waits for transitions: a half faded element has no contrast.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await page.waitForFunction(() => {
    const fading = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    for (const animation of fading) animation.finish();
    return fading.length === 0;
  });
  // Evaluated through the debugger, because the content security policy allows no further scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    ([options, withoutFrame]) => {
      const { axe } = window as unknown as { axe: { run: (on: object, how: object) => Promise<AxeResults> } };
      const frame = [...document.querySelectorAll('nav, header')].filter(
        (part) => !part.closest('main, [role=dialog]'),
      );
      return axe.run({ include: [document], exclude: withoutFrame ? frame : [] }, options);
    },
    [{ ...how, resultTypes: ['violations'] }, checkedFrames.has(page) && !isNightly] as const,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.flatMap(({ html, any, all, none }) => {
      const why = [...any, ...all, ...none][0]?.message ?? '';
      return why.includes(BELOW_A_TOTAL) ? [] : [`${id}: ${html.slice(0, 160)} ${why}`];
    }),
  );
}
