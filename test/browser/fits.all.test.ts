/**
 * Every screen of the router at every usual width, in three languages, with long names and large figures: nothing is wider or
 * higher than the window, and no text is the key of a text.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { Language } from '../support/chromium.ts';
import { everyScreen, type Screen, screensOfRouter } from './every-screen.ts';
import { goTo, keysShown, settled } from './looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
/** Each part takes less than a minute. */
const PARTS = 6;
const LANGUAGES: readonly Language[] = ['en', 'ar', 'ckb'];

const LONG = {
  en: 'Stainless steel double-walled vacuum flask with a cup, three litres',
  ar: 'مبردة مياه عمودية من الفولاذ المقاوم للصدأ بثلاثة صنابير وخزان',
  ckb: 'کۆمپانیای نەورۆز بۆ بازرگانی گشتی و هاوردەکردنی کەلوپەلی ناوماڵ',
};
const longNames = (field: string) => ({ [field]: LONG.en, [`${field}_ar`]: LONG.ar, [`${field}_ckb`]: LONG.ckb });

/** What is wider or higher than the window, with the first element that is. */
const tooLarge = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const main = document.querySelector('main');
    const isMainWide = main !== null && main.scrollWidth > main.clientWidth + 1;
    const isWide = scrollWidth > innerWidth + 1 || isMainWide;
    const isHigh = scrollHeight > innerHeight + 1;
    if (!isWide && !isHigh) return [];
    const out = [...document.querySelectorAll('body *')].find((box) => {
      const { left, right, bottom, width } = box.getBoundingClientRect();
      return width > 0 && (isWide ? right > innerWidth + 1 || left < -1 : bottom > innerHeight + 1);
    });
    return [`${isWide ? 'wide' : 'high'}: ${out?.tagName} ${out?.className}`];
  });

/** What depends on the width is rendered a moment after it has changed. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

describe.skipIf(!hasChromium)('every screen', () => {
  let shop: Shop;
  let screens: readonly Screen[];
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1490', in_rate: '1480' });
    await stockShop(shop, 1);
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1250000' };
    const { data } = await shop.api('POST', 'items', {
      ...longNames('item_name'),
      item_code: 'STEEL-FLASK-3L-0000001',
      item_units: [{ ...unit, barcodes: ['6210000990017'] }],
    });
    const item_fk = (data as { readonly item_id: number }).item_id;
    await shop.api('POST', 'customers', { consumer_name: LONG.ckb, code: 'C-LONG', mobile: '07501234567' });
    await shop.api('POST', 'suppliers', { consumer_name: LONG.ar, code: 'S-LONG' });
    const onAccount = { ...atMain, payment_type: 'on_account', status: 'complete' };
    const line = { item_fk, unit_fk: 1, quantity: '1200', price: '987654' };
    await shop.api('POST', 'purchases', { ...onAccount, supplier_fk: 2, date: thisYear('03-02'), lines: [line] });
    const sold = { ...line, quantity: '1000', price: '8765432.25' };
    await shop.api('POST', 'sales', { ...onAccount, customer_fk: 2, date: thisYear('03-12'), lines: [sold] });
    await shop.api('POST', 'sales', {
      ...onAccount,
      customer_fk: 2,
      date: thisYear('03-13'),
      lines: [line],
      status: 'draft',
    });
    const paid = { outlet_fk: 1, currency_fk: 1, account_fk: 1, date: thisYear('03-14'), amount: '4321000' };
    await shop.api('POST', 'customer_transactions', { ...paid, customer_fk: 2, transaction_type: 'receive' });
    const page = await shop.open('/');
    const declared = await page.evaluate(screensOfRouter);
    await page.context().close();
    const list = async (path: string) => objectsOf(membersOf((await shop.api('GET', path))['data'])['data']);
    ({ screens } = await everyScreen(declared, list));
    expect(screens.length).toBeGreaterThan(100);
  });
  afterAll(() => shop?.close());

  const parts = LANGUAGES.flatMap((language) => Array.from({ length: PARTS }, (_, part) => [language, part] as const));
  it.each(parts)('fits into its window and has all of its words, in %s: part %i', async (language, part) => {
    const page = await shop.open('/', { language });
    const wrong: string[] = [];
    for (const { address } of screens.filter((_, at) => at % PARTS === part)) {
      await goTo(page, address);
      await settled(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await drawn(page);
        wrong.push(...(await tooLarge(page)).map((found) => `${address} at ${size.width}: ${found}`));
      }
      wrong.push(...(await keysShown(page)).map((key) => `${address} shows ${key}`));
    }
    expect(wrong, wrong.join('\n')).toEqual([]);
    await page.context().close();
  });
});
