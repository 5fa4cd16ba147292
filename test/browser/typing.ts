/** Typing as a person does: fields are reached with Tab, cells with Tab and Enter, without the mouse. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LIMIT_MS } from '../support/limits.ts';

export const SOON = { timeout: LIMIT_MS };
/** The menu of a large business has many links before the page. */
const TABS_MAX = 60;

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? null);

/** Waits until the first field of the page has the focus. */
export async function begins(page: Page, field: string): Promise<void> {
  await expect.poll(() => focused(page), SOON).toBe(field);
}

/** Presses Tab until the field has the focus. */
export async function tabTo(page: Page, field: string): Promise<void> {
  await page.locator(`[data-field="${field}"]`).first().waitFor(SOON);
  for (let tabs = 0; tabs < TABS_MAX && (await focused(page)) !== field; tabs += 1) await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe(field);
}

/** Types when the effect of the last key is on the screen. */
export async function type(page: Page, text: string): Promise<void> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await page.keyboard.type(text);
}

/** Types into a field that is reached with Tab. */
export async function enter(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await type(page, text);
}

/** Chooses the marked option of a look-up with Enter, when the options match the typed text. */
export async function choose(page: Page, field: string, text: string): Promise<void> {
  await enter(page, field, text);
  const option = page.locator('[role=option]').first();
  await option.waitFor(SOON);
  // The option has the name in the reader's language, whichever name was typed.
  const name = (await option.textContent()) ?? '';
  await page.keyboard.press('Enter');
  const chosen = page.locator(`[data-field="${field}"] input`).first();
  await expect.poll(async () => name.includes((await chosen.inputValue()) || '\n'), SOON).toBe(true);
}

/** Presses Tab until the focus is in the lines. */
export async function enterGrid(page: Page): Promise<void> {
  const inGrid = () => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null);
  await page.locator('[role=grid]').first().waitFor(SOON);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), SOON).not.toBe(undefined);
  for (let tabs = 0; tabs < TABS_MAX && !(await inGrid()); tabs += 1) await page.keyboard.press('Tab');
  await expect.poll(() => inGrid()).toBe(true);
}

/** A cell with a list: types, and chooses with Enter, which moves to the next cell. */
export async function pick(page: Page, text: string): Promise<void> {
  await type(page, text);
  await page.locator('[role=option]').first().waitFor(SOON);
  await page.keyboard.press('Enter');
}

/** A cell with text: types, and leaves it with Tab. */
export async function cell(page: Page, text: string): Promise<void> {
  if (text !== '') await type(page, text);
  await page.keyboard.press('Tab');
}

/** Presses Tab until the button has the focus, and presses it. */
export async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.waitFor(SOON);
  await button.focus();
  await page.keyboard.press('Enter');
}

export const total = (page: Page) => page.locator('[data-total]').textContent();
