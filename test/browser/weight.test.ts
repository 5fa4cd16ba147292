/** What a page weighs: JavaScript over the wire, words included, as the build compressed it, and requests until it is there. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop } from './shop.ts';

const KB = 1_024;

interface Weight {
  readonly requests: number;
  /** Of JavaScript. */
  readonly bytes: number;
}

describe.skipIf(!hasChromium)('over the wire', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('the sign-in page is at most 120 KB, in Kurdish too', async () => {
    const page = await shop.visit('/login', { language: 'ckb' });
    const { bytes, requests } = await weigh(page, '/login');
    expect(bytes).toBeLessThan(120 * KB);
    expect(requests).toBeLessThanOrEqual(15);
    await page.context().close();
  });

  it('home is at most 250 KB in 25 requests, with a list 60 KB more, with its editor another 80', async () => {
    const page = await shop.open('/profile', { language: 'ckb' });
    // A business that is set up.
    await page.evaluate(() => localStorage.setItem('daftar.onboarding_put_away.1', 'yes'));
    const home = await weigh(page, '/');
    expect(home.bytes).toBeLessThan(250 * KB);
    expect(home.requests).toBeLessThanOrEqual(25);
    const list = await weigh(page, '/sales/sales');
    expect(list.bytes).toBeLessThan((250 + 60) * KB);
    const editor = await weigh(page, '/sales/sales/new');
    expect(editor.bytes).toBeLessThan((250 + 60 + 80) * KB);
    expect(Math.max(list.requests, editor.requests)).toBeLessThanOrEqual(45);
    await page.context().close();
  });

  /** Of a whole load with nothing kept from before. */
  async function weigh(page: Page, path: string): Promise<Weight> {
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
    let [requests, bytes] = [0, 0];
    // By request: how many bytes its headers were.
    const scripts = new Map<string, number>();
    wire.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') scripts.set(requestId, response.encodedDataLength);
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      requests += 1;
      const headers = scripts.get(requestId);
      if (headers !== undefined) bytes += encodedDataLength - headers;
    });
    await page.goto(`${shop.address}${path}`);
    await page.waitForLoadState('networkidle');
    await wire.detach();
    expect(scripts.size).toBeGreaterThan(2);
    return { requests, bytes };
  }
});
