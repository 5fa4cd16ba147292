/** Actions of the tests in the window of a till. */
import type { BrowserContext, Page } from 'playwright-core';
import type { EntryContent } from '../../../domain/till/device-entry.schema.ts';
import type { KeptEntry } from '../../../web/till/device/database-schema.ts';
import { newWindow, type Preferences, type Tablet } from '../../support/chromium.ts';
import { until } from '../../support/waiting.ts';

export { TillPlace } from './till-place.ts';

/** A new browser without stored data. */
export const newBrowser = (preferences: Preferences = {}, tablet?: Tablet): Promise<BrowserContext> =>
  newWindow({ language: 'en', theme: 'light', ...preferences }, {}, tablet);

/** Waits until the condition is true in the page, also while the page is reloaded. */
export const holds = (page: Page, isTrue: () => boolean): Promise<true> =>
  until(async () => (await page.evaluate(isTrue).catch(() => false)) || undefined, { what: String(isTrue) });

/** Entries that any server accepts: pay-ins into a drawer that the server has. */
export const payIn = (note: string): EntryContent => ({
  ...{ kind: 'pay_in', drawer: { id: 1 }, date: '2026-03-04', time: '10:00:00', account_fk: 1, amount: '1000' },
  note,
});

export const payIns = (count: number, about: string): readonly EntryContent[] =>
  Array.from({ length: count }, (_, index) => payIn(`${about} ${index + 1}`));

/** Enters them one after the other. Returns the numbers on their papers. */
export const enter = (page: Page, contents: readonly EntryContent[]): Promise<string[]> =>
  page.evaluate(async (all) => {
    const numbers: string[] = [];
    for (const content of all) {
      const kept = await window.till.device.journal.append({
        content: () => content,
        printed: ({ number }) => ({ html: `<p>${number}</p>`, language: 'ckb' }),
        cashier_fk: 7,
      });
      numbers.push(kept.number);
    }
    return numbers;
  }, contents);

/** The stored entries of the device in the order of their chain. */
export const journalOf = (page: Page): Promise<KeptEntry[]> =>
  page.evaluate(async () => [...(await window.till.device.journal.recent(100_000))].reverse());

export const senderOf = (page: Page) => page.evaluate(() => window.till.device.sender.state.current());
