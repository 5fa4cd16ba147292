/**
 * Every screen of the till in every usual width, in a shop with many categories whose names are long: nothing is wider
 * than the window, and the total and the button that goes on stay in it.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, TILL_PAGES } from '../../web/till/parts/till-path.ts';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { words } from './steps.ts';
import { openedTill, payCash, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const WIDTHS = [360, 390, 768, 800, 1024, 1280, 1366, 1440, 1600, 1920];
const LANGUAGES: readonly Language[] = ['en', 'ar', 'ckb'];

const LONG = {
  en: 'Household cleaning supplies and',
  ar: 'مستلزمات التنظيف المنزلي و',
  ckb: 'پێداویستییەکانی پاککردنەوەی ماڵ و',
};
const category = (_: unknown, index: number) => ({
  ...{ id: index + 1, parent_fk: null, category_name: `${LONG.en} ${index + 1}` },
  ...{ category_name_ar: `${LONG.ar} ${index + 1}`, category_name_ckb: `${LONG.ckb} ${index + 1}` },
});
const named = (row: object) => ({
  ...row,
  ...{
    item_name: `${LONG.en} Waschmaschinenreinigungskonzentrat-Sonderausgabe`,
    item_name_ar: `${LONG.ar} ${LONG.ar}`,
  },
  item_name_ckb: `${LONG.ckb} ${LONG.ckb}`,
});
/** What a screen shows when it is complete. */
const READY: Partial<Record<(typeof TILL_PAGES)[number], string>> = {
  ...{ held: 'main li', receipts: 'main li', drawer: '[data-drawer]', device: 'main section', prices: 'main input' },
};
const WIDE_CATALOGUE = CATALOGUE.map((part) => {
  if (part.table === 'categories') return { ...part, rows: Array.from({ length: 30 }, category) };
  if (part.table === 'items') return { ...part, rows: part.rows.map(named) };
  return part;
});

interface StepOfScreen {
  readonly page: (typeof TILL_PAGES)[number];
  readonly name: string;
  /** Goes there; `say` is a text in the language of the window. */
  readonly reach: (page: Page, say: (key: string) => string) => Promise<void>;
}

const dialogBy = (key: string) => async (page: Page) => {
  await page.locator('aside ol li').first().waitFor();
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
};
const dialogOf =
  (tool: string): StepOfScreen['reach'] =>
  async (page, say) => {
    await page.getByRole('button', { name: say(`selling:tools.${tool}`) }).click();
    await page.getByRole('dialog').waitFor();
  };
const drawerAction =
  (action: string, ready: string): StepOfScreen['reach'] =>
  async (page, say) => {
    await page.getByRole('button', { name: say(`selling:drawer_actions.${action}`) }).click();
    await page.locator(ready).first().waitFor();
  };

/** What the screens show after a step. The last one locks the till. */
const STEPS: readonly StepOfScreen[] = [
  { page: 'sell', name: 'the customer', reach: dialogBy('F2') },
  ...['discount', 'note', 'split'].map((tool) => ({ page: 'sell', name: tool, reach: dialogOf(tool) }) as const),
  {
    page: 'receipts',
    name: 'a refund',
    reach: async (page, say) => {
      await page
        .getByRole('button', { name: say('selling:refund_or_correct') })
        .first()
        .click();
      await page.locator('[data-line]').first().waitFor();
    },
  },
  { page: 'drawer', name: 'money in', reach: drawerAction('pay_in', 'form input') },
  { page: 'drawer', name: 'money out', reach: drawerAction('pay_out', 'form input') },
  { page: 'drawer', name: 'the report', reach: drawerAction('report', '.drawer-report') },
  { page: 'drawer', name: 'the count', reach: drawerAction('close', 'section fieldset') },
  {
    page: 'sell',
    name: 'locked',
    reach: async (page) => {
      await page.locator('aside ol li').first().waitFor();
      await page.keyboard.press('Control+KeyL');
      await page.locator('input[type=password]').waitFor();
    },
  },
];

describe.skipIf(!hasChromium)('the screens of the till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = WIDE_CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });

  const speak = (page: Page, language: Language) =>
    page.evaluate((said) => localStorage.setItem('daftar.preferences', JSON.stringify(said)), {
      ...{ language, theme: 'light' },
    });
  const visit = async (page: Page, path: string) => {
    await page.goto(`${place.address}${path}`);
    await page.locator('#root > *').first().waitFor();
  };
  /** What is out of the window at each width. */
  const lost = async (page: Page, screen: string, kept: string): Promise<string[]> => {
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const out = await page.evaluate(outside, kept);
      found.push(...out.map((what) => `${screen} at ${width}: ${what}`));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    return found;
  };

  it('fit into every usual width with thirty categories, in three languages', async () => {
    const context = await newBrowser();
    const page = await openedTill(place, context);
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await payCash(page, '10000');
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await page.getByRole('button', { name: /^Hold/ }).click();
    await totalIs(page, '0');
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await scan(page, SUGAR);
    await totalIs(page, '7,750');
    const found: string[] = [];
    for (const language of LANGUAGES) {
      await speak(page, language);
      for (const name of TILL_PAGES) {
        await visit(page, addressOf(name));
        await expect.poll(() => page.evaluate(() => document.documentElement.lang), WAIT).toBe(language);
        if (name !== 'sell') {
          await page
            .locator(READY[name] ?? 'main')
            .first()
            .waitFor();
          found.push(...(await lost(page, `${language} ${name}`, '')));
          continue;
        }
        await expect.poll(() => page.locator('main nav button').count(), WAIT).toBe(31);
        await expect.poll(() => page.locator('aside ol li').count(), WAIT).toBe(2);
        found.push(...(await lost(page, `${language} sell`, 'F9')));
        await page.keyboard.press('F9');
        await page.locator('main h1').waitFor();
        found.push(...(await lost(page, `${language} payment`, 'F9')));
      }
      for (const step of STEPS) {
        await visit(page, addressOf(step.page));
        await step.reach(page, (key) => words(language, key));
        found.push(...(await lost(page, `${language} ${step.page}, ${step.name}`, '')));
      }
      await page.locator('input[type=password]').fill(CASHIERS[0].pin);
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').first().waitFor();
    }
    expect(found).toEqual([]);
    await context.close();
  });
});

/**
 * In the page: how much wider it is than the window, and the controls that are out of the window and cannot be scrolled
 * into it within a strip of their own. With `kept`, also the total and the button with this key.
 */
function outside(kept: string): string[] {
  const width = document.documentElement.clientWidth;
  const isIn = (box: Element) => {
    const { left, right } = box.getBoundingClientRect();
    return left >= -0.5 && right <= width + 0.5;
  };
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolls(element.parentElement));
  const isShown = (box: Element) => box.checkVisibility() && box.getBoundingClientRect().width > 1;
  const nameOf = (box: Element) =>
    (box.getAttribute('aria-label') ?? box.textContent ?? box.tagName).trim().slice(0, 30);
  const { scrollWidth } = document.documentElement;
  const controls = [...document.querySelectorAll('button, a[href], input, select')].filter(isShown);
  const lostControls = controls.filter((box) => !isIn(box) && !scrolls(box.parentElement));
  const needed =
    kept === ''
      ? []
      : [document.querySelector('[data-total]'), controls.findLast((box) => box.textContent?.includes(kept)) ?? null];
  const isMissing = (box: Element | null) => box === null || (isShown(box) && !isIn(box));
  return [
    ...(scrollWidth > width ? [`the page has ${scrollWidth} px`] : []),
    ...lostControls.slice(0, 3).map(nameOf),
    ...needed.flatMap((box, index) => (isMissing(box) ? [index === 0 ? 'the total' : `the button ${kept}`] : [])),
  ];
}
