/** The steps of a document on its screen, for every kind and language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pluralForm } from '../../domain/values/plural.ts';
import { documentsAr } from '../../languages/names/documents-ar.ts';
import { documentsCkb } from '../../languages/names/documents-ckb.ts';
import { documentsEn } from '../../languages/names/documents-en.ts';
import { reportsAr } from '../../languages/names/reports-ar.ts';
import { reportsCkb } from '../../languages/names/reports-ckb.ts';
import { reportsEn } from '../../languages/names/reports-en.ts';
import type { Language, Shop } from './shop.ts';
import { begins, SOON, tabTo } from './typing.ts';

/** The tables of names that the browser and the server share, by the browser's area. */
const NAMES = new Map<string, Readonly<Record<Language, object>>>([
  ['documents', { en: documentsEn, ar: documentsAr, ckb: documentsCkb }],
  ['names', { en: reportsEn, ar: reportsAr, ckb: reportsCkb }],
]);
const TABS_MAX = 60;

/** A text of the interface: `words('ckb', 'document:saved')`; with a count, its plural form. */
export function words(language: Language, key: string, count?: number): string {
  const form = count === undefined ? '' : `_${pluralForm(language, BigInt(count))}`;
  const [table, path] = `${key}${form}`.split(':') as [string, string];
  const file = join(import.meta.dirname, '../../languages/screens', language, `${table}.json`);
  let found: unknown = NAMES.get(table)?.[language] ?? JSON.parse(readFileSync(file, 'utf8'));
  for (const part of path.split('.')) found = (found as Record<string, unknown>)[part];
  if (typeof found !== 'string') throw new Error(`${key} is no text in ${language}`);
  return found;
}

/** From the list to a new document with the focus in its first field, by the key. */
export async function newFromList(shop: Shop, page: Page, path: string, first: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(`${shop.address}${path}`);
  await page.locator('h1').first().waitFor(SOON);
  await page.locator('input[type=search]').first().waitFor(SOON);
  await page.keyboard.press('n');
  await page.waitForURL(`**${path}/new`);
  await begins(page, first);
}

/** Chooses from a short list with the arrow keys. */
export async function choice(page: Page, field: string, value: string): Promise<void> {
  await tabTo(page, field);
  const select = page.locator(`[data-field="${field}"] select`);
  const count = await select.locator('option').count();
  await page.keyboard.press('Home');
  for (let step = 1; step < count && (await select.inputValue()) !== value; step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect.poll(() => select.inputValue()).toBe(value);
}

/** Presses Shift+Tab until the focus is in the lines. */
export async function backToLines(page: Page): Promise<void> {
  const inLines = () => page.evaluate(() => document.activeElement?.closest('[data-place^="lines:"]') !== null);
  for (let tabs = 0; tabs < TABS_MAX && !(await inLines()); tabs += 1) await page.keyboard.press('Shift+Tab');
  await expect.poll(() => inLines()).toBe(true);
}

/** From the lines to the button below them, and into the new cost. */
export async function addCost(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place')), SOON)
    .toMatch(/^costs:\d+:cost_type$/);
}

/** Saves the draft, and waits for its address and the message. */
export async function save(page: Page, language: Language = 'en'): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByRole('status').getByText(words(language, 'document:saved'), { exact: true }).waitFor(SOON);
  await page.waitForURL(/\/\d+$/);
}

const isolated = (word: string): string =>
  `[\u2066-\u2069]?${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\u2066-\u2069]?`;

/** Asserts the message beside its place and at the top, from where the keyboard leads to it. */
export async function refusedAt(page: Page, place: string, sentence: string): Promise<void> {
  const isCell = place.includes(':');
  const at = page.locator(isCell ? `[data-place="${place}"]` : `[data-field="${place}"]`).first();
  // Numbers and foreign names in a sentence are isolated by invisible characters.
  const said = new RegExp(sentence.split(' ').map(isolated).join(' '));
  const summary = page.locator('main [role=alert]').filter({ hasText: said });
  await summary.waitFor(SOON);
  const beside = () =>
    isCell
      ? at.evaluate((cell) => cell.getAttribute('title') ?? cell.querySelector('[title]')?.getAttribute('title'))
      : at.textContent();
  await expect.poll(beside, SOON).toMatch(said);
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement), SOON).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => at.evaluate((element) => element.contains(document.activeElement)), SOON).toBe(true);
}

/** Completes the document; a new one is opened at once. */
export async function complete(page: Page, path: string, first: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**${path}/new`, SOON);
  await begins(page, first);
}

/** The row of the list that contains this text. The list may contain the completed document a moment later. */
export async function rowOf(shop: Shop, page: Page, path: string, text: string): Promise<string> {
  const row = page.getByRole('row').filter({ hasText: text }).first();
  const isListed = async () => {
    await page.goto(`${shop.address}${path}`);
    await page.locator('tbody tr').first().waitFor(SOON);
    return row.isVisible();
  };
  await expect.poll(isListed, { ...SOON, interval: 250 }).toBe(true);
  const cells = await row.locator('td, th').allTextContents();
  return cells.map((text) => text.trim()).join(' ');
}
