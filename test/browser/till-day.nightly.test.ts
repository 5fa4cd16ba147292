/**
 * A day at a till with random faults: tabs are killed or reloaded, windows open and close, the network and the server
 * fail, and a third of the answers is lost. In the evening every entry is stored once.
 */
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chance } from '../../tools/demo/chance.ts';
import { hasChromium } from '../support/chromium.ts';
import { rounds, SEED } from '../support/ring.ts';
import type { Goods } from './shop.ts';
import { booksOf } from './stock-books.ts';
import { AtTill, type Remembered } from './till/at-till.ts';
import { allAgrees } from './till/evening.ts';
import { CAPITAL, TradingShop } from './till/trading-shop.ts';

const SALES = rounds(10, 50);
const FLOAT = 25_000;
const LIMIT_MS = 1_800_000;

describe.skipIf(!hasChromium)('a bad day at the till', () => {
  let shop: TradingShop;
  let browser: BrowserContext;
  const chance = new Chance(SEED);
  beforeAll(async () => {
    shop = await TradingShop.open();
    browser = await shop.till('Front');
  });
  afterAll(() => shop?.close());

  it(
    `has ${SALES} receipts once each`,
    async () => {
      const { wire } = shop;
      let till = await AtTill.at(browser, wire.address);
      await till.signIn('Shilan');
      await till.installed();
      await till.openDrawer(FLOAT);
      wire.losesAnswer = (sending) => sending % 3 === 0;
      let isServerThere = true;
      let starting: Promise<void> = Promise.resolve();
      const happenings: readonly (() => Promise<void>)[] = [
        async () => {
          await till.kill();
          till = await AtTill.at(browser, wire.address);
        },
        async () => {
          await till.page.reload();
          await till.page.locator('input[type=search]').waitFor();
        },
        async () => {
          const other = await AtTill.at(browser, wire.address);
          await till.page.close();
          till = other;
        },
        async () => {
          wire.isCut ? wire.mend() : wire.cut();
          await browser.setOffline(wire.isCut);
        },
        async () => {
          await starting;
          if (isServerThere) await shop.kill();
          else starting = shop.start();
          isServerThere = !isServerThere;
        },
      ];
      const sold: Remembered[] = [];
      for (let sale = 0; sale < SALES; sale += 1) {
        sold.push(await till.sell(Array.from({ length: chance.between(1, 3) }, () => chance.pick<Goods>(shop.goods))));
        while (chance.inHundred(60)) await chance.pick(happenings)();
      }
      await starting;
      if (!isServerThere) await shop.start();
      wire.mend();
      await browser.setOffline(true);
      await browser.setOffline(false);
      const taken = sold.reduce((sum, { total }) => sum + total, 0);
      await till.closeDrawer(FLOAT + taken, 0);
      await till.allStored();
      await allAgrees(shop, till, sold);
      await expect.poll(async () => (await booksOf(shop.office).balances())['Cash IQD']).toBe(String(CAPITAL + taken));
    },
    LIMIT_MS,
  );
});
