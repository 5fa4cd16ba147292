/** The page of the till: it starts without a network, replaces its version while entries wait, and shows problems. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations, violationsInDark } from '../support/axe.ts';
import { closeWindows, hasChromium } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { until } from '../support/waiting.ts';
import { openedTill } from './till/cashier.ts';
import { CATALOGUE } from './till/till-goods.ts';
import { enter, journalOf, newBrowser, payIn, payIns, senderOf, TillPlace } from './till/till-page.ts';
import { SOON } from './typing.ts';

/** Compressed, with fonts, all languages and the papers: a minute at 100 kilobits a second. */
const KEPT_BYTES_MAX = 750_000;

describe.skipIf(!hasChromium)('the page of the till', () => {
  let place: TillPlace;
  let context: BrowserContext;
  beforeAll(async () => {
    place = await TillPlace.open();
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(async () => {
    // A failed test may have stopped the server.
    await place.stop();
    await place.start();
    Object.assign(place.server, { requests: 0, isRevoked: false, refusedNote: undefined, clockMs: 0 });
    place.server.entries.length = 0;
    context = await newBrowser();
  });
  afterEach(() => context.close());

  const visit = async (path = '/pos'): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${place.address}${path}`);
    return page;
  };
  /** A page whose service worker is active. */
  const installed = async (): Promise<Page> => {
    const page = await visit();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), SOON).toBe('activated');
    return page;
  };
  const starts = (page: Page) => page.locator('#root > *').first().waitFor(SOON);

  it('can be installed, and its files are sent as what they are', async () => {
    const head = async (path: string) => {
      const answer = await fetch(`${place.address}${path}`);
      const { headers } = answer;
      return [answer.status, headers.get('content-type'), headers.get('cache-control')];
    };
    expect(await head('/pos.webmanifest')).toEqual([200, 'application/manifest+json', 'no-cache']);
    expect(await head('/pos-worker.js')).toEqual([
      200,
      expect.stringMatching(/^(text|application)\/javascript/),
      'no-cache',
    ]);
    expect(await head('/pos/drawer')).toEqual([200, expect.stringContaining('text/html'), 'no-cache']);
    const manifest = JSON.parse(readFileSync(join(place.folder, 'pos.webmanifest'), 'utf8'));
    for (const { src, type } of manifest.icons) expect(await head(src)).toEqual([200, type, 'no-cache']);
    const page = await installed();
    const devtools = await context.newCDPSession(page);
    const { errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/pos'))?.scope))
      .toBe(`${place.address}/pos`);
  });

  it('keeps no more on a device than a slow line brings in a minute', () => {
    const worker = readFileSync(join(place.folder, 'pos-worker.js'), 'utf8');
    const files = new Set([...worker.matchAll(/url:"([^"]+)"/g)].map(([, url = '']) => url));
    expect(files).toContain('pos.html');
    const sizes = [...files].map((file) => gzipSync(readFileSync(join(place.folder, file))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(KEPT_BYTES_MAX);
  });

  it('starts without a server, whichever of its addresses is opened, and only its own are kept', async () => {
    await (await installed()).close();
    await place.stop();
    // `bench till-screen` measures its duration.
    const page = await visit('/pos/receipts');
    await starts(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
    const office = await context.newPage();
    await expect(office.goto(`${place.address}/login`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
    await place.start();
  });

  it('has the pictures of goods that were seen without a server, and so many of them at most', async () => {
    place.server.picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#b42828' } })
      .png()
      .toBuffer();
    place.server.catalogue = CATALOGUE.map((part) =>
      part.table === 'items' ? { ...part, rows: part.rows.map((row) => ({ ...row, image: 'ab1' })) } : part,
    );
    const page = await openedTill(place, context);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), SOON).toBe('activated');
    const widths = (of: Page) =>
      of
        .locator('main ul img')
        .evaluateAll((pictures: HTMLImageElement[]) => pictures.map((each) => each.naturalWidth));
    // Again, through the service worker.
    await page.reload();
    await expect.poll(() => widths(page), SOON).toEqual([9, 9, 9]);
    const kept = () => page.evaluate(async () => (await (await caches.open('daftar-till-pictures')).keys()).length);
    await expect.poll(kept, SOON).toBe(1);
    await place.stop();
    await page.close();
    const without = await visit();
    await expect.poll(() => widths(without), SOON).toEqual([9, 9, 9]);
    expect(readFileSync(join(place.folder, 'pos-worker.js'), 'utf8')).toMatch(/maxEntries:\d+/);
    await place.start();
  });

  it('keeps what waits while it takes a newer version, and lets no window of the older one go on beside it', async () => {
    const [page, second] = [await installed(), await visit()];
    const core = await place.enrolled(context);
    const worker = join(place.folder, 'pos-worker.js');
    const before = readFileSync(worker, 'utf8');
    place.server.isRevoked = true;
    await enter(core, payIns(3, 'waiting'));
    await core.close();
    writeFileSync(worker, `${before}\n// A newer version.\n`);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/pos'))?.update());
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/pos'))?.waiting?.state);
    await expect.poll(waiting, SOON).toBe('installed');
    const reloaded = Promise.all([page, second].map((each) => each.waitForEvent('load')));
    await page.goto(`${place.address}/pos/device`);
    await page.getByRole('button', { name: 'Take it now' }).click();
    await reloaded;
    await expect.poll(waiting, SOON).toBeUndefined();
    place.server.isRevoked = false;
    const after = await place.enrolled(context);
    await expect.poll(async () => (await journalOf(after)).length).toBe(3);
    await after.evaluate(() => window.till.device.sender.wake());
    await until(async () => place.server.entries.length === 3);
    expect(place.server.isOneChain(3)).toBe(true);
    writeFileSync(worker, before);
  });

  it('takes no newer version while something is sold in any window', async () => {
    const page = await installed();
    const core = await place.enrolled(context);
    const apply = () =>
      page.evaluate(() =>
        navigator.locks.request('daftar-till-selling', { ifAvailable: true }, (lock) => lock !== null),
      );
    expect(await apply()).toBe(true);
    await core.evaluate(() => window.till.device.updates.busy(true));
    await expect.poll(apply, SOON).toBe(false);
    expect(await core.evaluate(() => window.till.device.updates.apply())).toBe('busy');
    await core.evaluate(() => window.till.device.updates.busy(false));
    await expect.poll(apply, SOON).toBe(true);
  });

  it.for(sampleOf(['en', 'ar', 'ckb'] as const, 1))(
    'shows in %s what waits, what was refused, the storage and the clock',
    async (language) => {
      await context.close();
      context = await newBrowser({ language });
      place.server.refusedNote = 'wrong';
      place.server.clockMs = 600_000;
      const core = await place.enrolled(context);
      await enter(core, [payIn('wrong')]);
      await expect.poll(async () => (await senderOf(core)).refused, SOON).toBe(1);
      const page = await visit('/pos/device');
      await page.getByText('T3-000001').waitFor(SOON);
      await page.getByText('The note is too long').waitFor(SOON);
      await expect.poll(() => page.getByRole('alert').count(), SOON).toBeGreaterThan(0);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dir))
        .toBe(language === 'en' ? 'ltr' : 'rtl');
      expect([...(await violations(page)), ...(await violationsInDark(page))]).toEqual([]);
      const folder = process.env['SCREENSHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/device-${language}.png`, fullPage: true });
    },
  );
});
