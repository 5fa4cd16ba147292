/**
 * A till's device in Chromium: its first catalogue, the time of a scan and of a search, and a start without a server.
 * The server's answers are prepared, because other scenarios measure them.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../launcher/browser.ts';
import { TillPlace } from '../test/browser/till/till-place.ts';
import { type Figure, mustHold, percentile, type Scenario, scaled } from './measure.ts';

const ITEMS = 100_000;
const LINES_OF = 500;
const SCANS = 400;
const SEARCHES = 60;
const COLD_STARTS = 5;
/** Limit of every wait, also on a machine with other work. */
export const LIMIT_MS = 300_000;

export const FIRST_LOAD_MS = 15_000;
const SCAN_MS = 5;
const SEARCH_MS = 100;
export const COLD_START_MS = 1_000;

const barcodeOf = (id: number, unit: number): string => `62${unit}${String(id).padStart(10, '0')}`;

function itemOf(id: number) {
  const unit = (unit_fk: number) => ({
    unit_fk,
    base_unit_qty: unit_fk === 1 ? '1' : '12',
    is_base: unit_fk === 1,
    is_default: unit_fk === 1,
    sale_price: String(250 + (id % 400) * 250),
    barcodes: [barcodeOf(id, unit_fk)],
  });
  return {
    id,
    item_name: `Tea of the mountain ${id}`,
    item_name_ar: `شاي الجبل ${id}`,
    item_name_ckb: `چای چیا ${id}`,
    item_code: `T${id}`,
    category_fk: 1 + (id % 40),
    categories: [1 + (id % 40)],
    image: null,
    stock: '12',
    item_units: [unit(1), unit(2)],
  };
}

function catalogueOf(items: number) {
  return Array.from({ length: Math.ceil(items / LINES_OF) }, (_, line) => ({
    table: 'items',
    rows: Array.from({ length: Math.min(LINES_OF, items - line * LINES_OF) }, (_, row) =>
      itemOf(line * LINES_OF + row + 1),
    ),
  }));
}

export const tillDevice: Scenario = {
  name: 'till-device',
  about: `a till in Chromium: ${ITEMS.toLocaleString('en')} items with two barcodes each, a scan, a search, a start without a server`,
  missing: () => (chromiumPath() === undefined ? 'there is no Chromium' : undefined),
  async run({ size }) {
    const items = scaled(ITEMS, size, 1_000);
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const place = await TillPlace.open();
    try {
      place.server.catalogue = catalogueOf(items);
      const context = await browser.newContext();
      context.setDefaultTimeout(LIMIT_MS);
      const page = await place.core(context);
      const loadMs = await firstLoad(page, items);
      const scans = await scanTimes(page, items, scaled(SCANS, size, 20));
      const searches = await searchTimes(page, items, scaled(SEARCHES, size, 10));
      const till = { context, address: place.address, ready: '#root > *', stop: () => place.stop() };
      const starts = await coldStarts(till, scaled(COLD_STARTS, size, 1));
      return figuresOf({ loadMs, scans, searches, starts });
    } finally {
      await browser.close();
      await place.close();
    }
  },
};

/** From the load of the page until all items can be found. */
async function firstLoad(page: Page, items: number): Promise<number> {
  return page.evaluate(
    ([count, limitMs]) =>
      new Promise<number>((resolve, reject) => {
        const { state } = window.till.device.catalogue;
        const look = () => {
          const { status, items: found } = state.current();
          if (status === 'ready' && found === count) resolve(performance.now());
        };
        state.subscribe(look);
        setTimeout(() => reject(new Error('the catalogue did not load')), limitMs);
        look();
      }),
    [items, LIMIT_MS] as const,
  );
}

/** Each for a different item, evenly distributed. */
async function scanTimes(page: Page, items: number, count: number): Promise<readonly number[]> {
  const wanted = Array.from({ length: count }, (_, scan) => 1 + ((scan * 7_919) % items));
  const codes = wanted.map((id, scan) => barcodeOf(id, 1 + (scan % 2)));
  const { times, found } = await page.evaluate(async (scanned) => {
    const times: number[] = [];
    const found: (number | undefined)[] = [];
    for (const code of scanned) {
      const begunMs = performance.now();
      found.push((await window.till.device.catalogue.byBarcode(code))?.item.id);
      times.push(performance.now() - begunMs);
    }
    return { times, found };
  }, codes);
  mustHold(
    found.every((id, scan) => id === wanted[scan]),
    'a scan found another item',
  );
  return times;
}

async function searchTimes(page: Page, items: number, count: number): Promise<readonly number[]> {
  const typed = Array.from({ length: count }, (_, search) => {
    const id = 1 + ((search * 6_007) % items);
    return [`mountain ${id}`, `شاي ${id}`, `چیا ${id}`, `T${id}`][search % 4] ?? '';
  });
  const { times, found } = await page.evaluate(async (texts) => {
    const times: number[] = [];
    const found: number[] = [];
    for (const text of texts) {
      const begunMs = performance.now();
      found.push((await window.till.device.catalogue.search(text, 20)).length);
      times.push(performance.now() - begunMs);
    }
    return { times, found };
  }, typed);
  mustHold(
    found.every((rows) => rows > 0),
    'a search found nothing',
  );
  return times;
}

interface ColdTill {
  readonly context: BrowserContext;
  readonly address: string;
  /** Selector of an element that is painted when the till can be used. */
  readonly ready: string;
  /** Ends the server. */
  readonly stop: () => Promise<void>;
}

/** Opens the installed till without a server; the time until it can be used. */
export async function coldStarts(
  { context, address, ready, stop }: ColdTill,
  count: number,
): Promise<readonly number[]> {
  const installing = await context.newPage();
  await installing.goto(`${address}/pos`);
  await installing.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await installing.close();
  await stop();
  const times: number[] = [];
  for (let start = 0; start < count; start += 1) {
    const begunMs = performance.now();
    const page = await context.newPage();
    await page.goto(`${address}/pos`);
    await page.locator(ready).first().waitFor();
    times.push(performance.now() - begunMs);
    await page.close();
  }
  return times;
}

export const timeFigure = (name: string, ms: number, mostMs: number): Figure => ({
  name,
  value: `${ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')} ms`,
  target: { text: `${mostMs.toLocaleString('en')} ms`, reached: ms <= mostMs },
});

interface Times {
  readonly loadMs: number;
  readonly scans: readonly number[];
  readonly searches: readonly number[];
  readonly starts: readonly number[];
}

function figuresOf({ loadMs, scans, searches, starts }: Times): readonly Figure[] {
  const p95 = (times: readonly number[]) => percentile(times, 0.95);
  return [
    timeFigure('first catalogue', loadMs, FIRST_LOAD_MS),
    timeFigure('scan p95', p95(scans), SCAN_MS),
    timeFigure('search p95', p95(searches), SEARCH_MS),
    timeFigure('cold start, median', percentile(starts, 0.5), COLD_START_MS),
  ];
}
