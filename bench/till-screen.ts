/**
 * The screen of a till with the whole back office: the load of the first catalogue from the server and its bytes over the
 * wire; the time from the last key of a scan to the painted line; and a start without a server, until the till can sell.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import { templatePermissions } from '../domain/registry/role-templates.ts';
import { chromiumPath } from '../launcher/browser.ts';
import { REGISTER } from './many-rows.ts';
import { type Figure, mustHold, percentile, type Scenario, scaled } from './measure.ts';
import { environmentOf, ROOT, runProgram, startServer } from './programs.ts';
import { caller, PASSWORD } from './selling-shop.ts';
import { COLD_START_MS, coldStarts, FIRST_LOAD_MS, LIMIT_MS, timeFigure } from './till-device.ts';

const ITEMS = 100_000;
const SCANS = 400;
/** A receipt of a large purchase. */
const LINES = 20;
const COLD_STARTS = 5;
const PIN = '481516';
const CASHIER = 'Shilan';
const SELLING = 'input[type=search]';

const SCAN_MS = 50;
const WIRE_MB = 15;
const INSERTED_AT_ONCE = 5_000;

export const tillScreen: Scenario = {
  name: 'till-screen',
  about: `the screen of a till on a real server: ${ITEMS.toLocaleString('en')} items with two barcodes each, scan to painted line, start without a server`,
  missing: () => (chromiumPath() === undefined ? 'there is no Chromium' : undefined),
  async run({ size, databaseUrl }) {
    const items = scaled(ITEMS, size, 200);
    const first = await ensureFirstUser({ databaseUrl, password: PASSWORD, rate: '1480' });
    await addItems(databaseUrl, items);
    await runProgram(databaseUrl, 'projector/rebuild/main.ts');
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-till-screen-'));
    const environment = environmentOf(databaseUrl, { DATA_DIR: dataDir });
    const server = await startServer([join(ROOT, 'launcher', 'run.mjs'), 'start'], environment, /http:\/\/\S+:(\d+)/);
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      context.setDefaultTimeout(LIMIT_MS);
      const address = `http://localhost:${server.port}`;
      await enrol(context, address, server.port, String(first?.email));
      const page = await context.newPage();
      const { ms, bytes } = await firstLoad(page, address);
      const scans = await scanTimes(page, items, scaled(SCANS, size, LINES));
      await page.close();
      const till = { context, address, ready: SELLING, stop: () => server.stop() };
      const starts = await coldStarts(till, scaled(COLD_STARTS, size, 1));
      return figuresOf({ ms, bytes, scans, starts });
    } finally {
      await browser.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

const barcodeOf = (item: number, unit: number): string => `62${unit}${String(item).padStart(10, '0')}`;

const GOODS = [
  ['Tea of the mountain', 'شاي الجبل', 'چای چیا'],
  ['Basmati rice', 'رز بسمتي', 'برنجی بەسمەتی'],
  ['Sunflower oil', 'زيت عباد الشمس', 'ڕۆنی گوڵەبەڕۆژە'],
  ['Washing powder', 'مسحوق الغسيل', 'تۆزی جلشۆردن'],
] as const;

/** The data that the form of an item stores: names in three languages, two units, a barcode for each. */
function itemOf(item: number): object {
  const [en, ar, ckb] = GOODS[item % GOODS.length] ?? GOODS[0];
  const size = `${(item * 37) % 990} g`;
  // Not consecutive, so that the catalogue does not compress better than that of a real shop.
  const brand = ((item * 2_654_435_761) % 4_294_967_296).toString(36);
  const unit = (unit_fk: number) => ({
    unit_fk,
    base_unit_qty: unit_fk === 1 ? '1' : '12',
    is_base: unit_fk === 1,
    is_default: unit_fk === 1,
    sale_price: String(250 + (item % 400) * 250),
    barcodes: [barcodeOf(item, unit_fk)],
  });
  return {
    item_name: `${en} ${brand} ${size} no. ${item}`,
    item_name_ar: `${ar} ${brand} ${size}`,
    item_name_ckb: `${ckb} ${brand} ${size}`,
    item_code: `T${item}`,
    item_type: 'goods',
    category_fk: null,
    item_units: [unit(1), unit(2)],
    item_prices: [],
    sale_price_editable: true,
    has_expire: false,
    has_batch_number: false,
    images: [],
    is_active: true,
  };
}

/** Appends the items to the log directly, after the records of a new business; without claims of their barcodes. */
async function addItems(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
      const length = Math.min(INSERTED_AT_ONCE, count - from);
      const data = Array.from({ length }, (_, index) => JSON.stringify(itemOf(from + index + 1)));
      await client.query(REGISTER, ['item', from, data]);
    }
  } finally {
    await client.end();
  }
}

/** Enrols this browser as a till, and creates a cashier. */
async function enrol(context: BrowserContext, address: string, port: number, email: string): Promise<void> {
  const session = await caller(port)('auth/login', { email, password: PASSWORD });
  const token = String(session['access_token']);
  const call = caller(port, token);
  const role_fk = (await call('roles', { role_name: 'Till', permissions: templatePermissions('cashier') }))['id'];
  await call('users', {
    user_name: CASHIER,
    email: 'shilan@example.com',
    user_code: 'S1',
    role_fk,
    is_cashier: true,
    staff_pin: PIN,
    outlets: [1],
    inventories: [1],
    default_inventory_fk: 1,
    default_account_fk: 1,
  });
  const headers = {
    'x-requested-with': 'daftar',
    'idempotency-key': randomUUID(),
    authorization: `Bearer ${token}`,
  };
  const data = { till_name: 'Front', outlet_fk: 1 };
  const answer = await context.request.post(`${address}/api/tills/enrol`, { data, headers });
  mustHold(answer.ok(), `enrolling was answered with ${answer.status()}`);
}

/** The time from the address to the selling screen, including the sign-in, and the bytes of the catalogue. */
async function firstLoad(page: Page, address: string): Promise<{ ms: number; bytes: number }> {
  const begunMs = performance.now();
  await page.goto(`${address}/pos`);
  await page.locator('[data-cashier]', { hasText: CASHIER }).click();
  await page.locator('input[type=password]').fill(PIN);
  await page.keyboard.press('Enter');
  await page.locator(SELLING).waitFor();
  const ms = performance.now() - begunMs;
  const cookies = await page.context().cookies(`${address}/api/till/catalogue`);
  const bytes = await bytesOfCatalogue(address, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  mustHold(bytes > 0, 'no catalogue came over the wire');
  return { ms, bytes };
}

/** Compressed, as a browser requests it. */
function bytesOfCatalogue(address: string, cookie: string): Promise<number> {
  const headers = { cookie, 'accept-encoding': 'gzip', 'x-requested-with': 'daftar' };
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}/api/till/catalogue`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`the catalogue was answered with ${answer.statusCode}`));
      });
    });
    request.on('error', reject);
  });
}

/** Each scan is of another item, evenly distributed; twenty lines on a receipt. */
async function scanTimes(page: Page, items: number, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let scan = 0; scan < count + LINES; scan += 1) {
    if (scan % LINES === 0 && scan > 0) {
      await page.locator('aside').getByRole('button', { name: 'Empty' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Empty' }).click();
      await page.locator('aside [data-line]').first().waitFor({ state: 'detached' });
    }
    const item = 1 + ((scan * 7_919) % items);
    const painted = await page.evaluate(paintedAfterScan, barcodeOf(item, 1 + (scan % 2)));
    mustHold(painted.line.includes(`no. ${item}`), `a scan of the item ${item} painted ${painted.line}`);
    times.push(painted.ms);
  }
  // Without the first receipt, during which the browser compiles the program.
  return times.slice(LINES);
}

/** Runs in the page: types the code like a scanner; the time from the last key to the frame that paints the line. */
function paintedAfterScan(code: string): Promise<{ ms: number; line: string }> {
  const lines = () => document.querySelectorAll<HTMLElement>('aside [data-line]');
  const before = lines().length;
  return new Promise((resolve) => {
    let begunMs = 0;
    const observer = new MutationObserver(() => {
      if (lines().length <= before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // A message is delivered after the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () =>
          resolve({ ms: performance.now() - begunMs, line: [...lines()].at(-1)?.textContent ?? '' });
        port2.postMessage(null);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const firstKeyMs = performance.now();
    [...code, 'Enter'].forEach((key, index) => {
      const place = key === 'Enter' ? 'Enter' : `Digit${key}`;
      const event = new KeyboardEvent('keydown', { key, code: place, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: firstKeyMs + index * 8 });
      begunMs = performance.now();
      (document.activeElement ?? document.body).dispatchEvent(event);
    });
  });
}

interface Measured {
  readonly ms: number;
  readonly bytes: number;
  readonly scans: readonly number[];
  readonly starts: readonly number[];
}

function figuresOf({ ms, bytes, scans, starts }: Measured): readonly Figure[] {
  const megabytes = bytes / 1_000_000;
  return [
    timeFigure('first catalogue, with signing in', ms, FIRST_LOAD_MS),
    {
      name: 'catalogue on the wire',
      value: `${megabytes.toFixed(2)} MB`,
      target: { text: `${WIRE_MB} MB`, reached: megabytes <= WIRE_MB },
    },
    timeFigure('scan to painted line, p95', percentile(scans, 0.95), SCAN_MS),
    timeFigure('scan to painted line, median', percentile(scans, 0.5), SCAN_MS),
    timeFigure('start without a server, median', percentile(starts, 0.5), COLD_START_MS),
  ];
}
