/** Lists and documents with the keyboard: the first row, the first problem. */
import type { Page } from 'playwright-core';
import { SOON } from './typing.ts';

/** Presses `N` in a list when it is loaded. */
export async function beginFromList(page: Page): Promise<void> {
  await page.locator('button:has(span:text-is("N"))').first().waitFor(SOON);
  await page.keyboard.press('n');
  await page.waitForURL(/\/new$/, SOON);
}

/** The texts of the cells in the first row. */
export async function firstRow(page: Page): Promise<string> {
  const cells = page.getByRole('grid').locator('tbody tr').first().locator('td');
  await cells.first().waitFor(SOON);
  return (await cells.allTextContents()).filter((text) => text.trim() !== '').join(' | ');
}

/** Opens the first row with the keyboard. */
export async function openFirst(page: Page): Promise<void> {
  await page.getByRole('grid').locator('tbody tr').first().waitFor(SOON);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/\d+$/, SOON);
}

/** The message below a field. */
export const problemAt = async (page: Page, field: string) =>
  asRead(await page.locator(`[data-field="${field}"] p`).textContent());

/** Without the invisible characters that isolate numbers and foreign names. */
const asRead = (text: string | null): string | undefined => text?.replace(/[\u2066-\u2069]/g, '');

/** The message of the only faulty cell. */
export const problemInCell = async (page: Page) =>
  asRead(
    await page.locator('[role=gridcell][aria-invalid=true], [role=gridcell] [aria-invalid=true]').getAttribute('title'),
  );

/** From the focused summary to the field or cell of its first message. */
export async function toFirstProblem(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}
