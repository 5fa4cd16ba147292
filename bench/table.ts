/**
 * The same hundred thousand documents on the screen: from the key or the click to the rows that it asked for, painted.
 * The whole back office in one process with the worker of the read models, in front of it a browser.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startDaftar } from '../launcher/daftar.ts';
import { benchDatabase } from './database.ts';
import { EMAIL, manyRows, PASSWORD, ROWS } from './many-rows.ts';
import { type Figure, mustHold, percentile, type Scenario } from './measure.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const ASKED = 40;
const WARM_UP = 5;
const P95_MS = 200;
/** A person reads what has come before they ask again. */
const PAUSE_MS = 150;

export const table: Scenario = {
  name: 'table',
  about: `page, sort and search of ${ROWS.toLocaleString('en')} documents in a browser, from the key to the painted rows`,
  async run() {
    mustHold(existsSync(CHROMIUM), `there is no Chromium at ${CHROMIUM}; CHROMIUM_PATH names another`);
    const database = await benchDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-table-'));
    const undo: (() => Promise<void> | void)[] = [
      () => database.close(),
      () => rmSync(dataDir, { recursive: true, force: true }),
    ];
    try {
      await manyRows(database.url);
      const environment = { ...process.env, DATABASE_URL: database.url, PORT: '0', REDIS_URL: '', EVENTSTORE_URL: '' };
      const daftar = await startDaftar({ dataDir, environment, say: () => undefined });
      undo.push(() => daftar.stop());
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
      undo.push(() => browser.close());
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      await openSales(page, daftar.address);
      return await measure(page);
    } finally {
      for (let step = undo.pop(); step; step = undo.pop()) await step();
    }
  },
};

async function openSales(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/sales/sales?per_page=50`);
  await page.fill('input[name=email]', EMAIL);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('button[type=submit]');
  await page.locator('main tbody tr').nth(40).waitFor();
}

async function measure(page: Page): Promise<Figure[]> {
  const asked: Readonly<Record<string, (number: number) => Promise<number>>> = {
    page: (number) => untilPainted(page, `main nav button:not([aria-current]) >> nth=${1 + (number % 4)}`),
    sort: (number) => untilPainted(page, `main thead button >> nth=${number % 4}`),
    search: (number) => untilFound(page, `S-${((number * 811) % (ROWS / 10)) * 10 + 5}`),
  };
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(asked)) {
    const times: number[] = [];
    for (let number = 0; number < WARM_UP + ASKED; number += 1) {
      const ms = await ask(number);
      if (number >= WARM_UP) times.push(ms);
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

/** From a click to other rows on the screen, in milliseconds. */
async function untilPainted(page: Page, control: string): Promise<number> {
  const button = await page.locator(control).elementHandle();
  mustHold(button !== null, `there is no ${control}`);
  return page.evaluate(async (clicked) => {
    const body = document.querySelector('main tbody') as HTMLElement;
    const before = body.textContent;
    const startedMs = performance.now();
    (clicked as HTMLElement).click();
    while (body.isConnected && body.textContent === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - startedMs;
  }, button);
}

/** From the last key of what is searched for to the rows that are found. */
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
