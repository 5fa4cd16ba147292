/**
 * Excel files of 5,000 rows as a person makes them in the browser, of a list, of documents with their goods, and of
 * reports: from the click to the file, compared with reading the same answers without making a file.
 */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { inBackOffice, withoutChromium } from './back-office.ts';
import { shownToUser } from './many-rows.ts';
import { type Figure, median, mustHold, type Scenario, scaled } from './measure.ts';
import { fillLog } from './sample-log.ts';

const ROWS = 5_000;
const MOST_MS = 2_000;
const ROUNDS = 5;
/** Nine of ten documents are sales; their lines buy every item once. */
const LINES = 10;
const DAYS = 360;
/** Its second sheet has ten times as many rows. */
const WITH_GOODS = 'sales with their goods';
/** Lines of the journal for a document, about. */
const POSTED = LINES + 1;

export const excel: Scenario = {
  name: 'excel',
  about: `Excel files of ${ROWS.toLocaleString('en')} rows in a browser, from the click to the file`,
  missing: withoutChromium,
  async run({ size, databaseUrl }) {
    const rows = scaled(ROWS, size, 400);
    const documents = Math.ceil(rows / 0.9);
    await fillLog(databaseUrl, { documents, linesPerDocument: LINES, items: rows, outlets: 1, latePerMille: 20 });
    await shownToUser(databaseUrl);
    const days = Math.max(1, Math.round((rows / POSTED / documents) * DAYS));
    const until = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10);
    const screens = {
      items: '/warehouse/items',
      'stock valuation': '/reports/stock-valuation',
      journal: `/reports/financial-reports/journal?as_at=${until}`,
      [WITH_GOODS]: '/sales/sales',
    };
    return inBackOffice(databaseUrl, '/', async (page, address) => {
      await page.locator('nav').first().waitFor();
      const figures: Figure[] = [];
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(`${address}${path}`);
        await page.locator('main tbody tr').first().waitFor();
        figures.push(await measured(page, name, rows, scaled(ROUNDS, size, 1)));
      }
      return figures;
    });
  },
};

/** The first file, which loads the code, is not measured. */
async function measured(page: Page, name: string, rows: number, rounds: number): Promise<Figure> {
  const asked = new Map<string, string>();
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.url().includes('/api/')) return;
    asked.set(request.url(), request.headers()['authorization'] ?? '');
  });
  const first = await made(page);
  page.removeAllListeners('request');
  mustHold(asked.size > 0, `${name}: nothing was read`);
  mustHold(first.rows > rows * 0.75 && first.rows < rows * 1.25, `${name}: ${first.rows} rows are in the file`);
  const files: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const file = await made(page);
    mustHold(file.rows === first.rows, `${name}: ${file.rows} rows after ${first.rows}`);
    files.push(file.ms);
    answers.push(await read(page, [...asked]));
  }
  const [fileMs, readMs] = [median(files), median(answers)];
  const wholeMs = (fileMs / first.rows) * ROWS;
  return {
    name,
    value: `${(fileMs / 1_000).toFixed(2)} s for ${first.rows.toLocaleString('en')} rows`,
    ...(name === WITH_GOODS
      ? {}
      : {
          target: {
            text: `at most ${MOST_MS / 1_000} s for ${ROWS.toLocaleString('en')}`,
            reached: wholeMs <= MOST_MS,
          },
        }),
    reference: {
      name: `reading ${asked.size === 1 ? 'the same answer' : `the same ${asked.size} answers`}`,
      value: `${(readMs / 1_000).toFixed(2)} s`,
      ratio: readMs / fileMs,
    },
  };
}

/** From the click to the file, and the rows of the first sheet without the headings. */
async function made(page: Page): Promise<{ readonly ms: number; readonly rows: number }> {
  const startedMs = performance.now();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel', exact: true }).click();
  const path = await (await coming).path();
  const ms = performance.now() - startedMs;
  const sheet = unzipSync(readFileSync(path))['xl/worksheets/sheet1.xml'];
  return { ms, rows: (strFromU8(sheet ?? new Uint8Array()).match(/<row /g)?.length ?? 0) - 1 };
}

/** One after the other, as the screen reads them. */
function read(page: Page, requests: readonly (readonly [address: string, authorization: string])[]): Promise<number> {
  return page.evaluate(async (given) => {
    const startedMs = performance.now();
    for (const [address, authorization] of given) {
      const answer = await fetch(address, { headers: { authorization } });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      await answer.json();
    }
    return performance.now() - startedMs;
  }, requests);
}
