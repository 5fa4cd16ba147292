/** A sale of twenty lines that is typed without the mouse. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Goods, Language, Shop } from './shop.ts';
import { SOON } from './typing.ts';

export const LINES = 20;
/** The number of keys when this was written; changes may only reduce it. */
const KEYS_MAX = 157;

export async function newSale(shop: Shop, language: Language = 'en'): Promise<Page> {
  const page = await shop.open('/sales/sales/new', { language });
  await page.locator('[data-field=account_fk] input').waitFor();
  await expect
    .poll(() => page.locator('[data-field=account_fk] input').inputValue(), SOON)
    .toMatch(/^(Cash IQD|کاش بە دینار|نقد بالدينار)$/);
  return page;
}

export async function lastSale(shop: Shop): Promise<Readonly<Record<string, unknown>>> {
  const { data } = await shop.api('GET', 'sales?sortColumn=id&sortDir=desc&per_page=10');
  return (data as { data: Record<string, unknown>[] }).data[0] as Record<string, unknown>;
}

export const total = (page: Page): Promise<string | null> => page.locator('[data-total]').textContent();

/** Types and completes a sale; its total is the one that is posted. Goods are LINES items, each dearer than the one before. */
export async function typesTwentyLines(shop: Shop, goods: readonly Goods[], language: Language): Promise<void> {
  const page = await newSale(shop, language);
  const keys = new Keys(page);
  await enterGrid(page, keys);
  for (const [index, { code }] of goods.entries()) {
    await keys.type(code);
    await keys.press('Enter');
    await keys.type(String(index + 2));
    if (index < LINES - 1) await keys.press('Enter');
  }
  // Repeated, because a line is rendered once more when its item's details arrive.
  await expect.poll(() => renderedByAKey(page), SOON).toBe(0);
  // 750 × Σ (i + 2)², each price being 750 × (i + 2).
  const expected = 750 * Array.from({ length: LINES }, (_, index) => (index + 2) ** 2).reduce((a, b) => a + b);
  await expect.poll(() => total(page), SOON).toBe(expected.toLocaleString('en-US'));
  await keys.press('Control+Enter');
  await expect.poll(() => page.locator('[role=grid] [role=row]').count(), SOON).toBe(2);
  const sale = await lastSale(shop);
  expect([sale['status'], sale['total']]).toEqual(['complete', String(expected)]);
  expect(keys.pressed).toBeLessThanOrEqual(KEYS_MAX);
  await page.context().close();
}

/** Counts the pressed keys. */
export class Keys {
  readonly #page: Page;
  pressed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.pressed += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.pressed += text.length;
    await this.#page.keyboard.type(text);
  }
}

/**
 * Types a digit on the last line, deletes it, and returns the number of cells of other lines that were rendered again.
 * React gives an element new properties whenever it is rendered again.
 */
async function renderedByAKey(page: Page): Promise<number> {
  const others = await page.evaluateHandle(() => {
    const cells = [...document.querySelectorAll('[role=rowgroup] [role=row]:not(:last-child) [role=gridcell]')];
    if (cells.length === 0) throw new Error('there are no other lines');
    return cells.map((cell) => {
      const name = Object.keys(cell).find((key) => key.startsWith('__reactProps$')) ?? '';
      const of = new Map(Object.entries(cell)).get(name);
      if (of === undefined) throw new Error('React keeps the properties of an element elsewhere');
      return { isRenderedAgain: () => new Map(Object.entries(cell)).get(name) !== of };
    });
  });
  await page.keyboard.press('0');
  await page.keyboard.press('Backspace');
  return others.evaluate((cells) => cells.filter((cell) => cell.isRenderedAgain()).length);
}

/** Presses Tab from the first field of a new document to the grid. */
export async function enterGrid(page: Page, keys: Keys): Promise<void> {
  const inGrid = () => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null);
  const isFirst = () =>
    page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
  await expect.poll(isFirst, SOON).toBe('customer_fk');
  for (let tabs = 0; tabs < 10 && !(await inGrid()); tabs += 1) await keys.press('Tab');
  await expect.poll(() => inGrid()).toBe(true);
}
