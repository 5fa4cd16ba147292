/**
 * The same hundred thousand documents on the screen: the time from a key or click to the painted rows. One process runs
 * the back office, another the projector; Chromium is the client.
 */
import type { Page } from 'playwright-core';
import { inBackOffice, withoutChromium } from './back-office.ts';
import { manyRows, ROWS } from './many-rows.ts';
import { type Figure, mustHold, percentile, type Scenario, scaled } from './measure.ts';

const PER_PAGE = 50;
const ASKED = 40;
const WARM_UP = 5;
const P95_MS = 200;
/** A person reads the result before the next request. */
const PAUSE_MS = 150;

export const table: Scenario = {
  name: 'table',
  about: `page, sort and search of ${ROWS.toLocaleString('en')} documents in a browser, from the key to the painted rows`,
  missing: withoutChromium,
  async run({ size, databaseUrl }) {
    const rows = scaled(ROWS, size, 1_000);
    await manyRows(databaseUrl, rows);
    return inBackOffice(databaseUrl, `/sales/sales?per_page=${PER_PAGE}`, async (page) => {
      await page.locator('main tbody tr').nth(40).waitFor();
      return measure(page, { rows, warmUp: scaled(WARM_UP, size, 1), asked: scaled(ASKED, size, 2) });
    });
  },
};

interface Counts {
  readonly rows: number;
  readonly warmUp: number;
  readonly asked: number;
}

async function measure(page: Page, { rows, warmUp, asked }: Counts): Promise<Figure[]> {
  const typed = (number: number) => `S-${((number * 811) % Math.floor(rows / 10)) * 10 + 5}`;
  const actions: Readonly<Record<string, (number: number) => Promise<number>>> = {
    page: (number) => untilPainted(page, `main nav button:not([aria-current]) >> nth=${1 + (number % 4)}`),
    sort: (number) => untilPainted(page, `main thead button >> nth=${number % 4}`),
    search: (number) => untilFound(page, typed(number)),
  };
  const figures: Figure[] = [];
  for (const [name, act] of Object.entries(actions)) {
    const times: number[] = [];
    for (let number = 0; number < warmUp + asked; number += 1) {
      const ms = await act(number);
      if (number >= warmUp) times.push(ms);
      if (name === 'search') await checkFound(page, rows, typed(number));
      else await checkPage(page, rows);
      await page.waitForTimeout(PAUSE_MS);
    }
    const p95 = percentile(times, 0.95);
    figures.push({
      name: `sales: ${name}`,
      value: `median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      target: { text: `p95 at most ${P95_MS} ms`, reached: p95 <= P95_MS },
    });
  }
  return figures;
}

/** The table's texts, and the first row, the last row and the total of its pager. */
async function shown(page: Page): Promise<{ readonly texts: readonly string[]; readonly named: readonly number[] }> {
  const texts = await page.locator('main tbody tr').allInnerTexts();
  const pager = (await page.locator('main p[role=status]').last().textContent()) ?? '';
  return { texts, named: (pager.match(/\d[\d,]*/g) ?? []).map((text) => Number(text.replaceAll(',', ''))) };
}

/** A full page of all rows, each once. */
async function checkPage(page: Page, rows: number): Promise<void> {
  const { texts, named } = await shown(page);
  const [first = 0, last = 0, total = 0] = named;
  mustHold(Math.abs(total - rows) <= rows / 100, `the pager names ${total} rows`);
  const isFull = last - first + 1 === PER_PAGE && texts.length === PER_PAGE;
  mustHold(isFull, `the pager names rows ${first} to ${last}, and ${texts.length} are shown`);
  mustHold(new Set(texts).size === PER_PAGE, 'a row is shown twice');
}

/** All rows with the typed text, and no others. */
async function checkFound(page: Page, rows: number, typed: string): Promise<void> {
  const { texts, named } = await shown(page);
  const total = named[2] ?? 0;
  mustHold(total > 0 && total < rows / 2, `a search for ${typed} found ${total} rows`);
  mustHold(texts.length === Math.min(total, PER_PAGE), `${texts.length} of ${total} rows are shown`);
  mustHold(
    texts.every((text) => text.includes(typed)),
    `a row without ${typed} is shown`,
  );
}

/** From a click to other rows on the screen, in milliseconds. */
async function untilPainted(page: Page, control: string): Promise<number> {
  const button = await page.locator(control).elementHandle();
  mustHold(button !== null, `there is no ${control}`);
  return page.evaluate(async (clicked) => {
    const body = document.querySelector<HTMLElement>('main tbody');
    if (!body) throw new Error('the table is not there');
    const before = body.textContent;
    const startedMs = performance.now();
    if (clicked instanceof HTMLElement) clicked.click();
    while (body.isConnected && body.textContent === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - startedMs;
  }, button);
}

/** From the last key of the search text to the found rows. */
async function untilFound(page: Page, number: string): Promise<number> {
  const box = page.locator('main input[type=search]').first();
  await box.fill('');
  await page.locator('main tbody tr').nth(40).waitFor();
  return box.evaluate(async (input: HTMLInputElement, typed) => {
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    const count = textOf('main p[role=status]');
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const startedMs = performance.now();
    setValue?.call(input, typed);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    while (textOf('main p[role=status]') === count || !textOf('main tbody').includes(typed)) {
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - startedMs;
  }, number);
}
