/**
 * A sale that is parked at one till is resumed at another one, over the real server: at one of them only, and also
 * after hours without a network.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDatabase } from '../backup/place.ts';
import { hasChromium } from '../support/chromium.ts';
import type { Goods } from './shop.ts';
import { AtTill } from './till/at-till.ts';
import { press, WAIT } from './till/cashier.ts';
import { listed } from './till/evening.ts';
import { TradingShop } from './till/trading-shop.ts';

/** The words of the second till, which is in Kurdish. */
const WORDS = { resume: 'بەردەوامبوون', gone: 'کەسێکی تر پێشتر بەردەوامی پێداوە' };

describe.skipIf(!hasChromium)('a sale that is parked', () => {
  let shop: TradingShop;
  let front: AtTill;
  let back: AtTill;
  let [tea, sugar, rice]: Goods[] = [];
  beforeAll(async () => {
    shop = await TradingShop.open();
    [tea, sugar, rice] = shop.goods as [Goods, Goods, Goods];
    front = await AtTill.at(await shop.till('Front'), shop.wire.address);
    await front.signIn('Shilan');
    await front.openDrawer(20_000);
    back = await AtTill.at(await shop.till('Back', { language: 'ckb' }), shop.wire.address);
    await back.signIn('Karwan');
    await back.go('/pos/drawer', 'fieldset');
    await back.page.locator('fieldset').first().locator('select').first().selectOption(String(shop.accounts.second));
    await back.page.locator('fieldset').nth(1).locator('select').first().selectOption('');
    await back.openDrawer(20_000);
  });
  afterAll(() => shop?.close());

  const park = async (till: AtTill, goods: readonly Goods[]) => {
    await till.scan(goods);
    await till.page.keyboard.press('F8');
    await expect.poll(() => till.page.locator('aside ol li').count(), WAIT).toBe(0);
  };
  const seen = (till: AtTill) => expect.poll(() => till.page.locator('main li').allInnerTexts(), WAIT);
  const held = (till: AtTill) => till.go('/pos/held', 'main h1, main h2');
  const selling = (till: AtTill) => till.go('/pos', 'input[type=search], [data-change]');

  it('at one till is taken up and paid at another', async () => {
    await park(front, [tea, sugar] as Goods[]);
    await held(back);
    await seen(back).toEqual([expect.stringContaining('Front')]);
    await press(back.page, WORDS.resume);
    await back.totalIs(Number(tea?.price) + Number(sugar?.price));
    await back.pay([tea, sugar] as Goods[]);
    await back.allStored();
    await held(front);
    await seen(front).toEqual([]);
    await selling(front);
  });

  it('keeps its prices on a screen that is opened anew', async () => {
    await front.scan([tea] as Goods[]);
    await front.page.reload();
    await front.totalIs(Number(tea?.price));
    await front.pay([tea] as Goods[]);
  });

  it('is taken up by one of two tills that ask for it at once', async () => {
    await park(front, [rice] as Goods[]);
    for (const till of [front, back]) {
      await held(till);
      await seen(till).toHaveLength(1);
    }
    await Promise.all([press(front.page, 'Resume'), press(back.page, WORDS.resume)]);
    const gone = [front.page.getByText('Somebody else has resumed it already'), back.page.getByText(WORDS.gone)];
    await expect
      .poll(async () => (await Promise.all(gone.map((said) => said.count()))).toSorted(), WAIT)
      .toEqual([0, 1]);
    const lost = (await gone[0]?.count()) === 1 ? front : back;
    const has = lost === front ? back : front;
    await has.totalIs(Number(rice?.price));
    await seen(lost).toEqual([]);
    await selling(lost);
    await has.pay([rice] as Goods[]);
  });

  it('without a network waits at its own till, which goes on with it, and is handed over when the network is back', async () => {
    await selling(front);
    await park(front, [tea] as Goods[]);
    await held(back);
    await seen(back).toHaveLength(1);
    await front.page.context().setOffline(true);
    await park(front, [sugar] as Goods[]);
    await held(front);
    await seen(front).toHaveLength(2);
    await front.page.getByText('only the sales that were held at this till').waitFor();
    // The sale is on the server, and can be resumed too.
    await press(front.page, 'Resume');
    await front.totalIs(Number(tea?.price));
    await front.page.context().setOffline(false);
    await front.pay([tea] as Goods[]);
    await front.allStored();
    await seen(back).toEqual([expect.stringContaining(sugar?.name ?? '')]);
    await press(back.page, WORDS.resume);
    await back.totalIs(Number(sugar?.price));
    await back.pay([sugar] as Goods[]);
    await back.allStored();
    const data = await listed(shop, 'pos_sales?per_page=50');
    expect(data.map(({ status }) => status)).toEqual(Array(5).fill('complete'));
  });

  it('that a server restored from a backup has lost stays at its till, is handed over again, and is resumed', async () => {
    // It has learnt that the sale before was resumed at the other till.
    await held(front);
    await front.page.getByText('No sale is held').first().waitFor(WAIT);
    await selling(front);
    await park(front, [sugar] as Goods[]);
    await held(back);
    await seen(back).toHaveLength(1);
    const asked = (sql: string) => onDatabase(shop.databaseUrl, (client) => client.query(sql));
    const restore = () => asked('delete from preference.parked_sale');
    await restore();
    await held(front);
    await expect.poll(async () => (await asked('select from preference.parked_sale')).rowCount, WAIT).toBe(1);
    await seen(front).toHaveLength(1);
    await seen(back).toEqual([expect.stringContaining(sugar?.name ?? '')]);
    // The till takes it up before it has handed it over again.
    await restore();
    await press(front.page, 'Resume');
    await front.totalIs(Number(sugar?.price));
    await front.pay([sugar] as Goods[]);
    await front.allStored();
    await selling(front);
  });

  it('that is dropped, and lines that are taken off, leave a trace that no reload removes', async () => {
    await park(front, [rice] as Goods[]);
    await held(front);
    await seen(front).toHaveLength(1);
    await press(front.page, 'Drop the held sale');
    await front.page.getByRole('dialog').getByRole('button', { name: 'Drop the held sale' }).click();
    await seen(front).toEqual([]);
    await selling(front);
    await front.scan([tea, sugar] as Goods[]);
    await front.page.keyboard.press('Delete');
    await front.totalIs(Number(tea?.price));
    await front.page.reload();
    await front.totalIs(Number(tea?.price));
    await front.pay([tea] as Goods[]);
    await front.allStored();
    const content = (await front.written()).at(-1)?.entry.content;
    const removed = content?.kind === 'receipt' ? (content.removed ?? []) : [];
    expect(removed.map(({ quantity, price }) => [quantity, price])).toEqual([
      ['1', rice?.price],
      ['1', sugar?.price],
    ]);
    const data = await listed(shop, 'closing_drawers?per_page=10');
    expect(data.map(({ removed_lines }) => removed_lines).toSorted()).toEqual([0, 2]);
  });
});
