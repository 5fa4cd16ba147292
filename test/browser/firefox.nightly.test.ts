/**
 * The application in Firefox: every screen of a business with half a year of trade, in English and in Kurdish from
 * right to left, and one sale entered with the keyboard. Only the nightly run includes it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIREFOX, type FirefoxPage, hasFirefox } from '../support/firefox.ts';
import { type EveryScreen, everyScreen, type Screen, screensOfRouter } from './every-screen.ts';
import { go, OPEN_MS, openTradedShop, type TradedShop } from './firefox.ts';
import type { Language } from './shop.ts';
import { words } from './steps.ts';
import { SOON } from './typing.ts';

/** A screen is complete when two reads find it complete, each after this time without a pending request. */
const QUIET_MS = 100;
const SCREEN_MS = 30_000;
const WALK_MS = 1_800_000;
/** Slower than a scanner. */
const KEY_PAUSE_MS = 55;
const TABS_MAX = 60;

/** Titles that replace a screen: no such page, no such record, no permission, an error. */
const FAILURES = ['not_found.title', 'section_not_found.title', 'unauthorized.title', 'errors.failed_to_load'];

if (!hasFirefox)
  console.warn(`Not run: the screens in Firefox (no Firefox at ${FIREFOX}; FIREFOX_PATH names another).`);

describe.skipIf(!hasFirefox)('in Firefox', () => {
  let shop: TradedShop;
  let every: EveryScreen;
  beforeAll(async () => {
    shop = await openTradedShop();
    const page = await shop.open('en');
    every = await everyScreen(await page.evaluate(screensOfRouter), shop.list);
  }, OPEN_MS);
  afterAll(() => shop?.close());

  it('a sale is entered with the keyboard from the list, and is in the list with its number and total', async () => {
    const goods = (await shop.list('stocks?per_page=100&filter[inventory_fk]=1'))
      .filter(({ quantity }) => Number(quantity) >= 10)
      .slice(0, 2);
    expect(goods).toHaveLength(2);
    const expected = goods.reduce(
      (sum, { sale_price }, index) => sum + BigInt(String(sale_price)) * BigInt(index + 2),
      0n,
    );
    const page = await shop.open('en');
    await go(page, '/sales/sales');
    await expect.poll(() => listRows(page), SOON).not.toEqual([]);
    await page.press('n');
    await expect.poll(() => page.evaluate(() => location.pathname), SOON).toBe('/sales/sales/new');
    await expect.poll(() => fieldWithFocus(page), SOON).toBe('customer_fk');
    await expect.poll(() => page.evaluate(() => document.querySelector('[role=grid]') !== null), SOON).toBe(true);
    for (let tabs = 0; tabs < TABS_MAX && !(await isInGrid(page)); tabs += 1) await page.press('Tab');
    expect(await isInGrid(page)).toBe(true);
    for (const [index, { item_code }] of goods.entries()) {
      if (index > 0) await page.press('Enter');
      await page.type(String(item_code), KEY_PAUSE_MS);
      await page.press('Enter');
      await page.type(String(index + 2), KEY_PAUSE_MS);
    }
    const total = expected.toLocaleString('en-US');
    await expect.poll(() => page.evaluate(() => document.querySelector('[data-total]')?.textContent), SOON).toBe(total);
    await page.press('Control+Enter');
    // The next sale begins at once.
    const lines = () => page.evaluate(() => document.querySelectorAll('main [role=grid] [role=row]').length);
    await expect.poll(lines, SOON).toBe(2);

    await go(page, '/sales/sales');
    const [sale] = await shop.list('sales?per_page=10&sortColumn=id&sortDir=desc');
    expect(sale).toMatchObject({ status: 'complete', total: String(expected), created_by_fk: 1 });
    expect(sale?.['number']).toMatch(/^[A-Z]+-S-\d{6}$/);
    const found = async () => (await listRows(page)).find((row) => row.includes(String(sale?.['number'])));
    await expect.poll(found, SOON).toContain(total);
    expect(page.takeProblems()).toEqual([]);
  }, 180_000);

  it('the walk reports the problems of a screen', async () => {
    const page = await shop.open('en');
    await go(page, '/settings/units');
    expect(await wrongWith(page, { address: '/settings/units', title: 'catalogue:units' }, 'en')).toEqual([]);
    await page.evaluate(() => {
      console.error('an error of the console');
      setTimeout(() => {
        throw new Error('an exception that nobody catches');
      });
      void Promise.reject(new Error('a rejection that nobody handles'));
      const wide = document.createElement('p');
      wide.textContent = 'catalogue:no_such_text';
      wide.style.cssText = 'position: absolute; top: 0; inset-inline-start: 0; inline-size: 2000px';
      document.body.append(wide);
      return fetch('/api/no_such_route').then(() => undefined);
    });
    const wrong = await wrongWith(page, { address: '/settings/brands', title: 'catalogue:brands' }, 'ckb');
    for (const part of [
      'an error of the console',
      'an exception that nobody catches',
      'a rejection that nobody handles',
      '/api/no_such_route: 404',
      'shows catalogue:no_such_text',
      'is 560 pixels too wide',
      'is in en ltr',
      'has the title',
    ]) {
      expect(
        wrong.filter((name) => name.includes(part)),
        part,
      ).toHaveLength(1);
    }
    await go(page, '/no/such/screen');
    const missing = await wrongWith(page, { address: '/no/such/screen', title: 'shell:not_found.title' }, 'en');
    expect(missing).toContain(`/no/such/screen en shows "${words('en', 'shell:not_found.title')}"`);
  }, 180_000);

  it('every path of the router is walked', () => {
    expect(every.unreached).toEqual([]);
  });

  it.each(['en', 'ckb'] as const)(
    'every screen is shown whole in %s, and nothing is wrong in the console',
    async (language) => {
      const page = await shop.open(language);
      const wrong: string[] = [];
      for (const screen of every.screens) {
        await go(page, screen.address);
        const found = await wrongWith(page, screen, language);
        if (found.length > 0) await leavePicture(page, `${language} ${screen.address}`);
        wrong.push(...found);
      }
      expect(wrong).toEqual([]);
    },
    WALK_MS,
  );
});

/** Stores a picture of a faulty screen in the folder of `SCREENSHOTS`, if it is set. */
async function leavePicture(page: FirefoxPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `firefox ${name.replaceAll(/[^a-z0-9]+/gi, ' ').trim()}.png`), await page.screenshot());
}

/** Waits for the screen, and returns a line for each problem. */
async function wrongWith(page: FirefoxPage, { address, title }: Screen, language: Language): Promise<string[]> {
  const expectedTitle = `${words(language, 'shell:product')} · ${words(language, title)}`;
  const seen = await settled(page, expectedTitle);
  const expectedRoot = language === 'en' ? 'en ltr' : 'ckb rtl';
  const failures = FAILURES.map((key) => words(language, `shell:${key}`)).filter((text) => seen.text.includes(text));
  const keys = [...seen.text.matchAll(/\b[a-z]+:[a-z_]+(\.[a-z_]+)*\b/g)].map(([key]) => key);
  const wrong = [
    ...(seen.isReady
      ? []
      : [`is not there after ${SCREEN_MS / 1000} s; ${page.pendingRequests} requests have no answer`]),
    ...(seen.heading === '' ? ['has no heading'] : []),
    ...(seen.title === expectedTitle ? [] : [`has the title "${seen.title}" instead of "${expectedTitle}"`]),
    ...(seen.root === expectedRoot ? [] : [`is in ${seen.root} instead of ${expectedRoot}`]),
    ...failures.map((text) => `shows "${text}"`),
    ...keys.map((key) => `shows ${key}`),
    ...(seen.overflow > 0 ? [`is ${seen.overflow} pixels too wide`] : []),
    ...page.takeProblems(),
  ];
  return wrong.map((name) => `${address} ${language} ${name}`);
}

interface Seen {
  readonly isReady: boolean;
  readonly text: string;
  readonly heading: string;
  readonly title: string;
  readonly root: string;
  /** The width of the document, or of the screen in its frame, beyond the window, in pixels. */
  readonly overflow: number;
}

async function settled(page: FirefoxPage, title: string): Promise<Seen> {
  const until = Date.now() + SCREEN_MS;
  // Twice, because a rendered screen may send further requests.
  for (let ready = 0; ; ) {
    await page.quiet(QUIET_MS, until - Date.now());
    const seen = await page.evaluate(look);
    ready = seen.isReady && seen.title === title ? ready + 1 : 0;
    if (ready === 2 || Date.now() > until) return seen;
  }
}

/** Runs in the page. */
function look(): Seen {
  const main = document.querySelector('main');
  const shown = [...(main?.querySelectorAll('h1, .skeleton, [aria-busy=true]') ?? [])].filter((element) =>
    element.checkVisibility(),
  );
  const heading = shown.find(({ tagName }) => tagName === 'H1')?.textContent?.trim() ?? '';
  const { lang, dir, scrollWidth, clientWidth } = document.documentElement;
  // The previous screen is shown until the router has resolved the address.
  const { __TSR_ROUTER__: router } = self as unknown as {
    __TSR_ROUTER__: typeof import('../../web/shell/router.tsx').router;
  };
  const isResolved = router.state.resolvedLocation?.href === location.pathname + location.search;
  return {
    isReady: isResolved && heading !== '' && shown.every(({ tagName }) => tagName === 'H1'),
    text: document.body.textContent ?? '',
    heading,
    title: document.title,
    root: `${lang} ${dir}`,
    overflow: Math.max(scrollWidth - clientWidth, main ? main.scrollWidth - main.clientWidth : 0),
  };
}

const listRows = (page: FirefoxPage): Promise<readonly string[]> =>
  page.evaluate(() => [...document.querySelectorAll('main tbody tr')].map((row) => row.textContent ?? ''));

const fieldWithFocus = (page: FirefoxPage): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));

const isInGrid = (page: FirefoxPage): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null);
