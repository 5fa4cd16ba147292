/**
 * A receipt of one till is refunded at another one: read from the real server, in parts and in an exchange; without a
 * network the till says that it cannot.
 */
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, scan } from '../support/chromium.ts';
import type { Goods } from './shop.ts';
import { AtTill, type Remembered } from './till/at-till.ts';
import { press, shown, WAIT } from './till/cashier.ts';
import { listed } from './till/evening.ts';
import { TradingShop } from './till/trading-shop.ts';

/** The words of the second till, which is in Kurdish. */
const WORDS = {
  ...{ comesBack: 'بڕی گەڕاوە', reason: /^هۆکار/, refund: 'گەڕاندنەوەی پارە', exchange: 'گۆڕینەوە' },
  ...{
    notHere: 'ئەم وەسڵە لەسەر ئەم ئامێرە نییە',
    again: 'دووبارە هەوڵ بدەرەوە',
    unknown: 'هیچ وەسڵێک ئەم ژمارەیەی نییە',
  },
};

describe.skipIf(!hasChromium)('a receipt of another till', () => {
  let shop: TradingShop;
  let there: BrowserContext;
  let front: AtTill;
  let back: AtTill;
  let [tea, sugar, rice]: Goods[] = [];
  let sold: Remembered;
  beforeAll(async () => {
    shop = await TradingShop.open();
    [tea, sugar, rice] = shop.goods as [Goods, Goods, Goods];
    front = await AtTill.at(await shop.till('Front'), shop.wire.address);
    await front.signIn('Shilan');
    await front.openDrawer(20_000);
    there = await shop.till('Back', { language: 'ckb' });
    back = await AtTill.at(there, shop.wire.address);
    await back.signIn('Karwan');
    await back.installed();
    await back.go('/pos/drawer', 'fieldset');
    // The first till uses the proposed cash account.
    await back.page.locator('fieldset').first().locator('select').first().selectOption(String(shop.accounts.second));
    await back.page.locator('fieldset').nth(1).locator('select').first().selectOption('');
    await back.openDrawer(20_000);
  });
  afterAll(() => shop?.close());

  const line = (till: AtTill, id: number) => till.page.locator(`[data-line="${id}"]`);
  const left = (till: AtTill) => expect.poll(() => shown(till.page, '[data-line="1"]'), WAIT);
  const lookUp = async (till: AtTill, number: string) => {
    await till.go('/pos/receipts', 'main form input');
    await scan(till.page, number);
  };

  it('cannot be read without a network, which the till reports, and is shown when the network is back', async () => {
    sold = await front.sell([tea, tea, sugar] as Goods[]);
    await front.allStored();
    await back.allStored();
    await there.setOffline(true);
    await scan(back.page, sold.number);
    await back.page.getByText(WORDS.notHere).waitFor();
    await there.setOffline(false);
    await press(back.page, WORDS.again);
    await line(back, 1).waitFor();
    await lookUp(back, 'T99-000001');
    await back.page.getByText(WORDS.unknown).waitFor();
  });

  it('is refunded in parts, and the selling till shows the rest', async () => {
    await lookUp(back, sold.number);
    await line(back, 1).getByLabel(WORDS.comesBack).fill('1');
    await back.page.getByLabel(WORDS.reason).fill('Torn');
    await press(back.page, WORDS.refund);
    await back.page.locator('main form input').waitFor();
    await back.allStored();
    await lookUp(front, sold.number);
    await left(front).toContain('1 / 2');
    // Without a network it says that it cannot read other tills' receipts.
    await front.page.context().setOffline(true);
    await lookUp(front, sold.number);
    await front.page.getByText('what other tills have taken back of this receipt is not known here').waitFor();
    await front.page.context().setOffline(false);
  });

  it('is exchanged, and nothing of it waits for a review', async () => {
    await lookUp(back, sold.number);
    await left(back).toContain('1 / 2');
    await line(back, 1).getByLabel(WORDS.comesBack).fill('1');
    await back.page.getByLabel(WORDS.reason).fill('Rather rice');
    await press(back.page, WORDS.exchange);
    await back.page.locator('input[type=search]').waitFor();
    await scan(back.page, rice?.barcode ?? '');
    await expect.poll(() => shown(back.page, 'aside ol'), WAIT).toContain(rice?.name ?? '');
    await back.page.keyboard.press('F9');
    await back.page.locator('section input').first().waitFor();
    await back.page.keyboard.press('F10');
    await back.page.getByRole('list').last().getByRole('listitem').first().waitFor();
    await back.page.keyboard.press('F9');
    await back.page.locator('[data-change]').waitFor();
    await back.allStored();
    for (const till of [front, back]) {
      const reviewed = (await till.written()).flatMap(({ answer }) => answer?.review ?? []);
      expect(reviewed).toEqual([]);
    }
    const receipts = await listed(shop, 'pos_sales?per_page=10&sortColumn=id&sortDir=asc');
    expect(receipts.map(({ number, status }) => [number, status])).toEqual([
      [sold.number, 'complete'],
      [expect.stringMatching(/^T\d+-\d{6}$/), 'complete'],
    ]);
    const { data } = (await shop.office.api('GET', `pos_sales/${receipts[1]?.['id']}`)) as { data: object };
    expect(data).toMatchObject({ replaces_fk: receipts[0]?.['id'] });
  });
});
