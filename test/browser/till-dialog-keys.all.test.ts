/** The key that answers a dialog of the till ends with it: the button that had the focus before is not pressed. */
import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, scan } from '../support/chromium.ts';
import { openedTill, shown, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, MEDICINE } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [, KARWAN, HEVI] = CASHIERS;

interface Answered {
  /** Opens the dialog without the focus leaving the item's button. */
  readonly open: (page: Page) => Promise<void>;
  /** Fills it in; the focus is then where Enter answers. */
  readonly fill?: (page: Page) => Promise<void>;
}

const dialog = (page: Page) => page.getByRole('dialog');
const tool = (name: string) => (page: Page) =>
  page
    .locator('aside')
    .getByRole('button', { name, exact: true })
    .evaluate((button: HTMLElement) => button.click());
const key = (name: string) => (page: Page) => page.keyboard.press(name);

/** Every file of the till with a dialog, by what is done in it. */
const DIALOGS: Readonly<Record<string, Readonly<Record<string, Answered>>>> = {
  'screens/customer-dialog.tsx': {
    'the first found customer': {
      open: key('F2'),
      fill: async (page) => {
        await page.keyboard.type('Dilan');
        await expect.poll(() => shown(page, '[role=dialog] ul'), WAIT).toMatch(/^Dilan/);
      },
    },
    'a customer reached by arrow keys': {
      open: key('F2'),
      fill: async (page) => {
        await page.keyboard.type('0750');
        await dialog(page).locator('li').nth(1).waitFor();
        for (const arrow of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(arrow);
        await expect.poll(() => shown(page, '[role=dialog] li :focus')).toMatch(/^Dilan|^Rezan/);
      },
    },
  },
  'screens/receipt-dialogs.tsx': {
    discount: { open: tool('Discount'), fill: (page) => page.keyboard.type('1%') },
    note: {
      open: tool('Note'),
      fill: async (page) => {
        await page.keyboard.type('a wedding');
        await page.keyboard.press('Shift+Enter');
        await page.keyboard.type('on Friday');
      },
    },
  },
  'parts/batch-choice.tsx': {
    'first expired': { open: key('Control+KeyB') },
    'typed batch': {
      open: key('Control+KeyB'),
      fill: async (page) => {
        await dialog(page).getByRole('button').last().click();
        await page.keyboard.type('LOT 7');
      },
    },
  },
  // The focus is on Cancel, so Enter keeps the goods, and the quantity as it was.
  'parts/sure-dialog.tsx': {
    'the question before goods are thrown away': { open: (page) => tool('Empty')(page) },
    'the question about a large quantity': {
      open: async (page) => {
        await page.keyboard.press('F4');
        await page.keyboard.type('500', { delay: 150 });
        await page.keyboard.press('Enter');
      },
    },
  },
  'screens/approval.tsx': {
    approval: {
      open: async (page) => {
        await tool('Discount')(page);
        await page.keyboard.type('50%');
        await page.keyboard.press('Enter');
        await dialog(page).waitFor({ state: 'hidden' });
        await page.keyboard.press('F9');
      },
      fill: async (page) => {
        await dialog(page).locator(`[data-cashier="${KARWAN.id}"]`).click();
        await dialog(page).locator('input[type=password]').fill(KARWAN.pin);
      },
    },
  },
  'screens/reference-dialog.tsx': {
    'app payment': {
      open: async (page) => {
        await page.keyboard.press('F9');
        await page.locator('main h1').waitFor();
        // The first likely amount would be tendered by the same key.
        await page.locator('section section button').first().focus();
        await page.keyboard.press('F7');
      },
      fill: async (page) => {
        await dialog(page)
          .getByLabel(/^Amount/)
          .fill('500');
        await dialog(page)
          .getByLabel(/^Reference/)
          .fill('778899');
      },
    },
  },
  'screens/split.tsx': {
    split: {
      open: tool('Split'),
      fill: async (page) => {
        await dialog(page).getByRole('button', { name: 'All' }).first().click();
        await dialog(page).getByRole('textbox').first().focus();
      },
    },
  },
};

const cases = Object.values(DIALOGS).flatMap((of) => Object.entries(of));

describe.skipIf(!hasChromium)('Enter in a dialog of the till', () => {
  let place: TillPlace;
  let page: Page;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
    place.server.enrolment = crypto.randomUUID();
    page = await openedTill(place, await newBrowser({ language: 'en' }), HEVI);
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });

  it('is tried in every file that has a dialog', () => {
    const having = globSync('web/till/{screens,parts}/**/*.tsx').filter((file) =>
      readFileSync(file, 'utf8').includes('<Dialog'),
    );
    expect(having.map((file) => file.replace('web/till/', '')).toSorted()).toEqual(Object.keys(DIALOGS).toSorted());
  });

  it.each(cases)('answers %s and sells nothing more, however long it is held', async (_, { open, fill }) => {
    await scan(page, MEDICINE);
    await totalIs(page, '4,000');
    const item = page.locator('main ul button').first();
    await item.focus();
    const before = await linesOf(page);
    await open(page);
    await dialog(page).waitFor();
    await fill?.(page);
    await page.keyboard.down('Enter');
    for (let held = 0; held < 3; held += 1) await page.keyboard.down('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    for (let held = 0; held < 3; held += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await linesOf(page)).toEqual(before);
    await expect.poll(() => page.locator('[aria-label="Handed over"] li').count()).toBeLessThan(2);
    expect(place.server.entries.filter(({ content }) => content.kind === 'receipt')).toEqual([]);
    // The next press is a key of the till again.
    if ((await page.locator('main h1').count()) === 0) {
      await item.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => linesOf(page), WAIT).not.toEqual(before);
    } else await page.keyboard.press('Escape');
    await tool('Empty')(page);
    await dialog(page).getByRole('button', { name: 'Empty' }).click();
    await expect.poll(() => page.locator('aside ol li').count(), WAIT).toBe(0);
  });

  it('has before it the digits of the payment and of the PIN, typed without a click; a scan is not tendered', async () => {
    await scan(page, MEDICINE);
    await totalIs(page, '4,000');
    await page.keyboard.press('F9');
    const other = page.getByLabel('Other amount').first();
    await other.waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, MEDICINE);
    await totalIs(page, '8,000');
    // A scan goes back to the goods, and is not tendered.
    if ((await other.count()) === 0) await page.keyboard.press('F9');
    await other.waitFor();
    expect([await other.inputValue(), await page.locator('[aria-label="Handed over"]').count()]).toEqual(['', 0]);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.type('20000');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page, '[aria-label="Handed over"]'), WAIT).toContain('20,000');
    await page.keyboard.press('Control+KeyL');
    await page.locator('input[type=password]').waitFor();
    await page.keyboard.type(HEVI.pin);
    await page.keyboard.press('Enter');
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('input[type=password]').count(), WAIT).toBe(0);
  });
});

/** The quantity of each line; the open line has it in a field. */
const linesOf = (page: Page) =>
  page
    .locator('aside ol li')
    .evaluateAll((lines) =>
      lines.map((line) => line.querySelector('input')?.value ?? /(\d+) piece/.exec(line.textContent)?.[1]),
    );
