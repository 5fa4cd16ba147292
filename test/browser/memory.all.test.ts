/** A window that is used all day: what a screen adds to the page is gone when the person has left the screen. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goTo, settled } from '../../bench/gallery/window.ts';
import { hasChromium, openShop, type Shop, stockShop } from './shop.ts';

const VISITS = 5;
const BETWEEN = '/settings/cities';

describe.skipIf(!hasChromium)('a window of which no screen stays in memory', () => {
  let shop: Shop;
  let page: Page;
  let browser: CDPSession;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
    page = await shop.open(BETWEEN);
    browser = await page.context().newCDPSession(page);
    await browser.send('Performance.enable');
  });
  afterAll(() => shop?.close());

  /** Elements and listeners that are alive after the visits, without garbage. */
  async function leftAfter(visit: () => Promise<void>): Promise<Readonly<Record<string, number>>> {
    for (let visits = 0; visits < VISITS; visits += 1) {
      await visit();
      await goTo(page, BETWEEN);
      await settled(page);
    }
    await browser.send('HeapProfiler.collectGarbage');
    const { metrics } = await browser.send('Performance.getMetrics');
    const counted = metrics.filter(({ name }) => ['Nodes', 'JSEventListeners', 'Documents'].includes(name));
    return Object.fromEntries(counted.map(({ name, value }) => [name, value]));
  }

  async function print(): Promise<void> {
    await page.evaluate(() => {
      delete document.body.dataset['printed'];
      window.print = () => {
        document.body.dataset['printed'] = '';
      };
    });
    await page.locator('main button:has(svg.lucide-printer):enabled').first().click();
    await page.locator('body[data-printed]').waitFor({ state: 'attached' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  }

  it.each([
    ['/sales/sales/new', undefined],
    ['/warehouse/items/1', undefined],
    ['/dashboard', undefined],
    ['/reports/financial-reports/trial-balance', undefined],
    ['/warehouse/items', print],
  ])('is as large after ten visits of %s as after five', async (path, also) => {
    const visit = async () => {
      await goTo(page, path);
      await settled(page);
      await also?.();
    };
    const first = await leftAfter(visit);
    expect(first['Nodes']).toBeGreaterThan(100);
    // A few elements of a notice or a tooltip may come and go with the time.
    const again = await leftAfter(visit);
    for (const [name, count] of Object.entries(again)) expect(count, name).toBeLessThan((first[name] ?? 0) + VISITS);
  });
});
