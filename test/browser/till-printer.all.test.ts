/**
 * Thermal printers: the dots of a receipt, the cut and the drawer reach a printer on USB or a serial port; a missing
 * printer is reported.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeWindows, hasChromium, type Language, scan } from '../support/chromium.ts';
import { openedTill, payCash, press, totalIs, WAIT } from './till/cashier.ts';
import { fakePrinters } from './till/fake-printers.ts';
import { CATALOGUE, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

/** The commands ESC @, GS v 0, GS V and ESC p of ESC/POS. */
const BEGIN = [0x1b, 0x40];
const RASTER = [0x1d, 0x76, 0x30, 0];
const CUT = [0x1d, 0x56];
const KICK = [0x1b, 0x70];

const at = (bytes: readonly number[], wanted: readonly number[], from = 0): number =>
  bytes.findIndex((_, index) => index >= from && wanted.every((byte, offset) => bytes[index + offset] === byte));

interface Picture {
  readonly width: number;
  readonly height: number;
  /** The index after the picture's last byte. */
  readonly end: number;
  /** The number of black dots in each row. */
  readonly rows: readonly number[];
}

/** The encoder sends the picture in bands, one below the other. */
function pictureIn(bytes: readonly number[]): Picture {
  const rows: number[] = [];
  let [width, end] = [0, 0];
  for (let start = at(bytes, RASTER); start >= 0; start = at(bytes, RASTER, end)) {
    const [xl = 0, xh = 0, yl = 0, yh = 0] = bytes.slice(start + 4, start + 8);
    const [across, height] = [xl + xh * 256, yl + yh * 256];
    end = start + 8 + across * height;
    width = across * 8;
    for (let row = start + 8; row < end; row += across) {
      rows.push(bytes.slice(row, row + across).reduce((count, byte) => count + ones(byte), 0));
    }
  }
  return { width, height: rows.length, end, rows };
}

const ones = (byte: number): number => byte.toString(2).replaceAll('0', '').length;

describe.skipIf(!hasChromium)('the thermal printer of a till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(() => {
    place.server.entries.length = 0;
    place.server.enrolment = crypto.randomUUID();
  });

  const jobs = (page: Page) => page.evaluate(() => window.printers.jobs);
  const till = async (language: Language): Promise<Page> => {
    const context = await newBrowser({ language });
    await context.addInitScript(fakePrinters);
    const page = await openedTill(place, context);
    await page.locator('a[href="/pos/device"]').click();
    await page.locator('[name=printer], #printer, select').first().waitFor();
    return page;
  };
  const field = (page: Page, name: string) => page.locator(`[data-field=${name}] :is(select, input)`);

  it('prints the logo of the shop above the receipt', async () => {
    const dots = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const logo_image = `data:image/png;base64,${dots.toString('base64')}`;
    const withLogo = CATALOGUE.map((part) =>
      part.table === 'settings' ? { ...part, rows: part.rows.map((row) => ({ ...row, logo_image })) } : part,
    );
    const printed: (readonly number[])[] = [];
    for (const catalogue of [CATALOGUE, withLogo]) {
      place.server.catalogue = catalogue;
      const page = await till('en');
      await field(page, 'printer').selectOption('usb');
      await field(page, 'automatic').check();
      await page
        .locator('section', { has: field(page, 'printer') })
        .getByRole('button')
        .first()
        .click();
      await page.locator('a[href="/pos"]').click();
      await scan(page, TEA);
      await totalIs(page, '6,500');
      await payCash(page, '10000');
      await expect.poll(async () => (await jobs(page)).length, WAIT).toBe(1);
      printed.push(pictureIn((await jobs(page))[0] ?? []).rows);
      await page.context().close();
      place.server.enrolment = crypto.randomUUID();
    }
    place.server.catalogue = CATALOGUE;
    const [plain = [], logo = []] = printed;
    // The largest number of consecutive dark rows. The logo is a black square of more than half an inch.
    const darkest = (rows: readonly number[]) => {
      let [run, most] = [0, 0];
      for (const count of rows) {
        run = count >= 90 ? run + 1 : 0;
        most = Math.max(most, run);
      }
      return most;
    };
    expect(darkest(plain)).toBeLessThan(90);
    expect(darkest(logo)).toBeGreaterThan(90);
    expect(logo.length).toBeGreaterThan(plain.length + 90);
  });

  it.each<[Language, 'usb' | 'serial', '80mm' | '58mm', number]>([
    ['en', 'usb', '80mm', 576],
    ['ckb', 'serial', '58mm', 384],
  ])(
    'prints the test page and each receipt in %s over %s on %s, cuts, and opens the drawer',
    async (language, kind, roll, dots) => {
      const page = await till(language);
      await field(page, 'printer').selectOption(kind);
      await field(page, 'roll').selectOption(roll);
      if (kind === 'serial') await field(page, 'baud').selectOption('115200');
      await field(page, 'automatic').check();
      const card = page.locator('section', { has: field(page, 'printer') });
      await card.getByRole('button').first().click();
      await card.getByRole('button').last().click();
      await expect.poll(async () => (await jobs(page)).length, WAIT).toBe(1);
      const [test = []] = await jobs(page);
      expect(at(test, KICK)).toBeGreaterThan(0);

      await page.locator('a[href="/pos"]').click();
      await scan(page, TEA);
      await totalIs(page, '6,500');
      await payCash(page, '10000');
      await expect.poll(async () => (await jobs(page)).length, WAIT).toBe(2);
      const [, receipt = []] = await jobs(page);
      if (kind === 'serial') expect(receipt[0]).toBe(115_200);
      const begun = at(receipt, BEGIN);
      const { width, height, end, rows } = pictureIn(receipt);
      expect(begun).toBeGreaterThanOrEqual(0);
      expect(width).toBe(dots);
      // 203 dots per inch: a receipt with one line is between 4 and 15 cm long.
      expect(height).toBeGreaterThan(320);
      expect(height).toBeLessThan(1_200);
      // Lines of letters with gaps between them, and no black area.
      expect(rows.filter((count) => count > 0).length).toBeGreaterThan(height / 5);
      expect(rows.filter((count) => count === 0).length).toBeGreaterThan(20);
      expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThan((width * height) / 4);
      const cut = at(receipt, CUT, end);
      expect(cut).toBeGreaterThan(0);
      expect(at(receipt, KICK, cut)).toBeGreaterThan(cut);
      await page.context().close();
    },
  );

  it('that is missing is reported, and the receipt is stored and printed later', async () => {
    const page = await till('en');
    await field(page, 'printer').selectOption('usb');
    await press(page, 'Print a test page');
    await page.getByText(/^No printer is chosen: /).waitFor();
    await press(page, 'Choose the printer');
    await page.getByText('A printer is chosen').waitFor();
    await field(page, 'automatic').check();
    await page.evaluate(() => {
      window.printers.isThere = false;
    });
    await page.locator('a[href="/pos"]').click();
    await scan(page, TEA);
    await totalIs(page, '6,500');
    const number = await payCash(page, '10000');
    await page.getByText(/The printer is not there\. .*Nothing is lost/).waitFor();
    await expect
      .poll(() => place.server.entries.filter(({ content }) => content.kind === 'receipt').length, WAIT)
      .toBe(1);
    await page.evaluate(() => {
      window.printers.isThere = true;
    });
    await page.locator('a[href="/pos/receipts"]').click();
    await page.getByText(number).waitFor();
    await press(page, 'Print a copy');
    await expect.poll(async () => (await jobs(page)).length, WAIT).toBe(1);
    // A copy does not open the drawer.
    const [copy = []] = await jobs(page);
    expect(at(copy, CUT)).toBeGreaterThan(0);
    expect(at(copy, KICK, at(copy, CUT))).toBe(-1);
    await page.context().close();
  });

  it('is reached from the page of the till alone', async () => {
    const policy = async (path: string) => (await fetch(`${place.address}${path}`)).headers.get('permissions-policy');
    for (const path of ['/pos', '/pos/device', '/pos.html']) {
      expect(await policy(path)).toMatch(/serial=\(self\).*usb=\(self\)/);
    }
    for (const path of ['/', '/posters', '/sales/pos-sales', '/api/till/state']) {
      expect(await policy(path)).toMatch(/serial=\(\).*usb=\(\)/);
    }
    // Also with the page of the service worker.
    const context = await newBrowser();
    const first = await context.newPage();
    await first.goto(`${place.address}/pos`);
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const page = await context.newPage();
    const mayUse = async (path: string) => {
      await page.goto(`${place.address}${path}`);
      return page.evaluate(() => {
        const usb: unknown = Reflect.get(navigator, 'usb');
        const ask: unknown = usb instanceof Object ? Reflect.get(usb, 'getDevices') : undefined;
        if (typeof ask !== 'function') return false;
        return Promise.resolve(Reflect.apply(ask, usb, [])).then(
          () => true,
          () => false,
        );
      });
    };
    expect(await mayUse('/pos/device')).toBe(true);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    expect(await mayUse('/')).toBe(false);
    await page.context().close();
  });
});
