/** A window that is used all day: what a screen adds to the page is gone when the person has left the screen. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goTo, settled } from '../../tools/gallery/window.ts';
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
  ])('does not grow with every five visits of %s', async (path, also) => {
    const visit = async () => {
      await goTo(page, path);
      await settled(page);
      await also?.();
    };
    let before = await leftAfter(visit);
    expect(before['Nodes']).toBeGreaterThan(100);
    // A few elements of a notice or a tooltip come and go with the time; what stays of every visit is there each time.
    let grown: readonly string[] = [];
    for (let times = 0; times < 3; times += 1) {
      const again = await leftAfter(visit);
      grown = Object.entries(again).flatMap(([name, count]) => {
        const more = count - (before[name] ?? 0);
        return more < VISITS ? [] : [`${name}: ${more} more`];
      });
      if (grown.length === 0) break;
      before = again;
    }
    expect(grown).toEqual([]);
  });
});
