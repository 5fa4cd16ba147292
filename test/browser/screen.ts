/** What a person sees on lists and documents, and goes to with the keys: the first row, the first problem. */
import type { Page } from 'playwright-core';
import { SOON } from './typing.ts';

/** `N` in a list, once it is there. */
export async function beginFromList(page: Page): Promise<void> {
  await page.locator('button:has(span:text-is("N"))').first().waitFor(SOON);
  await page.keyboard.press('n');
  await page.waitForURL(/\/new$/, SOON);
}

/** The first row of a list, as the texts of its cells. */
export async function firstRow(page: Page): Promise<string> {
  const cells = page.getByRole('grid').locator('tbody tr').first().locator('td');
  await cells.first().waitFor(SOON);
  return (await cells.allTextContents()).filter((text) => text.trim() !== '').join(' | ');
}

/** The first row of a list, opened with the keys. */
export async function openFirst(page: Page): Promise<void> {
  await page.getByRole('grid').locator('tbody tr').first().waitFor(SOON);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/\d+$/, SOON);
}

/** The sentence below a field. */
export const problemAt = async (page: Page, field: string) =>
  asRead(await page.locator(`[data-field="${field}"] p`).textContent());

/** Without the characters that keep numbers and foreign names together in a sentence, which nobody sees. */
const asRead = (text: string | null): string | undefined => text?.replace(/[\u2066-\u2069]/g, '');

/** The sentence of the only cell that is wrong. */
export const problemInCell = async (page: Page) =>
  asRead(
    await page.locator('[role=gridcell][aria-invalid=true], [role=gridcell] [aria-invalid=true]').getAttribute('title'),
  );

/** From the summary, which has the focus, to the field or cell of its first sentence. */
export async function toFirstProblem(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}
