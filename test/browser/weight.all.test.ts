/** The size of a page: transferred JavaScript, with texts, as the build compressed it, and the number of requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weigh } from '../../bench/screen-weight.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';

const KB = 1_024;
/** What a screen loads so long after it was opened is not a part of opening it: the bell of online orders. */
const LATER_MS = 5_000;

/** Runs in the page: on a slow machine, later requests would otherwise be counted. */
function withoutLaterWork(laterMs: number): void {
  const start = window.setTimeout.bind(window);
  const startEarly = (work: TimerHandler, ms = 0, ...values: unknown[]) =>
    ms >= laterMs ? 0 : start(work, ms, ...values);
  Object.assign(window, { setTimeout: startEarly });
}

describe.skipIf(!hasChromium)('over the wire', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('the sign-in page is at most 120 KB, in Kurdish too', async () => {
    const page = await shop.visit('/login', { language: 'ckb' });
    const { bytes, requests } = await weigh(page, `${shop.address}/login`);
    expect(bytes).toBeLessThan(120 * KB);
    expect(requests).toBeLessThanOrEqual(15);
    await page.context().close();
  });

  it('home is at most 250 KB in 25 requests, with a list 60 KB more, with its editor another 80', async () => {
    const page = await shop.open('/profile', { language: 'ckb' });
    await page.addInitScript(withoutLaterWork, LATER_MS);
    // The list of set-up steps is hidden.
    await page.evaluate(() => localStorage.setItem('daftar.onboarding_put_away.1', 'yes'));
    const home = await weigh(page, `${shop.address}/`);
    expect(home.bytes).toBeLessThan(250 * KB);
    expect(home.requests).toBeLessThanOrEqual(25);
    const list = await weigh(page, `${shop.address}/sales/sales`);
    expect(list.bytes).toBeLessThan((250 + 60) * KB);
    const editor = await weigh(page, `${shop.address}/sales/sales/new`);
    expect(editor.bytes).toBeLessThan((250 + 60 + 80) * KB);
    expect(Math.max(list.requests, editor.requests)).toBeLessThanOrEqual(50);
    await page.context().close();
  });
});
